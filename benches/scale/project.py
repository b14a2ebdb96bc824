"""Projects that are served, their versions, and what is due of each."""

import json
import os
import shutil

LEFT, RIGHT = "left", "right"
#: How many documents of how many bytes.
COUNT, BYTES = 20, 2048
#: All of them fit into an answer.
LIMITS = "limits: {response_bytes: 65536}\n"


def text(version, category, number):
    """A document of about 2 KB that says throughout of which version it is."""
    line = f"Version {version} of document {number} in {category}: keep functions short, and say why.\n"
    head = f"# Document {number}\n\n"
    body = line * ((BYTES - len(head)) // len(line))
    return head + body + "." * (BYTES - 1 - len(head) - len(body)) + "\n" * (1 + version % 2)


def guide(order):
    categories = "".join(f"  {name}:\n    dir: docs/{name}\n    patterns: ['*.md']\n" for name in (LEFT, RIGHT))
    return f"categories:\n{categories}collections:\n  all:\n    categories: [{', '.join(order)}]\n{LIMITS}"


class Version:
    """One version of the project, complete: the order of the collection is of guide.yaml, the
    texts are of the documents, and the two kinds differ in both."""

    def __init__(self, number):
        self.number = number
        self.order = (LEFT, RIGHT) if number % 2 else (RIGHT, LEFT)
        names = [(category, f"doc-{i:02}.md") for category in self.order for i in range(COUNT // 2)]
        self.documents = {(category, name): text(number, category, name) for category, name in names}

    def files(self):
        yield "guide.yaml", guide(self.order)
        for (category, name), content in self.documents.items():
            yield f"docs/{category}/{name}", content

    def write(self, folder):
        for name, content in self.files():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)

    def one(self):
        return self.documents[LEFT, "doc-03.md"]

    def all(self):
        """The message that is due, made from what the README says of it."""
        return multipart(
            (f"guide://collection/all/category/{category}/{name}", content)
            for (category, name), content in self.documents.items()
        )


def multipart(documents):
    parts = []
    for location, content in documents:
        head = f"Content-Type: text/markdown\r\nContent-Location: {location}\r\nContent-Length: {len(content)}\r\n\r\n"
        parts.append(f"--guide-boundary\r\n{head}{content}\r\n")
    head = 'Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n'
    return head + "".join(parts) + "--guide-boundary--\r\n"


class Link:
    """A link that leads to a version's folder, as git-sync keeps one."""

    def __init__(self, place):
        self.place = place
        self.path = place / "current"
        self.folders = []

    def switch(self, version):
        """Writes a version beside the one that is served, and switches to it at once."""
        folder = self.place / f"version-{version.number}"
        version.write(folder)
        made = self.place / "next"
        os.symlink(folder.name, made)
        os.replace(made, self.path)
        self.folders.append(folder)

    def forget(self, kept):
        """Removes all versions but the last ones."""
        while len(self.folders) > kept:
            shutil.rmtree(self.folders.pop(0))


class InPlace(Link):
    """The same without the link: file by file, which is seen."""

    def switch(self, version):
        version.write(self.path)

    def forget(self, kept):
        pass


def request(number, tool, arguments):
    call = {"name": tool, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}).encode()


ONE = ("get_content", {"category_or_collection": LEFT, "pattern": "doc-03.md"})
ALL = ("get_content", {"category_or_collection": "all"})
