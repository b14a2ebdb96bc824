#!/usr/bin/env node
// Starts the program of the platform package that npm chose, on these very streams.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { isatty } = require("node:tty");

const packages = Object.keys(require("../package.json").optionalDependencies);
const platform = `${process.platform}-${process.arch}`;
const needed = packages.find((name) => name.endsWith(`/${platform}`));
const file = process.platform === "win32" ? "mcp-guide.exe" : "mcp-guide";

let program;
try {
  program = require.resolve(`${needed}/bin/${file}`);
} catch {
  console.error(
    needed
      ? `mcp-guide: ${needed} is not installed. It is an optional dependency: install without --omit=optional.`
      : `mcp-guide: there is no package for ${platform}, only for ` +
          `${packages.map((name) => name.split("/")[1]).join(", ")}. Build it from source: cargo install mcp-guide`,
  );
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// The program decides what a signal means. A terminal sends its own ones to both.
const isAtTerminal = [0, 1, 2].some(isatty);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => (isAtTerminal && signal !== "SIGTERM") || child.kill(signal));
}
child.on("error", (error) => {
  console.error(`mcp-guide: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(signal ? 128 + constants.signals[signal] : code);
});
