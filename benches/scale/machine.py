"""What the run needs of the machine: found, or installed."""

import os
import pathlib
import platform
import shutil
import subprocess

#: Command -> the Debian package that holds it.
DEBIAN = {"nginx": "nginx", "haproxy": "haproxy", "wrk": "wrk"}
#: The Python server: the SDK, and uvicorn with its faster loop and parser.
PYTHON = ["mcp>=2,<3", "uvicorn[standard]"]
#: The TypeScript server.
NODE = ["@modelcontextprotocol/sdk@^1"]


class Missing(Exception):
    """Something is not there, and cannot be had."""


class Tools:
    """The programs that are used, each with its path."""

    def __init__(self, place, debian=DEBIAN, python=True):
        self.place = place
        self.environment = dict(os.environ)
        self.environment["PATH"] += ":/usr/sbin:/sbin"
        for command, package in debian.items():
            setattr(self, command, self.find(command) or self.install(command, package))
        self.node = self.find("node") or missing("node", "install Node.js 20 or newer")
        self.python = python and self.virtual_environment()
        self.node_modules = self.node_packages()

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

    def virtual_environment(self):
        folder = self.place / "venv"
        python = folder / "bin" / "python"
        if not asks(python, "import mcp, uvicorn, uvloop, httptools"):
            base = self.find("python3") or missing("python3", "install Python 3.10 or newer")
            made = said(base, "-m", "venv", folder) or said(python, "-m", "pip", "install", "--quiet", *PYTHON)
            if made:
                missing("the Python server", made)
        return python

    def node_packages(self):
        folder = self.place / "node"
        modules = folder / "node_modules"
        if not (modules / "@modelcontextprotocol/sdk/package.json").exists():
            npm = self.find("npm") or missing("npm", "install Node.js with npm")
            folder.mkdir(exist_ok=True)
            made = said(npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, *NODE)
            if made:
                missing("the TypeScript server", made)
        return modules


def missing(what, why):
    raise Missing(f"{what} is missing: {why}")


def said(*command):
    """What a command says where it fails, and nothing where it does not."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode and (done.stderr or done.stdout or f"it ended with {done.returncode}").strip()


def asks(python, statement):
    return pathlib.Path(python).exists() and not said(python, "-c", statement)


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
