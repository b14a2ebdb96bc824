"""The client of the agent framework fastmcp. fastmcp_client.py DUE TRANSPORT"""

import asyncio
import json
import sys

from checks import Adapter, contents, everything, plain, same, without_project
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.shared.exceptions import MCPError
from mcp.types import PromptReference, ResourceTemplateReference


class Framework(Adapter):
    described, modern = True, True

    def __init__(self, client):
        super().__init__(client, {"ref/prompt": PromptReference, "ref/resource": ResourceTemplateReference}, MCPError)

    async def server(self):
        return plain(self.session.server_info) | {"instructions": self.session.instructions}

    async def capabilities(self):
        return plain(self.session.server_capabilities)

    async def every(self, asked, field):
        return [plain(one) for one in await asked()]

    async def call(self, tool, arguments):
        result = await self.session.call_tool(tool, arguments, raise_on_error=False)
        assert result.data is None and result.structured_content is None, result
        return contents({"content": [plain(block) for block in result.content], "isError": result.is_error})

    async def read(self, uri):
        return [plain(content) for content in await self.session.read_resource(uri)]

    async def complete(self, ref, argument, context):
        return plain(await self.session.complete(self.references[ref["type"]](**ref), argument, context))


async def main(due, transport):
    for server, checks in (("project", everything), ("unloadable", without_project)):
        to = due[server][transport]
        by = StreamableHttpTransport(to) if transport == "http" else StdioTransport(**to)
        async with Client(by) as client:
            same("the revision", client.protocol_version, "2026-07-28")
            await checks(Framework(client), due)


asyncio.run(main(json.load(open(sys.argv[1])), sys.argv[2]))
