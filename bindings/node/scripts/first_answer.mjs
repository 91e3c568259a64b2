// Measures the CPU time of the first answer: node scripts/first_answer.mjs [RUNS] [TEMPLATE]
//
// Each run is a new process: user and system time of all its threads, from before the package is loaded until the first
// report. The start of Node itself is not included. Prints the median, and then that of the second check.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [runs = "11", path = here("../../../examples/reports.yaml")] = process.argv.slice(2);
const program = `
  const text = require("node:fs").readFileSync(process.argv[1], "utf8");
  const time = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  const before = time();
  const { check } = require(process.argv[2]);
  check({ template: text });
  const first = time();
  check({ template: text });
  console.log(JSON.stringify([first - before, time() - first]));
`;
const entry = here("../dist/cjs/node.js");
const rows = Array.from({ length: Number(runs) }, () => JSON.parse(execFileSync(process.execPath, ["-e", program, path, entry], { encoding: "utf8" })));
const median = (index) => rows.map((row) => row[index]).sort((a, b) => a - b)[Math.floor(rows.length / 2)].toFixed(1);
console.log(`first answer: ${median(0)} ms of CPU time; second: ${median(1)} ms (median of ${runs} processes, ${path.split("/").pop()})`);
