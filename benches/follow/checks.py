"""Whether a file follows a rule. Each function takes the file's name without its ending, and its text; each file of
the task has what its rules are about, so a file without it does not follow."""

import ast
import re


def tree(text):
    """Returns the syntax tree of Python, or `None`."""
    try:
        return ast.parse(text)
    except SyntaxError:
        return None


def functions(text):
    """Returns the functions of Python, of all depths."""
    kinds = ast.FunctionDef, ast.AsyncFunctionDef
    return [node for node in ast.walk(tree(text) or ast.Module([], [])) if isinstance(node, kinds)]


def first_line_is_a_team(_name, text):
    return re.match(r"# team: (intake|routing|billing)\s*\n", text) is not None


def builds_messages_with_format(_name, text):
    nodes = list(ast.walk(tree(text) or ast.Module([], [])))
    formats = any(isinstance(node, ast.Attribute) and node.attr == "format" for node in nodes)
    return formats and not any(isinstance(node, ast.JoinedStr) for node in nodes)


def returns_outcomes(_name, text):
    handlers = [node for node in functions(text) if not node.name.startswith("_")]
    typed = all(node.returns and ast.unparse(node.returns).strip("'\"").endswith("Outcome") for node in handlers)
    raises = any(isinstance(node, ast.Raise) for handler in functions(text) for node in ast.walk(handler))
    return bool(handlers) and typed and not raises


def takes_connections_by_keyword(_name, text):
    names, found = {"conn", "connection", "db"}, False
    for function in functions(text):
        given = function.args
        if names & {of.arg for of in given.posonlyargs + given.args}:
            return False
        keywords = [of.arg for of in given.kwonlyargs]
        if names & set(keywords[:-1]):
            return False
        found |= bool(names & set(keywords))
    return found


def tests_say_when(_name, text):
    tests = [node.name for node in functions(text) if node.name.startswith("test")]
    return bool(tests) and all(name.startswith("test_when_") for name in tests)


def booleans_are_flags(_name, text):
    names = re.findall(r"(\w+)\??\s*:\s*boolean\b", text)
    return bool(names) and all(name.endswith("Flag") for name in names)


def exports_its_test_id(name, text):
    expected = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
    return re.search(rf"^export const testId(: string)? = ['\"`]{expected}['\"`]", text, re.M) is not None


def begins_with_undo(_name, text):
    return re.match(r"-- undo:[ \t]*\S", text) is not None


def tables_begin_with_t(_name, text):
    names = re.findall(r"create\s+table\s+(?:if\s+not\s+exists\s+)?[\"`]?(\w+)", text, re.I)
    return bool(names) and all(name.startswith("t_") for name in names)


def lists_have_asterisks(_name, text):
    return re.search(r"^\s*\* ", text, re.M) is not None and not re.search(r"^\s*[-+] ", text, re.M)


def ends_unreviewed(_name, text):
    return text.rstrip().splitlines()[-1:] == ["Reviewed: not yet"]


def keys_have_comments(_name, text):
    lines = ["", *text.splitlines()]
    above = [before for before, line in zip(lines, lines[1:]) if re.match(r"[\w\"'-]+\s*:", line)]
    return bool(above) and all(before.startswith("#") for before in above)
