/** The module in Node, read from its file: the code is compiled, and the blocks are read into the memory of each instance. */

import { closeSync, openSync, readSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

import { layoutOf, type Compiled } from "./module.js";

/** Where the table of blocks begins: behind the magic number, a section's header, and its name `blocks`. */
const TABLE_AT = 8 + 6 + 11;
/** Length of the header of the section `contents`, which is next to the module. */
const CONTENTS_HEADER = 6 + 13;

/**
 * Compiles the module of a file. Its code is read into the memory of the first instance, where the blocks come later: the system
 * provides these pages once, and copies to whole pages twice as fast.
 */
export function fromFile(path: string): Compiled {
  const [length, initial, start] = reading(path, (read) => new Uint32Array(read(new Uint8Array(12), TABLE_AT).buffer));
  let used: WebAssembly.Memory | undefined = new WebAssembly.Memory({ initial: initial! });
  const code = new Uint8Array(used.buffer, start, length);
  const module = created(reading(path, (read) => read(code, 0)));
  // Between the blocks, memory is zero.
  code.fill(0);
  const layout = layoutOf(module);
  // Where the memory grows, the array of the code has no length any more.
  const end = code.length;
  const memory = () => {
    const memory = used ?? new WebAssembly.Memory(layout.memory);
    used = undefined;
    reading(path, (read) => {
      for (const { address, length, position } of layout.blocks) {
        read(new Uint8Array(memory.buffer, address, length), end + CONTENTS_HEADER + position);
      }
    });
    return memory;
  };
  return { module, memory };
}

/**
 * Flags of V8 while it creates the module, and after. With the first one, it validates functions when they are called: a check calls a
 * sixth of them. With the others, it compiles what a first check calls on all cores, by a section of the module. Until V8 13, it
 * only does so if functions are not compiled when they are called, which the section says of the others.
 */
const V8 = parseInt(process.versions.v8 ?? "");
const FLAGS = [["--wasm-lazy-validation", "--no-wasm-lazy-validation"]];
if (V8 >= 11 && V8 <= 14) FLAGS.push(["--experimental-wasm-compilation-hints", "--no-experimental-wasm-compilation-hints"]);
if (V8 >= 11 && V8 <= 13) FLAGS.push(["--no-wasm-lazy-compilation", "--wasm-lazy-compilation"]);

function created(code: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  FLAGS.forEach(([before]) => set(before!));
  try {
    return new WebAssembly.Module(code);
  } finally {
    FLAGS.forEach(([, after]) => set(after!));
  }
}

function set(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Other engines have no such flags.
  }
}

type Read = (into: Uint8Array<ArrayBuffer>, position: number) => Uint8Array<ArrayBuffer>;

/** Opens a file for a function that fills arrays from positions of it. */
function reading<T>(path: string, use: (read: Read) => T): T {
  const file = openSync(path, "r");
  try {
    return use((into, position) => {
      for (let done = 0; done < into.length; ) {
        const count = readSync(file, into, done, into.length - done, position + done);
        if (count === 0) throw new Error(`${path} is incomplete`);
        done += count;
      }
      return into;
    });
  } finally {
    closeSync(file);
  }
}
