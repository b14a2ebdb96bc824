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
  same("what it announces", await client.capabilities(), due.capabilities);
  same("the tools", await client.tools(), due.tools);
  for (const call of due.calls) await called(client, call);
  same("an unknown tool", await client.unknown("get_everything"), due.unknownTool);
}

/** The check on a server that cannot load its project. */
export async function withoutProject(client, due) {
  await called(client, due.noSession);
}

/** An adapter of a client of the TypeScript SDK, 1.x or 2.x. */
export class Adapter {
  constructor(client) {
    this.client = client;
  }

  server() {
    return { ...this.client.getServerVersion(), instructions: this.client.getInstructions() };
  }

  capabilities() {
    return this.client.getServerCapabilities();
  }

  async tools() {
    return (await this.client.listTools()).tools;
  }

  async call(name, args) {
    return contents(await this.client.callTool({ name, arguments: args }));
  }

  async unknown(name) {
    return refusal(this.client.callTool({ name, arguments: {} }));
  }
}

/** The error that a request ends in, as the server wrote it. */
export async function refusal(asked) {
  try {
    return await asked;
  } catch (error) {
    // 1.x puts words of its own before the server's.
    return { code: error.code, message: error.message.replace(/^MCP error -?\d+: /, "") };
  }
}
