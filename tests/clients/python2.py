"""The package `mcp` 2.x for Python: its client, in the mode that the last argument names.

python2.py DUE TRANSPORT MODE; `legacy` begins a session with `initialize`, `auto` asks with `server/discover` and has
none, and `2026-07-28` asks nothing before its first request.
"""

import asyncio
import email
import email.policy
import json
import sys

from checks import contents, everything, plain, same, without_project
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.types import PromptReference, ResourceTemplateReference


class Adapter:
    def __init__(self, client):
        self.client = client
        self.modern = client.protocol_version == "2026-07-28"
        self.described = client.server_info is not None

    async def server(self):
        return plain(self.client.server_info) | {"instructions": self.client.instructions}

    async def capabilities(self):
        return plain(self.client.server_capabilities)

    async def tools(self):
        return await every(self.client.list_tools, "tools")

    async def call(self, tool, arguments):
        return contents(plain(await self.client.call_tool(tool, arguments)))

    async def resources(self):
        return await every(self.client.list_resources, "resources")

    async def templates(self):
        return await every(self.client.list_resource_templates, "resourceTemplates")

    async def read(self, uri):
        return plain(await self.client.read_resource(uri))["contents"]

    async def complete(self, ref, argument, context):
        kind = PromptReference if ref["type"] == "ref/prompt" else ResourceTemplateReference
        return plain(await self.client.complete(kind(**ref), argument, context))["completion"]

    async def prompts(self):
        return await every(self.client.list_prompts, "prompts")

    async def prompt(self, name, arguments):
        return plain(await self.client.get_prompt(name, arguments))["messages"]

    async def refused(self, asked):
        try:
            return await asked
        except MCPError as error:
            return plain(error.error)


async def every(asked, field):
    """What a list holds, on all its pages."""
    found, cursor = [], None
    while True:
        page = plain(await asked(cursor=cursor))
        found += page[field]
        cursor = page.get("nextCursor")
        if cursor is None:
            return found


async def parts(client):
    """Python's own `email` package reads the message back, byte for byte."""
    result = await client.call_tool("get_collection_content", {"collection": "all"})
    value = json.loads(result.content[0].text)["value"]
    message = email.message_from_bytes(value.encode(), policy=email.policy.SMTP)
    found = [(part["Content-Location"], part.get_payload(decode=True).decode()) for part in message.iter_parts()]
    same("what `email` makes of a message", [message.get_content_type(), message.defects], ["multipart/mixed", []])
    return found


async def main(due, transport, mode):
    for server, checks in (("project", everything), ("unloadable", without_project)):
        to = due[server][transport]
        async with Client(to if transport == "http" else StdioServerParameters(**to), mode=mode) as client:
            adapter = Adapter(client)
            same("the revision", client.protocol_version, "2025-11-25" if mode == "legacy" else "2026-07-28")
            same("whether it asked what the server is", adapter.described, mode != "2026-07-28")
            await checks(adapter, due)
            if server == "project":
                same("its parts", await parts(client), due["parts"])


asyncio.run(main(json.load(open(sys.argv[1])), *sys.argv[2:]))
