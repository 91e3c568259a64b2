/** The WebAssembly instance: a request goes in, a report comes out. */

import { InternalError, OptionsError, requestText, type Answer } from "./answer.js";
import type { Compiled } from "./module.js";

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  check(): number;
  output(): number;
  output_length(): number;
}

/** Memory never shrinks: an instance that grew beyond this is replaced. */
const MOST_BYTES = 256 * 1024 * 1024;
const INVALID = 1;

/** Returns a function that answers with an instance of the module, which it creates when it is first called. */
export function answering(compiled: () => Compiled): Answer {
  let exports: Exports | undefined;
  return (request) => {
    const own = (exports ??= instance(compiled()));
    const bytes = new TextEncoder().encode(requestText(request));
    let kind;
    try {
      // The memory has another buffer after it grew.
      const address = own.input(bytes.length) >>> 0;
      new Uint8Array(own.memory.buffer, address, bytes.length).set(bytes);
      kind = own.check();
    } catch (error) {
      // What it holds is not valid any more.
      exports = undefined;
      throw new InternalError(`the checker failed: ${panicMessage(own) || String(error)}`, { cause: error });
    }
    const text = output(own);
    if (own.memory.buffer.byteLength > MOST_BYTES) exports = undefined;
    if (kind === INVALID) throw new OptionsError(text);
    return text;
  };
}

function instance({ module, memory }: Compiled): Exports {
  return new WebAssembly.Instance(module, { env: { memory: memory() } }).exports as unknown as Exports;
}

function output(own: Exports): string {
  return new TextDecoder().decode(new Uint8Array(own.memory.buffer, own.output() >>> 0, own.output_length() >>> 0));
}

function panicMessage(own: Exports): string {
  try {
    return output(own);
  } catch {
    return "";
  }
}
