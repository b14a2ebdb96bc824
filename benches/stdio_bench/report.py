"""The table of figures, and the bars that they are held to."""

from .client import KINDS
from .servers import OURS, PEER

MEGA = 1_000_000
STREAMS = {"pipe": "a pipe", "socket": "a socket pair"}
#: By number of documents and kind of stream: how many times as fast as the peer a call is.
FASTER = {
    (1, "socket"): 1.5,
    (1, "pipe"): 1.8,
    (20, "pipe"): 2.0,
    (20, "socket"): 2.0,
    (100, "pipe"): 2.2,
    (1_000, "pipe"): 1.8,
}
#: What a call for one document takes more than a ping: microseconds, and times the call in process.
MORE, TIMES_IN_PROCESS = 25, 1.5
BINARY = 9 * MEGA

LEGEND = """
Times: p50 / p99 in microseconds (of the starts, and of rare calls, the p99 is the slowest). ×: times mcp-guide's p50.
Processor time: of all the server's threads, until the answer is there; other load on the machine leaves it as it is.
Resident after start: once `tools/list` is answered. Of each figure of calls the server is three processes, one after
the other.
""".strip()


class Table:
    """A row for each thing and each kind of stream; a column for each server, the first of which is mcp-guide."""

    def __init__(self, servers):
        self.servers = servers
        columns = ["work", "over", servers[0].name, *(f"{server.name} | ×" for server in servers[1:])]
        print("\n| " + " | ".join(columns) + " |")
        print("|---|---|--:|" + "--:|--:|" * (len(servers) - 1), flush=True)

    def rows(self, work, figures, shown, size=lambda figure: figure.p50):
        for kind in KINDS:
            first, *others = [figures[server, kind] for server in self.servers]
            cells = [work, STREAMS[kind], shown(first)]
            for other in others:
                cells += [shown(other), f"{size(other) / size(first):.2f}"]
            print("| " + " | ".join(cells) + " |", flush=True)

    def times(self, work, figures):
        self.rows(work, figures, lambda times: f"{times.p50 * 1e6:,.0f} / {times.p99 * 1e6:,.0f}")

    def sizes(self, work, figures):
        self.rows(work, figures, mega, float)


class Bars:
    """Takes the figures as they are measured, and prints the table of the bars."""

    def __init__(self):
        #: By what is measured: by the server's name and the kind of stream.
        self.figures = {}
        self.in_process = None

    def add(self, what, figures):
        self.figures[what] = {(server.name, kind): figure for (server, kind), figure in figures.items()}

    def ours(self, what, kind):
        return self.figures.get(what, {}).get((OURS, kind))

    def times_the_peer(self, what, kind):
        """Returns how many times the peer's figure mcp-guide's is."""
        theirs = self.figures.get(what, {}).get((PEER, kind))
        return theirs and self.ours(what, kind) / theirs

    def print(self, binary_bytes):
        print("\nThe bars: wall time at the client (p50), in one run.\n")
        print("| work | bar | measured | |\n|---|---|--:|---|")
        for (count, kind), bar in FASTER.items():
            ratio = self.times_the_peer(count, kind)
            work = f"{count:,} document{'s' * (count > 1)} over {STREAMS[kind]}"
            found = ratio and (f"{1 / ratio:.2f}", 1 / ratio >= bar)
            line(work, f"≥ {bar} × faster than {PEER}", found)
        for kind in KINDS:
            call, ping = self.ours(1, kind), self.ours("ping", kind)
            more = call and (call - ping) * 1e6
            work = f"one document less ping, over {STREAMS[kind]}"
            line(work, f"≤ {MORE} µs", more and (f"{more:.1f} µs", more <= MORE))
            ratio = more and self.in_process and more / (self.in_process * 1e6)
            bar = f"≤ {TIMES_IN_PROCESS} × the call in process"
            line(work, bar, ratio and (f"{ratio:.2f} (of {self.in_process * 1e6:.1f} µs)", ratio <= TIMES_IN_PROCESS))
        for what in ("start to `initialize`", "resident after start"):
            for kind in KINDS:
                ratio = self.times_the_peer(what, kind)
                found = ratio and (f"{ratio:.2f}", ratio <= 1)
                line(f"{what}, over {STREAMS[kind]}", f"≤ 1.0 × {PEER}", found)
        line("binary", f"≤ {mega(BINARY)}", (mega(binary_bytes), binary_bytes <= BINARY))


def line(work, bar, found):
    """Prints a bar, what was measured, and whether it is met."""
    measured, met = found or ("", None)
    verdict = {True: "met", False: "not met", None: "not measured"}[met]
    print(f"| {work} | {bar} | {measured} | {verdict} |")


def mega(count):
    return f"{count / MEGA:.1f} MB"
