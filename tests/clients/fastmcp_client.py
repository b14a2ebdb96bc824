"""The client of the agent framework fastmcp. fastmcp_client.py DUE TRANSPORT"""

import asyncio
import json
import sys

from checks import contents, everything, plain, same, without_project
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.shared.exceptions import MCPError


class Adapter:
    described = True

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

    async def unknown(self, tool):
        return await refusal(self.client.call_tool(tool, {}))


async def refusal(asked):
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
