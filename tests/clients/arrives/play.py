"""A session of a client in a project: what is installed for it, and what its model was sent."""

import os
import re
import shutil
import subprocess

import clients
import loopback
import peers

PLUGINS = peers.ROOT / "target/plugins"


def write(folder, files):
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def project(folder, files, has_guide=True):
    """A repository with these files, and a guide for them."""
    shutil.rmtree(folder, ignore_errors=True)
    write(folder, files)
    for command in (["git", "init", "-q"], *([[str(peers.BINARY), "init"]] if has_guide else [])):
        subprocess.run(command, cwd=folder, check=True, capture_output=True, env=peers.environment())


def environment(home):
    """That of a home that nobody has used."""
    shutil.rmtree(home, ignore_errors=True)
    (home / "tmp").mkdir(parents=True)
    own = {"HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "TMPDIR": str(home / "tmp")}
    # A busy machine must not silence a hook.
    return {"PATH": os.environ["PATH"], "MCP_GUIDE_HOOK_TIMEOUT": "20000"} | own


def set_up(folder, environment, names=("cursor", "vscode", *(client.name for client in clients.CLIENTS)), *options):
    """Writes the server and the hook for all clients: some run the hooks of another."""
    for name in names:
        subprocess.run([str(peers.BINARY), "setup", name, *options], cwd=folder, env=environment, check=True, capture_output=True)


def install(client, program, home, environment):
    """Installs the plugin, as packaging/plugins/write has written it, by the client's own commands alone.

    The environment is that of sessions: it has the program on its PATH."""
    environment["PATH"] = f"{peers.BINARY.parent}:{environment['PATH']}"
    # Codex needs the folder.
    (home / ".codex").mkdir(exist_ok=True)
    given = environment | {"CODEX_HOME": str(home / ".codex")}
    for words in (("marketplace", "add", str(PLUGINS)), client.plugin):
        subprocess.run([program, "plugin", *words], cwd=home, env=given, check=True, capture_output=True, timeout=120)


def trust(folder, environment):
    """Lets the hook of `setup --user` give the rules of this project."""
    subprocess.run([str(peers.BINARY), "hook", "--trust"], cwd=folder, env=environment, check=True, capture_output=True)


def play(client, program, folder, home, environment, calls, start="."):
    """The requests of the turns of a model that plays these calls, and what the client said."""
    with loopback.Model(client.protocol, calls) as model:
        given = environment | client.prepare(home, folder, model.url)
        done = subprocess.run(
            client.command(program), cwd=folder / start, env=given, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL
        )
    said = (client.name, len(model.turns), len(calls), done.stdout[-500:], done.stderr[-1500:])
    assert len(model.turns) == len(calls) + 1, said
    return model.turns


def strings(value):
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(item)


def text(turn):
    """All text of a request, with one blank between words."""
    return re.sub(r"\s+", " ", " ".join(strings(turn)))
