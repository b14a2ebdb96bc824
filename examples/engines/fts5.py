#!/usr/bin/env python3
"""A project's sections in SQLite's FTS5, with nothing but Python.

    fts5.py INDEX build         takes all sections of the project here into a new file
    fts5.py INDEX update        takes only what has changed since
    fts5.py INDEX ask WORDS…    prints the URIs of the best sections, which `mcp-guide get URI` reads
"""

import json
import os
import re
import sqlite3
import subprocess
import sys

GUIDE = os.environ.get("MCP_GUIDE", "mcp-guide")
# `known` finds a section by its URI, which FTS5 cannot.
TABLES = """
    CREATE TABLE known (id INTEGER PRIMARY KEY, uri TEXT UNIQUE, digest TEXT);
    CREATE VIRTUAL TABLE sections USING fts5 (headings, title, text, tokenize = 'porter unicode61');
"""


def update(database):
    """Takes what differs from what the database holds, all at once or nothing."""
    command = [GUIDE, "export", "--since", "-"]
    export = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    # The program reads all of this before it writes.
    with export.stdin as lines:
        for uri, digest in database.execute("SELECT uri, digest FROM known"):
            lines.write(json.dumps({"uri": uri, "digest": digest}) + "\n")
    for line in export.stdout:
        section = json.loads(line)
        database.execute("DELETE FROM sections WHERE rowid = (SELECT id FROM known WHERE uri = ?)", [section["uri"]])
        database.execute("DELETE FROM known WHERE uri = ?", [section["uri"]])
        if section["change"] != "removed":
            row = database.execute("INSERT INTO known (uri, digest) VALUES (?, ?)", [section["uri"], section["digest"]])
            texts = [row.lastrowid, " > ".join(section["headings"]), section["title"], section["text"]]
            database.execute("INSERT INTO sections (rowid, headings, title, text) VALUES (?, ?, ?, ?)", texts)
    # With 1 some documents could not be read, and the program has named them.
    if export.wait() not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {export.returncode}")
    database.commit()


def ask(database, question, most=10):
    """The URIs of the best sections."""
    words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question))
    found = """
        SELECT uri FROM sections JOIN known ON known.id = sections.rowid
        WHERE sections MATCH ? ORDER BY bm25(sections), uri LIMIT ?"""
    return [uri for uri, in database.execute(found, [words, most])] if words else []


if __name__ == "__main__":
    match sys.argv[1:]:
        case [index, "build"]:
            if os.path.exists(index):
                os.remove(index)
            database = sqlite3.connect(index)
            database.executescript(TABLES)
            update(database)
        case [index, "update"]:
            update(sqlite3.connect(index))
        case [index, "ask", *words] if words:
            print("\n".join(ask(sqlite3.connect(index), " ".join(words))))
        case _:
            sys.exit(__doc__)
