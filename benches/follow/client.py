#!/usr/bin/env python3
"""A coding client that is a command, for an agent that reads and writes by it alone.

    client step                  what is to be done next; the first time, also what the session starts with
    client ls [FOLDER]           names in a folder
    client grep PATTERN [FOLDER] lines that match a regular expression
    client read FILE             a file
    client write FILE            writes what is on standard input
    client edit FILE OLD NEW     replaces the text OLD, which the file has once
    client call TOOL ARGUMENTS   a tool of the server, with a JSON object, where the session has one

As most clients do, `ls` and `grep` leave out what begins with a dot. The folder of a run has `run.json`, the project,
and `log`, which has a line for each call. `follow.py make` writes it.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from stdio_bench.client import Client  # noqa: E402

STEPS = tomllib.loads((HERE / "steps.toml").read_text())["steps"]
#: What the tools of a client are called where its hooks are told of them.
TOOLS = {"read": "Read", "write": "Write", "edit": "Edit"}


class Run:
    """A session in the folder of a run."""

    def __init__(self, folder):
        self.folder, self.project = folder, folder / "project"
        self.settings = json.loads((folder / "run.json").read_text())
        self.log = folder / "log"
        self.given = [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def path(self, name):
        path = (self.project / name).resolve()
        if not path.is_relative_to(self.project.resolve()):
            raise SystemExit(f"{name}: outside of the project")
        return path

    def files(self, name):
        for folder, folders, files in os.walk(self.path(name)):
            folders[:] = sorted(of for of in folders if not of.startswith("."))
            yield from (Path(folder, of) for of in sorted(files) if not of.startswith("."))

    def start(self):
        """Returns what the session starts with, as its arm says."""
        arm = self.settings["arm"]
        if arm == "file":
            return f"AGENTS.md of this project:\n\n{(self.project / 'AGENTS.md').read_text()}"
        if arm == "hook":
            return self.hook({"hook_event_name": "SessionStart", "source": "startup"})
        if arm == "tool":
            server = self.server()
            tools = server.request("tools/list")["tools"]
            offered = [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in tools]
            return f"An MCP server is connected. It says:\n\n{server.initialized['instructions']}\n\nIts tools:\n" + "\n".join(map(json.dumps, offered))
        return ""

    def server(self):
        return Client([self.settings["binary"], "--start", str(self.project), "serve"], "pipe")

    def call(self, tool, arguments):
        if self.settings["arm"] != "tool":
            return "no server is connected"
        result = self.server().request("tools/call", {"name": tool, "arguments": json.loads(arguments)})
        return "\n".join(of.get("text", "") for of in result["content"])

    def hook(self, message):
        """Returns what the hook gives for an event of the client that is named in run.json."""
        message |= {"session_id": self.folder.name, "cwd": str(self.project)}
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder / "home"), "CLAUDE_PROJECT_DIR": str(self.project)}
        command = [self.settings["binary"], "hook", "claude-code"]
        ran = subprocess.run(command, input=json.dumps(message), env=environment, cwd=self.project, capture_output=True, text=True, check=True)
        return json.loads(ran.stdout)["hookSpecificOutput"].get("additionalContext", "") if ran.stdout.strip() else ""

    def step(self):
        done = sum(given["words"][0] == "step" for given in self.given)
        if done == len(STEPS):
            return "All steps are done."
        text = f"Step {done + 1} of {len(STEPS)}: {' '.join(STEPS[done]['text'].split())}"
        start = self.start() if done == 0 else ""
        return f"{start}\n\n{text}" if start else text

    def use(self, tool, name, *rest):
        """Reads or writes a file, with the events of the hook before and after it."""
        path = self.path(name)
        event = {"tool_name": TOOLS[tool], "tool_input": {"file_path": str(path)}}
        events = ("PreToolUse", "PostToolUse") if self.settings["arm"] == "hook" else ()
        said = [self.hook({"hook_event_name": events[0], **event})] if events else []
        answer = getattr(self, tool)(path, *rest)
        said += [self.hook({"hook_event_name": events[1], **event})] if events else []
        return "\n".join([answer, *(f"\nA hook of this project says:\n{of}" for of in said if of)])

    @staticmethod
    def read(path):
        return path.read_text() if path.is_file() else "no such file"

    @staticmethod
    def write(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(sys.stdin.read())
        return "written"

    @staticmethod
    def edit(path, old, new):
        text = path.read_text() if path.is_file() else ""
        if text.count(old) != 1:
            return f"the file has this text {text.count(old)} times"
        path.write_text(text.replace(old, new))
        return "edited"

    def ls(self, name="."):
        names = sorted(path for path in self.path(name).iterdir() if not path.name.startswith("."))
        return "\n".join(path.name + "/" * path.is_dir() for path in names)

    def grep(self, pattern, name="."):
        found = []
        for path in self.files(name):
            lines = path.read_text().splitlines()
            at = path.relative_to(self.project.resolve())
            found += [f"{at}:{number}:{line}" for number, line in enumerate(lines, 1) if re.search(pattern, line)]
        return "\n".join(found[:100])

    def answer(self, words):
        command, *rest = words
        if command in TOOLS:
            return self.use(command, *rest)
        if command in ("step", "ls", "grep", "call"):
            return getattr(self, command)(*rest)
        raise SystemExit(__doc__)


def main():
    folder, *words = sys.argv[1:]
    run = Run(Path(folder))
    answer = run.answer(words or ["help"])
    with run.log.open("a") as log:
        log.write(json.dumps({"words": words[:3], "bytes": len(answer.encode())}) + "\n")
    print(answer)


if __name__ == "__main__":
    main()
