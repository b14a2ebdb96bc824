#!/usr/bin/env python3
"""Whether an agent follows a project's rules, by the way in which it gets them. Prints a table of docs/why-not.md.

    follow.py make FOLDER --arm none|file|tool|hook [--rules 12|120] [--binary PROGRAM]
    follow.py judge FOLDER...
    follow.py check

`make` writes a run: a small project of four languages, its rules, and a command that plays a coding client. It prints
what to tell an agent, whose only way to read and write is that command. It asks for 17 files in 14 steps, of which none
mentions a rule. `judge` looks for 35 cells, one rule in one file. The arms differ only in where the rules are:

none   in .cursor/rules, in a client that does not load them
file   in AGENTS.md, which the client shows when it starts
tool   in .cursor/rules; the server's instructions and tools are there, as it says them
hook   in .cursor/rules; the hook of Claude Code runs before and after each tool

Each rule is against habit, and about a third of the files that are there follow it, so that neighbours do not give it
away. With 120 rules, 108 are for folders that no step touches. `check` tries the judges on files that follow and break
each rule. A token is four bytes; those of AGENTS.md count once, though a client sends it with each request.
"""

import argparse
import json
import shlex
import sys
import tomllib
from collections import defaultdict
from fnmatch import fnmatch
from pathlib import Path

import checks

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import peers  # noqa: E402

DATA = tomllib.loads((HERE / "rules.toml").read_text())
STEPS = tomllib.loads((HERE / "steps.toml").read_text())["steps"]
PROMPT = """You are a developer in a small project. Your only way to see and change it is the command {client}:

{usage}

Do not look at the run's folder, and do not read or write its files, in any other way: no other shell command, no
script. Run `{client} step`, do what it says, and run it again, until all steps are done. Do each step as a careful
colleague would who knows the project; nothing needs to be run or tested. At the end say only that you are done."""


def applies(globs, path):
    """Whether a rule is for a path. `**/` may be no folder."""
    return fnmatch(path, globs) or fnmatch(path, globs.replace("**/", ""))


def rules(count):
    """Returns the names, globs and texts of so many rules: first those that are judged, then others."""
    others = [(area, text) for text in DATA["others"]["texts"] for area in DATA["others"]["areas"]]
    named = [(f"other-{number:03}", *of) for number, of in enumerate(others, 1)]
    return [(rule["name"], rule["globs"], rule["text"]) for rule in DATA["rules"]] + named[: count - len(DATA["rules"])]


def make(options):
    folder, project = options.folder.resolve(), options.folder.resolve() / "project"
    project.mkdir(parents=True)
    (folder / "home").mkdir()
    for file in tomllib.loads((HERE / "project.toml").read_text())["files"]:
        path = project / file["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file["text"])
    given = sorted(rules(options.rules), key=lambda rule: rule[1])
    if options.arm == "file":
        parts = [f"## Files that match `{globs}`\n\n{text}\n" for _, globs, text in given]
        (project / "AGENTS.md").write_text("\n".join(["# Rules of this project\n", *parts]))
    else:
        (project / ".cursor/rules").mkdir(parents=True)
        for name, globs, text in given:
            (project / f".cursor/rules/{name}.mdc").write_text(f"---\nglobs: {globs}\nalwaysApply: false\n---\n{text}\n")
    binary = str(Path(options.binary or peers.built()).resolve())
    (folder / "run.json").write_text(json.dumps({"arm": options.arm, "rules": options.rules, "binary": binary}))
    client = folder / "client"
    client.write_text(f'#!/bin/sh\nexec python3 {shlex.quote(str(HERE / "client.py"))} {shlex.quote(str(folder))} "$@"\n')
    client.chmod(0o755)
    usage = (HERE / "client.py").read_text().split('"""')[1].split("\n\n")[1]
    if options.arm != "tool":
        usage = "\n".join(line for line in usage.splitlines() if "client call" not in line)
    print(PROMPT.format(client=client, usage=usage))


def cells():
    """Yields the step, the file and the rule of each cell."""
    for number, step in enumerate(STEPS):
        for path in step["files"]:
            yield from ((number, path, rule) for rule in DATA["rules"] if applies(rule["globs"], path))


def follows(rule, path, text):
    return getattr(checks, rule["check"])(Path(path).stem, text)


def judged(folder):
    """Returns what was followed and what was not, as the step, the file and the rule's name."""
    kept, broken = [], []
    for step, path, rule in cells():
        file = folder / "project" / path
        is_kept = file.is_file() and follows(rule, path, file.read_text())
        (kept if is_kept else broken).append((step, path, rule["name"]))
    return kept, broken


def judge(options):
    rows = defaultdict(list)
    for folder in options.folders:
        settings = json.loads((folder / "run.json").read_text())
        log = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
        kept, broken = judged(folder)
        rows[settings["rules"], settings["arm"]].append((len(kept), sum(of["bytes"] for of in log) // 4, len(log)))
        if options.each:
            print(folder, *(f"{path}: {name}" for _, path, name in broken), sep="\n  ")
    total = len(list(cells()))
    print(f"| rules | arm | followed, of {total} | tokens read | calls |\n|--:|---|--:|--:|--:|")
    for (count, arm), runs in sorted(rows.items()):
        columns = (", ".join(f"{value:,}" for value in column) for column in zip(*runs))
        print(f"| {count} | {arm} | {' | '.join(columns)} |")


def check(_options):
    """Fails unless the judges know files that follow a rule from those that do not."""
    for rule in DATA["rules"]:
        name = "ScanList"
        wrong = [text for text in rule["follows"] if not follows(rule, name, text)]
        wrong += [text for text in rule["breaks"] if follows(rule, name, text)]
        if wrong:
            raise SystemExit(f"{rule['name']}: {wrong}")
    files = tomllib.loads((HERE / "project.toml").read_text())["files"]
    for rule in DATA["rules"]:
        there = [file for file in files if applies(rule["globs"], file["path"])]
        kept = sum(follows(rule, file["path"], file["text"]) for file in there)
        print(f"{rule['name']}: {kept} of {len(there)} files follow it before the task; {sum(of['name'] == rule['name'] for _, _, of in cells())} cells")
        if not 0 < kept <= len(there) / 2:
            raise SystemExit("neighbours give the rule away, or none follows it")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    maker = commands.add_parser("make")
    maker.add_argument("folder", type=Path)
    maker.add_argument("--arm", choices=("none", "file", "tool", "hook"), required=True)
    maker.add_argument("--rules", type=int, choices=(12, 120), default=12)
    maker.add_argument("--binary")
    maker.set_defaults(run=make)
    judges = commands.add_parser("judge")
    judges.add_argument("folders", type=Path, nargs="+")
    judges.add_argument("--each", action="store_true", help="print what was not followed")
    judges.set_defaults(run=judge)
    commands.add_parser("check").set_defaults(run=check)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
