"""The documents that are asked for: flat directories, each a category."""

import random

#: Asked for where no limit cuts anything.
SIZES = (1, 20, 1_000, 10_000)
#: Asked for with the default limits, which is what users have: under 256 KB together.
USUAL = (1, 5, 20, 100)
#: Limits that cut nothing: the highest that there are.
NONE = "{ file_bytes: 16777216, response_bytes: 16777216 }"

WORDS = (
    'the server reads a document from its category and returns it whole `code` "quoted" **bold** list: übersicht'
).split()


class Documents:
    """One directory of them, about 2 KB each, the same on every machine."""

    def __init__(self, section, root, count):
        self.section = section
        self.count = count
        self.name = f"set-{count}"
        self.directory = root / "docs" / self.name
        self.directory.mkdir(parents=True)
        choose = random.Random(count)
        self.bodies = {}
        for number in range(count):
            path = self.directory / f"document-{number:05}.md"
            self.bodies[path] = body(choose, number)
            path.write_bytes(self.bodies[path])
        self.bytes = sum(map(len, self.bodies.values()))

    @property
    def paths(self):
        return [str(path) for path in self.bodies]

    def on_disk(self):
        """What is there now: what answers are compared with."""
        return {path.name: path.read_bytes() for path in sorted(self.directory.iterdir())}


def body(choose, number):
    lines = [f"# Document {number}", ""]
    size, bytes_wanted = 0, choose.randrange(1_536, 2_560)
    while size < bytes_wanted:
        lines.append(" ".join(choose.choices(WORDS[:-1] if number % 8 else WORDS, k=12)))
        size += len(lines[-1]) + 1
    return ("\n".join(lines) + "\n").encode()


def shelf(section, root, sizes, limits=None):
    """Makes a project whose categories are the directories; without limits given, the default ones hold."""
    root.mkdir()
    sets = [Documents(section, root, count) for count in sizes]
    lines = ["categories:"]
    for one in sets:
        lines.append(f'  {one.name}: {{ dir: docs/{one.name}, patterns: ["*.md"] }}')
    if limits:
        lines.append(f"limits: {limits}")
    (root / "guide.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return sets
