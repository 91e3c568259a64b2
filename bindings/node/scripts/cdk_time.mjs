// Measures what the plugin adds to a synthesis: node scripts/cdk_time.mjs [RUNS]
//
// Needs aws-cdk-lib and constructs (anywhere above this file). Each run is a new process that loads the CDK and
// synthesizes the app of test/cdk without plugins, with cfn-warden, or with the plugin that the CDK has itself.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const runs = Number(process.argv[2] ?? 7);
const program = `
  const { rmSync, mkdtempSync } = require("node:fs");
  const { Validations } = require("aws-cdk-lib");
  const { build } = require(process.argv[1]);
  const outdir = mkdtempSync(require("node:path").join(require("node:os").tmpdir(), "cfn-warden-cdk-"));
  const time = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  const app = build({ violate: false, outdir });
  const [cpu, wall] = [time(), performance.now()];
  if (process.argv[2]) {
    const { CfnWarden } = require(process.argv[2]);
    Validations.of(app).addPlugins(new CfnWarden({ ruleFiles: [process.argv[3]] }));
  }
  app.synth();
  console.log("times " + JSON.stringify([time() - cpu, performance.now() - wall]));
  rmSync(outdir, { recursive: true });
`;
const own = [here("../dist/cjs/cdk.js"), here("../test/cdk/versioned.guard")];
const ways = { none: ["false"], "cfn-warden": ["false", ...own], "the CDK's own": ["true"] };
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const rows = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let run = 0; run < runs; run += 1) {
  for (const [name, [validation, ...args]] of Object.entries(ways)) {
    const env = { ...process.env, CDK_VALIDATION: validation };
    const options = { cwd: here("../test/cdk"), encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"] };
    const out = execFileSync(process.execPath, ["-e", program, here("../test/cdk/app.js"), ...args], options);
    rows[name].push(JSON.parse(out.match(/^times (.*)$/m)[1]));
  }
}
for (const [name, times] of Object.entries(rows)) {
  const [cpu, wall] = [0, 1].map((index) => median(times.map((one) => one[index])));
  console.log(`${name}: ${cpu.toFixed(0)} ms of CPU time, ${wall.toFixed(0)} ms (median of ${runs})`);
}
