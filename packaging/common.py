"""What build and try share: the paths, the systems, and how a program of each runs on this machine."""

import json
import os
import platform
import shutil
import struct
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
OUT = TARGET / "packages"
TOOLS = TARGET / "packaging"

MANIFEST = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
PACKAGE = MANIFEST["package"]
VERSION = MANIFEST["workspace"]["package"]["version"]
NAMES = json.loads((HERE / "names.json").read_text(encoding="utf-8"))
RELEASE = f"{NAMES['repository']}/releases/download/v{VERSION}"


class System:
    """A row of systems.json, for one of its targets."""

    def __init__(self, target):
        rows = [row for row in ROWS if target in row["targets"]]
        if not rows:
            sys.exit(f"{target}: no such target in packaging/systems.json")
        self.target = target
        self.platform, self.wheel = rows[0]["platform"], rows[0]["wheel"]
        # Node's names, which MCPB uses too.
        self.os, self.cpu = self.platform.split("-")
        windows = self.os == "win32"
        self.file = "mcp-guide.exe" if windows else "mcp-guide"
        self.folder = f"mcp-guide-{VERSION}-{target}"
        self.archive = f"{self.folder}{'.zip' if windows else '.tar.gz'}"

    def runner(self):
        """The words before a program of this system that make it run here; None where nothing does."""
        if self.platform == LOCAL:
            return []
        if LOCAL == "linux-x64" and self.platform == "linux-arm64" and shutil.which("qemu-aarch64-static"):
            return ["qemu-aarch64-static"]
        # `packaging/cross --wine` makes the library that wine lacks.
        library = TARGET / "cross/x86_64-pc-windows-gnu/release/bcryptprimitives.dll"
        if LOCAL == "linux-x64" and self.platform == "win32-x64" and shutil.which("wine") and library.exists():
            return ["env", f"WINEPATH={self.path(library.parent)}", f"WINEPREFIX={TOOLS / 'wine'}", "WINEDEBUG=-all", "wine"]
        return None

    def path(self, path):
        """A path as a program of this system takes it."""
        wine = self.os == "win32" and LOCAL != self.platform
        return "Z:" + str(path).replace("/", "\\") if wine else str(path)

    def wheel_tags(self, program):
        """The platforms of the wheel; on macOS from the version that the program needs."""
        tag = oldest_macos(program) if self.os == "darwin" else None
        return [f"macosx_{tag}_{self.wheel.split('_', 3)[3]}"] if tag else self.wheel.split(".")


ROWS = json.loads((HERE / "systems.json").read_text(encoding="utf-8"))
MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
LOCAL = f"{sys.platform}-{MACHINES.get(platform.machine().lower())}"


def platform_of(program):
    """The platform of an executable file, by its header; None if it is none that is known."""
    with open(program, "rb") as file:
        head = file.read(4096)
    if head[:4] == b"\x7fELF":
        return {62: "linux-x64", 183: "linux-arm64"}.get(struct.unpack_from("<H", head, 18)[0])
    if head[:4] == b"\xcf\xfa\xed\xfe":
        return {0x0100_0007: "darwin-x64", 0x0100_000C: "darwin-arm64"}.get(struct.unpack_from("<I", head, 4)[0])
    if head[:2] == b"MZ":
        at = struct.unpack_from("<I", head, 0x3C)[0]
        return {0x8664: "win32-x64"}.get(struct.unpack_from("<H", head, at + 4)[0])
    return None


def oldest_macos(program):
    """The oldest macOS that a Mach-O program says it runs on, as in a wheel's name; None where it says nothing."""
    data = program.read_bytes()
    at, count = 32, struct.unpack_from("<I", data, 16)[0]
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, at)
        # LC_VERSION_MIN_MACOSX and LC_BUILD_VERSION of <mach-o/loader.h>
        if command in (0x24, 0x32):
            version = struct.unpack_from("<I", data, at + (8 if command == 0x24 else 12))[0]
            major, minor = version >> 16, version >> 8 & 255
            return f"{major}_{minor if major == 10 else 0}"
        at += size
    return None


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
