#!/usr/bin/env python3
"""mcp-guide over HTTP: 64 clients, each with one connection, ask for one document of 2 KB over and over.

    python3 benches/http_load.py
    python3 benches/http_load.py --before …/mcp-guide
    python3 benches/http_load.py --binary target/debug/mcp-guide --rounds 1 --seconds 1

Builds the release binary, and measures it in turn with another one and with a server of the TypeScript SDK that reads
the same document at each call, without sessions. Compares an answer of each with what is on disk before each
measurement, and every further one with that answer; a request that fails ends the run. Prints medians and the bars.

The clients are one thread of wrk, on the same machine. wrk and the SDK are installed where they are missing, as
benches/scale/run does, whose project and servers these are.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "benches/scale"))

import load
import machine
import server

OURS = "mcp-guide"
BEFORE = "before"


def main():
    options = parse()
    place = ROOT / "target" / "scale"
    place.mkdir(parents=True, exist_ok=True)
    tools = machine.Tools(place, debian={"wrk": "wrk"}, python=False)
    binary = options.binary or built()
    with tempfile.TemporaryDirectory(prefix="mcp-guide-bench-") as scratch:
        run = load.Run(tools, binary, ROOT, pathlib.Path(scratch) / "run", quick=False)
        try:
            figures = measure(run, subjects(run, options.before), options)
        finally:
            run.close(run.running)
    table(figures)
    if options.before:
        bars(figures)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--binary", help="mcp-guide, instead of building it")
    parser.add_argument("--before", help="another mcp-guide, to compare with")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    parser.add_argument("--seconds", type=int, default=5, help="how long each time")
    return parser.parse_args()


def built():
    subprocess.run(["cargo", "build", "--release", "--locked", "--bin", "mcp-guide"], cwd=ROOT, check=True)
    return ROOT / "target/release/mcp-guide"


def subjects(run, before):
    """Starts the servers; all wait while one is measured."""
    found = [run.replica(name=OURS)]
    if before:
        run.binary = before
        found.append(run.replica(name=BEFORE))
    found.append(run.peer("TypeScript SDK", run.tools.node, "server.mjs"))
    return found


def measure(run, servers, options):
    """Returns by the server's name its figures, one of each round."""
    figures = {one.name: [] for one in servers}
    for _ in range(options.rounds):
        for one in servers:
            figures[one.name].append(run.measure(one.name, "none", one.port, [one], 1, load.MANY, options.seconds))
    return figures


def table(figures):
    print(f"\n{load.MANY} clients, one document of 2 KB; medians of {len(figures[OURS])} rounds; no request failed.\n")
    print("| server | requests/s | × | processor time per request, µs | × | p50 ms | p99 ms |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, found in figures.items():
        p50, p99 = (statistics.median(times) for times in zip(*((one.p50, one.p99) for one in found), strict=True))
        cells = [
            name,
            f"{rate(found):,.0f}",
            f"{rate(found) / rate(figures[OURS]):.2f}",
            f"{processor(found) * 1e6:.1f}",
            f"{processor(found) / processor(figures[OURS]):.2f}",
            f"{p50:.2f}",
            f"{p99:.2f}",
        ]
        print("| " + " | ".join(cells) + " |")


def bars(figures):
    """Prints the bars, with the ratios of all rounds: one binary beside itself shows how far they spread."""
    print("\n| over HTTP, 64 clients | bar | median of the rounds' ratios | |\n|---|---|---|---|")
    rounds = list(zip(figures[OURS], figures[BEFORE], strict=True))
    used = [processor([ours]) / processor([before]) for ours, before in rounds]
    line("the server's processor time per request", "≤ 1.0 × before", used, statistics.median(used) <= 1)
    rates = [ours.rate / before.rate for ours, before in rounds]
    line("requests per second", "≥ 1.0 × before", rates, statistics.median(rates) >= 1)


def line(work, bar, ratios, met):
    measured = f"{statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"
    print(f"| {work} | {bar} | {measured} | {'met' if met else 'not met'} |")


def rate(found):
    return statistics.median(one.rate for one in found)


def processor(found):
    """Returns the median of the seconds of processor time for a request."""
    return statistics.median(one.processor / one.requests for one in found)


if __name__ == "__main__":
    try:
        main()
    except (machine.Missing, server.Wrong) as problem:
        sys.exit(f"benches/http_load.py: {problem}")
