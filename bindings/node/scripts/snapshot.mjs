// Writes the module as it is after a check: node scripts/snapshot.mjs INPUT OUTPUT
//
// What the first check prepares, as the tables of rules, is there from the start, and its functions need not be compiled.
// The memory is at the end of the file: an engine copies a module and keeps it, and Node can read the memory into an instance
// instead; js/module.ts and js/file.ts do it. The file is a module whose memory is empty:
//
//   custom section `blocks`     length of the module without the contents; address and length of each block (32 bits, little endian)
//   sections of the module, without data
//   custom section `contents`   the blocks of memory that are not zero, one after the other
import { readFileSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

const TEMPLATE = "Resources: {Topic: {Type: AWS::SNS::Topic}}";
/** Blocks begin and end where memory pages of the system do. */
const PAGE = 4096;
const WASM_PAGE = 65536;
const MAGIC = 8;
const [CUSTOM, MEMORY, DATA, DATA_COUNT] = [0, 5, 11, 12];

const [input, output] = process.argv.slice(2);
const bytes = readFileSync(input);
const memory = checked(TEMPLATE);
const blocks = [...blocksOf(memory)];

const sections = sectionsOf(bytes).flatMap(({ id, whole }) => {
  if (id === DATA || id === DATA_COUNT) return [];
  return [id === MEMORY ? section(MEMORY, leb(1), Buffer.of(0), leb(memory.length / WASM_PAGE)) : whole];
});
const table = (length) => section(CUSTOM, named("blocks"), words(length, ...blocks.flatMap((block) => [block.byteOffset, block.length])));
const rest = Buffer.concat(sections);
const contents = section(CUSTOM, named("contents"), ...blocks);
writeFileSync(output, Buffer.concat([bytes.subarray(0, MAGIC), table(MAGIC + table(0).length + rest.length), rest, contents]));

/** Returns the memory of an instance after a check, without the stack, which is below everything else. */
function checked(template) {
  setFlagsFromString("--wasm-lazy-validation");
  const own = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports;
  const stack = new Uint8Array(own.memory.buffer).findIndex((byte) => byte !== 0);
  const settings = { rules: [], inputParameters: [], schemas: [], now: 0 };
  const request = Buffer.from(JSON.stringify({ check: { format: "json", templates: [{ name: "", content: template }], nested: [], settings } }));
  const address = own.input(request.length) >>> 0;
  new Uint8Array(own.memory.buffer).set(request, address);
  if (own.check() !== 0) throw new Error("the template cannot be checked");
  return new Uint8Array(own.memory.buffer).fill(0, 0, stack);
}

/** The parts of memory that are not zero. */
function* blocksOf(memory) {
  const isUsed = (page) => memory.subarray(page, page + PAGE).some((byte) => byte !== 0);
  let start;
  for (let page = 0; page <= memory.length; page += PAGE) {
    if (page < memory.length && isUsed(page)) start ??= page;
    else if (start !== undefined) {
      yield memory.subarray(start, page);
      start = undefined;
    }
  }
}

function sectionsOf(bytes) {
  const found = [];
  for (let start = MAGIC; start < bytes.length; ) {
    const { value, end } = number(start + 1);
    found.push({ id: bytes[start], whole: bytes.subarray(start, end + value) });
    start = end + value;
  }
  return found;
}

/** Reads a number in LEB128. */
function number(position) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[position++];
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value, end: position };
  }
}

/** Writes a number in five bytes of LEB128: the table, which is first, is at the same place in any module. */
function leb(value) {
  return Buffer.from([0, 7, 14, 21, 28].map((shift) => ((value >>> shift) & 0x7f) | (shift < 28 ? 0x80 : 0)));
}

function words(...values) {
  return Buffer.from(Uint32Array.from(values).buffer);
}

function named(name) {
  return Buffer.concat([leb(name.length), Buffer.from(name)]);
}

function section(id, ...parts) {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(id), leb(content.length), content]);
}
