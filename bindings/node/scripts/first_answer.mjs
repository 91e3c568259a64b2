// Measures the CPU time of the first answer: node scripts/first_answer.mjs [RUNS] [TEMPLATE]
//
// Each run is a new process, with and without a check: user and system time of the process and of the program that it runs.
// Prints the medians of the difference for one and for two checks, with the program, if it is installed or CFN_WARDEN_PROGRAM
// names it, and with WebAssembly. Needs bash.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { cpu, median } from "./cpu.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [runs = "11", path = here("../../../examples/reports.yaml")] = process.argv.slice(2);
const script = `
  const text = require("node:fs").readFileSync(process.argv[1], "utf8");
  const count = Number(process.argv[2]);
  if (count > 0) {
    const { check } = require(process.argv[3]);
    for (let time = 0; time < count; time += 1) check({ template: text });
  }
`;
const entry = here("../dist/cjs/node.js");
const { program } = createRequire(import.meta.url)("../dist/cjs/program.js");
const ways = { ...(program() && { program: program() }), WebAssembly: "" };
for (const [way, chosen] of Object.entries(ways)) {
  const rows = [0, 1, 2].map(() => []);
  for (let run = 0; run < Number(runs); run += 1) {
    rows.forEach((row, count) => row.push(cpu({ CFN_WARDEN_PROGRAM: chosen }, ["-e", script, path, String(count), entry]).cpu));
  }
  const [none, one, two] = rows.map(median);
  console.log(`${way}: first answer ${(one - none).toFixed(0)} ms of CPU time, second ${(two - one).toFixed(0)} ms (medians of ${runs} processes, ${path.split("/").pop()})`);
}
