#!/usr/bin/env python3
"""What the rules for a file cost: a call, and a hook, which is a program that starts. Prints a table of docs/performance.md.

    guidance.py [--binary PROGRAM] [--rounds N]

The rules have 1 KB and five patterns each: 10 that all apply to the file, or 1,000 of which none does. The hook is that
of Codex before a patch, each time of another session, so that it gives every rule. Beside it `true` starts, which does
nothing. All are timed in turn.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from peers import ROOT
from stdio_bench.client import Client

FILE = "src/api/users.ts"


def write(folder, count, applies):
    """Writes a project with so many rules."""
    rules = folder / ".cursor/rules"
    rules.mkdir(parents=True)
    for number in range(count):
        last = "src/api/**" if applies else f"lib/{number}/**"
        patterns = ", ".join([f"web/{number}/*.{end}" for end in ("js", "ts", "tsx", "css")] + [last])
        text = f"---\nglobs: {patterns}\nalwaysApply: false\n---\n# Rule {number}\n\n"
        (rules / f"{number:04}.mdc").write_text(text.ljust(1023, "x") + "\n")
    (folder / "guide.yaml").write_text('categories:\n  rules:\n    dir: .cursor/rules\n    patterns: ["**/*.mdc"]\n')


def call(client, tool, **arguments):
    """Returns the milliseconds of a call."""
    seconds, answer = client.timed("tools/call", {"name": tool, "arguments": arguments})
    if b'"isError":true' in answer:
        raise SystemExit(answer[:300])
    return 1000 * seconds


def hook(binary, folder, session):
    """Returns the milliseconds of a hook, and what it gives."""
    message = {
        "session_id": session, "cwd": str(folder), "hook_event_name": "PreToolUse", "tool_name": "apply_patch",
        "tool_input": {"command": f"*** Begin Patch\n*** Add File: {FILE}\n+x\n*** End Patch"},
    }
    environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
    command = [binary, "--project", str(folder), "hook", "codex"]
    return run(command, json.dumps(message).encode(), environment)


def run(command, given=b"", environment=None):
    before = time.perf_counter()
    ran = subprocess.run(command, input=given, env=environment, capture_output=True, check=True)
    return 1000 * (time.perf_counter() - before), ran.stdout


def measure(binary, count, applies, rounds, folder):
    """Prints the row of so many rules: medians in milliseconds."""
    write(folder, count, applies)
    # What changed within the last seconds is read again.
    time.sleep(4)
    client = Client([binary, "--project", str(folder), "serve"], "socket")
    asked, listed, hooked, started = [], [], [], []
    for number in range(rounds):
        asked.append(call(client, "get_guidance", path=FILE))
        listed.append(call(client, "list_content", category_or_collection="rules"))
        took, given = hook(binary, folder, f"s{number}")
        if (b"Rule " in given) != applies:
            raise SystemExit(f"not what was due: {given[:300]!r}")
        hooked.append(took)
        started.append(run(["true"])[0])
    client.close()
    cells = (f"{statistics.median(each):.2f} ms" for each in (asked, listed, hooked, started))
    print(f"| {count:,} | {count if applies else 0} | {' | '.join(cells)} |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--binary", default=ROOT / "target/release/mcp-guide", type=Path)
    options.add_argument("--rounds", default=50, type=int)
    options = options.parse_args()
    print("| rules | that apply | `get_guidance` | `list_content` | a hook | `true` |")
    print("|--:|--:|--:|--:|--:|--:|")
    for count, applies in ((10, True), (1_000, False)):
        with tempfile.TemporaryDirectory() as folder:
            measure(str(options.binary.resolve()), count, applies, options.rounds, Path(folder))


if __name__ == "__main__":
    main()
