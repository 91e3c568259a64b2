// Compares reports with those of the command line: node scripts/compare.mjs CFN_WARDEN FOLDER [COUNT] [RULES]...
//
// Takes COUNT templates (by default 300) evenly from the sorted files of FOLDER, and prints those whose JSON differs.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { nestedTemplates, render } = createRequire(import.meta.url)("../dist/cjs/node.js");
const [program, folder, count = "300", ...rulesFiles] = process.argv.slice(2);
const all = readdirSync(folder, { recursive: true }).filter((name) => /\.(ya?ml|json|template)$/.test(name)).sort();
const step = Math.max(1, all.length / Number(count));
const names = Array.from({ length: Math.min(all.length, Number(count)) }, (_, index) => join(folder, all[Math.floor(index * step)]));
const named = (name) => ({ name, content: readFileSync(name, "utf8") });
const rules = rulesFiles.map(named);
const options = [...rulesFiles.flatMap((name) => ["--rules", name]), "--format", "json", "--fail-on", "error"];

let [equal, findings] = [0, 0];
for (const name of names) {
  let theirs;
  try {
    theirs = execFileSync(program, ["check", name, ...options], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    // Exit status 2: not compliant.
    theirs = error.stdout;
  }
  const template = named(name);
  const nested = nestedTemplates(template).filter((path) => existsSync(path)).map(named);
  const own = render("json", { templates: [template], nested, rules });
  findings += JSON.parse(own).findings.length;
  if (own === theirs) {
    equal += 1;
    continue;
  }
  const [a, b] = [own.split("\n"), theirs.split("\n")];
  const at = a.findIndex((line, index) => line !== b[index]);
  console.log(`${name}:\n  package: ${a[at]}\n  program: ${b[at]}`);
}
console.log(`${equal} of ${names.length} reports are equal, with ${findings} findings`);
process.exitCode = equal === names.length && equal > 0 ? 0 : 1;
