"""What every client must find. A client's file has an adapter; this asks it, and prints a line for each check.

An adapter has a function for each kind of request, which answers with what the client made of the server's answer, by
the names of the protocol; `refused` answers with the error that one of them ends in, and is not there where the client
does not tell the server's. `described` is false where the client did not ask what the server is; `modern` is true where
it speaks 2026-07-28; `lost` names what it does not keep of a tool.
"""

import json
import os
import re

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def same(what, found, due):
    """Says that a check is as due, or ends with 1."""
    # What a UUID is nobody foresees.
    found = json.loads(UUID.sub("<uuid>", json.dumps(found)))
    if found != due:
        print(f"WRONG {what}\n  found {json.dumps(found)}\n  due   {json.dumps(due)}", flush=True)
        # What the client leaves open would have much to say about the end.
        os._exit(1)
    print(f"ok {what}", flush=True)


def plain(model):
    """A model of Python's `mcp` as the protocol writes it."""
    return model.model_dump(by_alias=True, exclude_none=True, mode="json")


def contents(result):
    """What a call's result comes to: whether it failed, and what its blocks say."""
    assert result.get("structuredContent") is None, result
    blocks = [block["text"] if list(block) == ["type", "text"] else block for block in result["content"]]
    return {"isError": result["isError"], "blocks": [json.loads(block) for block in blocks]}


class Adapter:
    """What the sessions and clients of Python's `mcp` have in common. `references` are the types of what is completed."""

    def __init__(self, session, references, error):
        self.session, self.references, self.error = session, references, error

    async def every(self, asked, field):
        """What a list holds, on all its pages."""
        found, cursor = [], None
        while True:
            page = plain(await asked(**self.page(cursor)))
            found += page[field]
            cursor = page.get("nextCursor")
            if cursor is None:
                return found

    def page(self, cursor):
        return {"cursor": cursor}

    async def tools(self):
        return await self.every(self.session.list_tools, "tools")

    async def call(self, tool, arguments):
        return contents(plain(await self.session.call_tool(tool, arguments)))

    async def resources(self):
        return await self.every(self.session.list_resources, "resources")

    async def templates(self):
        return await self.every(self.session.list_resource_templates, "resourceTemplates")

    async def read(self, uri):
        return plain(await self.session.read_resource(uri))["contents"]

    async def complete(self, ref, argument, context):
        return plain(await self.session.complete(self.references[ref["type"]](**ref), argument, context))["completion"]

    async def prompts(self):
        return await self.every(self.session.list_prompts, "prompts")

    async def prompt(self, name, arguments):
        return plain(await self.session.get_prompt(name, arguments))["messages"]

    async def refused(self, asked):
        try:
            return await asked
        except self.error as error:
            return plain(error.error)


async def called(client, call):
    """One call, whole: one text block that holds one JSON object, and `isError` where it says so."""
    due = {"isError": not call["result"]["success"], "blocks": [call["result"]]}
    same(call["what"], await client.call(call["tool"], call["arguments"]), due)


async def everything(client, due):
    """All checks on a server that has its project."""
    if client.described:
        same("the server", await client.server(), due["server"])
        modern = {"extensions": due["extensions"]} if client.modern else {}
        same("what it announces", await client.capabilities(), due["capabilities"] | modern)
    lost = getattr(client, "lost", [])
    tools = [{field: tool[field] for field in tool if field not in lost} for tool in due["tools"]]
    same("the tools", await client.tools(), tools)
    for call in due["calls"]:
        await called(client, call)
    refused = getattr(client, "refused", None)
    if refused:
        same("an unknown tool", await refused(client.call("get_everything", {})), due["unknownTool"])
    same("the resources", await client.resources(), due["resources"])
    same("the templates", await client.templates(), due["templates"])
    for read in due["reads"]:
        same(f"reading {read['uri']}", await client.read(read["uri"]), read["contents"])
    for read in due["unread"] if refused else []:
        error = read["error"] | ({"code": read["modern"]} if client.modern else {})
        same(f"reading {read['uri']}", await refused(client.read(read["uri"])), error)
    if hasattr(client, "complete"):
        for one in due["completions"]:
            found = await client.complete(one["ref"], one["argument"], one["context"])
            same(f"completing {one['argument']} of {one['ref']}", found, one["completion"])
    same("the prompts", await client.prompts(), due["prompts"])
    for prompt in due["gets"]:
        found = await client.prompt(prompt["name"], prompt["arguments"])
        same(f"the prompt {prompt['name']} {prompt['arguments']}", found, prompt["messages"])
    for prompt in due["ungot"] if refused else []:
        found = await refused(client.prompt(prompt["name"], prompt["arguments"]))
        same(f"the prompt {prompt['name']} {prompt['arguments']}", found, prompt["error"])


async def without_project(client, due):
    """The check on a server that cannot load its project."""
    await called(client, due["noSession"])
