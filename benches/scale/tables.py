"""The figures as Markdown, and the capacity that comes of them."""

import os
import pathlib
import platform
import re

from bars import MEGA, amount

BEGIN, END = "<!-- figures of benches/scale/run -->\n", "<!-- end -->\n"
#: How much of a processor is planned with.
PLANNED = 0.5
#: Calls a minute of one agent.
CALLS = (1, 6, 30)


def of(figures, judged, quick):
    kind = "short measurements (`--quick`)" if quick else "the best of three rounds of 5 s, 30 s with 64 clients"
    parts = [
        f"{os.cpu_count()} processors ({model()}), which the clients, the proxy and the servers share; "
        f"Python {platform.python_version()}; {kind}.",
        direct(figures),
        proxied(figures),
        many(figures),
        capacity(figures),
        table(["bar", "asked", "measured", ""], [[it.what, it.bar, it.measured, met(it)] for it in judged]),
    ]
    return "\n\n".join(parts) + "\n"


def direct(figures):
    rows = [
        [it.subject, amount(it.documents), f"{it.rate:,.0f}", *times(it), f"{it.per_core:,.0f}"]
        for it in figures["figures"]
        if it.proxy == "none"
    ]
    head = ["server", "answer", "requests/s", "p50 ms", "p99 ms", "requests per second of processor time"]
    note = (
        "The peers read the same files at each call and return the same text. *Python* is the SDK's `MCPServer` with "
        "uvicorn as it comes with it; *tuned* its low-level server, uvicorn with uvloop and httptools. *TypeScript* is "
        "the SDK's low-level server on Node's own HTTP. Python and Node use one processor, mcp-guide up to two."
    )
    return f"One process, 16 connections, no proxy:\n\n{table(head, rows)}\n\n{note}"


def proxied(figures):
    rows = [
        [it.proxy, str(it.replicas), amount(it.documents), f"{it.rate:,.0f}", *times(it), f"{it.per_core:,.0f}"]
        for it in figures["figures"]
        if it.proxy != "none"
    ]
    head = ["proxy", "replicas", "answer", "requests/s", "p50 ms", "p99 ms", "requests per second of processor time"]
    note = (
        f"With {os.cpu_count()} processors for all of it the proxy and the clients are what is measured, "
        "and further replicas cannot add anything: the last column is what one costs."
    )
    return f"Behind a proxy, 16 connections:\n\n{table(head, rows)}\n\n{note}"


def many(figures):
    rows = []
    for documents, figure in figures["many"].items():
        memory = figures["memory"][documents]
        sizes = [memory.before, max(memory.first, memory.second), memory.after]
        mebi = [f"{size / MEGA:.1f}" for size in sizes]
        rows.append([amount(documents), f"{figure.requests:,}", "0", *times(figure), f"{figure.most:.1f}", *mebi])
    head = ["answer", "requests", "errors", "p50 ms", "p99 ms", "longest ms", "MiB before", "at most", "after"]
    seconds = next(iter(figures["many"].values())).seconds
    return f"64 clients at once on one process, {seconds:.0f} s; its resident memory:\n\n{table(head, rows)}"


def capacity(figures):
    rows = []
    for documents in figures["many"]:
        # The dearest of all ways that were measured.
        cores = [it.per_core for it in figures["figures"] if it.subject == "mcp-guide" and it.documents == documents]
        planned = min(cores) * PLANNED
        agents = [f"{rounded(planned * 60 / calls):,}" for calls in CALLS]
        rows.append([amount(documents), f"{planned:,.0f}", *agents])
    head = ["answer", "calls per second", *(f"agents at {n} call{'s' * (n > 1)} a minute" for n in CALLS)]
    note = (
        f"Computed, not measured: the least requests per second of processor time above, of which {PLANNED:.0%} are "
        "planned with, for each processor that the replicas have to themselves. The proxy and TLS come on top, and "
        "documents that are not in the page cache take as long as the disk does."
    )
    return f"Capacity for each processor of the replicas:\n\n{table(head, rows)}\n\n{note}"


def rounded(number):
    """Two digits of it; more would be pretended."""
    scale = 10 ** max(0, len(str(int(number))) - 2)
    return int(number) // scale * scale


def times(figure):
    return f"{figure.p50:.2f}", f"{figure.p99:.2f}"


def met(bar):
    return "met" if bar.met else "not met"


def table(head, rows):
    line = "|" + "|".join("---" for _ in head) + "|"
    return "\n".join(["| " + " | ".join(head) + " |", line, *("| " + " | ".join(row) + " |" for row in rows)])


def model():
    found = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return found[1].strip() if found else platform.machine()


def write(document, text):
    """Puts the figures between the marks of a document."""
    before, _, rest = document.read_text().partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise ValueError(f"{document} has no place for the figures")
    document.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")
