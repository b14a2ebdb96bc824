#!/usr/bin/env python3
"""Writes the seed corpora to corpus/ from features/, spec/ and tests/replays/, and each target's dictionary there.

A seed is named by its digest, so running it again adds only what is new. A dictionary, corpus/TARGET.dict, is put
together from dictionaries/.
"""

import hashlib
import json
import re
import shutil
from pathlib import Path

FUZZ = Path(__file__).resolve().parent
ROOT = FUZZ.parent
TARGETS = sorted(path.stem for path in (FUZZ / "fuzz_targets").glob("*.rs"))
DICTIONARIES = {
    "multipart": ("markdown",), "search": ("markdown",), "pattern": ("globs",), "header": ("yaml", "globs"),
    "template": ("mustache", "markdown", "yaml"), "spec_table": ("yaml",), "project": ("yaml", "globs"),
    "dispatch": ("globs",), "parts": ("markdown",),
}
TABLE = (ROOT / "spec/content-tools.yaml").read_text(encoding="utf-8")
# In the order of the table, as a target takes a tool by its number.
TOOLS = re.findall(r"^  - name: (\S+)$", re.search(r"^tools:\n(?:[ \n].*\n|\n)+", TABLE, re.M)[0], re.M)

HOSTILE = (
    '{"}": ', "[", "{", "- ", "? ", "&a [*a, ", "!!a ", "%TAG !a! a\n", '"', "'", "#[", "# {\n",
    "|\n ", "---\n", "<<: ", "\u0085[", "\u2028{", "- &a a\n- *a\n", "a: &a [*a, *a]\n", "'*.md', ",
)


def cells(line):
    """The cells of a table's row, their escapes replaced."""
    row = re.split(r"(?<!\\)\|", line.strip())[1:-1]
    unescape = {"\\n": "\n", "\\r": "\r", "\\t": "\t", "\\|": "|", "\\\\": "\\"}
    pattern = re.compile("|".join(re.escape(key) for key in unescape))
    return [pattern.sub(lambda found: unescape[found[0]], cell.strip()) for cell in row]


def blocks(text):
    """Each step with its table's rows or its doc string."""
    step, rows, doc = "", [], None
    for line in text.splitlines() + ["Feature:"]:
        bare = line.strip()
        if doc is not None:
            if bare == '"""':
                yield step, [], "\n".join(doc) + "\n"
                doc = None
            else:
                doc.append(line[6:])
        elif bare.startswith('"""'):
            doc = []
        elif bare.startswith("#"):
            continue
        elif bare.startswith("|"):
            rows.append(cells(bare))
        else:
            if rows:
                yield step, rows, None
            step, rows = bare, []


def seeds():
    """Pairs of a target and a seed."""
    table = TABLE.encode()
    yield "spec_table", table
    for section in re.split(rb"\n(?=\w+:)", table):
        yield "spec_table", section + b"\n"
    yield "project", (ROOT / "guide.yaml").read_bytes()
    for feature in sorted((ROOT / "features").glob("*.feature")):
        files = []
        for step, rows, doc in blocks(feature.read_text(encoding="utf-8")):
            if doc is not None:
                yield ("spec_table" if "spec table" in step else "project"), doc.encode()
            elif "the files" in step:
                files = [row[:2] for row in rows if len(row) > 1]
                parts = [path.encode() + b"\xfe" + body.encode() for path, body in files]
                yield "multipart", b"\xff".join(parts)
                for path, body in files:
                    if body.startswith("---"):
                        yield "header", b"\xff".join([body.encode(), path.encode()])
                    if "{{" in body:
                        below = [part.partition(b"/")[2] for part in parts]
                        yield "template", b"\xff".join([body.encode(), *below])
            elif rows and rows[0][0] == "tool":
                if "query" in rows[0]:
                    for row in rows[1:]:
                        query = row[rows[0].index("query")].encode()
                        yield "search", b"\xff".join([query, *(body.encode() for _, body in files)])
                yield from calls(rows, [path for path, _ in files])
    # What makes YAML parsers slow or deep, and aliases that stand for much.
    for text in HOSTILE:
        for target in ("spec_table", "project"):
            yield target, (text * 64).encode()
            yield target, ("categories:\n  a: {dir: x, patterns: [x,\n  " + text * 8).encode()
    # What is forged, and where: around what is read or escaped at once.
    for size in (1 << 10, 1 << 12, 1 << 13, 1 << 16):
        for at in (0, size // 2, size - 24):
            body = b"x" * at + b"\n--guide-boundary--\n" + b"\xc3\xa9" * 12
            yield "multipart", b"a.md\xfe" + body[:60_000] + b"\xffb.md\xfeb"
    for choice in range(6):
        yield "multipart", bytes([0xFD, choice]) + b"a.md\xfe--a\n----\xffb.md\xfe\n---\n"
    yield "pattern", b"two\n*.md\xfftwo\nlines.md\xff\n\xfftwo"
    yield from lines()
    for choice in range(12):
        for page in ("README.md", "docs/hooks.md", "features/errors.feature"):
            yield "parts", bytes([choice % 2, choice // 2]) + (ROOT / page).read_bytes()[:20_000]
    # What these are cut from decides little: any bytes are a plan.
    for target, most in (("sandbox", 64), ("discover", 320), ("session", 96), ("wire", 160), ("memory", 96)):
        for number in range(64):
            name = f"{target} {number}".encode()
            drawn = hashlib.shake_256(name).digest(8 + number * most // 64)
            yield target, b"\x80" * (target == "wire") + drawn


def lines():
    """What clients send: the messages that the tests send, one by one and together."""
    sent = re.compile(r'r#"([{\[]\\?"?.*?)"#', re.DOTALL)
    messages = []
    for test in ("tests/transport/wire/lines.rs", "tests/laws/lines.rs"):
        messages += sent.findall((ROOT / test).read_text(encoding="utf-8"))
    messages = [message for message in messages if '"jsonrpc"' in message or '"id"' in message]
    for revision in range(5):
        for message in messages:
            yield "wire", bytes([revision + 5]) + message.encode()
        yield "wire", bytes([revision]) + "\n".join(messages).encode()


def calls(rows, paths):
    """A table of calls: each row a call, and its pattern against the files."""
    header = rows[0]
    for row in rows[1:]:
        call = dict(zip(header, row))
        tool = call.pop("tool", "")
        arguments = {name: value for name, value in call.items() if value}
        number = TOOLS.index(tool) if tool in TOOLS else len(TOOLS)
        for target in ("arguments", "dispatch"):
            yield target, bytes([number]) + json.dumps(arguments).encode()
        if "pattern" in arguments:
            names = {path.split("/", depth)[-1] for path in paths for depth in range(3)}
            yield "pattern", "\n".join([arguments["pattern"], *sorted(names)]).encode()


def main():
    for target in TARGETS:
        (FUZZ / "corpus" / target).mkdir(parents=True, exist_ok=True)
        for replay in (ROOT / "tests/replays" / target).glob("*"):
            shutil.copy(replay, FUZZ / "corpus" / target)
    for target, seed in seeds():
        (FUZZ / "corpus" / target / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    for target, names in DICTIONARIES.items():
        words = [(FUZZ / f"dictionaries/{name}.dict").read_text(encoding="utf-8") for name in names]
        (FUZZ / f"corpus/{target}.dict").write_text("".join(words), encoding="utf-8")
    for target in TARGETS:
        print(target, len(list((FUZZ / "corpus" / target).iterdir())))


if __name__ == "__main__":
    main()
