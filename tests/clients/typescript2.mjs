// The TypeScript SDK 2.x: its client, in the mode that the last argument names. typescript2.mjs DUE TRANSPORT MODE;
// `legacy` begins a session with `initialize`, `auto` asks with `server/discover`, a revision must be offered there.

import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Adapter, everything, same, withoutProject } from "./checks.mjs";

/** In a session the SDK puts 2026-07-28's code of a resource that is not found in the place of the server's. */
class Legacy extends Adapter {
  said({ code, message, data }) {
    return code === -32002 ? { code: -32602, message, data: { uri: data.uri } } : { code, message, data };
  }
}

const [path, transport, named] = process.argv.slice(2);
const due = JSON.parse(readFileSync(path, "utf8"));
const mode = named.startsWith("2") ? { pin: named } : named;
for (const [server, checks] of [["project", everything], ["unloadable", withoutProject]]) {
  const to = due[server][transport];
  const by = transport === "http" ? new StreamableHTTPClientTransport(new URL(to)) : new StdioClientTransport(to);
  const client = new Client({ name: "typescript2", version: "0" }, { versionNegotiation: { mode } });
  await client.connect(by);
  same("the revision", client.getNegotiatedProtocolVersion(), named === "legacy" ? "2025-11-25" : "2026-07-28");
  await checks(named === "legacy" ? new Legacy(client, false) : new Adapter(client, true), due);
  await client.close();
}
