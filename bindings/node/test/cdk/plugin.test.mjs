// The plugin in a synthesis of the real CDK.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const { Validations } = require("aws-cdk-lib");
const { build } = require("./app.js");
const { CfnWarden } = require("cfn-warden/cdk");
const RULES = fileURLToPath(new URL("versioned.guard", import.meta.url));
// The CDK's own plugin is not under test.
process.env.CDK_VALIDATION = "false";
process.env.CDK_APP_MODE = "inmemory";

/** Synthesizes the app; returns the error, if it fails, and the report. */
function synthesis({ prepare = () => {}, violate, ...settings }) {
  const outdir = mkdtempSync(join(tmpdir(), "cfn-warden-cdk-"));
  try {
    const app = build({ violate, outdir });
    Validations.of(app).addPlugins(new CfnWarden(settings));
    prepare(app);
    let error;
    try {
      app.synth();
    } catch (thrown) {
      error = thrown;
    }
    let report;
    try {
      report = JSON.parse(readFileSync(join(outdir, "validation-report.json"), "utf8"));
    } catch {}
    return { error, violations: report?.pluginReports.find((one) => one.pluginName === "cfn-warden")?.violations ?? [], report };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const paths = (violations, rule) => violations.find((one) => one.ruleName === rule)?.violatingConstructs.map((one) => one.constructPath).sort();

test("an app without mistakes is synthesized", () => {
  const { error, violations } = synthesis({ violate: false, ruleFiles: [RULES] });
  assert.equal(error, undefined);
  assert.deepEqual(violations.filter((one) => one.severity === "error"), []);
});

test("violations fail the synthesis and have construct paths, also in stages and nested stacks", () => {
  const { error, violations } = synthesis({ violate: true, ruleFiles: [RULES] });
  assert.match(error.message, /E3034/);
  assert.match(error.message, /Prod\/Storage\/Inner\/Raw/);
  assert.deepEqual(paths(violations, "E3034"), ["Prod/Storage/Inner/Raw", "Prod/Storage/Raw", "Storage/Inner/Raw", "Storage/Raw"]);
  assert.deepEqual(paths(violations, "buckets_are_versioned"), ["Prod/Storage/Reports/Resource", "Storage/Reports/Resource"]);
  const [{ cloudFormationResource }] = violations.find((one) => one.ruleName === "E3034").violatingConstructs;
  assert.deepEqual(cloudFormationResource.propertyPaths, ["Properties.DelaySeconds"]);
});

test("what is not about a resource has the path of its stack", () => {
  const { violations } = synthesis({ violate: true });
  const unknownType = violations.find((one) => one.violatingConstructs.some((construct) => construct.constructPath === "Storage"));
  assert.ok(unknownType, JSON.stringify(violations.map((one) => one.ruleName)));
});

test("acknowledged rules do not fail the synthesis", () => {
  const acknowledge = (app) => {
    for (const id of ["E3034", "E2002"]) Validations.of(app).acknowledge({ id: `cfn-warden::${id}`, reason: "a test" });
  };
  const { error, violations } = synthesis({ violate: true, prepare: acknowledge });
  assert.equal(paths(violations, "E3034"), undefined);
  assert.equal(error, undefined, error?.message);
});

test("`failOn` decides what fails the synthesis", () => {
  assert.equal(synthesis({ violate: true, failOn: "never" }).error, undefined);
  const { error } = synthesis({ violate: false, failOn: "warning", includeChecks: ["I"] });
  assert.equal(error, undefined, error?.message);
});

test("what cannot be checked fails the synthesis", () => {
  const unknown = synthesis({ violate: false, ruleFiles: ["missing.guard"] });
  assert.match(unknown.error.message, /missing\.guard/);
  const invalid = synthesis({ violate: false, rules: [{ name: "mine.guard", content: "rule {" }] });
  assert.match(invalid.error.message, /mine\.guard:1/);
});

test("what was not seen fails the synthesis as `check` does", () => {
  const { CfnResource, Stack } = require("aws-cdk-lib");
  const macro = (app) => app.node.findChild("Storage").addTransform("Team");
  assert.equal(synthesis({ violate: false, prepare: macro }).error, undefined);
  const { error, violations } = synthesis({ violate: false, prepare: macro, coverage: { macro: "fail" } });
  assert.match(error.message, /not-seen-macro/);
  assert.deepEqual(paths(violations, "not-seen-macro"), ["Storage"]);
  const module = (app) => new CfnResource(new Stack(app, "Alone"), "X", { type: "Acme::Chat::Topic::MODULE" });
  assert.match(synthesis({ violate: false, prepare: module }).error.message, /not-seen-nothing_checked/);
});

test("nested stacks are found by their metadata, too", () => {
  const outdir = mkdtempSync(join(tmpdir(), "cfn-warden-cdk-"));
  try {
    const assembly = build({ violate: true, outdir }).synth();
    // Versions of the CDK without `Validations` pass only these.
    const templatePaths = [assembly.getStackByName("Storage").templateFullPath];
    const { success, violations } = new CfnWarden().validate({ templatePaths });
    const { violatingResources } = violations.find((one) => one.ruleName === "E3034");
    assert.deepEqual([success, violatingResources.length], [false, 2]);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});

test("a nested template that was checked is not reported as not seen, and one that is missing is", () => {
  const outdir = mkdtempSync(join(tmpdir(), "cfn-warden-cdk-"));
  try {
    const assembly = build({ violate: false, outdir }).synth();
    const templatePaths = [assembly.getStackByName("Storage").templateFullPath];
    const parts = (coverage) => {
      const { success, violations } = new CfnWarden({ coverage }).validate({ templatePaths });
      const nested = violations.find((one) => one.ruleName === "not-seen-nested_stack");
      return [success, nested?.severity, nested?.violatingResources];
    };
    assert.deepEqual(parts({ nested_stack: "fail" }), [true, undefined, undefined]);
    const { path } = Object.values(JSON.parse(readFileSync(join(outdir, "Storage.assets.json"), "utf8")).files).map(({ source }) => source).find((source) => /nested/.test(source.path));
    rmSync(join(outdir, path));
    const lines = [];
    const { write } = process.stderr;
    process.stderr.write = (line) => lines.push(line);
    const [success, severity, [resource]] = parts({});
    process.stderr.write = write;
    // Versions without `Validations` do not print warnings of a report without errors.
    assert.match(lines.join(""), /^.*Storage\.template\.json:\d+:\d+: not seen: the nested template.* \(nested_stack\)\n$/);
    assert.deepEqual([success, severity, resource.templatePath], [true, "warning", templatePaths[0]]);
    assert.match(resource.resourceLogicalId, /^InnerNestedStack/);
    assert.deepEqual(parts({ nested_stack: "fail" }).slice(0, 2), [false, "fatal"]);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});

test("settings and rules of the plugin are checked", () => {
  const { OptionsError } = require("cfn-warden");
  for (const [given, expected] of [
    [{ rules: "rule x { Resources exists }" }, "rules: expected a list"],
    [{ ruleFiles: "policy.guard" }, "ruleFiles: expected a list"],
    [{ ruleFiles: [1] }, "ruleFiles[0]: expected the path of a file"],
  ]) {
    assert.throws(() => new CfnWarden(given), (error) => error instanceof OptionsError && error.message === expected);
  }
  assert.throws(() => new CfnWarden({ failOn: "warn" }), /failOn: unknown threshold `warn`; expected one of error, warning, never/);
  const folder = mkdtempSync(join(tmpdir(), "cfn-warden-cdk-"));
  const rules = join(folder, "latin1.guard");
  writeFileSync(rules, Buffer.from("rule r { Resources.*.Properties.Name != 'caf\xe9' }", "latin1"));
  assert.match(synthesis({ violate: false, ruleFiles: [rules] }).error.message, /latin1\.guard: not checked: cannot be read: not UTF-8/);
  rmSync(folder, { recursive: true });
});
