"""A Slurm cluster of several nodes on this machine, with its own slurmctld, slurmd and
munged in a folder, for the duration of `with`. Debian: slurm-wlm, munge."""
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

DAEMONS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol")
NODE_TIMEOUT = 10  # [s] until a silent node counts as down


def find(tool):
    return shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def missing():
    return [tool for tool in DAEMONS if not find(tool)]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    def __init__(self, folder, nodes=4, cpus=1):
        self.folder = pathlib.Path(folder).resolve()
        self.nodes = [f"n{i + 1}" for i in range(nodes)]
        self.cpus = cpus
        self.env = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self):
        for name in ("state", "spool", "log"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        self.write()
        try:
            self.start_munge()
            self.start_controller()
            for node in self.nodes:
                self.start_node(node)
            self.wait_for(lambda: self.states().count("idle") == len(self.nodes), 60)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def write(self):
        host = socket.gethostname().split(".")[0]
        user = getpass.getuser()
        ports = [free_port() for _ in self.nodes]
        lines = {
            "ClusterName": "test", "SlurmctldHost": f"{host}(127.0.0.1)",
            "SlurmUser": user, "SlurmdUser": user, "AuthType": "auth/munge",
            "AuthInfo": f"socket={self.folder / 'munge.socket'}",
            "SlurmctldPort": free_port(), "SlurmdTimeout": NODE_TIMEOUT,
            "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none",
            "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_CPU",
            "MpiDefault": "none",
            "JobAcctGatherType": "jobacct_gather/none",
            "AccountingStorageType": "accounting_storage/none", "ReturnToService": 2,
            "StateSaveLocation": self.folder / "state",
            "SlurmdSpoolDir": self.folder / "spool/%n",
            "SlurmctldPidFile": self.folder / "slurmctld.pid",
            "SlurmdPidFile": self.folder / "slurmd-%n.pid",
            "SlurmctldLogFile": self.folder / "log/slurmctld.log",
            "SlurmdLogFile": self.folder / "log/slurmd-%n.log"}
        text = "".join(f"{key}={value}\n" for key, value in lines.items())
        for node, port in zip(self.nodes, ports):
            text += (f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 "
                     f"Port={port} CPUs={self.cpus}\n")
        text += "PartitionName=main Nodes=ALL Default=YES State=UP\n"
        (self.folder / "slurm.conf").write_text(text)
        # Without it every job fails at launch: no systemd is needed here.
        (self.folder / "cgroup.conf").write_text(
            "CgroupPlugin=cgroup/v1\nIgnoreSystemd=yes\n")

    def call(self, tool, *args):
        return subprocess.run([find(tool), *args], env=self.env, check=True, text=True,
                              capture_output=True).stdout

    def start_munge(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        self.call("munged", "--force", "--key-file", str(key), "--socket",
                  str(self.folder / "munge.socket"), "--pid-file",
                  str(self.folder / "munged.pid"), "--log-file",
                  str(self.folder / "munged.log"), "--seed-file",
                  str(self.folder / "munged.seed"))

    def start_controller(self):
        self.call("slurmctld")
        self.wait_for(self.answers, 60)

    def stop_controller(self):
        self.kill_by_pid_file("slurmctld.pid", signal.SIGTERM)
        self.wait_for(lambda: not self.answers(), 30)

    def start_node(self, node):
        self.call("slurmd", "-N", node)

    def fail_node(self, node):
        """Ends a daemon and its processes at once, as a loss of power does."""
        self.kill_by_pid_file(f"slurmd-{node}.pid", signal.SIGKILL)
        spool = str(self.folder / "spool" / node)
        for process in pathlib.Path("/proc").iterdir():
            if not process.name.isdigit() or int(process.name) == os.getpid():
                continue
            try:
                environment = (process / "environ").read_bytes()
                files = [os.readlink(fd) for fd in (process / "fd").iterdir()]
                if f"SLURMD_NODENAME={node}\0".encode() in environment or \
                        any(file.startswith(spool) for file in files):
                    os.kill(int(process.name), signal.SIGKILL)
            except OSError:  # the process has ended, or is another user's
                continue

    def answers(self):
        return subprocess.run([find("scontrol"), "ping"], env=self.env,
                              capture_output=True).returncode == 0

    def states(self):
        return self.call("sinfo", "-h", "-N", "-o", "%T").split()

    def busy_nodes(self):
        """The nodes that run a job."""
        return self.call("squeue", "-h", "-t", "R", "-o", "%N").split()

    @staticmethod
    def wait_for(condition, seconds):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("the cluster did not get there")
            time.sleep(0.2)

    def kill_by_pid_file(self, name, number):
        try:
            os.kill(int((self.folder / name).read_text()), number)
        except (OSError, ValueError):  # it has not started, or has ended
            pass

    def stop(self):
        for node in self.nodes:
            self.fail_node(node)
        for name in ("slurmctld.pid", "munged.pid"):
            self.kill_by_pid_file(name, signal.SIGTERM)
        # Both take their files with them.
        self.wait_for(lambda: not any((self.folder / name).exists() for name in
                                      ("slurmctld.pid", "munged.pid")), 30)
