// Writes the module as it is after a check: node scripts/snapshot.mjs INPUT OUTPUT TEMPLATE...
//
// What the first check prepares, as the tables of rules, is there from the start, and its functions need not be compiled.
// The memory is at the end of the file: an engine copies a module and keeps it, and Node can read the memory into an instance
// instead; js/module.ts and js/file.ts do it. The file is a module whose memory is empty:
//
//   custom section `blocks`             length of the module without the contents; pages of the memory; address and length of each
//                                       block (32 bits)
//   sections of the module, without data, and with its memory as an import
//   custom section `compilationHints`   behind the section of functions: which of them V8 compiles when it creates the module, on
//                                       all cores: those that a first check of at least a quarter of the templates runs
//                                       (https://github.com/WebAssembly/compilation-hints, its first form)
//   custom section `metadata.code.compilation_priority`   the same in its later form, for V8 14
//   custom section `contents`           the blocks of memory that are not zero, one after the other
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { functions } from "../dist/esm/check.js";
import { answering } from "../dist/esm/instance.js";
import { CUSTOM, DATA, DATA_COUNT, FUNCTION, IMPORT, MAGIC, MEMORY, leb, named, number, section, sectionsOf, words } from "./wasm.mjs";

const TEMPLATE = "Resources: {Topic: {Type: AWS::SNS::Topic}}";
/** Blocks begin and end where memory pages of the system do. */
const PAGE = 4096;
const WASM_PAGE = 65536;
const IMPORTED_MEMORY = 2;
/** Hints: the first compiler, now or at the first call. */
const [EAGER, LAZY] = [2, 1].map((strategy) => strategy | (1 << 2) | (1 << 4));

const [input, output, ...templates] = process.argv.slice(2);
const bytes = readFileSync(input);
const sections = sectionsOf(bytes);
if (sections.some(({ id }) => id === IMPORT)) throw new Error("a module with imports numbers its functions in another way");
const memory = checked(TEMPLATE);
writeModule();
const used = countsOf(templates);
writeModule((index) => (used.get(index) ?? 0) * 4 >= templates.length);

/** Returns the memory of an instance after a check, without the stack: whole pages below the data. */
function checked(template) {
  const { memory } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  const initial = memory.buffer.byteLength / WASM_PAGE;
  const first = new Uint8Array(memory.buffer).findIndex((byte) => byte !== 0);
  const own = new WebAssembly.Memory({ initial });
  const module = new WebAssembly.Module(Buffer.concat([bytes.subarray(0, MAGIC), ...importing(sections, initial)]));
  functions(answering(() => ({ module, memory: () => own }))).check({ template, now: new Date(0) });
  return new Uint8Array(own.buffer).fill(0, 0, first - (first % WASM_PAGE));
}

/** Sections of the module, with its memory as an import; `isEager` as in `writeModule`. */
function importing(sections, pages, isEager) {
  const memory = section(IMPORT, leb(1), named("env"), named("memory"), Buffer.of(IMPORTED_MEMORY, 0), leb(pages));
  return sections.flatMap(({ id, whole, content }) => {
    if (id === MEMORY) return [];
    if (id !== FUNCTION) return [whole];
    return [memory, whole, ...(isEager ? hints(number(content, 0).value, isEager) : [])];
  });
}

/** Writes the file; `isEager` says of a function whether a first check runs it. */
function writeModule(isEager) {
  const blocks = [...blocksOf(memory)];
  const pages = memory.length / WASM_PAGE;
  const table = (length) => section(CUSTOM, named("blocks"), words(length, pages, ...blocks.flatMap((block) => [block.byteOffset, block.length])));
  const rest = importing(sections.filter(({ id }) => id !== DATA && id !== DATA_COUNT), pages, isEager);
  const length = [table(0), ...rest].reduce((sum, part) => sum + part.length, MAGIC);
  if (blocks[0].byteOffset + length > memory.length) throw new Error("the code is longer than the memory, in which Node reads it");
  const contents = section(CUSTOM, named("contents"), ...blocks);
  writeFileSync(output, Buffer.concat([bytes.subarray(0, MAGIC), table(length), ...rest, contents]));
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

function hints(count, isEager) {
  const all = Array.from({ length: count }, (_, index) => index);
  const eager = all.filter(isEager);
  // Of a function as a whole (offset 0), in one byte: the highest priority.
  const priorities = eager.map((index) => Buffer.concat([leb(index), Buffer.of(0, 1, 0)]));
  return [
    section(CUSTOM, named("compilationHints"), leb(count), Buffer.from(all.map((index) => (isEager(index) ? EAGER : LAZY)))),
    section(CUSTOM, named("metadata.code.compilation_priority"), leb(eager.length), ...priorities),
  ];
}

/** Counts for each function of the output the templates whose first check runs it, by what V8 compiles when it is called. */
function countsOf(templates) {
  const check = `
    import { readFileSync } from "node:fs";
    import { functions } from "./check.js";
    import { answering } from "./instance.js";
    import { whole } from "./module.js";
    const [module, template] = process.argv.slice(1).map((path) => readFileSync(path));
    functions(answering(() => whole(new WebAssembly.Module(module)))).check({ template: template.toString() });
  `;
  const cwd = fileURLToPath(new URL("../dist/esm", import.meta.url));
  const counts = new Map();
  for (const template of templates) {
    const command = ["--trace-wasm-compilation-times", "--input-type=module", "-e", check, resolve(output), resolve(template)];
    const run = spawnSync(process.execPath, command, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
    const called = new Set(Array.from(run.stdout.matchAll(/#(\d+) using Liftoff/g), ([, index]) => Number(index)));
    if (run.status !== 0 || called.size === 0 || called.size > 5000) {
      throw new Error(`${template}: V8 compiled ${called.size} functions; Node 20 to 24 compiles each when it is called\n${run.stderr}`);
    }
    for (const index of called) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}
