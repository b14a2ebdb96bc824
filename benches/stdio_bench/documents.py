"""The documents that are asked for: projects of one category, which is a flat directory."""

import random

#: How many are asked for in one call.
SIZES = (1, 20, 100, 1_000)
#: Bytes of one.
BYTES = 2_048
#: The highest limits that there are, for more documents than the default limits let through in one answer.
HIGHEST = 1 << 24
BY_DEFAULT = 10

WORDS = (
    'the server reads a document from its category and returns it whole `code` "quoted" **bold** list: übersicht'
).split()


class Documents:
    """A project with some documents, the same on every machine."""

    def __init__(self, place, count):
        self.count = count
        self.root = place / str(count)
        self.directory = self.root / "docs"
        self.directory.mkdir(parents=True)
        choose = random.Random(count)
        for number in range(count):
            (self.directory / f"document-{number:05}.md").write_bytes(body(choose, number))
        self.paths = sorted(map(str, self.directory.iterdir()))
        guide = 'categories:\n  docs: { dir: docs, patterns: ["*.md"] }\n'
        if count > BY_DEFAULT:
            guide += f"limits: {{ file_bytes: {HIGHEST}, response_bytes: {HIGHEST} }}\n"
        (self.root / "guide.yaml").write_text(guide)

    @property
    def name(self):
        return f"{self.count:,} document{'s' * (self.count > 1)}"

    def on_disk(self):
        """Returns the names and bytes that are there now, in byte order: what answers are compared with."""
        return [(path.name, path.read_bytes()) for path in sorted(self.directory.iterdir())]


def body(choose, number):
    lines = [f"# Document {number}", ""]
    size = 0
    while size < BYTES:
        lines.append(" ".join(choose.choices(WORDS[:-1] if number % 8 else WORDS, k=12)))
        size += len(lines[-1])
    # Cut between characters.
    whole = "\n".join(lines).encode()[: BYTES - 1].decode(errors="ignore").encode()
    return whole.ljust(BYTES - 1, b".") + b"\n"
