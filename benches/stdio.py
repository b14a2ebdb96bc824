#!/usr/bin/env python3
"""mcp-guide through standard input and output: start, memory, and calls beside
`ping` on the same connection and beside the floor, a bare list, open and read of
the same files.

    python3 benches/stdio.py
    python3 benches/stdio.py --npm …/server-filesystem/dist/index.js \\
        --rust …/rust-mcp-filesystem --pypi …/bin/mcp-guide

Builds the release binary and the floor's helper, makes the documents in a
temporary directory, compares every server's answers with what is on disk, and
then times them all in turn. Prints one table. Other servers are optional.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from stdio_bench import measure
from stdio_bench.documents import SIZES, Documents, project
from stdio_bench.servers import OTHERS, McpGuide, installed


def main():
    options = parse()
    binary = options.binary or built("mcp-guide", "build", "--release", "--bin", "mcp-guide")
    helper = options.floor or built("retrieval", "bench", "--no-run", "--bench", "retrieval")
    with tempfile.TemporaryDirectory(prefix="mcp-guide-bench-") as folder:
        root = pathlib.Path(folder)
        sets = [Documents(root, count) for count in options.sizes]
        project(root, sets)
        servers = [McpGuide(root, binary)]
        absent = []
        for name, server in OTHERS.items():
            path = getattr(options, name)
            if installed(path):
                servers.append(server(root, path))
            else:
                absent.append(server.name)
        floor = measure.Floor(helper)
        try:
            run(servers, floor, sets, options.starts)
        finally:
            floor.close()
        for name in absent:
            print(f"\nAbsent: {name}.")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--binary", help="mcp-guide, instead of building it")
    parser.add_argument("--floor", help="the retrieval bench, instead of building it")
    parser.add_argument("--npm", help="index.js of @modelcontextprotocol/server-filesystem")
    parser.add_argument("--rust", help="rust-mcp-filesystem")
    parser.add_argument("--pypi", help="the script of mcp-guide 1.1.0 (with mcp<2)")
    parser.add_argument("--starts", type=int, default=20, help="how often each is started")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of documents")
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


def run(servers, floor, sets, starts):
    clients = {}
    for server in servers:
        clients[server] = server.connect()
        server.prepare(clients[server], sets)
        for documents in sets:
            server.check(clients[server], documents)
    print(f"Every answer equals the bytes on disk; {len(servers)} servers.\n", file=sys.stderr)
    table = Table(servers)
    seconds, resident = measure.starts(servers, starts)
    table.times("spawn to initialize", None, seconds)
    table.row("resident after start", "", {server: mega(resident[server]) for server in servers})
    for documents in sets:
        called, pinged, used, bare = measure.calls(clients, floor, documents)
        name = f"{documents.count:,} document{'s' if documents.count > 1 else ''}"
        table.times(f"ping, between calls for {name}", None, pinged)
        table.times(name, bare, called, pinged[servers[0]])
        table.times(f"{name}: the server's processor time", None, used)
    for documents in sets[-2:]:
        peaks = measure.peaks(servers, sets, documents)
        cells = {s: f"{mega(peak)} (N = {mega(size)})" for s, (peak, size) in peaks.items()}
        table.row(f"peak, {documents.count:,} documents, N bytes", mega(documents.bytes), cells)
    table.close(clients)


class Table:
    """The table, printed row by row."""

    def __init__(self, servers):
        self.servers = servers
        others = [f"{server.name} | ×" for server in servers[1:]]
        print("| " + " | ".join(["work", "floor", "mcp-guide", "over", *others]) + " |")
        print("|---|" + "--:|" * (3 + 2 * len(others)))

    def row(self, work, floor, cells, over=""):
        first, *others = self.servers
        line = [work, floor, cells[first], over]
        for server in others:
            line += cells[server] if isinstance(cells[server], tuple) else (cells[server], "")
        print("| " + " | ".join(line) + " |", flush=True)

    def times(self, work, bare, times, pings=None):
        """`over`: for one document over ping, for more over the floor and ping."""
        first = self.servers[0]
        cells, over = {first: milli(times[first])}, ""
        for server in self.servers[1:]:
            cells[server] = (milli(times[server]), f"{times[server].p50 / times[first].p50:.1f}")
        if pings and work.startswith("1 "):
            over = f"{times[first].p50 / pings.p50:.2f} × ping"
        elif pings:
            over = f"{times[first].p50 / (bare.p50 + pings.p50):.2f} × (floor + ping)"
        self.row(work, f"{bare.p50 * 1e3:.3f}" if bare else "", cells, over)

    def close(self, clients):
        for server, client in clients.items():
            client.close()
            if server.most:
                print(f"\n{server.name} returns at most {server.most} documents of a category.")
        print(
            "\nTimes: p50 / p99 in milliseconds (of the starts, and of rare calls, the p99 is the "
            "slowest). ×: times mcp-guide's p50. Processor time: of all its threads, until the answer "
            "is there; other load on the machine leaves it as it is. Peak: resident memory of a new process during "
            "its first answer; in `floor` the documents' own bytes, N is the answer's on the wire."
        )


def milli(times):
    return f"{times.p50 * 1e3:.3f} / {times.p99 * 1e3:.3f}"


def mega(count):
    return f"{count / 1e6:.1f} MB"


if __name__ == "__main__":
    main()
