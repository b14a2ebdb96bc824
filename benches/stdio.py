#!/usr/bin/env python3
"""mcp-guide through standard input and output: start, memory, and calls beside
`ping` on the same connection and beside the floors: a bare list, open and read of
the same files, the same with mcp-guide's guarantees, and for one document a server
in C that does nothing else.

    python3 benches/stdio.py
    python3 benches/stdio.py --before …/mcp-guide --npm …/server-filesystem/dist/index.js \\
        --rust …/rust-mcp-filesystem --pypi …/bin/mcp-guide
    python3 benches/stdio.py --sizes 1 20 --usual --seconds 0.5 --starts 5

Builds the release binary, the floors' helper and the echo, makes the documents in a
temporary directory, compares an answer of every process with what is on disk, and
then times them all in turn. Prints a table without limits, one with the default
limits, and the bars. Other servers are optional.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

from stdio_bench import documents, measure
from stdio_bench.bars import Bars, mega
from stdio_bench.servers import OTHERS, Echo, McpGuide, installed
from stdio_bench.table import LEGEND, Table

#: From how many documents on memory is looked at.
MANY = 1_000


def main():
    options = parse()
    # The helper first: with it cargo builds an mcp-guide too, in the same place, but with
    # what the tests want of the dependencies, which is larger than what is released.
    helper = options.floor or built("retrieval", "bench", "--no-run", "--bench", "retrieval")
    options.binary = options.binary or built("mcp-guide", "build", "--release", "--bin", "mcp-guide")
    bars = Bars(os.path.getsize(options.binary))
    with tempfile.TemporaryDirectory(prefix="mcp-guide-bench-") as name:
        folder = pathlib.Path(name)
        run = Run(options, measure.Floor(helper), Echo.compile(folder), bars)
        try:
            run.section("no limits", folder / "all", options.sizes, documents.NONE, whole=True)
            run.section("default limits", folder / "usual", options.usual, limits=None, whole=False)
        finally:
            run.floor.close()
    print(f"\n{LEGEND}")
    absent = [server.name for option, server in OTHERS.items() if not installed(getattr(options, option))]
    if absent:
        print(f"\nAbsent: {', '.join(absent)}.")
    bars.print()


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--binary", help="mcp-guide, instead of building it")
    parser.add_argument("--floor", help="the retrieval bench, instead of building it")
    parser.add_argument("--before", help="another mcp-guide, to compare with")
    parser.add_argument("--npm", help="index.js of @modelcontextprotocol/server-filesystem")
    parser.add_argument("--rust", help="rust-mcp-filesystem")
    parser.add_argument("--pypi", help="the script of mcp-guide 1.1.0 (with mcp<2)")
    parser.add_argument("--starts", type=int, default=20, help="how often each is started")
    parser.add_argument("--seconds", type=float, default=measure.SECONDS, help="how long each is asked for one number")
    parser.add_argument("--sizes", type=int, nargs="*", default=documents.SIZES, help="numbers of documents")
    parser.add_argument(
        "--usual", type=int, nargs="*", default=documents.USUAL, help="numbers of documents, with the default limits"
    )
    return parser.parse_args()


def built(target, *command):
    """Builds a target of the crate and returns its executable; others may be built
    on the way, in any order."""
    crate = pathlib.Path(__file__).resolve().parent.parent
    messages = subprocess.run(
        ["cargo", *command, "--message-format=json-render-diagnostics"],
        cwd=crate,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    for message in map(json.loads, messages.splitlines()):
        if message.get("executable") and message["target"]["name"] == target:
            return message["executable"]
    raise RuntimeError(f"cargo {' '.join(command)} built no {target}")


class Run:
    """What all sections are measured with."""

    def __init__(self, options, floor, echo, bars):
        self.options = options
        self.floor = floor
        self.echo = echo
        self.bars = bars

    def section(self, name, root, sizes, limits, whole):
        """One project, and a table of its own; as a `whole` with start and memory."""
        if not sizes:
            return
        print(f"\n{name.capitalize()}:\n")
        sets = documents.shelf(name, root, sizes, limits)
        servers = self.servers(root)
        table = Table(servers)
        if whole:
            self.starts(table, servers)
        for one in sets:
            self.calls(table, servers, sets, one)
        if whole:
            self.memory(table, servers, sets)
        for server in servers:
            if server.most and max(sizes) > server.most:
                print(f"\n{server.name} returns at most {server.most} documents of a category.")

    def servers(self, root):
        servers = [McpGuide(root, self.options.binary)]
        for option, server in OTHERS.items():
            path = getattr(self.options, option)
            if installed(path):
                servers.append(server(root, path))
        return servers

    def starts(self, table, servers):
        seconds, used, resident = measure.starts(servers, self.options.starts)
        self.bars.started(seconds, resident)
        table.times("spawn to initialize", seconds)
        table.times("spawn to initialize: the server's processor time", used)
        table.row("resident after start", {server: mega(resident[server]) for server in servers})

    def calls(self, table, servers, sets, one):
        """One number of documents; of one document, the echo takes part."""
        echo = Echo(self.echo, one) if one.count == 1 else None
        asked = [*servers, echo] if echo else servers
        measured = measure.calls(asked, sets, self.floor, one, self.options.seconds)
        self.bars.called(one, measured)
        table.calls(one, measured, echo)

    def memory(self, table, servers, sets):
        for one in sets:
            if one.count >= MANY:
                peaks = measure.peaks(servers, sets, one)
                self.bars.peaked(one, peaks)
                table.peaks(one, peaks)


if __name__ == "__main__":
    main()
