/** The package in Node: the module is compiled when it is first used, synchronously. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { answering } from "./instance.js";
import { functions } from "./check.js";

export { InternalError, OptionsError } from "./instance.js";
export type { CheckOptions, NamedText, Settings, Text, Value } from "./options.js";
export { category, filter } from "./report.js";
export type { Category, Filter, Report } from "./report.js";
export type * from "./result.js";

let compiled: WebAssembly.Module | undefined;

/** Compiles the module now instead of at the first check. Browsers need it; see the README. */
export async function init(source?: BufferSource | WebAssembly.Module): Promise<void> {
  compiled = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source ?? bytes());
}

export const { check, formats, nestedTemplates, packs, render } = functions(answering(() => (compiled ??= new WebAssembly.Module(bytes()))));

function bytes(): BufferSource {
  return readFileSync(join(__dirname, "..", "cfn-warden.wasm"));
}
