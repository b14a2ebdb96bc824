#!/usr/bin/env python3
"""What the Python mcp-guide answers, and what this one does with its configuration.

    moving.py VENV PROGRAM        the table of docs/moving.md, for the version in VENV
    moving.py VENV --write FILE   a configuration that the version writes by its tools,
                                  as tests/cli/config-1.4.yaml is one (HOME is /home/ada)

docs/moving.md says how a VENV is made. Nothing outside of a folder of its own is touched,
but /home/ada by --write.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

VENV = pathlib.Path(sys.argv[1]).resolve()
NAMES = ["checks", "context", "docs", "guide", "lang", "policies", "review", "code-review", "commit", "guidelines", "pr"]
CALLS = [(name, None) for name in NAMES] + [("lang", "python"), ("guidelines", "python"), ("commit", "pr"), ("docs", "*")]


def calls(home, folder, wanted):
    """The results of these calls of the Python server's tools, in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "PWD": str(folder), "LANG": "C.UTF-8"}
    server = subprocess.Popen([VENV / "bin/mcp-guide"], cwd=folder, env=env, text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    ids = iter(range(1, 10_000))

    def send(**message):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        server.stdin.flush()

    def request(method, params):
        own = next(ids)
        send(id=own, method=method, params=params)
        for line in server.stdout:
            message = json.loads(line)
            if message.get("method") == "roots/list":
                send(id=message["id"], result={"roots": [{"uri": folder.as_uri()}]})
            elif message.get("id") == own and "method" not in message:
                return message
        raise SystemExit("the server ended")

    request("initialize", {"protocolVersion": "2025-03-26", "capabilities": {"roots": {}},
                           "clientInfo": {"name": "moving", "version": "1"}})
    send(method="notifications/initialized")
    results = [request("tools/call", {"name": tool, "arguments": {"args": args}}) for tool, args in wanted]
    server.kill()
    server.wait()
    return [json.loads(result["result"]["content"][0]["text"]) for result in results]


def said(result):
    """An answer in a few words."""
    if not result["success"]:
        return f"`{result['error_type']}`"
    value = result["value"]
    if value.startswith("No matching content found for"):
        return "“No matching content found”"
    documents = len(re.findall(r"^Content-Location: ", value, re.M))
    count = f"{documents} documents, " if documents else ""
    return f"{count}{len(value.encode())} bytes"


def compare(program):
    home = pathlib.Path(tempfile.mkdtemp())
    folder = home / "acme"
    arguments = [{"expression": name} | ({"pattern": pattern} if pattern else {}) for name, pattern in CALLS]
    theirs = calls(home, folder, [("get_project", {})] + [("get_content", given) for given in arguments])[1:]
    program = os.path.abspath(program)
    configuration = home / ".config/mcp-guide/config.yaml"
    subprocess.run([program, "init", folder, "--from", configuration], check=True)
    print("| asked for | Python | here |\n|---|---|---|")
    for (name, pattern), their in zip(CALLS, theirs):
        given = {"category_or_collection": name} | ({"pattern": pattern} if pattern else {})
        ran = subprocess.run([program, "--project", folder, "call", "get_content", json.dumps(given)], stdout=subprocess.PIPE)
        asked = f"`{name}`" + (f", pattern `{pattern}`" if pattern else "")
        print(f"| {asked} | {said(their)} | {said(json.loads(ran.stdout))} |")
    shutil.rmtree(home)


def write(file):
    home = pathlib.Path("/home/ada")
    home.mkdir()

    def add(kind, name, **fields):
        return "category_collection_add", {"type": kind, "name": name, **fields}

    wanted = [
        add("category", "adr", dir="adr", patterns=["*.md", "**/*.txt", "{a,b}.md", "[^a].md", "deep/"], description="Décisions: why"),
        add("category", "café", dir="café/", patterns=["intro"]),
        add("category", "plain", patterns=["notes.md"]),
        add("category", "both", dir="both", patterns=["*"]),
        add("collection", "both", categories=["adr"]),
        add("collection", "mixed", categories=["adr/0001*", "review/commit+pr", "both", "docs/**/*.md"], description="All sorts"),
        add("collection", "comma", categories=["lang/rust,lang/go"]),
        add("collection", "empty", categories=[]),
        ("set_project_flag", {"feature_name": "content-format", "value": "mime"}),
        ("set_project_flag", {"feature_name": "workflow", "value": True}),
        ("set_feature_flag", {"feature_name": "guide-development", "value": True}),
        ("add_permission_path", {"permission_type": "read", "path": "/srv/shared"}),
        ("add_permission_path", {"permission_type": "write", "path": "build/"}),
        ("export_content", {"expression": "guide", "path": "guide.md"}),
    ]
    calls(home, home / "acme", [("get_project", {})] + wanted)
    calls(home, home / "notes", [("get_project", {})])
    shutil.copy(home / ".config/mcp-guide/config.yaml", file)
    shutil.rmtree(home)


if sys.argv[2] == "--write":
    write(sys.argv[3])
else:
    compare(sys.argv[2])
