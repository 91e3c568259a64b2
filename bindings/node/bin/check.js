#!/usr/bin/env node
// Checks documents; the exit status is that of `cfn-warden check`.
"use strict";

const { isUtf8 } = require("node:buffer");
const { existsSync, readFileSync } = require("node:fs");
const { parseArgs } = require("node:util");
const { nestedTemplates, render } = require("../dist/cjs/node.js");

const USAGE = "usage: cfn-warden-check [--rules FILE]... [--pack NAME]... [--format NAME] DOCUMENT...";

/** Reads a text. Another text must not be checked in its place. */
function read(name) {
  const content = readFileSync(name);
  if (!isUtf8(content)) throw Object.assign(new Error(`${name}: not checked: cannot be read: not UTF-8`), { status: 2 });
  return { name, content: content.toString("utf8") };
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rules: { type: "string", multiple: true },
      pack: { type: "string", multiple: true },
      format: { type: "string", default: "pretty" },
      help: { type: "boolean" },
    },
  });
  if (values.help || positionals.length === 0) throw new Error(USAGE);
    const templates = [...new Set(positionals)].map(read);
  const nested = templates.flatMap(nestedTemplates).filter((path) => existsSync(path)).map(read);
  const options = { templates, nested, rules: (values.rules ?? []).map(read), packs: values.pack ?? [] };
  process.stdout.write(render(values.format, options));
  return JSON.parse(render("json", options)).compliant ? 0 : 2;
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.status ?? 1;
}
