#!/usr/bin/env node
// Starts the program of the platform package that npm chose, on these very streams.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const scope = Object.keys(require("../package.json").optionalDependencies)[0].split("/")[0];
const platform = `${scope}/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "mcp-guide.exe" : "mcp-guide";

let program;
try {
  program = require.resolve(`${platform}/bin/${file}`);
} catch {
  console.error(
    `mcp-guide: ${platform} is not installed. It is an optional dependency: install without --omit=optional, ` +
      "or build the program from source where there is no package for this system.",
  );
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// The program decides what a signal means; it gets a terminal's own ones, too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`mcp-guide: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(signal ? 128 + constants.signals[signal] : code);
});
