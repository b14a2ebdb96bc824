// What every client must find, for those in JavaScript: as checks.py, which says what an adapter is.

import { isDeepStrictEqual } from "node:util";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Says that a check is as due, or ends with 1. */
export function same(what, found, due) {
  // What a UUID is nobody foresees.
  found = JSON.parse(JSON.stringify(found).replace(UUID, "<uuid>"));
  if (!isDeepStrictEqual(found, due)) {
    console.log(`WRONG ${what}\n  found ${JSON.stringify(found)}\n  due   ${JSON.stringify(due)}`);
    process.exit(1);
  }
  console.log(`ok ${what}`);
}

/** What a call's result comes to: whether it failed, and what its blocks say. */
export function contents(result) {
  if (result.structuredContent !== undefined) throw new Error(JSON.stringify(result));
  const isText = (block) => Object.keys(block).join() === "type,text";
  return { isError: result.isError, blocks: result.content.map((it) => (isText(it) ? JSON.parse(it.text) : it)) };
}

async function called(client, call) {
  const due = { isError: !call.result.success, blocks: [call.result] };
  same(call.what, await client.call(call.tool, call.arguments), due);
}

/** All checks on a server that has its project. */
export async function everything(client, due) {
  same("the server", await client.server(), due.server);
  const modern = client.modern ? { extensions: due.extensions } : {};
  same("what it announces", await client.capabilities(), { ...modern, ...due.capabilities });
  same("the tools", await client.tools(), due.tools);
  for (const call of due.calls) await called(client, call);
  same("an unknown tool", await refused(client.call("get_everything", {})), due.unknownTool);
  same("the resources", await client.resources(), due.resources);
  same("the templates", await client.templates(), due.templates);
  for (const { uri, contents } of due.reads) same(`reading ${uri}`, await client.read(uri), contents);
  for (const { uri, error, modern } of due.unread) {
    const said = client.said({ ...error, code: client.modern ? modern : error.code });
    same(`reading ${uri}`, await refused(client.read(uri)), said);
  }
  for (const { ref, argument, context, completion } of due.completions) {
    const what = `completing ${JSON.stringify(argument)} of ${JSON.stringify(ref)}`;
    same(what, await client.complete(ref, argument, context), completion);
  }
  same("the prompts", await client.prompts(), due.prompts);
  for (const { name, arguments: args, messages } of due.gets) {
    same(`the prompt ${name} ${JSON.stringify(args)}`, await client.prompt(name, args), messages);
  }
  for (const { name, arguments: args, error } of due.ungot) {
    same(`the prompt ${name} ${JSON.stringify(args)}`, await refused(client.prompt(name, args)), error);
  }
}

/** The check on a server that cannot load its project. */
export async function withoutProject(client, due) {
  await called(client, due.noSession);
}

/** An adapter of a client of the TypeScript SDK, 1.x or 2.x. */
export class Adapter {
  constructor(client, modern) {
    this.client = client;
    this.modern = modern;
  }

  /** What the client makes of an error that the server wrote. */
  said(error) {
    return error;
  }

  server() {
    return { ...this.client.getServerVersion(), instructions: this.client.getInstructions() };
  }

  capabilities() {
    return this.client.getServerCapabilities();
  }

  async tools() {
    return every((page) => this.client.listTools(page), "tools");
  }

  async call(name, args) {
    return contents(await this.client.callTool({ name, arguments: args }));
  }

  async resources() {
    return every((page) => this.client.listResources(page), "resources");
  }

  async templates() {
    return every((page) => this.client.listResourceTemplates(page), "resourceTemplates");
  }

  async read(uri) {
    return (await this.client.readResource({ uri })).contents;
  }

  async complete(ref, argument, context) {
    return (await this.client.complete({ ref, argument, context: { arguments: context } })).completion;
  }

  async prompts() {
    return every((page) => this.client.listPrompts(page), "prompts");
  }

  async prompt(name, args) {
    return (await this.client.getPrompt({ name, arguments: args })).messages;
  }
}

/** What a list holds, on all its pages. */
async function every(asked, field) {
  const found = [];
  let page = {};
  for (;;) {
    const answer = await asked(page);
    found.push(...answer[field]);
    if (answer.nextCursor === undefined) return found;
    page = { cursor: answer.nextCursor };
  }
}

/** The error that a request ends in, as the server wrote it. */
async function refused(asked) {
  try {
    return await asked;
  } catch (error) {
    // 1.x puts words of its own before the server's.
    const { code, data, message } = error;
    return { code, message: message.replace(/^MCP error -?\d+: /, ""), ...(data && { data }) };
  }
}
