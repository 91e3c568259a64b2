#!/usr/bin/env node
// Checks documents; the exit status is that of `cfn-warden check`.
"use strict";

const { resolve } = require("node:path");
const { parseArgs } = require("node:util");
const { nestedTemplates, render } = require("../dist/cjs/node.js");
const { NotUtf8, textOf } = require("../dist/cjs/text.js");

const USAGE = "usage: cfn-warden-check [--rules FILE]... [--pack NAME]... [--format NAME] DOCUMENT...";

const read = (name) => ({ name, content: textOf(name) });

/** Returns the paths without those of the same file: a document that is named twice is checked once. */
function distinct(paths) {
  const found = new Map();
  for (const path of paths) if (!found.has(resolve(path))) found.set(resolve(path), path);
  return [...found.values()];
}

/** Reads a nested template. One that cannot be read is a part not seen of the template around it. */
function readNested(path) {
  try {
    return [read(path)];
  } catch (error) {
    if (error instanceof NotUtf8 || error.code === "ENOENT") return [];
    throw error;
  }
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
  const templates = distinct(positionals).map(read);
  const nested = templates.flatMap(nestedTemplates).flatMap(readNested);
  const options = { templates, nested, rules: (values.rules ?? []).map(read), packs: values.pack ?? [] };
  process.stdout.write(render(values.format, options));
  return JSON.parse(render("json", options)).compliant ? 0 : 2;
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof NotUtf8 ? 2 : 1;
}
