"""The servers: how each is started, asked, and its answer compared with the disk."""

import json
import os
import pathlib
import re
import subprocess

from .bars import BEFORE, ECHO, OURS, PEER
from .client import Client


class Wrong(Exception):
    """An answer that is not what is on disk."""


class Server:
    """A server that reads documents in one call."""

    #: How many documents it returns at most.
    most = None

    def __init__(self, root, command):
        self.root = root
        self.command = command

    def connect(self):
        return Client(self.command)

    def prepare(self, client, sets):
        """What has to be done before the first call."""

    def check(self, client, documents):
        """Compares one answer with what is on disk."""
        result = client.request("tools/call", self.call(documents))
        if result.get("isError"):
            raise Wrong(f"{self.name}: {str(result)[:300]}")
        found = self.count(result["content"][0]["text"], documents.on_disk())
        expected = min(documents.count, self.most or documents.count)
        if found != expected:
            raise Wrong(f"{self.name}: {found} documents instead of {expected}")

    def count(self, text, on_disk):
        """How many documents the text holds, byte for byte."""
        content, at, found = text.encode(), 0, 0
        for body in on_disk.values():
            # Mostly in the order asked for, which saves searching all of it.
            place = content.find(body, at)
            if place < 0:
                place = content.find(body)
            if place >= 0:
                at, found = place + len(body), found + 1
        return found


class McpGuide(Server):
    """mcp-guide."""

    name = OURS

    def __init__(self, root, binary):
        super().__init__(root, [binary, "--project", str(root), "serve"])

    def call(self, documents):
        return {"name": "get_category_content", "arguments": {"category": documents.name}}

    def count(self, text, on_disk):
        result = json.loads(text)
        if not result["success"] or "message" in result:
            raise Wrong(f"{self.name}: {text[:300]}")
        value = result["value"].encode()
        if len(on_disk) == 1:
            found = list(on_disk) if [value] == list(on_disk.values()) else []
        else:
            parts = multipart(value)
            found = [name for name, body in parts if on_disk.get(name) == body]
        # In byte order, each once.
        return len(found) if found == sorted(on_disk) else -1


class Before(McpGuide):
    """Another binary of mcp-guide, to compare with."""

    name = BEFORE


def multipart(message):
    """The file names and bodies of a multipart message, read strictly."""
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


class Reference(Server):
    """@modelcontextprotocol/server-filesystem, run by node."""

    name = "server-filesystem (npm)"
    tool = "read_multiple_files"

    def __init__(self, root, script):
        super().__init__(root, ["node", script, str(root)])

    def call(self, documents):
        return {"name": self.tool, "arguments": {"paths": documents.paths}}


class RustFilesystem(Reference):
    """rust-mcp-filesystem."""

    name = PEER
    tool = "read_multiple_text_files"

    def __init__(self, root, binary):
        super().__init__(root, binary)
        self.command = [binary, str(root)]


class PythonGuide(Server):
    """mcp-guide 1.1.0 of PyPI, which knows its project by its working directory."""

    name = "mcp-guide 1.1.0 (PyPI)"
    most = 100

    def __init__(self, root, script):
        self.work = root / "work"
        self.work.mkdir()
        configuration = root / "configuration"
        super().__init__(root, [script, "-d", str(root / "docs"), "-c", str(configuration)])

    def connect(self):
        return Client(self.command, cwd=str(self.work), env={"PWD": str(self.work)})

    def prepare(self, client, sets):
        for one in sets:
            category = {"type": "category", "name": one.name, "dir": one.name, "patterns": ["*.md"]}
            arguments = {"name": "category_collection_add", "arguments": {"args": category}}
            client.request("tools/call", arguments)

    def call(self, documents):
        return {"name": "category_content", "arguments": {"args": {"expression": documents.name}}}

    def count(self, text, on_disk):
        result = json.loads(text)
        if not result["success"]:
            raise Wrong(f"{self.name}: {text[:300]}")
        return super().count(result["value"], on_disk)


class Echo(Server):
    """A server in C that opens and reads one file and answers with it, and does nothing else."""

    name = ECHO

    def __init__(self, binary, documents):
        super().__init__(documents.directory, [binary, *documents.paths])

    @staticmethod
    def compile(folder):
        """Compiles it into this folder; returns the executable."""
        binary = folder / "echo"
        source = pathlib.Path(__file__).parent / "echo.c"
        subprocess.run(["cc", "-O2", "-o", str(binary), str(source)], check=True)
        return str(binary)

    def call(self, documents):
        return {"name": "get_category_content", "arguments": {"category": documents.name}}

    def count(self, text, on_disk):
        value = json.loads(text)["value"].encode()
        return int([value] == list(on_disk.values()))


#: By the name of their option.
OTHERS = {"before": Before, "npm": Reference, "rust": RustFilesystem, "pypi": PythonGuide}


def installed(path):
    return path is not None and os.path.exists(path)
