"""The inspector's command line: each check is a run of it. inspector.py DUE TRANSPORT ERA NODE SCRIPT

Beside what every client must find, its `--strict` has nothing to say of the tools, and its `--load` no error to count.
"""

import asyncio
import json
import subprocess
import sys

from checks import contents, everything, same, without_project

LOAD = 500


class Adapter:
    described = True

    def __init__(self, inspector, to, modern):
        self.inspector, self.to, self.modern = inspector, to, modern

    def run(self, method, *options):
        """What it prints of a result or an error, and its exit code."""
        command = [*self.inspector, "--format", "json", "--quiet", "--method", method, *options]
        target = ["--server-url", self.to] if isinstance(self.to, str) else ["--", self.to["command"], *self.to["args"]]
        done = subprocess.run([*command, *target], capture_output=True, text=True, timeout=120)
        printed = json.loads(done.stdout) if done.stdout.strip() else {}
        return printed.get("result", printed), json.loads(done.stderr)["error"] if done.stderr.strip() else None, done.returncode

    async def server(self):
        begun, _, _ = self.run("initialize")
        return begun["serverInfo"] | {"instructions": begun["instructions"]}

    async def capabilities(self):
        return self.run("initialize")[0]["capabilities"]

    async def tools(self):
        result, said, code = self.run("tools/list", "--strict")
        same("what --strict says of the tools", [said, code], [None, 0])
        return result["tools"]

    async def call(self, tool, arguments):
        pairs = [f"{name}={value}" for name, value in arguments.items()]
        result, _, code = self.run("tools/call", "--tool-name", tool, *(["--tool-arg", *pairs] if pairs else []))
        assert code == (5 if result["isError"] else 0), (result, code)
        return contents(result)

    async def resources(self):
        return self.run("resources/list")[0]["resources"]

    async def templates(self):
        return self.run("resources/templates/list")[0]["resourceTemplates"]

    async def read(self, uri):
        return self.run("resources/read", "--uri", uri)[0]["contents"]

    async def prompts(self):
        return self.run("prompts/list")[0]["prompts"]

    async def prompt(self, name, arguments):
        pairs = [f"{name}={value}" for name, value in arguments.items()]
        options = ["--prompt-args", *pairs] if pairs else []
        return self.run("prompts/get", "--prompt-name", name, *options)[0]["messages"]


async def main(due, transport, era, node, script):
    inspector = [node, script, "--cli", "--protocol-era", era]
    modern = era == "modern"
    client = Adapter(inspector, due["project"][transport], modern)
    await everything(client, due)
    # It looks a tool up in the list first, and so never asks for one that is not there.
    _, said, code = client.run("tools/call", "--tool-name", "get_everything")
    same("an unknown tool", [said["code"], code], ["tool_not_found", 5])
    for read in due["unread"]:
        _, said, code = client.run("resources/read", "--uri", read["uri"])
        same(f"reading {read['uri']}", [said["message"], code], [read["error"]["message"], 1])
    for prompt in due["ungot"]:
        _, said, code = client.run("prompts/get", "--prompt-name", prompt["name"])
        same(f"the prompt {prompt['name']}", [said["message"], code], [prompt["error"]["message"], 1])
    call = due["calls"][3]
    pairs = [f"{name}={value}" for name, value in call["arguments"].items()]
    load = ["--load", "--load-requests", str(LOAD), "--load-concurrency", "32"]
    result, said, code = client.run("tools/call", "--tool-name", call["tool"], "--tool-arg", *pairs, *load)
    counted = {name: result[name] for name in ("requests", "ok", "toolErrors", "errors")}
    same("a load", [counted, said, code], [{"requests": LOAD, "ok": LOAD, "toolErrors": 0, "errors": 0}, None, 0])
    skills = Adapter(inspector, due["skills"][transport], modern)
    report, said, code = skills.run("skills/list", *(["--verify", "--require-digests"] if modern else []))
    if modern:
        statuses = {file["uri"]: file["status"] for file in report["files"]}
        found = [report["conformance"], report["frontmatter"], statuses, said, code]
        files = dict.fromkeys(due["skillFiles"], "verified")
        same("what --verify says of the skills", found, [[], [], files, None, 0])
    else:
        same("skills before 2026-07-28", [said["code"], code], ["skills_unsupported", 1])
    await without_project(Adapter(inspector, due["unloadable"][transport], modern), due)


asyncio.run(main(json.load(open(sys.argv[1])), *sys.argv[2:]))
