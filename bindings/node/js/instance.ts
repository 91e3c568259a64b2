/** The WebAssembly instance: a request goes in, a report comes out. */

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  check(): number;
  output(): number;
  output_length(): number;
}

/** Options or rules that are not valid; the message says where and what was expected. */
export class OptionsError extends Error {
  override name = "OptionsError";
}

/** A defect of the checker: a panic, or memory or stack that ran out. The next check starts with a new instance. */
export class InternalError extends Error {
  override name = "InternalError";
}

/** Answers a request, which is sent as JSON, with the text of a report. */
export type Answer = (request: object | string) => string;

/** Memory never shrinks: an instance that grew beyond this is replaced. */
const MOST_BYTES = 256 * 1024 * 1024;
const INVALID = 1;

/** Returns a function that answers with an instance of the module, which it creates when it is first called. */
export function answering(compiled: () => WebAssembly.Module): Answer {
  let exports: Exports | undefined;
  return (request) => {
    exports ??= new WebAssembly.Instance(compiled(), {}).exports as unknown as Exports;
    const own = exports;
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

/** Writes a request as JSON. */
export function requestText(request: object | string): string {
  return JSON.stringify(request, wellFormed);
}

/** Half of a surrogate pair is not valid in JSON. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
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
