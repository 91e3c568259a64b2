/** The module in Node, read from its file: the code is compiled, and the blocks are read into the memory of each instance. */

import { closeSync, openSync, readSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

import { blocks, type Compiled } from "./module.js";

/** Where the table of blocks has the length of the module: behind the magic number, a section's header, and its name `blocks`. */
const LENGTH_AT = 8 + 6 + 11;
/** Length of the header of the section `contents`, which is next. */
const CONTENTS_HEADER = 6 + 13;

/** Compiles the module of a file. */
export function fromFile(path: string): Compiled {
  const code = reading(path, (read) => {
    const length = new DataView(read(new Uint8Array(LENGTH_AT + 4), 0).buffer).getUint32(LENGTH_AT, true);
    return read(new Uint8Array(length), 0);
  });
  const module = created(code);
  const [table] = WebAssembly.Module.customSections(module, "blocks");
  const fill = (memory: WebAssembly.Memory) =>
    reading(path, (read) => {
      for (const { address, length, position } of blocks(table!)) {
        read(new Uint8Array(memory.buffer, address, length), code.length + CONTENTS_HEADER + position);
      }
    });
  return { module, fill };
}

/**
 * Flags of V8 while it creates the module, and after. With the first one, it validates functions when they are called: a check calls a
 * sixth of them. With the others, it compiles what a first check calls on all cores, by the section `compilationHints`. Earlier
 * versions have other defaults, later ones another form of the section.
 */
const HINTED = [11, 12, 13].includes(parseInt(process.versions.v8 ?? ""));
const FLAGS = [["--wasm-lazy-validation", "--no-wasm-lazy-validation"]];
if (HINTED) {
  FLAGS.push(["--experimental-wasm-compilation-hints", "--no-experimental-wasm-compilation-hints"]);
  FLAGS.push(["--no-wasm-lazy-compilation", "--wasm-lazy-compilation"]);
}

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
