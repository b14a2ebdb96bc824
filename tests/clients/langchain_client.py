"""The adapters of the agent framework LangChain: tools as its agents call them. langchain_client.py DUE TRANSPORT

What the adapters have no part of is asked of the session below them, as python1.py does.
"""

import asyncio
import json
import sys

import python1
from checks import contents, everything, same, without_project
from langchain_mcp_adapters.prompts import load_mcp_prompt
from langchain_mcp_adapters.resources import get_mcp_resource
from langchain_mcp_adapters.sessions import create_session
from langchain_mcp_adapters.tools import load_mcp_tools

HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]


class Adapter(python1.Session):
    """As its tools: a call is what a model asks for, and its answer the message that the model is given."""

    lost = ["title"]

    async def tools(self):
        self.offered = {tool.name: tool for tool in await load_mcp_tools(self.session)}
        listed = []
        for tool in self.offered.values():
            told = {"name": tool.name, "description": tool.description, "inputSchema": tool.args_schema}
            told["annotations"] = {name: tool.metadata[name] for name in HINTS if tool.metadata[name] is not None}
            if "_meta" in tool.metadata:
                told["_meta"] = tool.metadata["_meta"]
            listed.append(told)
        return listed

    async def call(self, tool, arguments):
        if not hasattr(self, "offered"):
            await self.tools()
        if tool not in self.offered:
            return await super().call(tool, arguments)
        message = await self.offered[tool].ainvoke({"type": "tool_call", "id": "1", "name": tool, "args": arguments})
        blocks = [{"type": block["type"], "text": block["text"]} for block in message.content]
        return contents({"content": blocks, "isError": message.status == "error"})

    async def read(self, uri):
        """As the session reads it, and as blobs, which have no URI but the one that was asked for."""
        contents = await super().read(uri)
        blobs = [(blob.mimetype, blob.as_string()) for blob in await get_mcp_resource(self.session, uri)]
        assert blobs == [(content["mimeType"], content["text"]) for content in contents], (blobs, contents)
        return contents

    async def prompt(self, name, arguments):
        """As the session gets it: of prompts the adapters take only those without resources."""
        messages = await super().prompt(name, arguments)
        try:
            await load_mcp_prompt(self.session, name, arguments=arguments)
        except ValueError as error:
            assert str(error) == "Unsupported prompt message content type: resource", error
            return messages
        raise AssertionError("it takes prompts with resources now")


async def main(due, transport):
    for server, checks in (("project", everything), ("unloadable", without_project)):
        to = due[server][transport]
        http = {"transport": "streamable_http", "url": to}
        async with create_session(http if transport == "http" else {"transport": "stdio", **to}) as session:
            begun = await session.initialize()
            same("the revision", begun.protocolVersion, "2025-11-25")
            await checks(Adapter(session, begun), due)


asyncio.run(main(json.load(open(sys.argv[1])), sys.argv[2]))
