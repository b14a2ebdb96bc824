"""What a person reads in the terminal of a client with the plugin, of which its model must be sent nothing.

| case | program on PATH | must be read |
|---|---|---|
| not installed | none | that it is not installed |
| too old | one that says a version before the plugin's | that it is too old |
| another one | one of the same name that is not ours | that it is another one |
| not trusted | ours, in a folder that the person trusts for one session only | `hook --trust`; in Copilot CLI, as the others write down the answer |
"""

import json
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from fcntl import ioctl
from pathlib import Path

import cases
import loopback
import peers
import play

PATIENCE = 90
OTHERS = {"not installed": None, "too old": "echo mcp-guide 0.0.1", "another one": "echo 'usage: mcp-guide [-h]'"}
# A line of the screen may be broken, and drawn in parts.
LINES = {"not installed": "isnotinstalled", "too old": "0.0.1istooold", "another one": "isanotherone", "not trusted": "hook--trust"}
# Words of these lines that no rule and no tool has.
NEVER = ("The plugin mcp-guide gives", "have not trusted it")
# What a terminal is asked, and says.
ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;c", b"\x1b]11;?": b"\x1b]11;rgb:0000/0000/0000\x1b\\"}
CONTROLS = rb"\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b[=>78M]|\s"


def screen(client, program, folder, environment, model, keys, is_read):
    """Starts a client in a terminal, types keys and `go`, and returns what it has drawn, without controls and blanks."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execve(program, [program, *client.terminal], environment | {"TERM": "xterm-256color"})
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
    drawn, begun, text = b"", time.monotonic(), ""
    typed = [*keys, b"go", b"\r"]
    due = begun + 4
    while time.monotonic() < begun + PATIENCE and not (is_read(text) and not typed and len(model.turns) > 2):
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            drawn += part
            for asked, answer in ANSWERS.items():
                if asked in part:
                    os.write(terminal, answer)
            text = re.sub(CONTROLS, b"", drawn).decode("utf-8", "replace")
        if typed and time.monotonic() > due:
            os.write(terminal, typed.pop(0))
            due = time.monotonic() + 3
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    return text


def run(name, client, program, lab):
    """What is wrong with one session."""
    lab = lab / f"{client.name}-{name}".replace(" ", "-")
    folder, home, programs = lab / "project", lab / "home", lab / "programs"
    rule = cases.short(".cursor/rules/a.mdc", cases.GLOBS)
    play.project(folder, {cases.EDITED: f"{cases.OLD_TEXT}\n", rule.path: rule.text()}, has_guide=False)
    environment = play.environment(home)
    play.install(client, program, home, environment)
    programs.mkdir()
    if name == "not trusted":
        (programs / "mcp-guide").symlink_to(peers.BINARY)
    elif OTHERS[name]:
        (programs / "mcp-guide").write_text(f"#!/bin/sh\n{OTHERS[name]}\n")
        (programs / "mcp-guide").chmod(0o755)
    # Only Node and what the system has: another program of that name may be on PATH.
    environment["PATH"] = os.pathsep.join([str(programs), os.environ["PATH"].split(os.pathsep)[0], "/usr/bin", "/bin"])
    calls = [client.read(folder, cases.EDITED), client.edit(folder, cases.EDITED, cases.OLD_TEXT, cases.NEW_TEXT)]
    with loopback.Model(client.protocol, calls) as model:
        environment |= client.prepare(home, folder, model.url)
        keys = client.forget(home) if name == "not trusted" else ()
        text = screen(client, program, folder, environment, model, keys, lambda text: LINES[name] in text)
    sent = [play.text(turn) for turn in model.turns]
    (peers.ROOT / f"target/arrives/{client.name}/{name.replace(' ', '-')}.txt").write_text(text)
    if LINES[name] not in text:
        yield f"{client.title}, {name}: the person reads nothing of it"
    if len(sent) < 3:
        yield f"{client.title}, {name}: the model was asked {len(sent)} times"
    yield from (f"{client.title}, {name}: the model is sent {never!r}" for never in NEVER if any(never in turn for turn in sent))


def all_cases(chosen, programs, lab):
    """Plays the cases of all clients that have the plugin: what is wrong."""
    failed = []
    for client in chosen:
        if not hasattr(client, "plugin"):
            continue
        Path(peers.ROOT / "target/arrives" / client.name).mkdir(parents=True, exist_ok=True)
        for name in LINES:
            if name == "not trusted" and not hasattr(client, "forget"):
                continue
            wrong = list(run(name, client, programs[client.name], lab))
            print(*wrong or [f"{client.title}, {name}: read by the person only"], sep="\n", flush=True)
            failed += wrong
    return failed
