#!/usr/bin/env python3
"""How long calls take, and how much memory one process, by the number of documents.

    benches/scale/documents.py                      1, 10 and 100 thousand documents
    benches/scale/documents.py 1000000              a million
    benches/scale/documents.py --in FOLDER 10000    written below this folder; else below the one for temporary files

A document has 2 KB in two sections, of a vocabulary whose words are as frequent as those of a language. A hundred are in
a folder. The program is target/release/mcp-guide, or what MCP_GUIDE names; the project's limits are the default ones, but
for `limits.index_bytes`, which is 1 GiB. Each figure is the median of five calls, but for the first of a kind. It prints
the rows of a table of Markdown.
"""

import argparse
import itertools
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("MCP_GUIDE", ROOT / "target/release/mcp-guide")
TIMES = 5
BYTES = 2_000
GUIDE = "limits: { index_bytes: 1073741824 }\ncategories:\n  docs: { dir: docs, patterns: ['**/*.md'] }\n  rules: { dir: rules, patterns: ['*.md'], applies_to: ['src/**'] }\n"
HEAD = ["documents", "first search", "next search", "`list_content`", "`get_content`", "first hook", "next hook", "MiB at rest", "MiB with the index"]


def words(count, seed):
    """A vocabulary, and how often each of its words is used beside the others."""
    random.seed(seed)
    parts = ["ba", "co", "di", "fu", "ga", "lo", "mi", "nu", "pe", "ra", "so", "ti", "ve", "zu", "ker", "lan", "mor", "ten"]
    known = list({"".join(random.choices(parts, k=random.randint(2, 5))) for _ in range(count)})
    return known, list(itertools.accumulate(1 / (at + 1) for at in range(len(known))))


def make(folder, count):
    known, weights = words(30_000, 1)
    for at in range(count):
        if at % 100 == 0:
            below = folder / f"docs/{at // 10_000:04}/{at // 100:06}"
            below.mkdir(parents=True)
        used = random.choices(known, cum_weights=weights, k=BYTES // 7)
        half = len(used) // 2
        first, second = " ".join(used[:half]), " ".join(used[half:])
        (below / f"{at:07}.md").write_text(f"# About {used[0]} {used[-1]}\n\n{first}.\n\n## Then {used[half]}\n\n{second}.\n"[:BYTES])
    (folder / "rules").mkdir(parents=True)
    (folder / "rules/a.md").write_text("Return errors as values.\n")
    (folder / "src").mkdir()
    (folder / "src/a.rs").write_text("\n")
    (folder / ".git").mkdir()
    (folder / "guide.yaml").write_text(GUIDE)
    return known


class Server:
    def __init__(self, folder):
        command = [str(PROGRAM), "--project", str(folder), "serve"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ids = itertools.count(1)
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        self.ask("initialize", hello)
        self.process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

    def ask(self, method, params):
        message = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["result"]

    def call(self, tool, **given):
        """The seconds of a call, which must succeed."""
        began = time.perf_counter()
        result = self.ask("tools/call", {"name": tool, "arguments": given})
        took = time.perf_counter() - began
        assert not result.get("isError"), result
        return took

    def memory(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) // 1024

    def end(self):
        self.process.stdin.close()
        self.process.wait(60)


def hook(folder, state, session):
    message = {"session_id": session, "cwd": str(folder), "hook_event_name": "PreToolUse", "tool_name": "Edit"}
    message["tool_input"] = {"file_path": str(folder / "src/a.rs")}
    began = time.perf_counter()
    kept = os.environ | {"XDG_STATE_HOME": str(state)}
    done = subprocess.run([PROGRAM, "hook", "claude-code"], input=json.dumps(message), capture_output=True, text=True, env=kept, check=True)
    took = time.perf_counter() - began
    assert "Return errors as values" in done.stdout, done
    return took


def several(call):
    return statistics.median(call(at) for at in range(TIMES))


def shown(seconds):
    return f"{seconds * 1000:,.1f} ms" if seconds < 1 else f"{seconds:,.1f} s"


def measure(lab, count):
    folder, state = lab / "project", lab / "state"
    known = make(folder, count)
    server = Server(folder)
    rest = server.memory()
    # Words of middling frequency.
    asked = [f"{known[200 + at]} {known[900 + at]}" for at in range(TIMES + 1)]
    first = server.call("search_content", query=asked[TIMES])
    time.sleep(4)
    server.call("search_content", query=asked[TIMES])
    times = [
        first,
        several(lambda at: server.call("search_content", query=asked[at])),
        several(lambda at: server.call("list_content", category_or_collection="docs")),
        several(lambda at: server.call("get_content", category_or_collection="docs", document=f"0000/00000{at}/{at * 100:07}.md")),
        hook(folder, state, "first"),
        several(lambda at: hook(folder, state, f"next-{at}")),
    ]
    memory = server.memory()
    server.end()
    return [f"{count:,}", *map(shown, times), str(rest), str(memory)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counts", nargs="*", type=int, default=[1_000, 10_000, 100_000])
    parser.add_argument("--in", dest="within", type=Path)
    given = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}", flush=True)
    for count in given.counts:
        lab = Path(tempfile.mkdtemp(prefix="scale-", dir=given.within))
        print(f"| {' | '.join(measure(lab, count))} |", flush=True)
        shutil.rmtree(lab)


if __name__ == "__main__":
    main()
