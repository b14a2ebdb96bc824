#!/usr/bin/env python3
"""mcp-guide through standard input and output, over pipes and over socket pairs: start, memory, and calls beside
`ping` on the same connection.

    python3 benches/stdio.py --rust …/rust-mcp-filesystem
    python3 benches/stdio.py --before …/mcp-guide --npm …/server-filesystem/dist/index.js
    python3 benches/stdio.py --sizes 1 20 --seconds 0.5 --starts 5

Builds the release binary and the retrieval bench, which has the call in process. Makes the documents in a temporary
directory, compares an answer of every process with what is on disk, and then times them all in turn. Prints a table
and the bars. Other servers are optional, but most bars are ratios to rust-mcp-filesystem.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

from stdio_bench import documents, measure
from stdio_bench.client import KINDS
from stdio_bench.report import LEGEND, Bars, Table
from stdio_bench.servers import BEFORE, McpGuide, NodeFilesystem, RustFilesystem


def main():
    options = parse()
    # The bench first: with it cargo builds an mcp-guide too, in the same place, but with
    # what the tests want of the dependencies, which is larger than what is released. So does a
    # build of the whole workspace.
    retrieval = options.retrieval
    if 1 in options.sizes and not retrieval:
        retrieval = built("retrieval", "bench", "--no-run", "--bench", "retrieval")
    binary = options.binary or built("mcp-guide", "build", "--release", "-p", "mcp-guide")
    servers = [McpGuide(binary)]
    if options.before:
        servers.append(McpGuide(options.before, BEFORE))
    if options.rust:
        servers.append(RustFilesystem(options.rust))
    if options.npm:
        servers.append(NodeFilesystem(options.npm))
    bars = Bars()
    with tempfile.TemporaryDirectory(prefix="mcp-guide-bench-") as place:
        run(options, servers, pathlib.Path(place), bars)
    if 1 in options.sizes:
        bars.in_process = measure.in_process(retrieval)
    print(f"\n{LEGEND}")
    bars.print(os.path.getsize(binary))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--binary", help="mcp-guide, instead of building it")
    parser.add_argument("--retrieval", help="the retrieval bench, instead of building it")
    parser.add_argument("--before", help="another mcp-guide, to compare with")
    parser.add_argument("--rust", help="rust-mcp-filesystem")
    parser.add_argument("--npm", help="index.js of @modelcontextprotocol/server-filesystem")
    parser.add_argument("--starts", type=int, default=20, help="how often each is started")
    parser.add_argument("--seconds", type=float, default=measure.SECONDS, help="how long each is asked for one number")
    parser.add_argument("--sizes", type=int, nargs="*", default=documents.SIZES, help="numbers of documents")
    return parser.parse_args()


def built(target, *command):
    """Builds a target of the crate and returns its executable; others may be built on the way, in any order."""
    messages = subprocess.run(
        ["cargo", *command, "--message-format=json-render-diagnostics"],
        cwd=pathlib.Path(__file__).resolve().parent.parent,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    for message in map(json.loads, messages.splitlines()):
        if message.get("executable") and message["target"]["name"] == target:
            return message["executable"]
    raise RuntimeError(f"cargo {' '.join(command)} built no {target}")


def run(options, servers, place, bars):
    subjects = [(server, kind) for server in servers for kind in KINDS]
    sets = [documents.Documents(place, count) for count in options.sizes]
    table = Table(servers)
    if options.starts:
        started = sets[0] if sets else documents.Documents(place, 0)
        seconds, used, resident = measure.starts(subjects, started, options.starts)
        table.times("start to `initialize`", seconds)
        table.times("start to `initialize`: processor time", used)
        table.sizes("resident after start", resident)
        bars.add("start to `initialize`", medians(seconds))
        bars.add("resident after start", resident)
    for one in sets:
        measured = measure.calls(subjects, one, options.seconds)
        table.times(f"ping, between calls for {one.name}", measured.pinged)
        table.times(one.name, measured.called)
        table.times(f"{one.name}: processor time", measured.used)
        bars.add(one.count, medians(measured.called))
        if one.count == 1:
            bars.add("ping", medians(measured.pinged))


def medians(figures):
    return {subject: times.p50 for subject, times in figures.items()}


if __name__ == "__main__":
    main()
