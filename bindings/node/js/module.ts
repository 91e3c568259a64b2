/** The module of the package: a WebAssembly module, and blocks of memory that its file has behind it. `scripts/snapshot.mjs` writes it. */

import type { Source } from "./options.js";

export interface Compiled {
  readonly module: WebAssembly.Module;
  /** Returns the memory of a new instance. */
  memory(): WebAssembly.Memory;
}

/** What the section `blocks` says of the memory. */
export interface Layout {
  readonly memory: WebAssembly.MemoryDescriptor;
  readonly blocks: readonly Block[];
}

/** A part of the memory, which has its position in `contents`. */
export interface Block {
  readonly address: number;
  readonly length: number;
  readonly position: number;
}

/** The module that has all bytes of the file. */
export function whole(module: WebAssembly.Module): Compiled {
  const layout = layoutOf(module);
  const [contents = new ArrayBuffer()] = WebAssembly.Module.customSections(module, "contents");
  const memory = () => {
    const memory = new WebAssembly.Memory(layout.memory);
    for (const { address, length, position } of layout.blocks) {
      new Uint8Array(memory.buffer, address, length).set(new Uint8Array(contents, position, length));
    }
    return memory;
  };
  return { module, memory };
}

/** Returns the module of a source. */
export async function moduleOf(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
  if (typeof source !== "string" && !(source instanceof URL) && !(source instanceof Response)) {
    throw new TypeError("init: expected an address, a `Response`, bytes or a compiled module");
  }
  return loaded(source instanceof Response ? source : await fetch(source));
}

async function loaded(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`cannot load ${response.url}: ${response.status} ${response.statusText}`);
  const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The layout of a module's memory. */
export function layoutOf(module: WebAssembly.Module): Layout {
  const [table] = WebAssembly.Module.customSections(module, "blocks");
  if (!table) throw new Error("the module is not that of cfn-warden");
  const [, initial = 0, ...words] = new Uint32Array(table);
  const blocks: Block[] = [];
  let position = 0;
  for (let index = 0; index < words.length; index += 2) {
    const [address = 0, length = 0] = words.slice(index, index + 2);
    blocks.push({ address, length, position });
    position += length;
  }
  return { memory: { initial }, blocks };
}
