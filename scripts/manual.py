#!/usr/bin/env python3
"""manual.py ROOFLINE: the manual page roofline(1) on standard output, from the driver's own
`--help` texts."""
import re
import subprocess
import sys


def said(*arguments):
    return subprocess.run([sys.argv[1], *arguments], check=True, text=True,
                          capture_output=True).stdout


def literal(text):
    """Lines for roff, unfilled."""
    lines = text.rstrip().replace("\\", r"\e").replace("-", r"\-").splitlines()
    return "\n".join(r"\&" + line if line[:1] in (".", "'") else line for line in lines)


def commands(text):
    """Returns (words, description) of each command of `roofline --help`."""
    for name, does in re.findall(r"^  ([a-z]+.*?)  +(\S.*)$", text, re.MULTILINE):
        words = re.sub(r"\[.*?\]|[A-Z]+(\|[A-Z]+)*", "", name).split()
        for last in words[-1].split("|"):
            yield [*words[:-1], last], name, does


def main():
    text = said("--help")
    version = said("--version").split()[-1]
    listed = list(commands(text))
    print(f'.TH ROOFLINE 1 "" "roofline {version}" "User Commands"')
    print(".SH NAME\nroofline \\- how fast an OpenCL kernel can run on an FPGA")
    print(f".SH SYNOPSIS\n.nf\n{literal(text.splitlines()[0].removeprefix('usage: '))}\n.fi")
    print(f".SH DESCRIPTION\n{literal(text.split('commands:')[0].split(chr(10), 1)[1].strip())}")
    print(".SH COMMANDS")
    for name, does in dict((name, does) for _, name, does in listed).items():
        print(f".TP\n.B {literal(name)}\n{literal(does)}")
    for words, _, _ in listed:
        print(f".SH {literal(' '.join(words).upper())}\n.nf\n{literal(said(*words, '--help'))}\n.fi")


if __name__ == "__main__":
    main()
