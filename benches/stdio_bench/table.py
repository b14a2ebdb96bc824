"""The table of figures, printed row by row."""

from .bars import mega


class Table:
    """One section: a column for each server, the first of which is mcp-guide."""

    def __init__(self, servers):
        self.servers = servers
        others = [f"{server.name} | ×" for server in servers[1:]]
        columns = ["work", "floor", "guarantees", "C echo", servers[0].name, "over", *others]
        print("| " + " | ".join(columns) + " |")
        print("|---|" + "--:|" * (5 + 2 * len(others)))

    def row(self, work, cells, floors=("", "", ""), over=""):
        first, *others = self.servers
        line = [work, *floors, cells[first], over]
        for server in others:
            line += cells[server] if isinstance(cells[server], tuple) else (cells[server], "")
        print("| " + " | ".join(line) + " |", flush=True)

    def times(self, work, times, floors=("", "", ""), over=""):
        first = self.servers[0]
        cells = {
            server: (milli(times[server]), f"{times[server].p50 / times[first].p50:.2f}") for server in self.servers
        }
        cells[first] = milli(times[first])
        self.row(work, cells, floors, over)

    def calls(self, documents, measured, echo):
        """The rows of one number of documents; `over` is over ping and the echo, or over ping and the guarantees."""
        name = f"{documents.count:,} document{'s' if documents.count > 1 else ''}"
        first = self.servers[0]
        call, ping = measured.called[first].p50, measured.pinged[first].p50
        if echo:
            over = f"{call / ping:.2f} × ping; {call / measured.called[echo].p50:.2f} × echo"
        else:
            over = f"{call / (measured.guarantees.p50 + ping):.2f} × (guarantees + ping)"
        self.times(f"ping, between calls for {name}", measured.pinged)
        echoed = milli(measured.called[echo]) if echo else ""
        floors = (f"{measured.floor.p50 * 1e3:.3f}", f"{measured.guarantees.p50 * 1e3:.3f}", echoed)
        self.times(name, measured.called, floors, over)
        used = milli(measured.used[echo]) if echo else ""
        self.times(f"{name}: the server's processor time", measured.used, ("", "", used))

    def peaks(self, documents, peaks):
        name = f"{documents.count:,} documents"
        cells = {server: f"{mega(peak)} (N = {mega(size)})" for server, (peak, size, _) in peaks.items()}
        self.row(f"peak, {name}, N bytes", cells, (mega(documents.bytes), "", ""))
        self.row(f"resident 2 s after, {name}", {server: mega(later) for server, (_, _, later) in peaks.items()})


LEGEND = """
Times: p50 / p99 in milliseconds (of the starts, and of rare calls, the p99 is the slowest). ×: times mcp-guide's p50.
Processor time: of all its threads, until the answer is there; other load on the machine leaves it as it is. Peak:
resident memory of a new process during its first answer; in `floor` the documents' own bytes, N is the answer's on
the wire. Of each figure of calls the server is three processes, one after the other.
""".strip()


def milli(times):
    return f"{times.p50 * 1e3:.3f} / {times.p99 * 1e3:.3f}"
