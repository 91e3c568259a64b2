// Reads and writes sections of WebAssembly modules (https://webassembly.github.io/spec/core/binary/modules.html).

export const MAGIC = 8;
export const [CUSTOM, IMPORT, FUNCTION, MEMORY, DATA, DATA_COUNT] = [0, 2, 3, 5, 11, 12];

/** Returns the sections of a module: their numbers, their bytes with the header, and their content. */
export function sectionsOf(bytes) {
  const found = [];
  for (let start = MAGIC; start < bytes.length; ) {
    const { value, end } = number(bytes, start + 1);
    found.push({ id: bytes[start], whole: bytes.subarray(start, end + value), content: bytes.subarray(end, end + value) });
    start = end + value;
  }
  return found;
}

/** Reads a number in LEB128. */
export function number(bytes, position) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[position++];
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value, end: position };
  }
}

/** Writes a number in five bytes of LEB128, so that lengths do not depend on it. */
export function leb(value) {
  return Buffer.from([0, 7, 14, 21, 28].map((shift) => ((value >>> shift) & 0x7f) | (shift < 28 ? 0x80 : 0)));
}

/** Writes numbers of 32 bits, little endian. */
export function words(...values) {
  return Buffer.from(Uint32Array.from(values).buffer);
}

export function named(name) {
  return Buffer.concat([leb(name.length), Buffer.from(name)]);
}

export function section(id, ...parts) {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(id), leb(content.length), content]);
}
