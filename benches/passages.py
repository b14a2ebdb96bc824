#!/usr/bin/env python3
"""Whether a passage of search_content answers. Prints a table of docs/search.md.

    passages.py FOLDER [--binary PROGRAM] [--each]

FOLDER has a clone of each repository that passages.json names, under its name and at that commit, without a guide.yaml:
so what `init` proposes is searched. passages.json has questions that contributors would ask, each with lines of the
text of which any answers it, and names that stand in one line of the documents. All were chosen by reading the
repositories, before any answer was seen. A name is asked for bare, and in "what does NAME mean". A token is four bytes.
"""

import argparse
import json
import re
import statistics
from pathlib import Path

import peers
from stdio_bench.client import Client

DATA = json.loads(Path(__file__).with_suffix(".json").read_text())


def shown(value):
    """The lines of the passages of an answer, as one line."""
    return " ".join(" ".join(re.findall(r"^  .*", value, re.M)).split())


class Repository:
    """The documents of a clone."""

    def __init__(self, binary, folder):
        self.client = Client([binary, "--start", str(folder), "serve"], "pipe")
        self.tokens = []

    def holds(self, question, texts):
        """Whether a passage of the answer to a question has one of these texts."""
        arguments = {"name": "search_content", "arguments": {"query": question}}
        result = self.client.request("tools/call", arguments)
        value = json.loads(result["content"][0]["text"]).get("value") or ""
        self.tokens.append(len(value.encode()) / 4)
        passages = shown(value)
        return any(" ".join(text.split()) in passages for text in texts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--binary")
    parser.add_argument("--each", action="store_true", help="print what no passage answers")
    options = parser.parse_args()
    binary = options.binary or peers.built()
    rows, tokens = [], []
    for name in DATA["repositories"]:
        repository = Repository(binary, options.folder / name)
        questions = [of for of in DATA["questions"] if of["repository"] == name]
        names = [one for of in DATA["names"] if of["repository"] == name for one in of["names"]]
        asked = [
            [(of["text"], of["answers"]) for of in questions],
            [(one, [one]) for one in names],
            [(f"what does {one} mean", [one]) for one in names],
        ]
        held = [[repository.holds(*question) for question in kind] for kind in asked]
        if options.each:
            for kind, answered in zip(asked, held):
                for (question, _), is_answered in zip(kind, answered):
                    if not is_answered:
                        print(f"{name}: {question}")
        rows.append((name, [(sum(kind), len(kind)) for kind in held]))
        tokens += repository.tokens
    rows.append(("all", [tuple(map(sum, zip(*column))) for column in zip(*(kinds for _, kinds in rows))]))
    print("| repository | questions that a passage answers | names shown, bare | in a sentence |\n|---|--:|--:|--:|")
    for name, kinds in rows:
        print(f"| {name} | {' | '.join(f'{held} of {all}' for held, all in kinds)} |")
    print(f"\ntokens of an answer: {statistics.median(tokens):.0f}, at most {max(tokens):.0f}")


if __name__ == "__main__":
    main()
