#!/usr/bin/env python3
"""A project's sections in Tantivy, by its Python package: pip install tantivy

    tantivy_index.py INDEX build         takes all sections of the project here into a new folder
    tantivy_index.py INDEX update        takes only what has changed since
    tantivy_index.py INDEX ask WORDS…    prints the URIs of the best sections, which `mcp-guide get URI` reads
"""

import json
import os
import re
import shutil
import subprocess
import sys

import tantivy

GUIDE = os.environ.get("MCP_GUIDE", "mcp-guide")
TEXTS = ["headings", "title", "text"]


def opened(folder):
    """The index in a folder, which is made if it is not there."""
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("uri", stored=True, tokenizer_name="raw")
    schema.add_text_field("digest", stored=True, tokenizer_name="raw")
    for name in TEXTS:
        schema.add_text_field(name, tokenizer_name="english")
    os.makedirs(folder, exist_ok=True)
    index = tantivy.Index(schema.build(), path=folder)
    words = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
    words = words.filter(tantivy.Filter.stopword("english")).filter(tantivy.Filter.stemmer("english"))
    index.register_tokenizer("english", words.build())
    return index


def known(index):
    """The URI and the digest of each section in an index."""
    searcher = index.searcher()
    if searcher.num_docs:
        for _, address in searcher.search(tantivy.Query.all_query(), limit=searcher.num_docs).hits:
            section = searcher.doc(address)
            yield {"uri": section["uri"][0], "digest": section["digest"][0]}


def update(index):
    """Takes what differs from what the index holds, all at once or nothing."""
    command, writer = [GUIDE, "export", "--since", "-"], index.writer()
    export = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    # The program reads all of this before it writes.
    with export.stdin as lines:
        lines.writelines(json.dumps(section) + "\n" for section in known(index))
    for line in export.stdout:
        section = json.loads(line)
        writer.delete_documents_by_term("uri", section["uri"])
        if section["change"] != "removed":
            section["headings"] = " > ".join(section["headings"])
            writer.add_document(tantivy.Document(**{name: section[name] for name in ["uri", "digest", *TEXTS]}))
    # With 1 some documents could not be read, and the program has named them.
    if export.wait() not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {export.returncode}")
    writer.commit()
    writer.wait_merging_threads()
    index.reload()


def ask(index, question, most=10):
    """The URIs of the best sections."""
    words = " ".join(re.findall(r"\w+", question.lower()))
    query, _ = index.parse_query_lenient(words, TEXTS)
    searcher = index.searcher()
    return [searcher.doc(address)["uri"][0] for _, address in searcher.search(query, limit=most).hits]


if __name__ == "__main__":
    match sys.argv[1:]:
        case [folder, "build"]:
            shutil.rmtree(folder, ignore_errors=True)
            update(opened(folder))
        case [folder, "update"]:
            update(opened(folder))
        case [folder, "ask", *words] if words:
            print("\n".join(ask(opened(folder), " ".join(words))))
        case _:
            sys.exit(__doc__)
