"""What is asked of the figures."""

import dataclasses

MEGA = 1 << 20


@dataclasses.dataclass
class Bar:
    """One of them, and what was measured."""

    #: Whether short measurements can judge it.
    soon: bool
    what: str
    bar: str
    measured: str
    met: bool


def of(figures):
    """All bars, judged."""
    rate = {(it.subject, it.documents): it.rate for it in figures["figures"] if it.proxy == "none"}
    for peer, times in (("Python", 10), ("TypeScript", 3)):
        ratio = rate["mcp-guide", 1] / rate[peer, 1]
        yield Bar(False, f"one document beside {peer}", f"≥ {times} ×", f"{ratio:.1f} ×", ratio >= times)
    for documents, memory in figures["memory"].items():
        many = f"64 clients, {amount(documents)}"
        most = max(memory.first, memory.second)
        bound = 64 * MEGA
        yield Bar(True, f"{many}: resident", "≤ 64 MiB", f"{most / MEGA:.1f} MiB", most <= bound)
        grown = memory.second - memory.first
        limit = memory.first // 10 + 4 * MEGA
        yield Bar(
            True,
            f"{many}: growth from the first half to the second",
            "≤ 10 % and 4 MiB",
            f"{grown / MEGA:+.1f} MiB",
            grown <= limit,
        )


def amount(documents):
    return "one document" if documents == 1 else f"{documents} documents"
