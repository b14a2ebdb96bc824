"""The package `mcp` 1.x for Python: its session. python1.py DUE TRANSPORT"""

import asyncio
import json
import sys

from checks import Adapter, everything, plain, same, without_project
from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import PaginatedRequestParams, PromptReference, ResourceTemplateReference
from pydantic import AnyUrl


class Session(Adapter):
    described, modern = True, False

    def __init__(self, session, begun):
        super().__init__(session, {"ref/prompt": PromptReference, "ref/resource": ResourceTemplateReference}, McpError)
        self.begun = plain(begun)

    async def server(self):
        return self.begun["serverInfo"] | {"instructions": self.begun["instructions"]}

    async def capabilities(self):
        return self.begun["capabilities"]

    def page(self, cursor):
        return {"params": PaginatedRequestParams(cursor=cursor)}

    async def read(self, uri):
        return await super().read(AnyUrl(uri))


async def main(due, transport):
    for server, checks in (("project", everything), ("unloadable", without_project)):
        to = due[server][transport]
        streams = streamable_http_client(to) if transport == "http" else stdio_client(StdioServerParameters(**to))
        async with streams as (read, write, *_), ClientSession(read, write) as session:
            begun = await session.initialize()
            same("the revision", begun.protocolVersion, "2025-11-25")
            await checks(Session(session, begun), due)


if __name__ == "__main__":
    asyncio.run(main(json.load(open(sys.argv[1])), sys.argv[2]))
