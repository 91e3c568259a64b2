/** The package in Node: the program of this platform answers, or without it the module, which is compiled when it is first used. */

import { join } from "node:path";

import { answering } from "./instance.js";
import { functions } from "./check.js";
import { moduleOf, whole, type Compiled } from "./module.js";
import { program, running } from "./program.js";
import type { Source } from "./options.js";

export { InternalError, OptionsError } from "./answer.js";
export type { CheckOptions, NamedText, Settings, Source, Text, Value } from "./options.js";
export { category, filter } from "./report.js";
export type { Category, Filter, Report } from "./report.js";
export type * from "./result.js";

const native = program();
let compiled: Compiled | undefined;

/** Compiles the module now instead of at the first check, if it is used. Browsers need it; see the README. */
export async function init(source?: Source): Promise<void> {
  if (native) return;
  if (source === undefined) compiled ??= own();
  else compiled = whole(await moduleOf(source));
}

const inProcess = answering(() => (compiled ??= own()));

export const { check, formats, nestedTemplates, packs, render } = functions(native ? running(native) : inProcess, native ?? "WebAssembly");

function own(): Compiled {
  // The program does not need it.
  const { fromFile } = require("./file.js") as typeof import("./file.js");
  return fromFile(join(__dirname, "..", "cfn-warden.wasm"));
}
