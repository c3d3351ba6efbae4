#!/usr/bin/env python3
"""Runs the lines of Containerfile where no engine is: each stage is a Debian made by mmdebstrap.

    scripts/try-container.py FOLDER                  # as root; 3 GB, and the time of a build
    scripts/try-container.py FOLDER roofline analyze /src/opencl-samples/mm/mm.cl
    scripts/try-container.py FOLDER --ccache DIR     # compiled files that are kept

The words after FOLDER run in the last stage, with this tree as /src. A stage that was made stays
until FOLDER is removed. Knows FROM, COPY, WORKDIR, ENV, RUN and CMD as Containerfile uses them; what
an engine does beyond, as layers, users and networks, it does not try.
"""
import argparse
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent
RELEASE = re.compile(r"debian:([a-z]+)(-slim)?")


def instructions(text):
    """Words and the rest of each instruction, its lines joined; without comments."""
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.strip():
            word, rest = line.split(maxsplit=1)
            yield word, rest


def archives(release):
    """Debian's archives as apt has them here, for RELEASE."""
    for label, suite in (("Debian", release), ("Debian-Security", f"{release}-security")):
        found = subprocess.run(["apt-get", "indextargets", "Created-By: Packages", f"Label: {label}",
                                "--format", "$(REPO_URI)"], check=True, capture_output=True, text=True)
        yield f"deb {found.stdout.splitlines()[0]} {suite} main"


class Stage:
    """The root of a stage, its variables and its folder."""

    def __init__(self, root, image, ccache):
        self.root, self.ccache, self.folder = root, ccache, "/"
        self.environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                            "HOME": "/root", "LC_ALL": "C.UTF-8"}
        release = RELEASE.fullmatch(image)
        if not release:
            sys.exit(f"try-container: FROM {image}: debian:RELEASE is expected")
        if not (root / "etc/debian_version").exists():
            subprocess.run(["mmdebstrap", "--variant=minbase", "--aptopt=APT::Sandbox::User \"root\"",
                            release[1], root, *archives(release[1])], check=True)

    def run(self, command, source=False):
        """COMMAND, by the shell of the root."""
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        mounts = [f"mount -t proc proc {self.root}/proc"]
        for there, here in (("/src", SOURCE if source else None), ("/ccache", self.ccache)):
            if here:
                (self.root / there[1:]).mkdir(exist_ok=True)
                mounts.append(f"mount --bind {here} {self.root}{there}")
        inside = f"cd {self.folder} && exec sh -c \"$0\""
        words = ["unshare", "--mount", "sh", "-c",
                 " && ".join(mounts) + f" && exec chroot {self.root} sh -c '{inside}' \"$0\"", command]
        environment = dict(self.environment, **({"CCACHE_DIR": "/ccache"} if self.ccache else {}))
        return subprocess.run(words, env=environment).returncode

    def copy(self, rest, stages):
        *from_, pattern, target = rest.split()
        place = self.root / target.lstrip("/")
        place.mkdir(parents=True, exist_ok=True)
        if from_:
            stage = stages[from_[0].removeprefix("--from=")]
            for path in glob.glob(f"{stage.root}{pattern}"):
                shutil.copy(path, place)
        else:  # what .containerignore leaves is what git knows
            listed = subprocess.run(["git", "ls-files", "-z"], cwd=SOURCE / pattern, check=True,
                                    capture_output=True).stdout
            subprocess.run(["tar", "-c", "--null", "-T-", "-f-"], cwd=SOURCE, check=True, input=listed,
                           stdout=open(place / "context.tar", "wb"))
            subprocess.run(["tar", "-xf", "context.tar"], cwd=place, check=True)
            (place / "context.tar").unlink()


def build(folder, ccache):
    """The last stage, made where it is not."""
    stages, done = {}, {}
    for word, rest in instructions((SOURCE / "Containerfile").read_text()):
        if word == "FROM":
            image, *name = rest.split(" AS ")
            key = name[0] if name else str(len(stages))
            stage = stages[key] = Stage(folder / key, image, ccache)
            done[key] = (stage.root / "complete").exists()
        elif word == "ENV":
            stage.environment.update([rest.split("=", 1)])
        elif word == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "CMD":
            stage.command = json.loads(rest)
        elif word in ("COPY", "RUN"):
            if done[key]:
                continue
            print(f"{word} {rest}", flush=True)
            if word == "COPY":
                stage.copy(rest, stages)
            elif stage.run(rest):
                sys.exit(f"try-container: failed: RUN {rest}")
        else:
            sys.exit(f"try-container: {word}: not known")
    for each in stages.values():
        (each.root / "complete").touch()
    return stage


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--ccache", type=pathlib.Path)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("command", nargs=argparse.REMAINDER)
    arguments = options.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    stage = build(arguments.folder.resolve(), arguments.ccache and arguments.ccache.resolve())
    stage.folder = "/src"
    return stage.run(" ".join(arguments.command or stage.command), source=True)


if __name__ == "__main__":
    sys.exit(main())
