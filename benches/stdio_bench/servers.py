"""The servers: how each is started, asked, and its answer compared with the disk."""

import json
import re

from .client import Client

OURS = "mcp-guide"
BEFORE = "before"
PEER = "rust-mcp-filesystem"


class Wrong(Exception):
    """An answer that is not what is on disk."""


class McpGuide:
    """mcp-guide, or another binary of it to compare with."""

    def __init__(self, binary, name=OURS):
        self.binary, self.name = binary, name

    def connect(self, documents, kind):
        return Client(self.command(documents.root), kind)

    def command(self, root):
        return [self.binary, "--project", str(root), "serve"]

    def call(self, documents):
        return {"name": "get_category_content", "arguments": {"category": "docs"}}

    def check(self, client, documents):
        """Compares one answer with what is on disk."""
        result = client.request("tools/call", self.call(documents))
        text = result["content"][0]["text"]
        if result.get("isError") or not self.holds(text, documents.on_disk()):
            raise Wrong(f"{self.name}, {documents.name}: {text[:300]}")

    def holds(self, text, on_disk):
        """Whether it is these documents, each once, in byte order, and no message."""
        result = json.loads(text)
        value = result.pop("value", "").encode()
        found = list(multipart(value)) if len(on_disk) > 1 else [(on_disk[0][0], value)]
        return result == {"success": True} and found == on_disk


def multipart(message):
    """Yields the file names and bodies of a multipart message, read strictly."""
    head, rest = message.split(b"\r\n\r\n", 1)
    boundary = re.fullmatch(rb'Content-Type: multipart/mixed; boundary="([^"]+)"', head)[1]
    first, *parts, last = (b"\r\n" + rest).split(b"\r\n--" + boundary)
    if first or last != b"--\r\n":
        raise Wrong("the message does not begin and end as it should")
    for part in parts:
        headers, body = part.split(b"\r\n\r\n", 1)
        fields = dict(line.split(b": ", 1) for line in headers.strip(b"\r\n").split(b"\r\n"))
        if int(fields[b"Content-Length"]) != len(body):
            raise Wrong("a Content-Length is not the body's")
        yield fields[b"Content-Location"].rsplit(b"/", 1)[1].decode(), body


class RustFilesystem(McpGuide):
    """rust-mcp-filesystem."""

    tool = "read_multiple_text_files"

    def __init__(self, binary, name=PEER):
        super().__init__(binary, name)

    def command(self, root):
        return [self.binary, str(root)]

    def call(self, documents):
        return {"name": self.tool, "arguments": {"paths": documents.paths}}

    def holds(self, text, on_disk):
        """Whether the documents are in it, byte for byte, in the order asked for."""
        content, at = text.encode(), 0
        for _, body in on_disk:
            place = content.find(body, at)
            if place < 0:
                return False
            at = place + len(body)
        return True


class NodeFilesystem(RustFilesystem):
    """@modelcontextprotocol/server-filesystem, run by node."""

    tool = "read_multiple_files"

    def __init__(self, script):
        super().__init__(script, "server-filesystem (npm)")

    def command(self, root):
        return ["node", self.binary, str(root)]
