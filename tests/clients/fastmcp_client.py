"""The client of the agent framework fastmcp. fastmcp_client.py DUE TRANSPORT"""

import asyncio
import json
import sys

from checks import contents, everything, plain, same, without_project
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.shared.exceptions import MCPError
from mcp.types import PromptReference, ResourceTemplateReference


class Adapter:
    described, modern = True, True

    def __init__(self, client):
        self.client = client

    async def server(self):
        return plain(self.client.server_info) | {"instructions": self.client.instructions}

    async def capabilities(self):
        return plain(self.client.server_capabilities)

    async def tools(self):
        return [plain(tool) for tool in await self.client.list_tools()]

    async def call(self, tool, arguments):
        result = await self.client.call_tool(tool, arguments, raise_on_error=False)
        assert result.data is None and result.structured_content is None, result
        return contents({"content": [plain(block) for block in result.content], "isError": result.is_error})

    async def resources(self):
        return [plain(resource) for resource in await self.client.list_resources()]

    async def templates(self):
        return [plain(template) for template in await self.client.list_resource_templates()]

    async def read(self, uri):
        return [plain(content) for content in await self.client.read_resource(uri)]

    async def complete(self, ref, argument, context):
        kind = PromptReference if ref["type"] == "ref/prompt" else ResourceTemplateReference
        return plain(await self.client.complete(kind(**ref), argument, context))

    async def prompts(self):
        return [plain(prompt) for prompt in await self.client.list_prompts()]

    async def prompt(self, name, arguments):
        return plain(await self.client.get_prompt(name, arguments))["messages"]

    async def refused(self, asked):
        try:
            return await asked
        except MCPError as error:
            return plain(error.error)


async def main(due, transport):
    for server, checks in (("project", everything), ("unloadable", without_project)):
        to = due[server][transport]
        by = StreamableHttpTransport(to) if transport == "http" else StdioTransport(**to)
        async with Client(by) as client:
            same("the revision", client.protocol_version, "2026-07-28")
            await checks(Adapter(client), due)


asyncio.run(main(json.load(open(sys.argv[1])), sys.argv[2]))
