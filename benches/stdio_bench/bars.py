"""The bars: what the figures of this run are held to."""

MEGA = 1_000_000
OURS = "mcp-guide"
BEFORE = "before"
PEER = "rust-mcp-filesystem"
ECHO = "C echo"


class Bars:
    """Takes the figures as they are measured, and prints the table of the bars."""

    def __init__(self, binary_bytes):
        self.binary_bytes = binary_bytes
        self.start = {}
        self.resident = {}
        #: By number of documents, for each section that has them: p50s by server, and of the floor's and ping's.
        self.calls = {}
        #: By number of documents: the peak, the answer's bytes, what is resident 2 s after it.
        self.peaks = {}

    def started(self, seconds, resident):
        self.start = {server.name: times.p50 for server, times in seconds.items()}
        self.resident = {server.name: size for server, size in resident.items()}

    def called(self, documents, measured):
        figures = {server.name: times.p50 for server, times in measured.called.items()}
        pings = {server.name: times.p50 for server, times in measured.pinged.items()}
        figures["guarantees + ping"] = measured.guarantees.p50 + pings[OURS]
        self.calls.setdefault(documents.count, []).append((documents.section, figures))

    def peaked(self, documents, peaks):
        self.peaks[documents.count] = next(found for server, found in peaks.items() if server.name == OURS)

    def print(self):
        print("\nThe bars, through stdio: wall time at the client (p50), in one run.\n")
        print("| through stdio | bar | measured | |\n|---|---|---|---|")
        self.at_most("20 documents", 20, 0.85, BEFORE, BEFORE)
        self.faster("20 documents", 20, 1.8, ", and 2.2 is the aim")
        for count, times in ((1_000, 3.5), (10_000, 4.5)):
            work = f"{count:,} documents"
            self.faster(work, count, times)
            self.at_most(work, count, 1.7, "guarantees + ping", "(the guarantees' floor + ping)")
        self.faster("one document", 1, 1.5)
        self.at_most("one document", 1, 2.5, ECHO, "the C echo")
        self.line("start", f"no slower than {PEER}", self.start_figures())
        small = [(f"{mega(size)}", size <= 6.5 * MEGA) for size in [self.resident.get(OURS)] if size]
        self.line("resident after start", "≤ 6.5 MB", small)
        self.line("binary, stripped", "≤ 5 MB", [(mega(self.binary_bytes), self.binary_bytes <= 5 * MEGA)])
        peaks = [
            (f"{mega(peak)} (N = {mega(size)}, so {mega(8 * MEGA + 1.5 * size)})", peak <= 8 * MEGA + 1.5 * size)
            for peak, size, _ in self.peaks.values()
        ]
        self.line("peak during an answer of N bytes", "≤ 8 MB + 1.5 N", peaks)
        after = [(f"{mega(later)} (N = {mega(size)})", later <= 12 * MEGA) for _, size, later in self.peaks.values()]
        self.line("resident 2 s after an answer of N bytes", "≤ 12 MB", after)

    def start_figures(self):
        if PEER not in self.start:
            return []
        ours, theirs = self.start[OURS], self.start[PEER]
        return [(f"{ours * 1e3:.2f} ms beside {theirs * 1e3:.2f} ms", ours <= theirs)]

    def at_most(self, work, count, bar, other, name):
        found = self.ratios(count, lambda figures: figures[OURS] / figures[other], other)
        self.line(work, f"≤ {bar} × {name}", [(f"{ratio:.2f}{where}", ratio <= bar) for ratio, where in found])

    def faster(self, work, count, bar, more=""):
        found = self.ratios(count, lambda figures: figures[PEER] / figures[OURS], PEER)
        figures = [(f"{ratio:.2f}{where}", ratio >= bar) for ratio, where in found]
        self.line(work, f"≥ {bar} × faster than {PEER}{more}", figures)

    def ratios(self, count, ratio, needed):
        return [
            (ratio(figures), f" ({section})") for section, figures in self.calls.get(count, []) if needed in figures
        ]

    @staticmethod
    def line(work, bar, figures):
        """Each figure as it is shown, and whether it meets the bar: all must."""
        measured = "; ".join(shown for shown, _ in figures)
        verdict = ("met" if all(met for _, met in figures) else "not met") if figures else "not measured"
        print(f"| {work} | {bar} | {measured} | {verdict} |")


def mega(count):
    return f"{count / MEGA:.1f} MB"
