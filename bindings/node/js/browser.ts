/** The package in browsers: the module is loaded by `init`. */

import { answering } from "./instance.js";
import { functions } from "./check.js";
import { moduleOf, whole, type Compiled } from "./module.js";
import type { Source } from "./options.js";

export { InternalError, OptionsError } from "./answer.js";
export type { CheckOptions, NamedText, Settings, Source, Text, Value } from "./options.js";
export { category, filter } from "./report.js";
export type { Category, Filter, Report } from "./report.js";
export type * from "./result.js";

let compiled: Compiled | undefined;

/** Loads the module; by default from the file of the package. */
export async function init(source: Source = new URL("../cfn-warden.wasm", import.meta.url)): Promise<void> {
  compiled = whole(await moduleOf(source));
}

export const { check, formats, nestedTemplates, packs, render } = functions(
  answering(() => {
    if (!compiled) throw new Error("the module is not loaded: await `init()` before the first check");
    return compiled;
  }),
  "WebAssembly",
);
