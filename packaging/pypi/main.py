"""Starts the program beside it: `uvx PACKAGE`, and so the MCP registry, runs a command of the package's own name."""

import os
import shutil
import subprocess
import sys
import sysconfig


def main():
    folders = [os.path.dirname(os.path.abspath(sys.argv[0])), sysconfig.get_path("scripts")]
    program = shutil.which("mcp-guide", path=os.pathsep.join(folders))
    if not program:
        sys.exit(f"mcp-guide is in none of {folders}")
    command = [program, *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(program, command)
