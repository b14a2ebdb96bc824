#!/usr/bin/env python3
"""How well search finds the answers to questions, beside SQLite's FTS5. Prints the table of docs/search.md.

    search_quality.py [--binary PROGRAM] [--collection FILE]
    search_quality.py [--binary PROGRAM] --questions FILE --documents FOLDER

The collection is the FAQ of Python's documentation, of Debian's package python3.11-doc, which is fetched by apt-get:
each question is a query, and its answer, without the question, the one section that is sought, among the answers and
the pages of tutorial, howto and library, cut at their headings. FILE is another one, or where that one is kept:
{"docs": [{"id", "title", "text"}], "queries": [{"id", "text"}], "qrels": {query: {document: grade}}}.

With --questions it measures answers to questions about a folder of Markdown files, as they are asked and with the words
that a language model adds: {"questions": [{"text", "expanded", "relevant": [{"path", "heading", "grade"}]}]}, where
grade 2 answers and 1 helps. Tokens are a quarter of the bytes of the whole result.
"""

import argparse
import json
import math
import re
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

from stdio_bench.client import Client

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "python3.11-doc"
PARTS = ("faq", "tutorial", "howto", "library")
#: How many characters a section has at least.
SHORTEST = 200
UNDERLINE = re.compile(r"([=\-~^*#\"'.])\1{2,}")
#: A section that an answer names: its file, and its headings.
ROW = re.compile(r"^guide://category/c/([^ #]+)\.md\S*(?: (.*))?$", re.M)
#: How many characters a line has that can be recognized.
LONG = 40


def sections(text):
    """The title and the text of each section of a page in reStructuredText."""
    lines = text.split("\n")

    def is_title(at):
        title, line = lines[at].strip(), lines[at + 1].strip()
        return UNDERLINE.fullmatch(line) and title and len(line) >= len(title) and not UNDERLINE.fullmatch(title)

    cuts = [at for at in range(len(lines) - 1) if is_title(at)]
    for begin, end in zip(cuts, cuts[1:] + [len(lines)]):
        yield lines[begin].strip(), "\n".join(lines[begin + 2 : end]).strip()


def unpacked(package, folder):
    """Unpacks a package of Debian into a folder."""
    subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    subprocess.run(["dpkg-deb", "-x", next(folder.glob(f"{package}_*.deb")), folder / "package"], check=True)
    return folder / "package"


def pages(folder):
    """The pages of Python's documentation."""
    return unpacked(PACKAGE, folder) / f"usr/share/doc/{PACKAGE.removesuffix('-doc')}/html/_sources"


def make(folder):
    """The collection of the FAQ."""
    source = pages(folder)
    docs, queries, qrels = [], [], {}
    for file in sorted(source.rglob("*.rst.txt")):
        part = file.relative_to(source).parts[0]
        for number, (title, text) in enumerate(sections(file.read_text(errors="replace"))):
            if part not in PARTS or len(text) < SHORTEST:
                continue
            own = re.sub(r"\W+", "-", f"{part}-{file.stem}-{number}")
            if part == "faq" and title.endswith("?"):
                queries.append({"id": own, "text": title})
                qrels[own] = {own: 1}
                title = part
            docs.append({"id": own, "title": re.sub(r"[:`]\w*[:`]?", "", title), "text": text})
    return {"docs": docs, "queries": queries, "qrels": qrels}


def server(binary, folder):
    """Starts a server of the documents in a folder. Returns a function that asks it, for the whole text of the result."""
    (folder / "guide.yaml").write_text('categories:\n  c:\n    dir: docs\n    patterns: ["**/*.md"]\n')
    client = Client([binary, "--project", str(folder), "serve"], "pipe")

    def ask(query):
        result = client.request("tools/call", {"name": "search_content", "arguments": {"query": query}})
        return result["content"][0]["text"]

    return ask


def program(binary, collection, folder):
    """Asks a server of these documents, in one process. Yields the ids that each query finds, best first."""
    (folder / "docs").mkdir()
    for document in collection["docs"]:
        (folder / f"docs/{document['id']}.md").write_text(f"# {document['title']}\n\n{document['text']}\n")
    answer = server(binary, folder)

    def ask(query):
        value = json.loads(answer(query)).get("value") or ""
        # A document counts once, at its first row.
        return list(dict.fromkeys(path for path, _ in ROW.findall(value)))

    # The first search reads the documents.
    ask(collection["queries"][0]["text"])
    return ask


def fts5(collection):
    """Asks SQLite's FTS5: any word, by its rank, with its English stems."""
    table = sqlite3.connect(":memory:")
    table.execute("CREATE VIRTUAL TABLE t USING fts5(id UNINDEXED, title, text, tokenize='porter')")
    rows = ((document["id"], document["title"], document["text"]) for document in collection["docs"])
    table.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)

    def ask(query):
        any_word = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        rows = table.execute("SELECT id FROM t WHERE t MATCH ? ORDER BY rank LIMIT 50", [any_word])
        return [row[0] for row in rows]

    return ask


def measure(name, ask, collection):
    answered = ndcg = mrr = recall = seconds = 0
    for query in collection["queries"]:
        grades = collection["qrels"].get(query["id"], {})
        before = time.perf_counter()
        found = ask(query["text"])
        seconds += time.perf_counter() - before
        answered += bool(found)
        gain = sum(grades.get(own, 0) / math.log2(place + 2) for place, own in enumerate(found[:10]))
        best = sum(grade / math.log2(place + 2) for place, grade in enumerate(sorted(grades.values(), reverse=True)[:10]))
        ndcg += gain / best if best else 0
        mrr += next((1 / place for place, own in enumerate(found[:10], 1) if grades.get(own)), 0)
        recall += sum(bool(grades.get(own)) for own in found[:10]) / max(1, sum(map(bool, grades.values())))
    count = len(collection["queries"])
    shown = [f"{100 * answered / count:.1f} %", *(f"{sum / count:.3f}" for sum in (ndcg, mrr, recall))]
    print(f"| {name} | {' | '.join(shown)} | {1000 * seconds / count:.1f} |")


def plain(heading):
    """A heading as it is compared."""
    return re.sub(r"\s*\{[^}]*\}\s*$|[`*\\]", "", heading).strip().lower()


def headed(text):
    """The lines of each heading of a Markdown text, up to the next one."""
    found, fenced = {}, False
    lines = found.setdefault("", [])
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        if not fenced and (heading := re.match(r"#{1,6}\s+(.*?)[\s#]*$", line)):
            lines = found.setdefault(plain(heading[1]), [])
        else:
            lines.append(line.strip())
    return found


def judged(name, ask, questions, documents, field):
    """Measures the answers to judged questions, and prints a row."""
    tokens, named, line, ndcg = [], 0, 0, 0
    for question in questions:
        text = ask(question[field])
        value = json.loads(text).get("value") or ""
        tokens.append(len(text.encode()) / 4)
        grades = {(of["path"], plain(of["heading"])): of["grade"] for of in question["relevant"]}
        right = [place for place, grade in grades.items() if grade == 2]
        rows = ((f"{urllib.parse.unquote(path)}.md", plain(heading.split(" > ")[-1])) for path, heading in ROW.findall(value))
        found = list(dict.fromkeys(rows))
        named += any(place in found for place in right)
        shown = {line.strip() for line in value.split("\n") if line.startswith(" ")}
        lines = (line for path, heading in right for line in documents.get(path, {}).get(heading, []))
        line += any(len(line) > LONG and line in shown for line in lines)
        gain = lambda grade, place: (2**grade - 1) / math.log2(place + 2)
        best = sum(gain(grade, place) for place, grade in enumerate(sorted(grades.values(), reverse=True)[:10]))
        ndcg += sum(gain(grades.get(own, 0), place) for place, own in enumerate(found[:10])) / best
    share = [f"{sum / len(questions):.3f}" for sum in (named, line, ndcg)]
    print(f"| {name} | {statistics.median(tokens):.0f} | {max(tokens):.0f} | {' | '.join(share)} |")


def judge(options, folder):
    """Measures the answers to --questions."""
    questions = json.loads(options.questions.read_text())["questions"]
    shutil.copytree(options.documents, folder / "docs")
    files = options.documents.rglob("*.md")
    documents = {str(file.relative_to(options.documents)): headed(file.read_text()) for file in files}
    ask = server(str(options.binary.resolve()), folder)
    ask(questions[0]["text"])
    print(f"{len(documents)} documents, {len(questions)} questions\n")
    print("| words | tokens, median | most | right section named | a line of it shown | nDCG@10 |\n|---|--:|--:|--:|--:|--:|")
    judged("as asked", ask, questions, documents, "text")
    judged("with more words", ask, questions, documents, "expanded")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--binary", default=ROOT / "target/release/mcp-guide", type=Path)
    options.add_argument("--collection", type=Path, metavar="FILE")
    options.add_argument("--questions", type=Path, metavar="FILE")
    options.add_argument("--documents", type=Path, metavar="FOLDER")
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        if options.questions:
            return judge(options, folder)
        if options.collection and options.collection.exists():
            collection = json.loads(options.collection.read_text())
        else:
            collection = make(folder)
            if options.collection:
                options.collection.write_text(json.dumps(collection))
        print(f"{len(collection['docs'])} documents, {len(collection['queries'])} questions\n")
        print("| engine | answered | nDCG@10 | MRR@10 | recall@10 | ms per query |\n|---|--:|--:|--:|--:|--:|")
        measure("`search_content`", program(str(options.binary.resolve()), collection, folder), collection)
        measure("SQLite FTS5 (porter, any word, bm25)", fts5(collection), collection)


if __name__ == "__main__":
    main()
