// Measures what the plugin adds to a synthesis: node scripts/cdk_time.mjs [RUNS]
//
// Needs aws-cdk-lib and constructs (anywhere above this file). Each run is a new process that loads the CDK and
// synthesizes the app of test/cdk without plugins, with cfn-warden, or with the plugin that the CDK has itself. The CPU time is
// that of the whole process, with the program that it runs; the elapsed time is that of the synthesis. Needs bash.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { cpu, median } from "./cpu.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const runs = Number(process.argv[2] ?? 7);
const program = `
  const { rmSync, mkdtempSync } = require("node:fs");
  const { Validations } = require("aws-cdk-lib");
  const { build } = require(process.argv[1]);
  const outdir = mkdtempSync(require("node:path").join(require("node:os").tmpdir(), "cfn-warden-cdk-"));
  const app = build({ violate: false, outdir });
  const start = performance.now();
  if (process.argv[2]) {
    const { CfnWarden } = require(process.argv[2]);
    Validations.of(app).addPlugins(new CfnWarden({ ruleFiles: [process.argv[3]] }));
  }
  app.synth();
  console.log("elapsed " + (performance.now() - start));
  rmSync(outdir, { recursive: true });
`;
const own = [here("../dist/cjs/cdk.js"), here("../test/cdk/versioned.guard")];
const { program: installed } = createRequire(import.meta.url)("../dist/cjs/program.js");
const ways = {
  none: [{ CDK_VALIDATION: "false" }],
  ...(installed() && { "cfn-warden with the program": [{ CDK_VALIDATION: "false", CFN_WARDEN_PROGRAM: installed() }, ...own] }),
  "cfn-warden with WebAssembly": [{ CDK_VALIDATION: "false", CFN_WARDEN_PROGRAM: "" }, ...own],
  "the CDK's own": [{ CDK_VALIDATION: "true" }],
};
const rows = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let run = 0; run < runs; run += 1) {
  for (const [name, [variables, ...args]] of Object.entries(ways)) {
    const { out, cpu: time } = cpu(variables, ["-e", program, here("../test/cdk/app.js"), ...args], { cwd: here("../test/cdk") });
    rows[name].push([time, Number(out.match(/^elapsed (.*)$/m)[1])]);
  }
}
for (const [name, times] of Object.entries(rows)) {
  const [time, elapsed] = [0, 1].map((index) => median(times.map((one) => one[index])));
  console.log(`${name}: ${time.toFixed(0)} ms of CPU time, ${elapsed.toFixed(0)} ms elapsed (medians of ${runs})`);
}
