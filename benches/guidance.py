#!/usr/bin/env python3
"""What a call for guidance costs beside others of the same documents. Prints the table of docs/guidance.md.

    guidance.py [--binary PROGRAM] [--rounds N]

The rules have five patterns each and 1 KB. Calls are made in turn; the figures are medians.
"""

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from search_cost import call
from stdio_bench.client import Client

ROOT = Path(__file__).resolve().parent.parent
GUIDE = 'categories: {rules: {dir: .claude/rules, patterns: ["*.md"]}}\nlimits: {response_bytes: 4000000}\n'


def write(folder, count, shared):
    """Writes so many rules; the last pattern of each is `shared`, or its own."""
    rules = folder / ".claude/rules"
    rules.mkdir(parents=True)
    for number in range(count):
        patterns = [f"src/mod{number}/{part}/**/*.rs" for part in range(4)] + [shared or f"lib{number}/**"]
        lines = "".join(f'  - "{pattern}"\n' for pattern in patterns)
        (rules / f"r{number:04}.md").write_text(f"---\npaths:\n{lines}---\n# Rule {number}\n\n" + "Text of a rule. " * 60 + "\n")
    (folder / "guide.yaml").write_text(GUIDE)
    # What changed within the last seconds may be read again.
    time.sleep(4)


def read(folder):
    """Returns the milliseconds of opening, reading and closing each rule."""
    before = time.perf_counter()
    for path in sorted(os.listdir(folder / ".claude/rules")):
        file = os.open(folder / ".claude/rules" / path, os.O_RDONLY)
        os.read(file, 8192)
        os.close(file)
    return 1000 * (time.perf_counter() - before)


def measure(binary, count, shared, rounds):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        write(folder, count, shared)
        client = Client([binary, "--project", str(folder), "serve"], "pipe")
        times = {"guidance": [], "list": [], "get": [], "read": []}
        for _ in range(rounds):
            times["guidance"].append(call(client, "get_guidance", path="src/a.rs"))
            times["list"].append(call(client, "list_content", category_or_collection="rules"))
            times["get"].append(call(client, "get_content", category_or_collection="rules"))
            times["read"].append(read(folder))
        return [statistics.median(times[name]) for name in ("guidance", "list", "get", "read")]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--binary", default=ROOT / "target/release/mcp-guide", type=Path)
    options.add_argument("--rounds", default=200, type=int)
    options = options.parse_args()
    print("| rules | that apply | `get_guidance` | `list_content` | `get_content` | read by Python |\n|--:|--:|--:|--:|--:|--:|")
    for count, shared in ((10, "src/**"), (1000, None)):
        figures = measure(str(options.binary.resolve()), count, shared, options.rounds if count == 10 else 20)
        cells = " | ".join(f"{figure:.2f} ms" for figure in figures)
        print(f"| {count:,} | {count if shared else 0} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
