/** The package in browsers: the module is loaded by `init`. */

import { answering } from "./instance.js";
import { functions } from "./check.js";
import { whole, type Compiled } from "./module.js";

export { InternalError, OptionsError } from "./answer.js";
export type { CheckOptions, NamedText, Settings, Text, Value } from "./options.js";
export { category, filter } from "./report.js";
export type { Category, Filter, Report } from "./report.js";
export type * from "./result.js";

/** Where the module comes from: an address, an answer of `fetch`, its bytes, or the compiled module. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

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
);

async function moduleOf(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  return loaded(source instanceof Response ? source : await fetch(source));
}

async function loaded(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`cannot load ${response.url}: ${response.status} ${response.statusText}`);
  const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
