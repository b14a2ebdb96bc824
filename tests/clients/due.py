"""The project that every client is given, and what each must be answered."""

import json
import subprocess

FILES = {
    "guide.yaml": b"""\
categories:
  docs: {dir: docs, patterns: ["*.md"], description: Prose}
  code: {dir: code, patterns: ["**/*.py"]}
  lost: {dir: nowhere, patterns: ["*.md"]}
collections:
  all: {categories: [docs, code, lost], description: Everything}
""",
    "docs/intro.md": b"# Intro\r\n\r\nGr\xc3\xbc\xc3\x9fe\r\n",
    "docs/style.md": b"--guide-boundary\nno final newline",
    "docs/broken.txt": b"\xff\xfd",
    "code/parse/line.py": b"def parse(line):\n    return line\n",
}
# What the inspector verifies.
SKILLS = {
    "guide.yaml": b"categories: {team: {dir: skills, patterns: ['*/SKILL.md'], skills: true}}\n",
    "skills/ship/SKILL.md": b"---\nname: ship\ndescription: Ships a release.\nmetadata: {steps: '2'}\n---\n# Ship\n",
    "skills/ship/more/a b.md": b"Gr\xc3\xbc\xc3\x9fe\r\n",
    "skills/ship/more/logo.png": b"\x89PNG\x00",
}
# What cannot be loaded.
UNLOADABLE = {"guide.yaml": b"categories: {docs: {dir: docs}}\n"}
# When they were changed: 2026-01-02T03:04:05Z.
MODIFIED = 1767323045
MEDIA = {
    "docs/intro.md": "text/markdown; charset=utf-8",
    "docs/style.md": "text/markdown",
    "code/parse/line.py": "text/x-python",
}
# A document holds the delimiter, so the boundary has a UUID after it.
BOUNDARY = "guide-boundary-<uuid>"
NOT_SEARCHED = "Not searched: the directory 'nowhere' of category 'lost' cannot be opened (it does not exist)."
NO_ACTION = "Present this error to the user and take no further action."
SYSTEM = "Present this error to the user. File system issue requires user intervention."
BROKEN = "Could not read broken.txt (not UTF-8: invalid at byte 0; save it as UTF-8, or ask for another)"
CORRECT = "Correct the arguments as the error describes and call the tool again once."
PATTERNS = (
    "Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none "
    "of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: "
    "intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot."
)
SUMMARY = """\
| Name | Kind | Description | Patterns or members | Documents | Bytes | Tokens (estimate) |
| --- | --- | --- | --- | --- | --- | --- |
| docs | Category | Prose | `*.md` | 2 | 53 | ~13 |
| code | Category |  | `**/*.py` | 1 | 33 | ~8 |
| lost | Category |  | `*.md` | 0 | 0 | ~0 |
| all | Collection | Everything | docs, code, lost | 3 | 86 | ~21 |
"""
LISTING = """\
| URI | Title | Description | Media type | Bytes | Tokens (estimate) | Modified (UTC) |
| --- | --- | --- | --- | --- | --- | --- |
| guide://collection/all/category/docs/intro.md | Intro |  | text/markdown | 20 | ~5 | 2026-01-02T03:04:05Z |
| guide://collection/all/category/docs/style.md |  |  | text/markdown | 33 | ~8 | 2026-01-02T03:04:05Z |
| guide://collection/all/category/code/parse/line.py |  |  | text/x-python | 33 | ~8 | 2026-01-02T03:04:05Z |
"""
FOUND = """\
guide://category/docs/intro.md#intro Intro
  Grüße
"""


def text(name):
    return FILES[name].decode()


def message(prefix, names):
    """The multipart message of these documents."""
    parts = [
        f"--{BOUNDARY}\r\nContent-Type: {MEDIA[name]}\r\nContent-Location: {prefix}{name}\r\n"
        f"Content-Length: {len(FILES[name])}\r\n\r\n{text(name)}\r\n"
        for name in names
    ]
    return f'Content-Type: multipart/mixed; boundary="{BOUNDARY}"\r\n\r\n{"".join(parts)}--{BOUNDARY}--\r\n'


def success(what, tool, arguments, value, note=None):
    result = {"success": True, "value": value} | ({"message": note} if note else {})
    return {"what": what, "tool": tool, "arguments": arguments, "result": result}


def failure(error_type, tool, arguments, error, instruction):
    result = {"success": False, "error": error, "error_type": error_type, "instruction": instruction}
    return {"what": f"{error_type} of {tool}", "tool": tool, "arguments": arguments, "result": result}


CALLS = [
    success(
        "one document", "get_content", {"category_or_collection": "docs", "pattern": "intro.md"}, text("docs/intro.md")
    ),
    success(
        "a document by its URI",
        "get_content",
        {"category_or_collection": "guide://category/code/parse/line.py"},
        text("code/parse/line.py"),
    ),
    success(
        "a document by its path",
        "get_category_content",
        {"category": "docs", "document": "style.md"},
        text("docs/style.md"),
    ),
    success(
        "a category",
        "get_category_content",
        {"category": "docs"},
        message("guide://category/", ["docs/intro.md", "docs/style.md"]),
    ),
    success(
        "a collection",
        "get_collection_content",
        {"collection": "all"},
        message("guide://collection/all/category/", ["docs/intro.md", "docs/style.md", "code/parse/line.py"]),
        NOT_SEARCHED,
    ),
    success("what there is", "list_content", {}, SUMMARY, NOT_SEARCHED),
    success("where a word stands", "search_content", {"query": "intro", "category_or_collection": "docs"}, FOUND),
    success(
        "what applies to a file",
        "get_guidance",
        {"path": "src/a.rs"},
        "",
        f"{NOT_SEARCHED} "
        "No document applies to 'src/a.rs'; none that was looked at applies to any file.",
    ),
    success("what a collection holds", "list_content", {"category_or_collection": "all"}, LISTING, NOT_SEARCHED),
    failure(
        "not_found",
        "get_content",
        {"category_or_collection": "dock"},
        "Category or collection 'dock' not found. Did you mean 'docs'?",
        NO_ACTION,
    ),
    failure(
        "not_found",
        "get_category_content",
        {"category": "lost"},
        "Category 'lost' not found: the directory 'nowhere' of category 'lost' cannot be opened (it does not exist)",
        NO_ACTION,
    ),
    failure(
        "no_matches",
        "get_category_content",
        {"category": "docs", "pattern": "*.rst"},
        "No documents in category 'docs' match '*.rst'. It holds 'broken.txt', 'intro.md', 'style.md'",
        "Present this error to the user so they can correct the pattern. Do NOT attempt corrective action.",
    ),
    failure(
        "invalid_pattern",
        "get_collection_content",
        {"collection": "all", "pattern": "../x"},
        f"Invalid pattern '../x' at character 1: '..' would leave the category. {PATTERNS}",
        "Present this error to the user with pattern syntax help.",
    ),
    failure("io_error", "get_category_content", {"category": "docs", "pattern": "broken"}, BROKEN, SYSTEM),
    failure(
        "invalid_argument",
        "get_category_content",
        {},
        "Invalid arguments for get_category_content: 'category' is required (string) and is missing or empty. "
        "Valid arguments: 'category' (string, required), 'pattern' (string, optional), 'document' (string, optional), "
        "'section' (string, optional)",
        CORRECT,
    ),
    failure(
        "invalid_argument",
        "list_content",
        {"document": "x"},
        "Invalid arguments for list_content: 'document' is not an argument of this tool. Valid arguments: "
        "'category_or_collection' (string, optional), 'pattern' (string, optional)",
        CORRECT,
    ),
]
NO_SESSION = failure(
    "no_session",
    "list_content",
    {},
    "No active project session: guide.yaml cannot be loaded: categories.docs: missing field 'patterns' at line 1 column 20",
    "Inform user that project context is required.",
)
UNKNOWN_TOOL = {
    "code": -32602,
    "message": "Unknown tool 'get_everything'. Valid names: 'get_content', 'get_category_content', "
    "'get_collection_content', 'list_content', 'search_content', 'get_guidance'",
}
CAPABILITIES = {"completions": {}, "prompts": {}, "resources": {}, "tools": {}}
# From revision 2026-07-28 on.
EXTENSIONS = {"io.modelcontextprotocol/skills": {"directoryRead": True}}
NAMES = ["get_content", "get_category_content", "get_collection_content", "list_content", "search_content", "get_guidance"]
REQUIRED = [["category_or_collection"], ["category"], ["collection"], [], ["query"], ["path"]]
# What is listed, in pieces of this many, so that clients have to go on.
PAGE = 3


def resource(uri, name, title, description, document=None):
    """A resource as it is listed; of a document also its size, its type and when it was changed."""
    listed = {"uri": uri, "name": name, "title": title, "description": description}
    if document:
        listed |= {"mimeType": media(document), "size": len(FILES[document])}
        listed |= {"annotations": {"lastModified": "2026-01-02T03:04:05Z"}}
    return listed


def media(document):
    return MEDIA[document].split(";")[0]


def content(prefix, document):
    return {"uri": f"{prefix}{document}", "mimeType": media(document), "text": text(document)}


def refused(code, error_type, sentence, instruction, **more):
    end = "" if sentence.endswith("?") else "."
    return {"code": code, "message": f"{sentence}{end} {instruction}", "data": more | kind(error_type, instruction)}


def kind(error_type, instruction):
    return {"error_type": error_type, "instruction": instruction}


RESOURCES = [
    resource("guide://category/docs", "docs", "docs", "Prose"),
    resource("guide://category/code", "code", "code", "The documents of category code"),
    resource("guide://category/lost", "lost", "lost", "The documents of category lost"),
    resource("guide://collection/all", "all", "all", "Everything"),
    resource(
        "guide://category/docs/intro.md", "docs/intro.md", "Intro", "A document of category docs", "docs/intro.md"
    ),
    resource(
        "guide://category/docs/style.md", "docs/style.md", "style.md", "A document of category docs", "docs/style.md"
    ),
    resource(
        "guide://category/code/parse/line.py",
        "code/parse/line.py",
        "parse/line.py",
        "A document of category code",
        "code/parse/line.py",
    ),
]
TEMPLATES = [
    "guide://category/{name}",
    "guide://collection/{id}",
    "guide://category/{name}/{path}",
    "guide://collection/{id}/category/{name}/{path}",
    "guide://for/{+path}",
]
READS = [
    {"uri": "guide://category/docs/intro.md", "contents": [content("guide://category/", "docs/intro.md")]},
    {
        "uri": "guide://collection/all/category/code/parse/line.py",
        "contents": [content("guide://collection/all/category/", "code/parse/line.py")],
    },
    {
        "uri": "guide://collection/all",
        "contents": [
            *(content("guide://collection/all/category/", name) for name in MEDIA),
            {"uri": "guide://collection/all", "mimeType": "text/plain", "text": NOT_SEARCHED},
        ],
    },
]
# `modern` is the code in revision 2026-07-28.
UNREAD = [
    {
        "uri": "guide://category/dock",
        "error": refused(
            -32002,
            "not_found",
            "Category 'dock' not found. Did you mean 'docs'?",
            NO_ACTION,
            uri="guide://category/dock",
        ),
        "modern": -32602,
    },
    {
        "uri": "guide://category/docs/broken.txt",
        "error": refused(-32603, "io_error", BROKEN, SYSTEM, uri="guide://category/docs/broken.txt"),
        "modern": -32603,
    },
]


def completion(ref, argument, value, values, **context):
    return {
        "ref": ref,
        "argument": {"name": argument, "value": value},
        "context": context,
        "completion": {"values": values, "total": len(values), "hasMore": False},
    }


def template(uri):
    return {"type": "ref/resource", "uri": uri}


def prompt(name, **arguments):
    return {"name": name, "arguments": arguments}


def embedded(prefix, document):
    """A document as a prompt puts it before the model."""
    return {"role": "user", "content": {"type": "resource", "resource": content(prefix, document)}}


COMPLETIONS = [
    completion(template(TEMPLATES[0]), "name", "D", ["docs"]),
    completion(template(TEMPLATES[1]), "id", "", ["all"]),
    completion(template(TEMPLATES[2]), "path", "", ["intro.md", "style.md"], name="docs"),
    completion({"type": "ref/prompt", "name": "code"}, "pattern", "pa", ["parse/line.py"]),
    completion({"type": "ref/prompt", "name": "code"}, "pattern", "x", []),
]
# A collection comes before the categories.
PROMPTS = ["all", "docs", "code", "lost"]
GETS = [
    prompt("docs", pattern="intro.md") | {"messages": [embedded("guide://category/", "docs/intro.md")]},
    prompt("all")
    | {
        "messages": [
            *(embedded("guide://collection/all/category/", name) for name in MEDIA),
            {"role": "user", "content": {"type": "text", "text": NOT_SEARCHED}},
        ]
    },
]
UNGOT = [
    prompt("dock")
    | {
        "error": refused(
            -32602, "not_found", "Category or collection 'dock' not found. Did you mean 'docs'?", NO_ACTION
        )
    }
]


class Wire:
    """The server's answers as they stand on its standard output: what a client makes of them must be the same."""

    def __init__(self, command, environment):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        self.id = 0

    def ask(self, method, **params):
        self.id += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["result"]

    def all(self, method, field):
        """What a list holds, on all its pages."""
        found, page = [], {}
        while True:
            answer = self.ask(method, **page)
            found += answer[field]
            if not answer.get("nextCursor"):
                return found
            page = {"cursor": answer["nextCursor"]}

    def close(self):
        self.process.stdin.close()
        if self.process.wait(120):
            raise SystemExit("the server did not end well")


def due(command, environment):
    """What clients of the server that this command starts must find."""
    wire = Wire(command, environment)
    begun = wire.ask(
        "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "due", "version": "0"}
    )
    tools = wire.all("tools/list", "tools")
    if [tool["name"] for tool in tools] != NAMES or [
        tool["inputSchema"].get("required", []) for tool in tools
    ] != REQUIRED:
        raise SystemExit(f"other tools than expected: {tools}")
    resources = wire.all("resources/list", "resources")
    templates = wire.all("resources/templates/list", "resourceTemplates")
    if resources[1:] != RESOURCES or [template["uriTemplate"] for template in templates] != TEMPLATES:
        raise SystemExit(f"other resources than expected: {resources} {templates}")
    prompts = wire.all("prompts/list", "prompts")
    if [prompt["name"] for prompt in prompts] != PROMPTS:
        raise SystemExit(f"other prompts than expected: {prompts}")
    if begun["capabilities"] != CAPABILITIES:
        raise SystemExit(f"other capabilities than expected: {begun['capabilities']}")
    wire.close()
    return {
        "server": begun["serverInfo"] | {"instructions": begun["instructions"]},
        "capabilities": begun["capabilities"],
        "extensions": EXTENSIONS,
        "skillFiles": [name.replace("skills/", "skill://team/").replace(" ", "%20") for name in list(SKILLS)[1:]],
        "tools": tools,
        "calls": CALLS,
        "parts": [[f"guide://collection/all/category/{name}", text(name)] for name in MEDIA],
        "noSession": NO_SESSION,
        "unknownTool": UNKNOWN_TOOL,
        "resources": resources,
        "templates": templates,
        "reads": READS,
        "unread": UNREAD,
        "completions": COMPLETIONS,
        "prompts": prompts,
        "gets": GETS,
        "ungot": UNGOT,
    }
