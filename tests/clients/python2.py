"""The package `mcp` 2.x for Python: its client, in the mode that the last argument names.

python2.py DUE TRANSPORT MODE; `legacy` begins a session with `initialize`, `auto` asks with `server/discover` and has
none, and `2026-07-28` asks nothing before its first request.
"""

import asyncio
import email
import email.policy
import json
import sys

from checks import Adapter, everything, plain, same, without_project
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.types import PromptReference, ResourceTemplateReference


class Caller(Adapter):
    def __init__(self, client):
        super().__init__(client, {"ref/prompt": PromptReference, "ref/resource": ResourceTemplateReference}, MCPError)
        self.modern = client.protocol_version == "2026-07-28"
        self.described = client.server_info is not None

    async def server(self):
        return plain(self.session.server_info) | {"instructions": self.session.instructions}

    async def capabilities(self):
        return plain(self.session.server_capabilities)


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
            adapter = Caller(client)
            same("the revision", client.protocol_version, "2025-11-25" if mode == "legacy" else "2026-07-28")
            same("whether it asked what the server is", adapter.described, mode != "2026-07-28")
            await checks(adapter, due)
            if server == "project":
                same("its parts", await parts(client), due["parts"])


asyncio.run(main(json.load(open(sys.argv[1])), *sys.argv[2:]))
