#!/usr/bin/env python3
"""What a search costs: the first one, a repeated one, and one after a change. Prints the table of docs/search.md.

    search_cost.py [--binary PROGRAM] [--rounds N]

The documents have 2 KB in three sections, and words as unevenly frequent as those of a language (Zipf). Each search is
timed in turn with `list_content` of the same documents without titles.
"""

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

from search_quality import ROOT
from stdio_bench.client import Client

SIZE = 2048


def write(folder, count, chance):
    """Writes so many documents, 100 a directory. Returns their bytes, and queries of four words."""
    words = ["".join(chance.choices("aeinorstlmdu", k=chance.randint(3, 9))) for _ in range(20_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    for number in range(count):
        text = ""
        for section in range(3):
            drawn = iter(chance.choices(words, weights, k=200))
            part = f"## {next(drawn)} {next(drawn)}\n\n" if section else f"# {next(drawn)} {number}\n\n"
            while len(part) < SIZE // 3 - 12:
                part += next(drawn) + " "
            text += part + "\n\n"
        path = folder / f"docs/{number // 100:03}/{number % 100:02}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "guide.yaml").write_text('categories:\n  c:\n    dir: docs\n    patterns: ["**/*.md"]\n')
    total = sum(path.stat().st_size for path in folder.rglob("*.md"))
    return total, [" ".join(chance.choices(words[200:4000], k=4)) for _ in range(64)]


def call(client, tool, **arguments):
    """Returns the milliseconds of a call."""
    seconds, answer = client.timed("tools/call", {"name": tool, "arguments": arguments})
    if b'"isError":true' in answer:
        raise SystemExit(answer[:300])
    return 1000 * seconds


def measure(binary, count, rounds, folder):
    """Prints the row of so many documents: times in milliseconds, memory as a ratio to their bytes."""
    total, queries = write(folder, count, random.Random(1))
    # What changed within the last seconds is read again by each search.
    time.sleep(4)
    client = Client([binary, "--project", str(folder), "serve"], "socket")
    call(client, "list_content", category_or_collection="c")
    start = client.resident()
    first = call(client, "search_content", query=queries[0])
    memory = (client.resident() - start) / total
    times = [], [], []
    for number in range(rounds):
        query = queries[1 + number % 63]
        times[0].append(call(client, "list_content", category_or_collection="c"))
        times[1].append(call(client, "search_content", query=query))
        changed = folder / f"docs/000/{number % 100:02}.md"
        changed.write_text(changed.read_text() + "more\n")
        times[2].append(call(client, "search_content", query=query))
    client.close()
    listed, repeated, changed = (f"{statistics.median(each):.1f} ms" for each in times)
    print(f"| {count:,} | {first:.0f} ms | {listed} | {repeated} | {changed} | {memory:.2f} × |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--binary", default=ROOT / "target/release/mcp-guide", type=Path)
    options.add_argument("--rounds", default=20, type=int)
    options = options.parse_args()
    print("| documents | first search | `list_content` | a repeated search | one document changed | memory, of the documents' bytes |")
    print("|--:|--:|--:|--:|--:|--:|")
    for count in (500, 10_000):
        with tempfile.TemporaryDirectory() as folder:
            measure(str(options.binary.resolve()), count, options.rounds, Path(folder))


if __name__ == "__main__":
    main()
