"""The MCP client of the Python package `mcp` against the built binary.

    python3 -m venv /tmp/mcp-venv && /tmp/mcp-venv/bin/pip install 'mcp>=2'
    /tmp/mcp-venv/bin/python tests/clients/python.py target/debug/mcp-guide

It speaks the legacy handshake and the newest protocol, lists the tools, and
calls each with success and with every failure. Messages are read back with
Python's own `email` package. It exits with 1 at the first difference.
"""

import asyncio
import email
import email.policy
import json
import os
import sys
import tempfile
from pathlib import Path

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

MODES = ["legacy", "2026-07-28"]
GUIDE = """\
categories:
  docs: {dir: docs, patterns: ["*.md"], description: Prose}
  code: {dir: code, patterns: ["**/*.py"]}
  lost: {dir: nowhere, patterns: ["*.md"]}
collections:
  all: {categories: [docs, code, lost]}
"""
FILES = {
    "docs/intro.md": b"# Intro\r\n\r\nGr\xc3\xbc\xc3\x9fe\r\n",
    "docs/style.md": b"--guide-boundary\nno final newline",
    "docs/broken.txt": b"\xff\xfe",
    "code/parse/line.py": b"def parse(line):\n    return line\n",
}
TYPES = {".md": "text/markdown", ".py": "text/x-python"}


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: found {found!r}, and {wanted!r} is due")


def parts(value):
    """What Python's email package reads from a multipart message."""
    message = email.message_from_bytes(value.encode(), policy=email.policy.SMTP)
    expect("media type", message.get_content_type(), "multipart/mixed")
    expect("defects", message.defects, [])
    return [
        (part.get_content_type(), part["Content-Location"], part.get_payload(decode=True), int(part["Content-Length"]))
        for part in message.iter_parts()
    ]


async def call(client, tool, arguments):
    """The Result of a call; what holds of every result is checked here."""
    result = await client.call_tool(tool, arguments)
    expect("blocks", [block.type for block in result.content], ["text"])
    expect("structured content", result.structured_content, None)
    parsed = json.loads(result.content[0].text)
    expect("isError", bool(result.is_error), not parsed["success"])
    return parsed


async def failure(client, tool, arguments, error_type, *words):
    result = await call(client, tool, arguments)
    expect(f"{tool} {arguments}", result.get("error_type"), error_type)
    for word in words:
        if word not in result["error"]:
            sys.exit(f"{result['error']!r} does not name {word!r}")
    if not result["instruction"]:
        sys.exit("a failure without an instruction")


def due(prefix, names):
    return [
        (TYPES[Path(name).suffix], prefix.format(*name.split("/", 1)), FILES[name], len(FILES[name])) for name in names
    ]


async def session(parameters, mode):
    async with Client(parameters, mode=mode) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        expect("tools", names, ["get_content", "get_category_content", "get_collection_content", "list_content"])

        result = await call(client, "get_content", {"category_or_collection": "docs", "pattern": "intro.md"})
        expect("one document", result["value"].encode(), FILES["docs/intro.md"])
        result = await call(client, "get_category_content", {"category": "docs"})
        expect("a category", parts(result["value"]), due("guide://category/{}/{}", ["docs/intro.md", "docs/style.md"]))
        result = await call(client, "get_collection_content", {"collection": "all"})
        everything = ["docs/intro.md", "docs/style.md", "code/parse/line.py"]
        expect("a collection", parts(result["value"]), due("guide://collection/all/category/{}/{}", everything))
        expect("what is missing is said", "'lost'" in result["message"], True)
        result = await call(client, "list_content", {})
        expect("the listing", "| docs | Category | Prose | `*.md` | 2 |" in result["value"], True)
        result = await call(client, "list_content", {"category_or_collection": "code"})
        expect("the documents", "guide://category/code/parse/line.py" in result["value"], True)

        await failure(client, "get_content", {"category_or_collection": "dock"}, "not_found", "'dock'", "'docs'")
        await failure(client, "get_category_content", {"category": "lost"}, "not_found", "nowhere")
        await failure(client, "get_category_content", {"category": "docs", "pattern": "*.rst"}, "no_matches", "*.rst")
        await failure(
            client, "get_collection_content", {"collection": "all", "pattern": "../x"}, "invalid_pattern", "character 1"
        )
        await failure(client, "get_category_content", {"category": "docs", "pattern": "broken"}, "io_error", "UTF-8")
        await failure(client, "get_category_content", {}, "invalid_argument", "'category'", "required")
        await failure(client, "list_content", {"document": "x"}, "invalid_argument", "'document'")
        try:
            await client.call_tool("get_everything", {})
            sys.exit("an unknown tool was called")
        except MCPError as error:
            expect("the code of an unknown tool", error.error.code, -32602)


async def without_project(binary, folder, mode):
    parameters = StdioServerParameters(command=binary, args=["serve"], cwd=folder)
    async with Client(parameters, mode=mode) as client:
        await failure(client, "list_content", {}, "no_session", "MCP_GUIDE_PROJECT")


async def main(binary):
    binary = os.path.abspath(binary)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as empty:
        for name, content in {**FILES, "guide.yaml": GUIDE.encode()}.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        parameters = StdioServerParameters(command=binary, args=["--project", folder, "serve"])
        for mode in MODES:
            await session(parameters, mode)
            await without_project(binary, empty, mode)
            print(f"{mode}: every tool and every failure as due")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1]))
