"""The package `mcp` 1.x for Python: its session. python1.py DUE TRANSPORT"""

import asyncio
import json
import sys

from checks import contents, everything, plain, same, without_project
from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import PaginatedRequestParams, PromptReference, ResourceTemplateReference
from pydantic import AnyUrl


class Adapter:
    described, modern = True, False

    def __init__(self, session, begun):
        self.session, self.begun = session, plain(begun)

    async def server(self):
        return self.begun["serverInfo"] | {"instructions": self.begun["instructions"]}

    async def capabilities(self):
        return self.begun["capabilities"]

    async def tools(self):
        return await every(self.session.list_tools, "tools")

    async def call(self, tool, arguments):
        return contents(plain(await self.session.call_tool(tool, arguments)))

    async def resources(self):
        return await every(self.session.list_resources, "resources")

    async def templates(self):
        return await every(self.session.list_resource_templates, "resourceTemplates")

    async def read(self, uri):
        return plain(await self.session.read_resource(AnyUrl(uri)))["contents"]

    async def complete(self, ref, argument, context):
        kind = PromptReference if ref["type"] == "ref/prompt" else ResourceTemplateReference
        return plain(await self.session.complete(kind(**ref), argument, context))["completion"]

    async def prompts(self):
        return await every(self.session.list_prompts, "prompts")

    async def prompt(self, name, arguments):
        return plain(await self.session.get_prompt(name, arguments))["messages"]

    async def refused(self, asked):
        try:
            return await asked
        except McpError as error:
            return plain(error.error)


async def every(asked, field):
    """What a list holds, on all its pages."""
    found, cursor = [], None
    while True:
        page = plain(await asked(params=PaginatedRequestParams(cursor=cursor)))
        found += page[field]
        cursor = page.get("nextCursor")
        if cursor is None:
            return found


async def main(due, transport):
    for server, checks in (("project", everything), ("unloadable", without_project)):
        to = due[server][transport]
        streams = streamable_http_client(to) if transport == "http" else stdio_client(StdioServerParameters(**to))
        async with streams as (read, write, *_), ClientSession(read, write) as session:
            begun = await session.initialize()
            same("the revision", begun.protocolVersion, "2025-11-25")
            await checks(Adapter(session, begun), due)


if __name__ == "__main__":
    asyncio.run(main(json.load(open(sys.argv[1])), sys.argv[2]))
