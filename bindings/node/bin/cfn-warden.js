#!/usr/bin/env node
// Runs the program of the package for this platform: `npx cfn-warden lint template.yaml`.
"use strict";

const { spawnSync } = require("node:child_process");
const { program } = require("../dist/cjs/program.js");

const path = program();
if (path === undefined) {
  process.stderr.write(
    `cfn-warden: no program for ${process.platform} on ${process.arch} is installed; cfn-warden-check checks documents without it\n`,
  );
  process.exitCode = 1;
} else {
  const { error, status } = spawnSync(path, process.argv.slice(2), { stdio: "inherit" });
  if (error) process.stderr.write(`cfn-warden: cannot run ${path}: ${error.message}\n`);
  process.exitCode = status ?? 1;
}
