"""Sessions in which each rule must be seen whole and once, whatever its script, length and number of copies.

| case | rules | session | must be seen, each line once |
|---|---|---|---|
| Cyrillic | one of 6,000 letters | reads and edits a file, creates three | in all clients |
| Han | one of 6,000 characters | the same | in all clients |
| long | one of 14,000 characters | the same | in all clients |
| two long | two of 6,500 characters | the same | in all clients |
| four dialects | one text in four files | reads and edits a file | in all clients; where a client itself loads two of the files, twice |
| two clients | one of 600 characters | that of another client, then that of this one | in both |
| no file | two for all files, one for `src/**/*.ts` | answers at once | the two, in STARTS; the third in none |
| subfolder | one of 600 characters | is started in `src`, reads and edits a file | in all clients |
| subfolder, nested | of each folder and of dialects, for some files | the same | in all clients |
| subfolder, CLAUDE.md | of each folder, beside AGENTS.md | the same | in all clients |
| names of the user, names of the project | AGENTS.md, QWEN.md and GEMINI.md of three folders, where `context.fileName` is AGENTS.md | reads and edits a file | in Gemini CLI and Qwen Code |
| old name of the user, old name of the project | those, where `contextFileName` is AGENTS.md | the same | in Gemini CLI and Qwen Code |
| override | AGENTS.override.md beside AGENTS.md, in three folders | the same | in Codex those, and AGENTS.md in none |
| local | CLAUDE.local.md of three folders, beside CLAUDE.md | the same | in all clients |
| excluded | CLAUDE.md of three folders, one of which `claudeMdExcludes` of the project leaves out | the same | in Claude Code |
| fallback | AGENTS.md, and what `project_doc_fallback_filenames` names in the folder below | is started in `src`, reads and edits a file | in Codex |
| instructions | of dialects, one of which `instructions` of opencode.json names | reads and edits a file | in opencode |
| imports | one for all files, and files of clients that import it | the same | in Claude Code, Gemini CLI, Qwen Code |
| cut | AGENTS.md of 20,000 characters in two folders | is started in `src`, reads and edits a file, creates four | in Codex, what it cuts once or twice |
| names disagree | AGENTS.md, GEMINI.md and QWEN.md, where `context.fileName` of the user is the first and that of the project the second | reads and edits a file | in Gemini CLI and Qwen Code, GEMINI.md once or twice |
| QWEN.md | QWEN.md of three folders and of .qwen | the same | in all clients |
| ignored | AGENTS.md of three folders, which Git ignores | the same | in all clients |
| found | of folders and of dialects, without a guide.yaml, after `setup` of this client alone | the same | in all clients |
| found, the user's | the same, after `setup --user` and `hook --trust` | the same | in all clients |
| found, subfolder | the same as the first | is started in `src`, reads and edits a file | in all clients |
| plugin; plugin, subfolder | the same, after the client's own commands to install the plugin alone | the same | in Claude Code, Codex and Copilot CLI |
| plugin beside setup; plugin beside setup, the user's | the same, after `setup`, or `setup --user` and `hook --trust`, as well | reads and edits a file | the same |

A line is seen once if it is once in the last request of a session, which holds all that came before. A rule may come in
parts, cut at lines.
"""

import json
import shutil
from typing import NamedTuple

import clients
import play

# By what spec/clients.yaml says of their events; the others show what they do, and fail nothing.
STARTS = ("claude-code", "codex", "gemini-cli", "qwen-code")
# These read no settings of a folder above the one where they are started, but those of the user, who trusts the project.
USER_ONLY = ("gemini-cli", "qwen-code")
LATIN = "Write the test before the code, and give it a name by the rule."
CYRILLIC = "Пишите тест раньше кода и называйте его по этому правилу."
HAN = "先写测试，再写代码，并且按照这条规则给它命名。"
EDITED, NEW = "src/api/old.ts", "src/api/new{}.ts"
OLD_TEXT, NEW_TEXT = "export const a = 1", "export const a = 2"
GLOBS, APPLY_TO = "globs: src/**/*.ts\nalwaysApply: false\n", 'applyTo: "src/**/*.ts"\n'
PATHS, MATCH = "paths:\n  - src/**/*.ts\n", 'inclusion: fileMatch\nfileMatchPattern: "src/**/*.ts"\n'


class Rule(NamedTuple):
    """A rule file: its path, its header, a name for its lines, how long they are together, and their words."""

    path: str
    header: str
    name: str
    size: int
    words: str = LATIN

    def lines(self):
        lines, size = [], 0
        while size < self.size:
            lines.append(f"{self.name}-{len(lines):03} {self.words}")
            size += len(lines[-1]) + 1
        return lines

    def text(self):
        header = f"---\n{self.header}---\n" if self.header else ""
        lines = self.lines()
        # Headings are where a text is cut first; they may come twice.
        parts = (lines[at : at + 25] for at in range(0, len(lines), 25))
        return header + "".join(f"## Section\n\n{chr(10).join(part)}\n\n" for part in parts)


class Case(NamedTuple):
    name: str
    rules: list
    files: int = 1
    start: str = "."
    must: tuple = tuple(client.name for client in clients.CLIENTS)
    never: tuple = ()
    is_loaded: bool = False
    is_second: bool = False
    # Other files of the project, and of the user's home.
    more: dict = {}
    home: dict = {}
    # What may come twice, since in doubt it is given.
    twice: tuple = ()
    # The clients in which it is played.
    only: tuple = must
    has_guide: bool = True
    # Whose entries `setup` writes: those of all clients, this one's, or this one's in the user's files. Or the plugin is
    # installed, alone or beside this client's entry.
    entries: str = "all"

    def calls(self, client, folder):
        """It reads and edits a file, and creates the others."""
        if not self.files:
            return []
        within, path = folder / self.start, lambda path: path.removeprefix(f"{self.start}/")
        edited = path(EDITED)
        new = [client.write(within, path(NEW.format(at)), "export const b = 2\n") for at in range(self.files - 1)]
        return [client.read(within, edited), client.edit(within, edited, OLD_TEXT, NEW_TEXT), *new]


def same(path, header):
    return Rule(path, header, "SAME", 600)


def short(path, header=""):
    """A rule of one line, which its path names. One in the project's folder begins with `./`: no name ends another."""
    return Rule(path, header, path.upper(), 1)


def nested(*names):
    return [short(folder + name) for name in names for folder in ("./", "src/", "src/api/")]


SOME = [
    short(".claude/rules/a.md", PATHS),
    short(".cursor/rules/a.mdc", GLOBS),
    short(".github/instructions/a.instructions.md", APPLY_TO),
    short(".github/copilot-instructions.md"),
    short(".kiro/steering/a.md", MATCH),
]
NAMES = json.dumps({"context": {"fileName": ["AGENTS.md"]}})
NAMED = {".gemini/settings.json": NAMES, ".qwen/settings.json": NAMES}
OLD_NAMES = json.dumps({"contextFileName": "AGENTS.md"})
OLD_NAMED = {".gemini/settings.json": OLD_NAMES, ".qwen/settings.json": OLD_NAMES}
WITH_NAMES = {"rules": nested("AGENTS.md", "GEMINI.md", "QWEN.md"), "only": ("gemini-cli", "qwen-code")}
PLUGIN = tuple(client.name for client in clients.CLIENTS if hasattr(client, "plugin"))
FOUND = {"rules": [*nested("AGENTS.md", "GEMINI.md"), *SOME], "has_guide": False}

CASES = [
    Case("Cyrillic", [Rule(".cursor/rules/a.mdc", GLOBS, "CYRILLIC", 6_000, CYRILLIC)], files=4),
    Case("Han", [Rule(".cursor/rules/a.mdc", GLOBS, "HAN", 6_000, HAN)], files=4),
    Case("long", [Rule(".cursor/rules/a.mdc", GLOBS, "LONG", 14_000)], files=4),
    Case("two long", [Rule(".cursor/rules/a.mdc", GLOBS, "FIRST", 6_500), Rule(".kiro/steering/b.md", MATCH, "SECOND", 6_500)], files=4),
    Case(
        "four dialects",
        [
            same(".claude/rules/a.md", PATHS),
            same(".cursor/rules/a.mdc", GLOBS),
            same(".github/instructions/a.instructions.md", APPLY_TO),
            same(".kiro/steering/a.md", MATCH),
        ],
        is_loaded=True,
    ),
    Case("two clients", [Rule(".cursor/rules/a.mdc", GLOBS, "RULE", 600)], is_second=True),
    Case(
        "no file",
        [
            Rule(".cursor/rules/all.mdc", "alwaysApply: true\n", "ALWAYS", 600),
            Rule(".kiro/steering/all.md", "inclusion: always\n", "STEERING", 600),
            Rule(".cursor/rules/a.mdc", GLOBS, "MATCHED", 600),
        ],
        files=0,
        must=STARTS,
        never=("MATCHED",),
    ),
    Case("subfolder", [Rule(".cursor/rules/a.mdc", GLOBS, "RULE", 600)], start="src"),
    Case("subfolder, nested", [*nested("AGENTS.md", "GEMINI.md"), *SOME], start="src"),
    Case("subfolder, CLAUDE.md", nested("CLAUDE.md", "AGENTS.md"), start="src"),
    Case("names of the user", **WITH_NAMES, home=NAMED),
    Case("names of the project", **WITH_NAMES, more=NAMED),
    Case("old name of the user", **WITH_NAMES, home=OLD_NAMED),
    Case("old name of the project", **WITH_NAMES, more=OLD_NAMED),
    Case(
        "override",
        nested("AGENTS.md", "AGENTS.override.md"),
        never=tuple(rule.name for rule in nested("AGENTS.md")),
        only=("codex",),
    ),
    Case("local", nested("CLAUDE.local.md", "CLAUDE.md")),
    Case(
        "excluded",
        nested("CLAUDE.md"),
        more={".claude/settings.json": json.dumps({"claudeMdExcludes": ["**/src/CLAUDE.md"]})},
        only=("claude-code",),
    ),
    Case(
        "fallback",
        [short("./AGENTS.md"), short("./TEAM.md"), short("src/TEAM.md"), short("src/api/AGENTS.md")],
        start="src",
        home={".codex/config.toml": 'project_doc_fallback_filenames = ["TEAM.md"]\n'},
        never=("./TEAM.MD",),
        only=("codex",),
    ),
    Case(
        "instructions",
        [*nested("AGENTS.md"), *SOME],
        more={"opencode.json": json.dumps({"instructions": [".cursor/rules/*.mdc"]})},
        only=("opencode",),
    ),
    Case(
        "imports",
        [short(".cursor/rules/all.mdc", "alwaysApply: true\n"), *SOME],
        more={name: "Read @.cursor/rules/all.mdc\n" for name in ("AGENTS.md", "CLAUDE.md", "GEMINI.md")},
        only=("claude-code", "gemini-cli", "qwen-code"),
    ),
    Case(
        "cut",
        [Rule("./AGENTS.md", "", "./AGENTS.MD", 20_000), Rule("src/AGENTS.md", "", "SRC/AGENTS.MD", 20_000)],
        files=5,
        start="src",
        only=("codex",),
        twice=("SRC/AGENTS.MD",),
    ),
    Case(
        "names disagree",
        nested("AGENTS.md", "GEMINI.md", "QWEN.md"),
        home=NAMED,
        more={file: json.dumps({"context": {"fileName": "GEMINI.md"}}) for file in NAMED},
        only=("gemini-cli", "qwen-code"),
        twice=tuple(rule.name for rule in nested("GEMINI.md")),
    ),
    Case("QWEN.md", [short(".qwen/QWEN.md"), *nested("QWEN.md")]),
    Case("ignored", nested("AGENTS.md"), more={".gitignore": "AGENTS.md\n"}),
    Case("found", **FOUND, entries="own"),
    Case("found, the user's", **FOUND, entries="user"),
    Case("found, subfolder", **FOUND, entries="own", start="src"),
    Case("plugin", **FOUND, entries="plugin", only=PLUGIN),
    Case("plugin, subfolder", **FOUND, entries="plugin", start="src", only=PLUGIN),
    Case("plugin beside setup", **FOUND, entries="plugin and own", only=PLUGIN),
    Case("plugin beside setup, the user's", **FOUND, entries="plugin and user", only=PLUGIN),
]


def seen(case, client, program, lab, is_set_up=True, first=None):
    """The last request of a session, after that of another client in the same repository if there is one."""
    folder, home = lab / f"{client.name}-cases/project", lab / f"{client.name}-cases/home"
    rules = {rule.path: rule.text() for rule in case.rules}
    play.project(folder, {EDITED: f"{OLD_TEXT}\n"} | rules | case.more, case.has_guide)
    environment = play.environment(home)
    play.write(home, case.home)
    if is_set_up:
        is_of_user = "user" in case.entries or case.start != "." and client.name in USER_ONLY
        if "plugin" in case.entries:
            play.install(client, program, home, environment)
        if case.entries == "all":
            play.set_up(folder, environment)
        elif "own" in case.entries and not is_of_user:
            play.set_up(folder, environment, [client.name])
        if is_of_user:
            play.set_up(folder, environment, [client.name], "--user")
            play.trust(folder, environment)
    if first:
        other, other_program = first
        at = home.with_name("first")
        shutil.rmtree(at, ignore_errors=True)
        (at / "tmp").mkdir(parents=True)
        # Their homes are two, and the state of mcp-guide is one.
        yield other, play.play(other, other_program, folder, at, environment | {"HOME": str(at)}, case.calls(other, folder))[-1]
        (folder / EDITED).write_text(f"{OLD_TEXT}\n")
    yield client, play.play(client, program, folder, home, environment, case.calls(client, folder), case.start)[-1]


def counts(case, turn):
    """How often each line is in a request, by the names of rules."""
    text = play.text(turn)
    return {rule.name: [text.count(line) for line in rule.lines()] for rule in case.rules}


def judge(case, counted, loaded):
    """What is wrong with each rule: nothing if its lines are seen as often as they must be."""
    for name, lines in counted.items():
        wanted = 0 if name in case.never else max(1, loaded.get(name, 0))
        if set(lines) <= ({1, 2} if name in case.twice else {wanted}):
            continue
        missing = sum(count < wanted for count in lines)
        yield f"{name} {max(lines)} times" if not missing else f"{name} {len(lines) - missing} of {len(lines)} lines"


def run(case, client, programs, lab):
    """The cell of a client in a case's row, and whether it may be so."""
    if client.name not in case.only:
        return "", True
    program = programs[client.name]
    loaded = {}
    if case.is_loaded:
        ((_, turn),) = seen(case, client, program, lab, is_set_up=False)
        loaded = {name: max(lines) for name, lines in counts(case, turn).items()}
    other = next(of for of in clients.CLIENTS if of is not client)
    first = (other, programs[other.name]) if case.is_second else None
    wrong = []
    for of, turn in seen(case, client, program, lab, first=first):
        wrong += [f"{of.title}: {what}" if first else what for what in judge(case, counts(case, turn), loaded)]
    return "; ".join(wrong) or "once", not wrong or client.name not in case.must


def table(cells, chosen):
    """The rows of Markdown for these cells, by cases and clients."""
    yield f"| | {' | '.join(client.title for client in chosen)} |"
    yield "|---" * (len(chosen) + 1) + "|"
    for case in CASES:
        if (case.name, chosen[0].name) in cells:
            yield f"| {case.name} | {' | '.join(cells[case.name, client.name] for client in chosen)} |"
