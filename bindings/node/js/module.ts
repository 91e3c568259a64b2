/** The module of the package: a WebAssembly module, and blocks of memory that its file has behind it. `scripts/snapshot.mjs` writes it. */

export interface Compiled {
  readonly module: WebAssembly.Module;
  /** Fills the blocks in the memory of a new instance. */
  fill(memory: WebAssembly.Memory): void;
}

/** The module that has all bytes of the file. */
export function whole(module: WebAssembly.Module): Compiled {
  return {
    module,
    fill(memory) {
      const [table, contents] = ["blocks", "contents"].map((name) => WebAssembly.Module.customSections(module, name)[0]);
      if (!table || !contents) return;
      for (const { address, length, position } of blocks(table)) {
        new Uint8Array(memory.buffer, address, length).set(new Uint8Array(contents, position, length));
      }
    },
  };
}

/** The blocks that a table names, with their positions in `contents`. */
export function* blocks(table: ArrayBuffer): Generator<{ address: number; length: number; position: number }> {
  const [, ...words] = new Uint32Array(table);
  let position = 0;
  for (let index = 0; index < words.length; index += 2) {
    const [address = 0, length = 0] = words.slice(index, index + 2);
    yield { address, length, position };
    position += length;
  }
}
