#!/usr/bin/env python3
"""How many tokens an agent reads until the section that answers its question stands in its context, in several ways.
Prints the table of docs/performance.md.

    tokens.py [--binary PROGRAM] [--each]

40 questions, which tokens.toml holds with the sections that answer them, over two sets of public documentation: pages
of Python's (Debian's python3.11-doc; their headings are written as Markdown has them) and the Cargo Book (of the crate
cargo). What is not there is installed: the sets, ripgrep and server-filesystem below target/tokens, the program by cargo.

Each way is a fixed policy, without a model. Words are those of the question with three letters or more, without the
commonest; a word is found as a part of others, in any case. The agent reads until one of the right sections was
delivered from its heading to the next one. Every answer that it reads counts whole, also tables and lists of matches;
what it writes does not. A way fails if nothing is left to read, or at 50,000 tokens, and then counts as 50,000.

search, then section    search_content with the question, then get_content of its rows' URIs, in their order
list, then document     list_content of the category, and of each directory in it, then get_content of whole documents,
                        those with most of the words in their rows first
rg, then whole files    rg --count with each of the three rarest words (the agent knows which they are), then the files
                        that hold them, whole, those with most of the words first; then the next three
rg, then 100 lines      rg --line-number with the rarest word, then of the files that hold it, those with most matches
                        first, 20 lines before and 80 from each match on; then the next word
server-filesystem       search_files with each word, then read_text_file of what was found, those with most words first
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

import peers
import search_quality
from stdio_bench.client import Client

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "target/tokens"
CRATE, VERSION = "cargo", "0.98.0"
FILESYSTEM = "@modelcontextprotocol/server-filesystem"
#: How many bytes a token has, as the program's listings estimate it.
BYTES_PER_TOKEN = 4
BOUND = 50_000
#: How many lines are read before a match, and from it on.
BEFORE, AFTER = 20, 80
COMMON = set(
    """about above after again all also and another any are because been before but can cannot could did does each every
    first for from give had has have her his how into its itself last may more most much must need new not nothing
    once one only other our out over own put same several should since so some such than that the their them then there
    these they this those through too two under until use used uses using very want was way were what when where which
    while who whose why will with without would write yet you your""".split()
)
URI = re.compile(r"guide://category/[^\s|`]+")


def markdown(text):
    """A page in reStructuredText with its headings as Markdown has them, and no others."""
    lines, out, marks, at = text.split("\n"), [], [], 0

    def is_line(at):
        return at < len(lines) and search_quality.UNDERLINE.fullmatch(lines[at].rstrip())

    while at < len(lines):
        over = bool(is_line(at)) and is_line(at + 2) and lines[at + 1].strip()
        title = lines[at + 1] if over else lines[at]
        under = is_line(at + 1) and title[:1].strip() and not is_line(at) and len(lines[at + 1]) >= len(title.rstrip())
        if over or under:
            mark = (bool(over), lines[at][0] if over else lines[at + 1][0])
            marks += [] if mark in marks else [mark]
            out.append(f"{'#' * (marks.index(mark) + 1)} {title.strip()}")
        else:
            # What would be a heading in an example is indented by four.
            out.append(re.sub(r"^( {0,3}(?=#+ )| {1,3}(?=(-+|=+) *$))", "    ", lines[at]))
        at += 3 if over else 2 if under else 1
    return "\n".join(out)


def python(folder, temporary):
    source = search_quality.pages(temporary)
    for file in (file for part in search_quality.PARTS for file in (source / part).rglob("*.rst.txt")):
        copy = folder / str(file.relative_to(source)).replace(".rst.txt", ".md")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(markdown(file.read_text(errors="replace")))


def cargo(folder, temporary):
    subprocess.run(["cargo", "info", "--quiet", f"{CRATE}@{VERSION}"], cwd=temporary, check=True, stdout=subprocess.DEVNULL)
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    source = next(home.glob(f"registry/src/*/{CRATE}-{VERSION}")) / "src/doc/src"
    # The list of the changes of all versions is as long as a quarter of the book, and the table of contents no page.
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("CHANGELOG.md", "SUMMARY.md", "images"))


def ripgrep(folder, temporary):
    shutil.copytree(search_quality.unpacked("ripgrep", temporary) / "usr/bin", folder)


def installed(make):
    """The folder of what this function installs. It has its name once everything is in it."""
    folder = KEPT / make.__name__
    if not folder.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as temporary:
            (Path(temporary) / "source").mkdir()
            make(Path(temporary) / "made", Path(temporary) / "source")
            (Path(temporary) / "made").rename(folder)
    return folder


def sections(text):
    """Each heading of a Markdown document, with the text from it to the next."""
    found, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        if not fenced and (heading := re.match(r"#{1,6} +(.*?)(?: \{#[^}]*\})?$", line)):
            found.append((heading[1].strip(), []))
        if found:
            found[-1][1].append(line)
    return [(heading, "\n".join(lines).strip()) for heading, lines in found]


def words(question):
    found = dict.fromkeys(re.findall(r"[a-z0-9_]{3,}", question.lower()))
    return [word for word in found if word not in COMMON]


def shared(text, question):
    """How many of the question's words a text has."""
    return sum(word in text.lower() for word in words(question))


class Ours:
    """The program, and a project that has the set as its one category."""

    def __init__(self, binary, source, temporary):
        Path(temporary, "guide.yaml").write_text('categories:\n  docs:\n    dir: docs\n    patterns: ["**/*.md"]\n')
        shutil.copytree(source, Path(temporary, "docs"))
        self.client = Client([binary, "--project", temporary, "serve"], "pipe")
        #: The tokens of each table of rows that a search returned.
        self.tables = []

    def call(self, tool, **arguments):
        """Returns what the agent reads, and what of it is text of the documents."""
        result = self.client.request("tools/call", {"name": tool, "arguments": arguments})
        text = result["content"][0]["text"]
        return text, json.loads(text).get("value") or ""

    def search(self, question):
        text, table = self.call("search_content", query=question)
        self.tables.append(count(text))
        yield text, ""
        for uri in dict.fromkeys(URI.findall(table)):
            yield self.call("get_content", category_or_collection=uri)

    def list(self, question):
        rows, left = [], [{}]
        while left:
            text, table = self.call("list_content", category_or_collection="docs", **left.pop(0))
            yield text, ""
            for row in table.split("\n"):
                if uri := URI.search(row):
                    path = uri[0].removeprefix("guide://category/docs/")
                    if path.endswith(".md"):
                        rows.append((uri[0], row))
                    else:
                        left.append({"pattern": path.rstrip("/*") + "/**/*.md"})
        rows = [(uri, shared(row, question)) for uri, row in rows]
        for uri, _ in sorted((row for row in rows if row[1]), key=lambda row: -row[1]):
            yield self.call("get_content", category_or_collection=uri)


class Ripgrep:
    """`rg` in the folder of the set."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.texts = {str(file.relative_to(folder)): file.read_text() for file in sorted(folder.rglob("*.md"))}
        self.lower = [text.lower() for text in self.texts.values()]

    def rarest(self, question):
        """The words that are there, those in the fewest files first."""
        files = {word: sum(word in text for text in self.lower) for word in words(question)}
        return sorted(filter(files.get, files), key=files.get)

    def run(self, option, word):
        """What rg prints, and the lines that match of each file, by their numbers."""
        command = [self.program, "--no-config", "--ignore-case", "--fixed-strings", "--sort=path", option, "--", word]
        command += sorted(os.listdir(self.folder))
        text = subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout
        matches = {}
        for path, lower in zip(self.texts, self.lower):
            if word in lower:
                matches[path] = [at for at, line in enumerate(lower.split("\n")) if word in line]
        return text, matches

    def whole(self, question):
        rarest, read = self.rarest(question), set()
        for at in range(0, len(rarest), 3):
            runs = [self.run("--count", word) for word in rarest[at : at + 3]]
            yield "".join(text for text, _ in runs), ""
            found = Counter()
            for _, matches in runs:
                # A word more counts for more than any number of matches.
                found.update({path: 1_000_000 + len(lines) for path, lines in matches.items()})
            for path, _ in found.most_common():
                if path not in read:
                    read.add(path)
                    yield self.texts[path], self.texts[path]

    def lines(self, question):
        read = {}
        for word in self.rarest(question):
            text, found = self.run("--line-number", word)
            yield text, ""
            for path, matches in sorted(found.items(), key=lambda file: -len(file[1])):
                lines, seen = self.texts[path].split("\n"), read.setdefault(path, set())
                for match in matches:
                    if match not in seen:
                        new = set(range(max(0, match - BEFORE), min(len(lines), match + AFTER))) - seen
                        seen |= new
                        text = "\n".join(lines[at] for at in sorted(new))
                        yield text, "\n".join(lines[at] if at in seen else "\0" for at in range(len(lines)))


class Filesystem:
    """server-filesystem, with the folder of the set."""

    def __init__(self, node, program, folder):
        self.client, self.folder = Client([node, program, str(folder)], "pipe"), str(folder)

    def call(self, tool, **arguments):
        result = self.client.request("tools/call", {"name": tool, "arguments": arguments})
        return "\n".join(part["text"] for part in result["content"])

    def search(self, question):
        found = Counter()
        for word in words(question):
            text = self.call("search_files", path=self.folder, pattern=f"**/*{word}*")
            yield text, ""
            found.update(path for path in text.split("\n") if path.endswith(".md"))
        for path, _ in found.most_common():
            text = self.call("read_text_file", path=path)
            yield text, text


def count(text):
    return len(text.encode()) / BYTES_PER_TOKEN


def until(answers, wanted):
    """The tokens that are read until a wanted text is delivered, or None."""
    tokens = 0
    for text, delivered in answers:
        tokens += count(text)
        if tokens > BOUND:
            return None
        if any(section in delivered for section in wanted):
            return round(tokens)
    return None


def fixed(client):
    """The tokens of what every conversation holds: the tools and the instructions."""
    tools = json.dumps(client.request("tools/list")["tools"], ensure_ascii=False, separators=(",", ":"))
    return round(count(tools + client.initialized.get("instructions", "")))


def right(texts, places):
    """The text of each section that answers a question."""
    for place in places:
        path, heading = place.split(" > ", 1)
        found = [text for own, text in sections(texts[path]) if own == heading]
        if len(found) != 1:
            raise SystemExit(f"{place}: {len(found)} sections")
        yield found[0]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--binary", type=Path)
    options.add_argument("--each", action="store_true", help="print also the tokens of each question")
    options = options.parse_args()
    if not options.binary:
        subprocess.run(["cargo", "build", "--quiet", "--bin", "mcp-guide"], cwd=ROOT, check=True)
    binary = str((options.binary or peers.BINARY).resolve())
    if not (node := peers.npm(KEPT / "npm", {FILESYSTEM: "2026.8.31"})):
        raise SystemExit(1)
    server = KEPT / f"npm/node_modules/{FILESYSTEM}/dist/index.js"
    results, costs, tables = {}, {}, []
    for name, questions in tomllib.loads((ROOT / "benches/tokens.toml").read_text()).items():
        folder = installed({"Python": python, "Cargo Book": cargo}[name])
        with tempfile.TemporaryDirectory() as temporary:
            ours, rg = Ours(binary, folder, temporary), Ripgrep(installed(ripgrep) / "rg", folder)
            files = Filesystem(node, server, folder)
            ways = {
                "`search_content`, then the sections": ours.search,
                "`list_content`, then the documents": ours.list,
                "`rg`, then whole files": rg.whole,
                "`rg`, then 100 lines": rg.lines,
                "server-filesystem": files.search,
            }
            costs = dict(zip(ways, [fixed(ours.client)] * 2 + [0] * 2 + [fixed(files.client)]))
            wanted = {question: list(right(rg.texts, places)) for question, places in questions.items()}
            results[name] = {way: [until(ask(each), wanted[each]) for each in wanted] for way, ask in ways.items()}
            headings = sum(len(sections(text)) for text in rg.texts.values())
            print(f"{name}: {len(rg.texts)} documents, {headings} sections, {sum(map(len, rg.lower)) / 1e6:.1f} MB")
            for at, question in enumerate(wanted if options.each else ()):
                print("  ", *(f"{results[name][way][at] or 'failed':>7}" for way in ways), question)
            tables += ours.tables
            ours.client.close()
            files.client.close()
    results["both"] = {way: sum((results[name][way] for name in results), []) for way in costs}
    print("\n| documents | way | reached | median | mean | fixed |\n|---|---|--:|--:|--:|--:|")
    for name, of in results.items():
        median = {}
        for way, tokens in of.items():
            counted = [BOUND if each is None else each for each in tokens]
            median[way] = statistics.median(counted)
            reached = f"{len(tokens) - tokens.count(None)} of {len(tokens)}"
            print(f"| {name} | {way} | {reached} | {median[way]:,.0f} | {statistics.mean(counted):,.0f} | {costs[way]:,} |")
    best = min((way for way in median if "_content" not in way), key=median.get)
    ratio = median["`search_content`, then the sections"] / median[best]
    print(f"\nBy the median, search reads {ratio:.2f} times what the best other way reads, {best} (goal: at most 0.50).")
    print(f"Its first answer, the table of rows, has {round(statistics.median(tables)):,} tokens by the median.")


if __name__ == "__main__":
    main()
