#!/usr/bin/env python3
"""Prints how many lines of each module of src the corpora cover: coverage.py LLVM-FOLDER TARGET...

It reads what `cargo fuzz coverage` wrote. The table is also written to coverage/table.md.
"""

import collections
import json
import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).resolve().parent
KEPT = FUZZ / "coverage"
SRC = FUZZ.parent / "src"


def main(llvm, *targets):
    everything = KEPT / "all.profdata"
    profiles = [KEPT / target / "coverage.profdata" for target in targets]
    subprocess.run([f"{llvm}/llvm-profdata", "merge", *profiles, "-o", everything], check=True)
    programs = [str(next(FUZZ.parent.glob(f"**/coverage/*/release/{target}"))) for target in targets]
    first, *others = programs
    objects = [option for program in others for option in ("-object", program)]
    command = [f"{llvm}/llvm-cov", "export", "-summary-only", f"-instr-profile={everything}", first, *objects]
    exported = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    modules = collections.defaultdict(lambda: [0, 0])
    for file in exported["data"][0]["files"]:
        path = Path(file["filename"])
        if path.is_relative_to(SRC):
            lines, module = file["summary"]["lines"], path.relative_to(SRC).parts[0].removesuffix(".rs")
            modules[module][0] += lines["covered"]
            modules[module][1] += lines["count"]
    rows = [f"| {name} | {count} | {covered} | {100 * covered / count:.1f} % |"
            for name, (covered, count) in sorted(modules.items()) if count]
    table = "\n".join(["| module | lines | covered | share |", "|---|---|---|---|", *rows, ""])
    (KEPT / "table.md").write_text(table, encoding="utf-8")
    print(table)


if __name__ == "__main__":
    main(*sys.argv[1:])
