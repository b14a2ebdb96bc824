"""The same answers by the Python SDK, stateless and with JSON responses.

    python server.py plain PORT FOLDER     # MCPServer and uvicorn as the SDK brings them
    python server.py tuned PORT FOLDER     # its low-level server, uvicorn with uvloop and httptools
"""

import fnmatch
import json
import pathlib
import sys

import mcp.types as types
import uvicorn
from mcp.server import MCPServer
from mcp.server.lowlevel import Server

KIND, PORT, FOLDER = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
SCHEMA = {
    "type": "object",
    "properties": {"category_or_collection": {"type": "string"}, "pattern": {"type": "string"}},
    "required": ["category_or_collection"],
}


def found(name, pattern):
    categories = [name] if (FOLDER / name).is_dir() else ["left", "right"]
    for category in categories:
        for path in sorted((FOLDER / category).iterdir()):
            if fnmatch.fnmatchcase(path.name, pattern):
                yield f"guide://collection/{name}/category/{category}/{path.name}", path.read_text()


def value(documents):
    if len(documents) == 1:
        return documents[0][1]
    parts = [
        "--guide-boundary\r\nContent-Type: text/markdown\r\n"
        f"Content-Location: {location}\r\nContent-Length: {len(text)}\r\n\r\n{text}\r\n"
        for location, text in documents
    ]
    head = 'Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n'
    return head + "".join(parts) + "--guide-boundary--\r\n"


def result(name, pattern):
    made = {"success": True, "value": value(list(found(name, pattern)))}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"))


def plain():
    server = MCPServer("peer", log_level="ERROR")

    @server.tool(structured_output=False)
    async def get_content(category_or_collection: str, pattern: str = "*.md") -> str:
        """The documents of a category"""
        return result(category_or_collection, pattern)

    app = server.streamable_http_app(json_response=True, stateless_http=True)
    return app, {"loop": "asyncio", "http": "h11"}


def tuned():
    async def list_tools(_context, _parameters):
        tool = types.Tool(name="get_content", description="The documents of a category", input_schema=SCHEMA)
        return types.ListToolsResult(tools=[tool])

    async def call_tool(_context, parameters):
        arguments = parameters.arguments
        text = result(arguments["category_or_collection"], arguments.get("pattern", "*.md"))
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)])

    server = Server("peer", on_list_tools=list_tools, on_call_tool=call_tool)
    app = server.streamable_http_app(json_response=True, stateless_http=True)
    return app, {"loop": "uvloop", "http": "httptools"}


app, how = {"plain": plain, "tuned": tuned}[KIND]()
uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="error", access_log=False, **how)
