"""The adapters of the agent framework LangChain: tools as its agents call them. langchain_client.py DUE TRANSPORT

What the adapters have no part of is asked of the session below them, as python1.py does.
"""

import asyncio
import json
import sys

import python1
from checks import contents, everything, same, without_project
from langchain_mcp_adapters.sessions import create_session
from langchain_mcp_adapters.tools import load_mcp_tools


class Adapter(python1.Adapter):
    """As its tools: a call is what a model asks for, and its answer the message that the model is given."""

    lost = ["title"]

    async def tools(self):
        self.offered = {tool.name: tool for tool in await load_mcp_tools(self.session)}
        return [
            {
                "name": tool.name,
                "description": tool.description,
                "inputSchema": tool.args_schema,
                "annotations": {name: hint for name, hint in tool.metadata.items() if hint is not None},
            }
            for tool in self.offered.values()
        ]

    async def call(self, tool, arguments):
        if not hasattr(self, "offered"):
            await self.tools()
        message = await self.offered[tool].ainvoke({"type": "tool_call", "id": "1", "name": tool, "args": arguments})
        blocks = [{"type": block["type"], "text": block["text"]} for block in message.content]
        return contents({"content": blocks, "isError": message.status == "error"})


async def main(due, transport):
    for server, checks in (("project", everything), ("unloadable", without_project)):
        to = due[server][transport]
        http = {"transport": "streamable_http", "url": to}
        async with create_session(http if transport == "http" else {"transport": "stdio", **to}) as session:
            begun = await session.initialize()
            same("the revision", begun.protocolVersion, "2025-11-25")
            await checks(Adapter(session, begun), due)


asyncio.run(main(json.load(open(sys.argv[1])), sys.argv[2]))
