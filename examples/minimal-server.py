#!/usr/bin/env python3
r"""A minimal server of a project's documents: a starting point for another implementation.

It has the three retrieval tools of the original scenarios (spec/first.md), which it passes:

    mcp-guide-conformance --command \
      'python3 examples/minimal-server.py [--root {project}] [--root {env:MCP_GUIDE_PROJECT}]'

It speaks MCP on its standard streams and needs only Python 3.11. The project is the folder or the
guide.yaml that --root, --project or MCP_GUIDE_PROJECT names. The file is read as JSON, which is
YAML, so no YAML parser is needed. A project with a field that is not implemented, for example
`exclude`, is refused, because more could be served than intended. Not implemented: other tools,
resources, sections, templates, documents by URI, a limit for the whole answer, nested collections,
some errors of patterns. A path is checked before it is opened, so nobody else may be able to
change links in the project meanwhile.
"""
import argparse
import fnmatch
import glob
import json
import os
import re
import sys
import uuid
from urllib.parse import quote

REVISIONS = ["2025-11-25", "2025-06-18", "2024-11-05"]
BOUNDARY = "guide-boundary"
FILE_BYTES = 1_048_576
MEDIA_TYPES = {"css": "text/css", "csv": "text/csv", "html": "text/html", "md": "text/markdown",
               "json": "application/json", "py": "text/x-python"}
USER = "Present this error to the user"
INSTRUCTIONS = {
    "not_found": f"{USER} and take no further action.",
    "no_matches": f"{USER} so they can correct the pattern. Do NOT attempt corrective action.",
    "invalid_pattern": f"{USER} with pattern syntax help.",
    "invalid_argument": "Correct the arguments as the error describes and call the tool again once.",
    "no_session": "Inform user that project context is required.",
    "io_error": f"{USER}. File system issue requires user intervention.",
    "unknown": f"{USER} and take no further action. Do NOT retry."}
# Each tool with its argument for the name, and where that name is looked up, in this order.
TOOLS = {"get_content": ("category_or_collection", ["collections", "categories"]),
         "get_category_content": ("category", ["categories"]),
         "get_collection_content": ("collection", ["collections"])}
OPTIONAL = {"pattern": ("A glob pattern that replaces the default patterns", "*.md"),
            "document": ("The path of one document; in a collection, category/path", "intro.md")}
SYNTAX = "Syntax: * any characters of a name, ? one, [abc] one of a set, ** directories, {a,b}"
BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
LEADS_OUT = re.compile(r"^/|^[A-Za-z]:|\\|\0|(^|/)\.\.(/|\Z)")
UNCLOSED = re.compile(r"\{[^}]*\Z|\[[^]]*\Z")
MISPLACED = re.compile(r"\A\Z|^!|[^/]\*\*|\*\*[^/]")


class Failure(Exception):
    """An error for the Result of a call: its type, and what went wrong."""


def shown(text):
    """Returns a string as errors repeat it: quoted, on one line, at most 200 characters of it."""
    return "'" + "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text[:200]) + "'"


def load(path):
    """Returns the members of each name, and the categories, of the project that a path names."""
    if not path:
        raise Failure("no_session", "No project: neither --root nor MCP_GUIDE_PROJECT names one")
    file = os.path.join(path, "guide.yaml") if os.path.isdir(path) else path
    try:
        with open(file, encoding="utf-8") as opened:
            project = json.load(opened)
        if unknown := project.keys() - {"categories", "collections"}:
            raise ValueError(f"not implemented: {', '.join(map(shown, unknown))}")
        folder = os.path.dirname(os.path.abspath(file))
        categories = {name: Category(folder, **fields)
                      for name, fields in project["categories"].items()}
        collections = {name: [(name, category) for category in fields["categories"]]
                       for name, fields in project.get("collections", {}).items()}
    except Exception as error:
        raise Failure("no_session", f"guide.yaml: {getattr(error, 'strerror', None) or error}")
    alone = {name: [(None, name)] for name in categories}
    return {"collections": collections, "categories": alone}, categories


def parse(pattern):
    """Returns the alternatives of a pattern, each as a tuple of its components."""
    texts = [pattern]
    while len(texts) <= 64 and (text := next(filter(BRACES.search, texts), None)) is not None:
        braces = BRACES.search(texts.pop(texts.index(text)))
        head, tail = text[:braces.start()], text[braces.end():]
        texts += [head + each + tail for each in braces[1].split(",")]
    too_long = len(os.fsencode(pattern)) > 1024 or pattern.count("/") > 62
    checks = [(too_long, "it is too long or too deep"),
              (len(texts) > 64, "it has more than 64 alternatives"),
              (any(map(UNCLOSED.search, texts)), "a '{' or '[' is never closed"),
              (any(map(LEADS_OUT.search, texts)), "it could lead out of the category"),
              (any(map(MISPLACED.search, texts)), "it is empty or has a misplaced '**' or '!'")]
    if reasons := [reason for holds, reason in checks if holds]:
        raise Failure("invalid_pattern", f"Pattern {shown(pattern)}: {reasons[0]}. {SYNTAX}")
    texts = [re.sub(r"(^|/)\.?\Z", r"\1**", text).replace("[^", "[!") for text in texts]
    return [tuple(part for part in text.split("/") if part not in ("", ".")) for text in texts]


def matches(name, component, last):
    """Returns whether a component matches a name; the last one, without a dot, any extension."""
    extensions = ["", ".*"] if last and "." not in component else [""]
    visible = not name.startswith(".") or component.startswith(".")
    return visible and any(fnmatch.fnmatchcase(name, component + each) for each in extensions)


class Category:
    """A directory with default patterns. Paths are relative to it."""

    def __init__(self, folder, *, dir, patterns, description=""):
        self.base = os.path.realpath(os.path.join(folder, dir))
        self.patterns = [] + patterns  # which must be a list

    def leads_out(self, path):
        """Returns whether a path, with its links followed, leads out of the directory."""
        target = os.path.realpath(os.path.join(self.base, path))
        return os.path.commonpath([self.base, target]) != self.base

    def find(self, components):
        """Returns the paths of the documents that the components of a pattern match."""
        todo, seen, found = [("", components)], set(), set()
        while todo:
            if (step := todo.pop()) in seen or not step[1]:
                continue
            seen.add(step)
            path, (component, *rest) = step
            if component == "**" and rest:
                todo.append((path, tuple(rest)))
            for name in os.listdir(os.path.join(self.base, path)):
                if not matches(name, component, not rest):
                    continue
                child = os.path.join(path, name)
                whole, outside = os.path.join(self.base, child), self.leads_out(child)
                if outside or not os.path.isdir(whole):
                    # A link that leads out is found, so that reading it reports it.
                    found |= {child} if not rest or outside and name == component else set()
                elif name == component or not os.path.islink(whole):
                    todo.append((child, step[1] if component == "**" else tuple(rest)))
        return found

    def search(self, pattern, document):
        """Returns the paths that a call finds: by pattern, then by their bytes."""
        patterns = map(parse, [pattern] if pattern else self.patterns)
        if document is not None:
            patterns = [[tuple(map(glob.escape, document.split("/")))]]
        matched = (set().union(*map(self.find, alternatives)) for alternatives in patterns)
        found = dict.fromkeys(path for each in matched for path in sorted(each, key=os.fsencode))
        # Only default patterns find hidden names.
        return [path for path in found if document in (None, path)
                and not ((pattern or document) and re.search(r"(^|/)\.", path))]

    def read(self, path):
        """Returns the content of a document; a ValueError or an OSError says why it has none."""
        whole = os.path.realpath(os.path.join(self.base, path))
        if self.leads_out(path):
            raise ValueError("the link leads out of the category")
        if os.path.exists(whole) and not os.path.isfile(whole):
            raise ValueError("not a regular file")
        with open(whole, "rb") as file:
            content = file.read(FILE_BYTES + 1)
        if len(content) > FILE_BYTES or b"\0" in content:
            raise ValueError(f"binary, or larger than {FILE_BYTES} bytes")
        return content.decode()


def location(collection, category, path):
    """Returns the URI of a document, each segment percent-encoded."""
    segments = [] if collection is None else ["collection", collection]
    segments += ["category", category, *path.split("/")]
    return "guide://" + "/".join(quote(os.fsencode(each), "!$&'()*+,;=:@") for each in segments)


def multipart(documents):
    """Returns the message of several documents, as RFC 2046 defines it."""
    boundary, contents = BOUNDARY, "\n".join(content for _, _, content in documents)
    if re.search(rf"(^|[\r\n])--{BOUNDARY}", contents):
        boundary += f"-{uuid.uuid5(uuid.NAMESPACE_URL, contents)}"
    message = f'Content-Type: multipart/mixed; boundary="{boundary}"\r\n'
    for uri, path, content in documents:
        media_type = MEDIA_TYPES.get(os.path.splitext(path)[1][1:].lower(), "text/plain")
        media_type += "" if content.isascii() else "; charset=utf-8"
        message += (f"\r\n--{boundary}\r\nContent-Type: {media_type}\r\nContent-Location: {uri}\r\n"
                    f"Content-Length: {len(content.encode())}\r\n\r\n{content}")
    return f"{message}\r\n--{boundary}--\r\n"


def check(required, given):
    """Refuses arguments that are missing, unknown or of a wrong type."""
    errors = [f"{shown(name)} must be a string" for name, value in given.items()
              if not isinstance(value, str | None)]
    errors += [f"{shown(name)} is unknown" for name in given if name not in (required, *OPTIONAL)]
    errors += [] if given.get(required) else [f"'{required}' is required (string)"]
    errors += ["'pattern' excludes 'document'"] if all(map(given.get, OPTIONAL)) else []
    if errors:
        raise Failure("invalid_argument", f"Invalid arguments: {'; '.join(errors)}")


def retrieve(where, tool, given):
    """Returns the value of a call, and the reasons why documents are missing in it."""
    argument, kinds = TOOLS[tool]
    check(argument, given)
    name, pattern, document = (given.get(each) or None for each in (argument, *OPTIONAL))
    names, categories = load(where)
    if not any(name in names[kind] for kind in kinds):
        valid = ", ".join(shown(each) for kind in kinds for each in names[kind])
        raise Failure("not_found", f"{shown(name)} not found in the {' or '.join(kinds)}: {valid}")
    found, missing, documents = {}, [], []
    members = [member for kind in kinds for member in names[kind].get(name, [])]
    # Of two categories whose names begin a document's path, the longer name is searched first.
    members.sort(key=lambda pair: (pair[0] is None, -len(pair[1]) if document else 0))
    for collection, member in members:
        category, prefix, paths = categories.get(member), f"{member}/" if collection else "", []
        if category is None or not os.path.isdir(category.base):
            missing.append(f"{shown(member)} is not a category with a directory")
        elif document is None or document.startswith(prefix):
            paths = category.search(pattern, document and document.removeprefix(prefix))
        for path in paths:
            folder, file = os.path.split(os.path.join(category.base, path))
            uri = location(collection, member, path)
            found.setdefault((os.path.realpath(folder), file), (uri, category, path))
    if not found:
        absent = document or 0 < len(missing) == len(members)
        why = f"{shown(name)} has nothing for {shown(document or pattern or 'default patterns')}"
        raise Failure("not_found" if absent else "no_matches", ". ".join([why, *missing]))
    for uri, category, path in list(found.values())[:1 if document else None]:
        try:
            documents.append((uri, path, category.read(path)))
        except (OSError, ValueError) as error:
            missing.append(f"{shown(path)}: {getattr(error, 'strerror', None) or error}")
    if not documents:
        raise Failure("io_error", "Could not read " + ". ".join(missing))
    return documents[0][2] if document or len(found) == 1 else multipart(documents), missing


def call(where, tool, given):
    """Returns the result of tools/call: a Result as JSON in one text block."""
    try:
        value, missing = retrieve(where, tool, given)
        result = {"success": True, "value": value}
        result |= {"message": ". ".join(missing)} if missing else {}
    except Exception as error:
        print(repr(error), file=sys.stderr)
        other = "io_error" if isinstance(error, OSError) else "unknown"
        failure = error.args if isinstance(error, Failure) else (other, type(error).__name__)
        result = {"success": False, "error": failure[1], "error_type": failure[0],
                  "instruction": INSTRUCTIONS[failure[0]]}
    return {"content": [{"type": "text", "text": json.dumps(result)}], "isError": "error" in result}


def described(tool, argument, kinds):
    """Returns a tool as tools/list describes it."""
    arguments = {argument: (f"A name of the project's {' or '.join(kinds)}", "docs")} | OPTIONAL
    properties = {name: {"type": "string", "description": description, "examples": [example]}
                  for name, (description, example) in arguments.items()}
    return {"name": tool, "description": f"Returns documents of {' or '.join(kinds)}",
            "inputSchema": {"type": "object", "properties": properties, "required": [argument],
                            "additionalProperties": False}}


def answer(where, line):
    """Returns the answer to a line, one JSON-RPC message, or None for a notification."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {"id": None, "error": {"code": -32700, "message": "not JSON"}}
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        return {"id": None, "error": {"code": -32600, "message": "not a request"}}
    if "id" not in message:
        return None
    method, params, reply = message["method"], message.get("params"), {"id": message["id"]}
    params = params if isinstance(params, dict) else {}
    tool, given, revision = map(params.get, ("name", "arguments", "protocolVersion"))
    if method == "tools/call" and tool in [*TOOLS] and isinstance(given, dict | None):
        return reply | {"result": call(where, tool, given or {})}
    results = {
        "ping": {}, "tools/list": {"tools": [described(each, *TOOLS[each]) for each in TOOLS]},
        "initialize": {"protocolVersion": revision if revision in REVISIONS else REVISIONS[0],
                       "capabilities": {"tools": {}},
                       "serverInfo": {"name": "minimal-server", "version": "1"}}}
    if method in results:
        return reply | {"result": results[method]}
    code, what = (-32602, "name or arguments") if method == "tools/call" else (-32601, "method")
    return reply | {"error": {"code": code, "message": f"unknown {what}: {shown(method)}"}}


def main():
    """Answers the messages of the standard input, one per line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", "--project", default=os.environ.get("MCP_GUIDE_PROJECT"))
    where = parser.parse_args().root
    for line in sys.stdin.buffer:
        if (reply := answer(where, line)) is not None:
            print(json.dumps({"jsonrpc": "2.0"} | reply), flush=True)


if __name__ == "__main__":
    main()
