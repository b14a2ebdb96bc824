// The TypeScript SDK 1.x: its client. typescript1.mjs DUE TRANSPORT

import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Adapter, everything, same, withoutProject } from "./checks.mjs";

const [path, transport] = process.argv.slice(2);
const due = JSON.parse(readFileSync(path, "utf8"));
for (const [server, checks] of [["project", everything], ["unloadable", withoutProject]]) {
  const to = due[server][transport];
  const by = transport === "http" ? new StreamableHTTPClientTransport(new URL(to)) : new StdioClientTransport(to);
  let revision;
  by.setProtocolVersion ??= () => {};
  const told = by.setProtocolVersion.bind(by);
  by.setProtocolVersion = (version) => told((revision = version));
  const client = new Client({ name: "typescript1", version: "0" });
  await client.connect(by);
  same("the revision", revision, "2025-11-25");
  await checks(new Adapter(client, false), due);
  await client.close();
}
