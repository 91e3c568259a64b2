// How instances are made, and what happens when one fails: a module that traps stands for a panic.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { InternalError } from "../node_modules/cfn-warden/dist/esm/answer.js";
import { answering } from "../node_modules/cfn-warden/dist/esm/instance.js";
import { whole } from "../node_modules/cfn-warden/dist/esm/module.js";

// Without the program, the package reads the module from its file.
process.env.CFN_WARDEN_PROGRAM = "";
const require = createRequire(import.meta.url);
const { packs } = require("cfn-warden");

const name = (text) => [text.length, ...Buffer.from(text)];
const section = (id, ...content) => [id, content.length, ...content];
const body = (...instructions) => [instructions.length + 2, 0, ...instructions, 0x0b];
const constant = (value) => [0x41, value];
const [GET_GLOBAL, SET_GLOBAL, IF, UNREACHABLE, END] = [[0x23, 0], [0x24, 0], [0x04, 0x40], [0x00], [0x0b]];
const [MEMORY, FUNCTION] = [2, 0];

/** A module whose output is the text at address 0, and whose `check` traps at the second call. Its memory has one page, no blocks. */
const MODULE = new WebAssembly.Module(
  new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(0, ...name("blocks"), ...[0, 0, 0, 0], ...[1, 0, 0, 0]),
    // Two types: (i32) -> i32 and () -> i32.
    ...section(1, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f),
    ...section(2, 1, ...name("env"), ...name("memory"), MEMORY, 0, 1),
    ...section(3, 4, 0, 1, 1, 1),
    // A variable: whether `check` was called.
    ...section(6, 1, 0x7f, 1, ...constant(0), ...END),
    ...section(
      7, 5, ...name("memory"), MEMORY, 0,
      ...["input", "check", "output", "output_length"].flatMap((one, index) => [...name(one), FUNCTION, index]),
    ),
    ...section(
      10, 4,
      ...body(...constant(8)),
      ...body(...GET_GLOBAL, ...IF, ...UNREACHABLE, ...END, ...constant(1), ...SET_GLOBAL, ...constant(0)),
      ...body(...constant(0)),
      ...body(...constant(4)),
    ),
    ...section(11, 1, 0, ...constant(0), ...END, ...name("text")),
  ]),
);

test("after a trap, the next request has a new instance", () => {
  const answer = answering(() => whole(MODULE));
  assert.equal(answer({}), "text");
  assert.throws(() => answer({}), (error) => error instanceof InternalError && /^the checker failed: text$/.test(error.message) && error.cause instanceof WebAssembly.RuntimeError);
  assert.equal(answer({}), "text");
});

test("the module has its memory, from its file and from its bytes", () => {
  const bytes = readFileSync(require.resolve("cfn-warden/cfn-warden.wasm"));
  const answer = answering(() => whole(new WebAssembly.Module(bytes)));
  assert.ok("fsbp" in packs());
  assert.deepEqual(Object.fromEntries(JSON.parse(answer("packs"))), packs());
  assert.throws(() => answer("none"), /^OptionsError: invalid options: unknown variant `none`/);
});
