// Which program answers, and what happens when it fails.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const { program, running } = createRequire(import.meta.url)("../node_modules/cfn-warden/dist/cjs/program.js");
const folder = mkdtempSync(join(tmpdir(), "cfn-warden-program-"));

/** A program that is a shell script. */
function script(name, text) {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Checks a template in a new process. */
function checked(env) {
  const text = 'const { check } = require("cfn-warden"); console.log(check({ template: "Resources: {A: {Type: AWS::SNS::Topics}}" }).findings[0].rule)';
  return spawnSync(process.execPath, ["-e", text], { cwd: fileURLToPath(new URL("..", import.meta.url)), encoding: "utf8", env: { ...process.env, ...env } });
}

test("the package for this platform answers, if it is installed", () => {
  assert.equal(program() !== undefined, process.env.CFN_WARDEN_EXPECTED === "program");
  assert.equal(checked({}).stdout, "E3006\n");
});

test("a variable names another program, or none", () => {
  const other = script("other", `cat > ${folder}/request; echo '{"findings": [{"rule": "X1"}], "errors": [], "coverage": {}}'`);
  assert.equal(checked({ CFN_WARDEN_PROGRAM: other }).stdout, "X1\n");
  assert.equal(checked({ CFN_WARDEN_PROGRAM: "" }).stdout, "E3006\n");
  const { status, stderr } = checked({ CFN_WARDEN_PROGRAM: join(folder, "missing") });
  assert.equal(status, 1);
  assert.match(stderr, /InternalError: cannot run .*missing: .*ENOENT/);
});

test("exit status 1 is a request that is not valid, any other end is a defect", () => {
  const named = (name, message) => (error) => error.name === name && message.test(error.message);
  const invalid = running(script("invalid", "echo 'cfn-warden: packs: unknown pack' >&2; exit 1"));
  assert.throws(() => invalid({}), named("OptionsError", /^packs: unknown pack$/));
  const panicked = running(script("panicked", "echo 'thread panicked' >&2; exit 101"));
  assert.throws(() => panicked({}), named("InternalError", /^the checker failed: .*panicked ended with 101: thread panicked$/));
  const killed = running(script("killed", "kill -9 $$"));
  assert.throws(() => killed({}), named("InternalError", /^the checker failed: .* ended with SIGKILL$/));
  const large = { text: "x".repeat(1 << 20) };
  assert.throws(() => invalid(large), named("OptionsError", /^packs: unknown pack$/));
  assert.throws(() => killed(large), named("InternalError", /^the checker failed: .* ended with SIGKILL$/));
});

test("another program than cfn-warden is named", () => {
  for (const [name, text, reason] of [
    ["prints_nothing", "exit 0", /prints_nothing ended with 0$/],
    ["reads_files", "echo 'cat: answer: No such file' >&2; exit 1", /reads_files ended with 1: cat: answer: No such file$/],
    ["says_nothing", "exit 1", /says_nothing ended with 1$/],
    ["prints_text", "echo answer", /prints_text/],
  ]) {
    const { stderr } = checked({ CFN_WARDEN_PROGRAM: script(name, text) });
    assert.match(stderr, /InternalError: the checker failed: /);
    assert.match(stderr.match(/InternalError: .*/)[0], reason);
  }
});

test("the command `cfn-warden` runs the program", { skip: program() === undefined && "no program is installed" }, () => {
  const command = fileURLToPath(new URL("../node_modules/.bin/cfn-warden", import.meta.url));
  const run = (line, input) => spawnSync(process.execPath, [command, ...line], { encoding: "utf8", input });
  assert.match(run(["--version"]).stdout, /^cfn-warden \d+\.\d+\.\d+\n$/);
  assert.equal(run(["check"], "Resources: {A: {Type: AWS::SNS::Topics}}").status, 2);
});
