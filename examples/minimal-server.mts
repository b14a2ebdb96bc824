/**
 * A minimal server of a project's documents in TypeScript for Node 20: what minimal-server.py is in Python.
 *
 * It passes the original scenarios (spec/first.md), and needs no package at run time. `tsc -p examples` compiles it
 * into target/typescript. The project is the folder or the guide.yaml that --root or MCP_GUIDE_PROJECT names, and the
 * file is read as JSON, which is YAML. A field that is not implemented is refused: more could be served than intended.
 * Nobody else may be able to change links in the project meanwhile.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";

const REVISIONS = ["2025-11-25", "2025-06-18", "2024-11-05"];
const BOUNDARY = "guide-boundary";
const FILE_BYTES = 1_048_576;
const MEDIA_TYPES: Record<string, string> = {
  ".css": "text/css", ".csv": "text/csv", ".html": "text/html", ".md": "text/markdown",
  ".json": "application/json", ".py": "text/x-python",
};
const USER = "Present this error to the user";
const INSTRUCTIONS = {
  not_found: `${USER} and take no further action.`,
  no_matches: `${USER} so they can correct the pattern. Do NOT attempt corrective action.`,
  invalid_pattern: `${USER} with pattern syntax help.`,
  invalid_argument: "Correct the arguments as the error describes and call the tool again once.",
  no_session: "Inform user that project context is required.",
  io_error: `${USER}. File system issue requires user intervention.`,
  unknown: `${USER} and take no further action. Do NOT retry.`,
};

type Kind = "collections" | "categories";
/** Each tool with its argument for the name, and where that name is looked up, in this order. */
const TOOLS: Record<string, [argument: string, kinds: Kind[]]> = {
  get_content: ["category_or_collection", ["collections", "categories"]],
  get_category_content: ["category", ["categories"]],
  get_collection_content: ["collection", ["collections"]],
};
const OPTIONAL: Record<string, [description: string, example: string]> = {
  pattern: ["A glob pattern that replaces the default patterns", "*.md"],
  document: ["The path of one document; in a collection, category/path", "intro.md"],
};
const SYNTAX = "Syntax: * any characters of a name, ? one, [abc] one of a set, ** directories, {a,b}";

/** An error for the Result of a call. */
class Failure extends Error {
  constructor(readonly type: keyof typeof INSTRUCTIONS, message: string) {
    super(message);
  }
}
type Fields = Record<string, unknown>;
/** Returns a string as errors repeat it: quoted, on one line, at most 200 characters of it. */
const shown = (text: string) => `'${text.slice(0, 200).replace(/\p{C}/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`)}'`;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
/** Returns why something cannot be read, without a path of this machine. */
const reason = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/** Returns a value, or another one if it cannot be had. */
function attempt<T>(value: () => T, otherwise: T): T {
  try {
    return value();
  } catch {
    return otherwise;
  }
}
/** Returns a path with its links followed as far as they can be. */
const real = (path: string) => attempt(() => realpathSync(path), resolve(path));
const isDirectory = (path: string) => attempt(() => statSync(path).isDirectory(), false);

/** Refuses fields that are not implemented. */
function only<T extends object>(value: T, known: (keyof T)[]): T {
  const unknown = Object.keys(value).filter((name) => !known.includes(name as keyof T));
  if (unknown.length) throw new Error(`not implemented: ${unknown.map(shown).join(", ")}`);
  return value;
}

/** A member of a name: its collection, if any, and its category. */
type Member = [collection: string | null, category: string];
type Project = { names: Record<Kind, Map<string, Member[]>>; categories: Map<string, Category> };
type Written = Record<Kind, Record<string, { dir: string; patterns: string[]; categories: string[]; description: string }>>;

/** Returns the project that a path names. */
function load(path: string | undefined): Project {
  if (!path) throw new Failure("no_session", "No project: neither --root nor MCP_GUIDE_PROJECT names one");
  const file = isDirectory(path) ? join(path, "guide.yaml") : path;
  try {
    const project = only<Written>(JSON.parse(readFileSync(file, "utf8")), ["categories", "collections"]);
    const categories = new Map(Object.entries(project.categories).map(([name, value]) => {
      const { dir, patterns } = only(value, ["dir", "patterns", "description"]);
      return [name, new Category(resolve(dirname(file), dir), [...patterns])];
    }));
    const collections = new Map(Object.entries(project.collections ?? {}).map(([name, value]) =>
      [name, only(value, ["categories", "description"]).categories.map((category): Member => [name, category])]));
    const alone = new Map([...categories.keys()].map((name): [string, Member[]] => [name, [[null, name]]]));
    return { names: { collections, categories: alone }, categories };
  } catch (error) {
    throw new Failure("no_session", `guide.yaml: ${reason(error)}`);
  }
}

/** Returns the source of a regular expression for a name. Without a dot, the last one of a path fits any extension. */
function source(part: string, last: boolean): string {
  const visible = part.startsWith(".") ? "" : "(?!\\.)";
  if (part === "**") return `(?:${visible}[^/]+/)*${last ? `${visible}[^/]+` : ""}`;
  const name = part.replace(/\[([!^]?)(\]?[^\]]*)\]|[^]/gu, (piece, negated?: string, set?: string) => {
    if (set !== undefined) return `(?!/)[${negated && "^"}${set.replace(/[\\[\]^]/g, "\\$&")}]`;
    return { "*": "[^/]*", "?": "[^/]" }[piece] ?? piece.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
  });
  const extension = part.includes(".") ? "" : "(?:\\.[^/]*)?";
  return `${visible}${name}${last ? extension : "/"}`;
}

/** Returns the regular expression of a pattern. */
function parse(pattern: string): RegExp {
  const refuse = (why: string) => new Failure("invalid_pattern", `Pattern ${shown(pattern)}: ${why}. ${SYNTAX}`);
  if (Buffer.byteLength(pattern) > 1024 || pattern.split("/").length > 63) throw refuse("it is too long or too deep");
  const todo = [pattern], texts: string[] = [];
  for (let text = todo.pop(); text !== undefined; text = todo.pop()) {
    const braces = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(text);
    if (braces) todo.push(...braces[2].split(",").map((each) => braces[1] + each + braces[3]));
    else texts.push(text);
    if (todo.length + texts.length > 64) throw refuse("it has more than 64 alternatives");
  }
  const alternatives = texts.map((text) => {
    if (/\{[^}]*$|\[[^\]]*$/.test(text)) throw refuse("a '{' or '[' is never closed");
    if (/^\/|^[A-Za-z]:|\\|\0|(^|\/)\.\.(\/|$)/.test(text)) throw refuse("it could lead out of the category");
    if (/^$|^!|[^/]\*\*|\*\*[^/]/.test(text)) throw refuse("it is empty or has a misplaced '**' or '!'");
    if (/(?:\*[^/*]*){4}/.test(text)) throw refuse("a name has more than 3 '*', which could take long");
    const parts = text.replace(/(^|\/)\.?$/, "$1**").split("/").filter((part) => part !== "" && part !== ".");
    return parts.map((part, at) => source(part, at === parts.length - 1)).join("");
  });
  const expression = attempt(() => new RegExp(`^(?:${alternatives.join("|")})$`, "u"), undefined);
  if (expression) return expression;
  throw refuse("a set is not valid");
}

/** A directory with default patterns. Paths are relative to it. */
class Category {
  readonly base: string;
  constructor(folder: string, readonly patterns: string[]) {
    this.base = real(folder);
  }

  /** Returns the path of everything below a folder. Links to folders are not followed. */
  walk(folder = ""): string[] {
    return readdirSync(join(this.base, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? this.walk(path) : isDirectory(join(this.base, path)) ? [] : [path];
    });
  }

  /** Returns the paths that a call finds: by pattern, then by their bytes. */
  search(pattern: string | undefined, document: string | undefined): string[] {
    const all = this.walk().sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    // Only default patterns find hidden names.
    const paths = pattern ?? document ? all.filter((path) => !/(^|\/)\./.test(path)) : all;
    if (document !== undefined) return paths.filter((path) => path === document);
    const patterns = (pattern === undefined ? this.patterns : [pattern]).map(parse);
    return [...new Set(patterns.flatMap((each) => paths.filter((path) => each.test(path))))];
  }

  /** Returns the content of a document, or throws why it has none. */
  read(path: string): string {
    const whole = realpathSync(join(this.base, path));
    if (relative(this.base, whole).split("/")[0] === "..") throw new Error("the link leads out of the category");
    const status = statSync(whole);
    if (!status.isFile()) throw new Error("not a regular file");
    const content = status.size > FILE_BYTES ? null : readFileSync(whole);
    if (content === null || content.includes(0)) throw new Error(`binary, or larger than ${FILE_BYTES} bytes`);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  }
}

/** Returns the URI of a document, each segment percent-encoded. */
function location(collection: string | null, category: string, path: string): string {
  const segments = [...(collection === null ? [] : ["collection", collection]), "category", category, ...path.split("/")];
  const encoded = segments.map((each) => encodeURIComponent(each).replace(/%(24|26|2B|2C|3B|3D|3A|40)/g, decodeURIComponent));
  return `guide://${encoded.join("/")}`;
}

/** Returns the message of several documents, as RFC 2046 defines it. */
function multipart(documents: { uri: string; path: string; content: string }[]): string {
  const contents = documents.map(({ content }) => content).join("\n");
  const forged = new RegExp(`(^|[\\r\\n])--${BOUNDARY}`).test(contents);
  const boundary = forged ? `${BOUNDARY}-${createHash("sha256").update(contents).digest("hex").slice(0, 32)}` : BOUNDARY;
  const parts = documents.map(({ uri, path, content }) => {
    const type = MEDIA_TYPES[extname(path).toLowerCase()] ?? "text/plain";
    const charset = /^[\x00-\x7f]*$/.test(content) ? "" : "; charset=utf-8";
    return `\r\n--${boundary}\r\nContent-Type: ${type}${charset}\r\nContent-Location: ${uri}\r\n` +
      `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
  });
  return `Content-Type: multipart/mixed; boundary="${boundary}"\r\n${parts.join("")}\r\n--${boundary}--\r\n`;
}

/** Returns the arguments of a call; those that are missing, unknown or of a wrong type are refused. */
function check(required: string, given: Fields): Record<string, string | undefined> {
  const names = [required, ...Object.keys(OPTIONAL)];
  const wrong = Object.keys(given).filter((name) => !names.includes(name) || typeof (given[name] ?? "") !== "string");
  const errors = wrong.map((name) => `${shown(name)} is unknown or not a string`);
  if (!given[required]) errors.push(`'${required}' is required (string)`);
  if (given.pattern && given.document) errors.push("'pattern' excludes 'document'");
  if (errors.length) throw new Failure("invalid_argument", `Invalid arguments: ${errors.join("; ")}`);
  return Object.fromEntries(names.map((name) => [name, (given[name] as string | null) || undefined]));
}

/** Returns the value of a call, and the reasons why documents are missing in it. */
function retrieve(root: string | undefined, tool: string, given: Fields): [value: string, missing: string[]] {
  const [argument, kinds] = TOOLS[tool];
  const { [argument]: named, pattern, document } = check(argument, given);
  const name = named!, { names, categories } = load(root);
  if (!kinds.some((kind) => names[kind].has(name))) {
    const valid = kinds.flatMap((kind) => [...names[kind].keys()]).map(shown).join(", ");
    throw new Failure("not_found", `${shown(name)} not found in the ${kinds.join(" or ")}: ${valid}`);
  }
  const members = kinds.flatMap((kind) => names[kind].get(name) ?? []);
  // Of two categories whose names begin a document's path, the longer name is searched first.
  members.sort(([a, x], [b, y]) => Number(a === null) - Number(b === null) || (document ? y.length - x.length : 0));
  const found = new Map<string, [uri: string, category: Category, path: string]>(), missing: string[] = [];
  for (const [collection, member] of members) {
    const category = categories.get(member), prefix = collection === null ? "" : `${member}/`;
    if (!category || !isDirectory(category.base)) {
      missing.push(`${shown(member)} is not a category with a directory`);
    } else if (document === undefined || document.startsWith(prefix)) {
      for (const path of category.search(pattern, document?.slice(prefix.length))) {
        const whole = join(category.base, path), key = join(real(dirname(whole)), basename(whole));
        if (!found.has(key)) found.set(key, [location(collection, member, path), category, path]);
      }
    }
  }
  if (!found.size) {
    const why = `${shown(name)} has nothing for ${shown(document ?? pattern ?? "default patterns")}`;
    const absent = document !== undefined || members.length > 0 && missing.length === members.length;
    throw new Failure(absent ? "not_found" : "no_matches", [why, ...missing].join(". "));
  }
  const documents = [...found.values()].slice(0, document ? 1 : undefined).flatMap(([uri, category, path]) => {
    try {
      return [{ uri, path, content: category.read(path) }];
    } catch (error) {
      missing.push(`${shown(path)}: ${reason(error)}`);
      return [];
    }
  });
  if (!documents.length) throw new Failure("io_error", `Could not read ${missing.join(". ")}`);
  return [document !== undefined || found.size === 1 ? documents[0].content : multipart(documents), missing];
}

/** Returns the result of tools/call: a Result as JSON in one text block. */
function call(root: string | undefined, tool: string, given: Fields) {
  const answered = (result: Fields) => ({ content: [{ type: "text", text: JSON.stringify(result) }], isError: !result.success });
  try {
    const [value, missing] = retrieve(root, tool, given);
    return answered({ success: true, value, ...(missing.length ? { message: missing.join(". ") } : {}) });
  } catch (error) {
    const other = new Failure((error as NodeJS.ErrnoException).code ? "io_error" : "unknown", reason(error));
    const { type, message } = error instanceof Failure ? error : other;
    return answered({ success: false, error: message, error_type: type, instruction: INSTRUCTIONS[type] });
  }
}

/** Returns a tool as tools/list describes it. */
function described(tool: string) {
  const [argument, kinds] = TOOLS[tool];
  const all = { [argument]: [`A name of the project's ${kinds.join(" or ")}`, "docs"], ...OPTIONAL };
  const properties = Object.fromEntries(Object.entries(all).map(([name, [description, example]]) =>
    [name, { type: "string", description, examples: [example] }]));
  const inputSchema = { type: "object", properties, required: [argument], additionalProperties: false };
  return { name: tool, description: `Returns documents of ${kinds.join(" or ")}`, inputSchema };
}

/** Returns the answer to a line, one JSON-RPC message, or nothing for a notification. */
function answer(root: string | undefined, line: string): Fields | undefined {
  const message: unknown = attempt(() => JSON.parse(line), undefined);
  if (message === undefined) return { id: null, error: { code: -32700, message: "not JSON" } };
  if (!isObject(message) || typeof message.method !== "string") return { id: null, error: { code: -32600, message: "not a request" } };
  if (!("id" in message)) return undefined;
  const { id, method } = message, params = isObject(message.params) ? message.params : {};
  const { name: tool, arguments: given, protocolVersion: revision } = params;
  if (method === "tools/call") {
    const right = typeof tool === "string" && Object.hasOwn(TOOLS, tool) && (given == null || isObject(given));
    return right ? { id, result: call(root, tool, given ?? {}) } : { id, error: { code: -32602, message: "unknown name or arguments" } };
  }
  if (method === "ping") return { id, result: {} };
  if (method === "tools/list") return { id, result: { tools: Object.keys(TOOLS).map(described) } };
  if (method !== "initialize") return { id, error: { code: -32601, message: `unknown method: ${shown(method)}` } };
  const protocolVersion = REVISIONS.includes(revision as string) ? revision : REVISIONS[0];
  const serverInfo = { name: "minimal-server", version: "1" };
  return { id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
}

const named = process.argv.indexOf("--root");
const root = named < 0 ? process.env.MCP_GUIDE_PROJECT : process.argv[named + 1];
let rest = "";
process.stdin.setEncoding("utf8");
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    const reply = answer(root, line);
    if (reply) console.log(JSON.stringify({ jsonrpc: "2.0", ...reply }));
  }
}
