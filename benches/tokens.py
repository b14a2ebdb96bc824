#!/usr/bin/env python3
"""What an agent reads, and in how many calls, until a paragraph of the section that answers its question stands in its
context. Prints the tables of docs/performance.md.

    tokens.py [--binary PROGRAM] [--each]
    tokens.py [--binary PROGRAM] [--each] --questions FILE --documents FOLDER

40 questions, which tokens.toml holds with the sections that answer them, over two sets of public documentation: pages
of Python's (Debian's python3.11-doc; their headings are written as Markdown has them) and the Cargo Book (of the crate
cargo). What is not there is installed: the sets and Debian's ripgrep below target/tokens, the program by cargo. With
--questions those of a file, as they are asked and with the words that a language model adds: {"questions": [{"text",
"expanded", "relevant": [{"path", "heading", "grade"}]}]}, where grade 2 answers and 1 helps.

Each way is a fixed policy, without a model. Words are those of the question with three letters or more, without the
commonest; a word is found as a part of others, in any case. Every answer that is read counts whole, also lists of
matches; what the agent writes does not. A way fails after 10 calls, or if nothing is left to read; what it read counts.

search_content      search_content with the question. If its passages do not hold a paragraph of a right section:
                    get_content of the sections that it names and does not show whole, in their order
rg, then 40 lines   `rg -n` with the two rarest words (the agent knows which they are), cut to 100 lines of 200 bytes.
                    Then 40 lines around the best match: a line with both words, or in a file with both, a heading
                    before others, in a file with many. Then around the next one; then the next two words
rg, then files      `rg -c` with the three rarest words, then the files that hold them, whole, those with most of the
                    words first; then the next three
"""

import argparse
import itertools
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
from stdio_bench.client import Client

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "target/tokens"
PACKAGE = "python3.11-doc"
PARTS = ("faq", "tutorial", "howto", "library")
UNDERLINE = re.compile(r"([=\-~^*#\"'.])\1{2,}")
#: How many characters a line has that can be recognized.
LONG = 40
CRATE, VERSION = "cargo", "0.98.0"
#: How many bytes a token has, as the program's listings estimate it.
BYTES_PER_TOKEN = 4
#: How many calls the agent makes for a question.
CALLS = 10
#: How many lines are read around a match, and how much of rg's lists: lines, and bytes of each.
AROUND, LISTED, WIDTH = 40, 100, 200
#: Where a paragraph ends: also before an item of a list, and a row of a table.
BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+|]|\d+\.)\s)")
COMMON = set(
    """about above after again all also and another any are because been before but can cannot could did does each every
    first for from give had has have her his how into its itself last may more most much must need new not nothing
    once one only other our out over own put same several should since so some such than that the their them then there
    these they this those through too two under until use used uses using very want was way were what when where which
    while who whose why will with without would write yet you your""".split()
)


def plain(heading):
    """A heading as it is compared."""
    return re.sub(r"\s*\{[^}]*\}\s*$|[`*\\]", "", heading).strip().lower()


def unpacked(package, folder):
    """Unpacks a package of Debian into a folder."""
    subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    subprocess.run(["dpkg-deb", "-x", next(folder.glob(f"{package}_*.deb")), folder / "package"], check=True)
    return folder / "package"


def pages(folder):
    """The pages of Python's documentation."""
    return unpacked(PACKAGE, folder) / f"usr/share/doc/{PACKAGE.removesuffix('-doc')}/html/_sources"


def markdown(text):
    """A page in reStructuredText with its headings as Markdown has them, and no others."""
    lines, out, marks, at = text.split("\n"), [], [], 0

    def is_line(at):
        return at < len(lines) and UNDERLINE.fullmatch(lines[at].rstrip())

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
    source = pages(temporary)
    for file in (file for part in PARTS for file in (source / part).rglob("*.rst.txt")):
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
    shutil.copytree(unpacked("ripgrep", temporary) / "usr/bin", folder)


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


class Ours:
    """The program, and a project that has the set as its one category."""

    def __init__(self, binary, source, temporary):
        Path(temporary, "guide.yaml").write_text('categories:\n  docs:\n    dir: docs\n    patterns: ["**/*.md"]\n')
        shutil.copytree(source, Path(temporary, "docs"))
        self.client = Client([binary, "--project", temporary, "serve"], "pipe")

    def call(self, tool, **arguments):
        """Returns what the agent reads, and what of it is text of the documents."""
        result = self.client.request("tools/call", {"name": tool, "arguments": arguments})
        text = result["content"][0]["text"]
        return text, json.loads(text).get("value") or ""

    def search(self, question):
        text, value = self.call("search_content", query=question)
        yield text, value
        for row in re.findall(r"^guide://.*(?:\n .*|\n$)*", value, re.M):
            if "\n " not in row or "[…]" in row:
                yield self.call("get_content", category_or_collection=row.split()[0])


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

    def run(self, option, words):
        """What rg prints."""
        command = [self.program, "--no-config", "--ignore-case", "--fixed-strings", "--no-ignore", "--glob=*.md"]
        command += ["--sort=path", option, *(f"--regexp={word}" for word in words)]
        run = subprocess.run(command, cwd=self.folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        return run.stdout

    def whole(self, question):
        rarest, read = self.rarest(question), set()
        for at in range(0, len(rarest), 3):
            words = rarest[at : at + 3]
            yield self.run("--count", words), ""
            files = {path: sum(word in lower for word in words) for path, lower in zip(self.texts, self.lower)}
            for path in sorted(filter(files.get, files.keys() - read), key=lambda path: (-files[path], path)):
                read.add(path)
                yield self.texts[path], self.texts[path]

    def lines(self, question):
        rarest, read = self.rarest(question), set()
        for at in range(0, len(rarest), 2):
            words = rarest[at : at + 2]
            printed = [line[:WIDTH] for line in self.run("--line-number", words).split("\n")[:LISTED] if line]
            matches = [line.split(":", 2) for line in printed]
            yield "\n".join(printed), "\n".join(line for *_, line in matches)
            files = Counter(path for path, *_ in matches)

            def rank(match):
                both = (sum(word in text.lower() for word in words) for text in (match[2], self.texts[match[0]]))
                return *(-held for held in both), match[2][:1] != "#", -files[match[0]]

            for path, number, _ in sorted(matches, key=rank):
                if (path, int(number)) not in read:
                    first = max(0, int(number) - AROUND // 2)
                    text = "\n".join(self.texts[path].split("\n")[first : first + AROUND])
                    read |= {(path, line + 1) for line in range(first, first + AROUND)}
                    yield text, text


def count(text):
    return len(text.encode()) / BYTES_PER_TOKEN


def stripped(text):
    return "\n".join(line.strip() for line in ["", *text.split("\n"), ""])


def until(answers, wanted):
    """The tokens and the calls until a paragraph of a wanted section is delivered, and whether it is."""
    parts = [stripped(part.strip()) for section in wanted for part in BREAK.split(section.partition("\n")[2])]
    parts = [part for part in parts if len(part) > LONG]
    tokens = calls = 0
    for text, delivered in itertools.islice(answers, CALLS):
        tokens, calls, delivered = tokens + count(text), calls + 1, stripped(delivered)
        if any(part in delivered for part in parts):
            return tokens, calls, True
    return tokens, calls, False


def fixed(client):
    """The tokens of what every conversation holds: the tools and the instructions."""
    tools = json.dumps(client.request("tools/list")["tools"], ensure_ascii=False, separators=(",", ":"))
    return round(count(tools + client.initialized.get("instructions", "")))


def right(texts, place):
    """The text of a section that answers a question."""
    path, heading = place.split(" > ", 1)
    found = [text for own, text in sections(texts[path]) if plain(own) == plain(heading)]
    if not found:
        raise SystemExit(f"{place}: no such section")
    return found[0]


def sets(options):
    """Each set of questions: its name, its folder, and of each question its forms and the places of what answers it."""
    if options.questions:
        asked = json.loads(options.questions.read_text())["questions"]
        places = [[f"{of['path']} > {of['heading']}" for of in each["relevant"] if of["grade"] == 2] for each in asked]
        for name, form in {"as asked": "text", "with more words": "expanded"}.items():
            yield name, options.documents, dict(zip((each[form] for each in asked), places))
        return
    for name, questions in tomllib.loads((ROOT / "benches/tokens.toml").read_text()).items():
        yield name, installed({"Python": python, "Cargo Book": cargo}[name]), questions


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--binary", type=Path)
    options.add_argument("--each", action="store_true", help="print also the tokens of each question, negative if it fails")
    options.add_argument("--questions", type=Path, metavar="FILE")
    options.add_argument("--documents", type=Path, metavar="FOLDER")
    options = options.parse_args()
    if not options.binary:
        subprocess.run(["cargo", "build", "--quiet", "--bin", "mcp-guide"], cwd=ROOT, check=True)
    binary = str((options.binary or peers.BINARY).resolve())
    results = {}
    for name, folder, questions in sets(options):
        with tempfile.TemporaryDirectory() as temporary:
            ours, rg = Ours(binary, folder, temporary), Ripgrep(installed(ripgrep) / "rg", folder)
            ways = {"`search_content`": ours.search, "`rg`, then 40 lines": rg.lines, "`rg`, then whole files": rg.whole}
            wanted = {question: [right(rg.texts, place) for place in places] for question, places in questions.items()}
            results[name] = {way: [until(ask(each), wanted[each]) for each in wanted] for way, ask in ways.items()}
            print(f"{name}: {len(rg.texts)} documents, {sum(map(len, rg.lower)) / 1e6:.1f} MB")
            for at, question in enumerate(wanted if options.each else ()):
                of = (results[name][way][at] for way in ways)
                print("  ", *(f"{tokens if reached else -tokens:>7.0f} in {calls}" for tokens, calls, reached in of), question)
            tools = fixed(ours.client)
            ours.client.close()
    if not options.questions:
        results["both"] = {way: sum((results[name][way] for name in results), []) for way in ways}
    print(f"\nTools and instructions: {tools:,} tokens")
    print("\n| questions | way | reached | in one call | tokens: median | p90 | calls: median | p90 | mean |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, of in results.items():
        for way, each in of.items():
            tokens, calls, reached = zip(*each)
            one = sum(calls == 1 and reached for _, calls, reached in each)
            figures = [statistics.median(tokens), p90(tokens), statistics.median(calls), p90(calls)]
            shown = [f"{sum(reached)} of {len(each)}", one, *(f"{figure:,.0f}" for figure in figures)]
            print(f"| {name} | {way} | {' | '.join(map(str, shown))} | {statistics.mean(calls):.1f} |")


def p90(values):
    return sorted(values)[round(0.9 * len(values)) - 1]


if __name__ == "__main__":
    main()
