// Writes the types of the result document: node scripts/result_types.mjs > js/result.ts
//
// Needs `npm install json-schema-to-typescript` (anywhere above this file, or NODE_PATH).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { compile } = createRequire(import.meta.url)("json-schema-to-typescript");
const schema = JSON.parse(readFileSync(new URL("../../../docs/result.schema.json", import.meta.url), "utf8"));
// Only the function answers with these.
for (const name of ["message", "report", "report_uri", "truncated", "policy", "baseline"]) delete schema.properties[name];
const { count, names, error, ...rest } = schema.$defs;
delete rest.policy, delete rest.bundle, delete rest.baseline;
const inlined = (value) => {
  if (Array.isArray(value)) return value.map(inlined);
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...own } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inlined(inner)]));
  if ($ref === "#/$defs/count") return { ...count, ...own };
  if ($ref === "#/$defs/names") return { ...names, ...own };
  // `Error` is a name of the language.
  return $ref ? { ...own, $ref: $ref.replace(/\/error$/, "/incomplete") } : own;
};
const result = inlined({ ...schema, title: "Result", $defs: { ...rest, incomplete: error } });
result.description = "The result document, which `cfn-warden check --format json` prints; docs/contract.md describes it.";
result.required = [...schema.required, "findings", "errors"];
const bannerComment = "/* Written by scripts/result_types.mjs from docs/result.schema.json. */";
process.stdout.write(await compile(result, "Result", { bannerComment, style: { printWidth: 120 } }));
