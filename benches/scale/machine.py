"""What the run needs of the machine: found, or installed."""

import os
import pathlib
import platform
import shutil
import subprocess

#: Command -> the Debian package that holds it.
DEBIAN = {"nginx": "nginx", "haproxy": "haproxy"}


class Missing(Exception):
    """Something is not there, and cannot be had."""


class Tools:
    """The programs that are used, each with its path."""

    def __init__(self, place):
        self.place = place
        self.environment = dict(os.environ)
        self.environment["PATH"] += ":/usr/sbin:/sbin"
        for command, package in DEBIAN.items():
            setattr(self, command, self.find(command) or self.install(command, package))

    def find(self, command):
        return shutil.which(command, path=self.environment["PATH"])

    def install(self, command, package):
        if os.geteuid() == 0 and self.apt("apt-get", "install", "-y", "--no-install-recommends", package):
            # What Debian starts by itself is not wanted.
            subprocess.run(["systemctl", "stop", package], capture_output=True, check=False)
        else:
            self.unpack(package)
        return self.find(command) or missing(command, f"Debian's package {package} could not be had")

    def unpack(self, package):
        """Unpacks a package and what it needs beside the C library, without installing it."""
        folder, kept = self.place / "debian", self.place / "packages"
        kept.mkdir(exist_ok=True)
        arguments = ["--recurse", "--no-recommends", "--no-suggests", "--no-conflicts", "--no-breaks", "--no-replaces"]
        found = subprocess.run(
            ["apt-cache", "depends", *arguments, "--no-enhances", package], capture_output=True, text=True, check=False
        )
        names = {line for line in found.stdout.splitlines() if line[:1].isalnum()}
        absent = [name for name in sorted(names) if not is_installed(name)]
        for name in {package, *absent}:
            self.apt("apt-get", "download", name, folder=kept)
        for archive in kept.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", archive, folder], check=False)
        libraries = f"{folder}/usr/lib/{platform.machine()}-linux-gnu"
        self.environment["PATH"] += f":{folder}/usr/sbin:{folder}/usr/bin"
        before = self.environment.get("LD_LIBRARY_PATH")
        self.environment["LD_LIBRARY_PATH"] = f"{libraries}:{before}" if before else libraries

    def apt(self, *command, folder=None):
        environment = {**self.environment, "DEBIAN_FRONTEND": "noninteractive"}
        try:
            for attempt in ([], [["apt-get", "update"]]):
                for update in attempt:
                    subprocess.run(update, env=environment, capture_output=True, check=False)
                done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
                if done.returncode == 0:
                    return True
        except FileNotFoundError:
            return False
        print(done.stderr.strip())
        return False


def missing(what, why):
    raise Missing(f"{what} is missing: {why}")


def is_installed(package):
    found = subprocess.run(["dpkg-query", "-W", "-f=${Status}", package], capture_output=True, text=True, check=False)
    return "install ok installed" in found.stdout


def check_unit(unit, binary, scratch):
    """Asks systemd what it thinks of the unit, where it is there to be asked."""
    if not shutil.which("systemd-analyze"):
        print("left out: systemd-analyze is not there, so nobody looks at the unit")
        return
    text = unit.read_text()
    if "/usr/local/bin/mcp-guide" not in text:
        missing("the program", f"{unit.name} starts another one")
    copy = scratch / unit.name
    copy.write_text(text.replace("/usr/local/bin/mcp-guide", str(binary)))
    done = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    if done.returncode or done.stderr.strip():
        missing("a unit that systemd takes", done.stderr.strip())
    print("the unit is as systemd wants it")
