"""Which rules a client gives its model, header by header: the measured cells of rule-files.

A column is a session that touches one file in a project whose rules are the headers of rule-files/data/cells/CLIENT.tsv,
each with a tag of its own. `start`: the tag was in the first request; `yes`: in a later one; `no`: in none.
"""

import datetime
import json

import peers
import play

DATA = peers.ROOT / "rule-files/data"
# The folder of the rules, the ending of their names, and what the model does with the file.
MEASURED = {
    "claude-code": (".claude/rules", ".md", "write"),
    "copilot-cli": (".github/instructions", ".instructions.md", "read"),
}


def tag(at):
    return f"TAG-{at:03}-RULE"


def table(name):
    rows = [line.split("\t") for line in (DATA / f"cells/{name}.tsv").read_text().splitlines()]
    return rows[0][1:], [(row[0], row[1:]) for row in rows[1:]]


def column(client, program, lab, file, headers):
    """The cells of one file."""
    rules, end, does = MEASURED[client.name]
    folder, home = lab / f"{client.name}-cells/project", lab / f"{client.name}-cells/home"
    files = {} if does == "write" else {file: "// here\n"}
    for at, header in enumerate(headers):
        given = json.loads(header)
        body = f"Remember {tag(at)}.\n"
        files[f"{rules}/r{at:03}{end}"] = body if given is None else f"---\n{given}\n---\n{body}"
    play.project(folder, files, has_guide=False)
    call = client.write(folder, file, "// here\n") if does == "write" else client.read(folder, file)
    turns = [play.text(turn) for turn in play.play(client, program, folder, home, play.environment(home), [call])]
    return ["start" if tag(at) in turns[0] else "yes" if any(tag(at) in turn for turn in turns[1:]) else "no" for at in range(len(headers))]


def compare(client, program, lab, version):
    """The cells of the client that are not as they were measured, as lines of a table, and all rows."""
    files, rows = table(client.name)
    headers = [header for header, _ in rows]
    columns = [column(client, program, lab, file, headers) for file in files]
    now = [[cells[at] for cells in columns] for at in range(len(rows))]
    changed = []
    for (header, before), after in zip(rows, now):
        changed += [f"| {client.title} {version} | `{header}` | {file} | {old} | {new} |" for file, old, new in zip(files, before, after) if old != new]
    return changed, [["header", *files], *([header, *cells] for header, cells in zip(headers, now))]


def write(client, version, changed, rows):
    """Keeps what was measured, with a line in the changelog of the cells."""
    (DATA / f"cells/{client.name}.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
    log = DATA / "CELLS.md"
    said = f"{len(changed)} cells: see the difference of cells/{client.name}.tsv" if changed else "none"
    line = f"| {datetime.date.today()} | {client.name} | {version} | {len(rows) - 1} | {said} |\n"
    log.write_text(log.read_text() + line)


def all_cells(chosen, modules, lab, is_written):
    """Measures the cells of the clients that have some: what is wrong."""
    failed = []
    for client in (client for client in chosen if client.name in MEASURED):
        version = json.loads((modules / client.package / "package.json").read_text())["version"]
        changed, rows = compare(client, str(modules / ".bin" / client.program), lab, version)
        print(f"{client.title} {version}: {len(changed)} of {sum(len(row) - 1 for row in rows[1:])} cells changed", flush=True)
        if is_written:
            write(client, version, changed, rows)
        else:
            failed += changed
    if failed:
        print("\n| client | header | file | measured | now |\n|---|---|---|---|---|", *failed, sep="\n", flush=True)
    return failed
