// The package in Node.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { OptionsError, category, check, filter, formats, init, nestedTemplates, packs, render } from "cfn-warden";

const require = createRequire(import.meta.url);
const QUEUE = "Resources:\n  Jobs:\n    Type: AWS::SQS::Queue\n    Properties:\n      DelaySeconds: 99999\n";
const NAMED = "rule queues_are_named { Resources.*.Properties.QueueName exists }";

test("a template is linted and checked with rules", () => {
  const result = check({ template: QUEUE, name: "jobs.yaml", rules: [{ name: "named.guard", content: NAMED }] });
  assert.deepEqual(result.findings.map(({ rule, file }) => [rule, file]), [["queues_are_named", "jobs.yaml"], ["E3034", "jobs.yaml"]]);
  assert.deepEqual([result.compliant, result.status, result.summary.errors], [false, "FAIL", 2]);
  assert.deepEqual(result.findings[1].path, ["Resources", "Jobs", "Properties", "DelaySeconds"]);
  assert.deepEqual(result.findings[1].value_location.start, { line: 5, column: 21 });
});

test("a template may be an object, and has no name then", () => {
  const result = check({ template: { Resources: { Jobs: { Type: "AWS::SQS::Queu" } } } });
  assert.deepEqual(result.findings.map(({ rule, file }) => [rule, file]), [["E3006", null]]);
});

test("findings have a subject and a part", () => {
  const items = "[{Port: 22}, {Port: 22, Name: a}]";
  const template = `Transform: AWS::LanguageExtensions\nResources:\n  Fn::ForEach::L: [N, [A, B], {"Q\${N}": {Type: Own::Made::Type, Properties: {Items: ${items}}}}]\n`;
  const { findings } = check({ template, rules: ["rule closed { Resources.*.Properties.Items[*].Port != 22 }"], lint: "off" });
  assert.deepEqual(
    findings.map(({ resource, part }) => [resource.logical_id, part]).sort(),
    ["QA", "QB"].flatMap((id) => ['[{"Name":"a","Port":"22"}]', '[{"Port":"22"}]'].map((item) => [id, `Properties/Items/${item}/Port`])),
  );
});

test("`require` and `import` share one instance", () => {
  assert.equal(require("cfn-warden").check, check);
  assert.equal(require("cfn-warden").OptionsError, OptionsError);
});

test("findings are filtered by rule, category, resource and type", () => {
  const template = "Parameters: {Unused: {Type: String}}\nResources:\n  A: {Type: AWS::SNS::Topics}\n  B: {Type: AWS::SNS::Topics}\n";
  const report = check({ template, rules: [{ name: "named.guard", content: NAMED }] });
  const matched = (options) => filter(report, options).map(({ rule, resource }) => [rule, resource?.logical_id]);
  assert.equal(filter(report, {}).length, report.findings.length);
  assert.deepEqual(matched({ rule: "E3" }), [["E3006", "A"], ["E3006", "B"]]);
  assert.deepEqual(matched({ rule: ["E3", "W2001"], resource: ["B", "C"] }), [["E3006", "B"]]);
  assert.deepEqual(matched({ category: ["parameters", "outputs"] }), [["W2001", undefined]]);
  assert.deepEqual(matched({ rule: "E3", resourceType: "AWS::SNS::*" }).length, 2);
  assert.deepEqual(matched({ resourceType: "AWS::SNS::Topic" }), []);
  assert.ok(matched({ category: "policy" }).length > 0 && matched({ category: "policy" }).every(([rule]) => rule === "queues_are_named"));
  assert.deepEqual([matched({ rule: "queues" }), matched({ rule: [] }).length], [[], report.findings.length]);
  assert.deepEqual(["E0000", "E1010", "E3012", "ED1001", "E9999"].map((rule) => category({ engine: "lint", rule })), ["template", "functions", "resources", "deployment", "other"]);
  assert.throws(() => filter(report, { category: "parameter" }), (error) => error instanceof OptionsError && /unknown category `parameter`; expected one of template, /.test(error.message));
  assert.throws(() => filter(report, { type: "AWS::S3::*" }), /unknown filter `type`; expected one of rule, category, resource, resourceType/);
});

test("a finding with the same cause as a match is matched", () => {
  const template = "Resources: {P: {Type: AWS::IAM::Policy, Properties: {PolicyNam: a, PolicyDocument: {Version: '2012-10-17', Statement: []}}}}";
  const { findings } = check({ template });
  const [group] = findings.filter(({ also }) => also?.length);
  assert.notEqual(group.also[0].rule, group.rule);
  assert.ok(filter({ findings: [group] }, { rule: group.also[0].rule }).includes(group));
});

test("a report says whether it is complete, and why not", () => {
  assert.deepEqual([check({ template: QUEUE }).complete, check({ template: QUEUE }).reasons], [true, []]);
  const module = "Resources: {A: {Type: Acme::Chat::Topic::MODULE}, Q: {Type: AWS::SQS::Queue}}";
  const report = check({ templates: [{ name: "a.yaml", content: module }, { name: "b.yaml", content: "Resources: [" }] });
  assert.equal(report.complete, false);
  assert.match(report.reasons[0], /^b\.yaml:2:\d+: not checked: ./);
  assert.match(report.reasons[1], /^a\.yaml:1:13: not seen: ./);
  assert.equal(report.reasons.length, 2);
  const unnamed = check({ template: module });
  assert.deepEqual([unnamed.compliant, unnamed.complete], [true, false]);
  assert.match(unnamed.reasons[0], /^<stdin>:1:13: not seen: /);
  assert.equal(check({ template: module, coverage: { module: "ignore" } }).complete, true);
});

test("documents are checked in one run", () => {
  const result = check({ templates: [{ name: "a.yaml", content: QUEUE }, { name: "b.yaml", content: "Resources: [" }] });
  assert.deepEqual(result.errors.map(({ where }) => where.file), ["b.yaml"]);
  assert.equal(result.status, "ERROR");
  assert.ok(result.findings.some(({ file }) => file === "a.yaml"));
});

test("settings are those of the command line", () => {
  const unused = { template: "Parameters: {Unused: {Type: String}}\nResources: {Topic: {Type: AWS::SNS::Topic}}" };
  const rules = (options) => check({ ...unused, ...options }).findings.map(({ rule }) => rule);
  assert.deepEqual(rules({}), ["W2001"]);
  assert.deepEqual(rules({ ignoreChecks: ["W2"] }), []);
  assert.deepEqual(rules({ lint: "off", rules: [NAMED] }), ["queues_are_named"]);
  assert.deepEqual(rules({ severities: { W2001: "off" } }), []);
  assert.equal(check({ ...unused, failOn: "warning" }).status, "FAIL");
  assert.ok(check({ template: "Resources: {Q: {Type: AWS::SQS::Queue}}", includeChecks: ["I3011"] }).findings.length > 0);
  const topic = { typeName: "Acme::Chat::Topic", properties: { Name: { type: "string" } }, additionalProperties: false };
  const own = { template: "Resources: {T: {Type: Acme::Chat::Topic, Properties: {Nam: a}}}", schemas: [topic] };
  assert.deepEqual(check(own).findings.map(({ rule }) => rule), ["E3002"]);
});

test("packs and controls are evaluated", () => {
  assert.ok(Object.keys(packs()).includes("cis"));
  const template = "Resources: {Bucket: {Type: AWS::S3::Bucket}}";
  assert.ok(check({ template, packs: ["fsbp"] }).findings.some(({ control }) => control?.title));
  assert.deepEqual(check({ template, packs: ["S3.8"], lint: "off" }).findings.map(({ rule }) => rule), ["S3.8"]);
});

test("a waiver moves a finding", () => {
  const waivers = "waiver: [{rule: E3034, reason: a test, owner: me, until: 2999-01-01}]";
  const result = check({ template: QUEUE, waivers });
  assert.deepEqual([result.findings, result.waivers.map(({ status }) => status)], [[], ["applied"]]);
});

test("nested templates are named, and seen when they are passed", () => {
  const parent = { name: "stacks/parent.yaml", content: "Resources: {S: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: child.yaml, Parameters: {Nam: a}}}}" };
  assert.deepEqual(nestedTemplates(parent), ["stacks/child.yaml"]);
  const child = { name: "stacks/child.yaml", content: "Parameters: {Name: {Type: String}}\nResources: {T: {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref Name}}}" };
  const rules = (nested) => check({ templates: [parent], nested }).findings.map(({ rule }) => rule);
  assert.notDeepEqual(rules([child]), rules([]));
});

test("a report has the format that is named", () => {
  assert.equal(JSON.parse(render("sarif", { template: QUEUE })).version, "2.1.0");
  assert.ok(formats().includes("sarif"));
  assert.match(render("pretty", { template: QUEUE, name: "jobs.yaml" }), /jobs\.yaml:5:21: error E3034/);
});

test("options that are not valid are errors with a reason", () => {
  const reason = (options) => {
    try {
      check(options);
    } catch (error) {
      assert.ok(error instanceof OptionsError, String(error.stack));
      return error.message;
    }
    assert.fail("not an error");
  };
  assert.match(reason({}), /expected either `template`, or `templates`/);
  assert.equal(reason({ template: QUEUE, regions: ["eu-west-11"] }).slice(0, 9), "regions: ");
  assert.match(reason({ template: QUEUE, ignoreChecks: ["E3O12"] }), /^ignoreChecks: unknown rule ID `E3O12`; did you mean `E3012`\?$/);
  assert.match(reason({ template: QUEUE, packs: ["fsb"] }), /^packs: /);
  assert.match(reason({ template: QUEUE, failOn: "maybe" }), /^failOn: /);
  assert.match(reason({ template: QUEUE, rule: "a" }), /^invalid options: unknown field `rule`, expected one of .*`rules`/);
  assert.match(reason({ template: QUEUE, unknown: 1 }), /^invalid options: unknown: invalid type: integer `1`, expected a string$/);
  assert.match(reason({ template: QUEUE, packs: ["fsbp", 2] }), /^invalid options: packs\[1\]: invalid type/);
  assert.match(reason({ templates: [{ name: "a.yaml" }] }), /^templates\[0\]: expected an object with the texts `name` and `content`$/);
  assert.match(reason({ template: QUEUE, rules: [{ name: "mine.guard", content: "rule {" }] }), /^mine\.guard:1:6: /);
  assert.throws(() => render("pdf", { template: QUEUE }), /unknown format `pdf`; expected one of .*sarif/);
});

test("options of another type are errors that name the option and what is expected", () => {
  const reason = (answer) => {
    try {
      answer();
    } catch (error) {
      assert.ok(error instanceof OptionsError, String(error.stack));
      return error.message;
    }
    assert.fail("not an error");
  };
  const named = "expected text, or an object with the texts `name` and `content`";
  const cases = [
    [{ rules: NAMED }, "rules: expected a list"],
    [{ rules: null }, "rules: expected a list"],
    [{ rules: [1] }, `rules[0]: ${named}`],
    [{ inputParameters: {} }, "inputParameters: expected a list"],
    [{ waivers: 1 }, `waivers: ${named}`],
    [{ waivers: { name: "w.toml", content: "" } }, "waivers: w.toml: TOML is not supported; expected a name that ends in .yaml or .json"],
    [{ schemas: "{}" }, "schemas: expected a list"],
    [{ schemas: [new Map()] }, "schemas[0]: expected text or an object"],
    [{ now: Date.now() }, "now: expected a valid `Date`"],
    [{ now: new Date("tomorrow") }, "now: expected a valid `Date`"],
    [{ name: 1 }, "name: expected text"],
    [{ nested: [{ name: "a.yaml" }] }, "nested[0]: expected an object with the texts `name` and `content`"],
    [{ template: Buffer.from(QUEUE) }, "template: expected text or an object"],
    [{ template: null }, "template: expected text or an object"],
    [{ template: { Resources: [NaN] } }, "template.Resources[0]: invalid value NaN; expected a finite number"],
    [{ resolve: true, deployments: "any" }, "deployments: conflicts with resolve; expected one of them"],
  ];
  for (const [options, expected] of cases) assert.equal(reason(() => check({ template: QUEUE, ...options })), expected);
  const lost = [
    [{ parameters: new Map([["A", 1]]) }, /^parameters: invalid value of the type Map; expected /],
    [{ severities: new Map() }, /^severities: invalid value of the type Map/],
    [{ lint: () => "off" }, /^lint: invalid value of the type Function/],
    [{ parameters: { A: undefined } }, /^parameters\.A: invalid value of the type Undefined/],
    [{ parameters: { A: [1, NaN] } }, /^parameters\.A\[1\]: invalid value of the type NaN/],
    [{ template: { Resources: 1n } }, /^template: cannot be written as JSON: ./],
  ];
  for (const [options, expected] of lost) assert.match(reason(() => check({ template: QUEUE, ...options })), expected);
  assert.equal(reason(() => check()), "expected an object with options");
  assert.match(reason(() => render(undefined, { template: QUEUE })), /^format: expected text/);
  assert.match(reason(() => nestedTemplates()), /^template: expected an object/);
  assert.equal(reason(() => filter({ findings: [] }, { rule: 1 })), "rule: expected text, or a list of texts");
  assert.match(reason(() => filter({ findings: [] })), /^expected a filter: an object with keys of rule, /);
  assert.equal(check({ template: QUEUE, parameters: undefined, rules: undefined }).findings.length, 1);
});

test("half of a surrogate pair may be in a key", () => {
  const rules = (key) => check({ template: QUEUE, parameters: { [key]: "x" } }).findings.map(({ rule }) => rule);
  assert.deepEqual(rules("\ud800"), rules("\ufffd"));
});

test("text outside of the Basic Multilingual Plane keeps its columns", () => {
  const [finding] = check({ template: '{"Description": "😀ä", "Resources": {"😀": {"Type": "AWS::SQS::Queu"}}}' }).findings;
  assert.equal(finding.location.start.line, 1);
});

test("hostile documents end with a result", () => {
  for (const template of ["[".repeat(200_000), "a: ".repeat(50_000), `{"a": ${'{"b": '.repeat(5_000)}1${"}".repeat(5_001)}`, "&a [*a]", "\u0000\ud800"]) {
    const result = check({ template });
    assert.equal(result.compliant, false);
  }
  assert.equal(check({ template: QUEUE }).findings.length, 1);
});

test("deeply nested rules end with a result or an error", () => {
  for (const depth of [50, 500, 5_000, 100_000]) {
    const rules = `rule deep { ${"when a exists { ".repeat(depth)} a exists ${"}".repeat(depth)} }`;
    try {
      check({ template: QUEUE, rules: [rules] });
    } catch (error) {
      assert.ok(error instanceof OptionsError, String(error.stack));
    }
  }
});

test("the module may be compiled before the first check", async () => {
  await init();
  const bytes = readFileSync(require.resolve("cfn-warden/cfn-warden.wasm"));
  const address = `data:application/wasm;base64,${bytes.toString("base64")}`;
  for (const source of [bytes, new WebAssembly.Module(bytes), address, new URL(address), new Response(bytes)]) {
    await init(source);
    assert.equal(check({ template: QUEUE }).findings.length, 1);
  }
  if (process.env.CFN_WARDEN_EXPECTED !== "program") await assert.rejects(init({}), /^TypeError: init: expected an address/);
  assert.equal(check({ template: QUEUE }).findings.length, 1);
});

test("the program prints a report, and its exit status is the verdict", () => {
  const folder = mkdtempSync(join(tmpdir(), "cfn-warden-check-"));
  const path = (name, content) => {
    writeFileSync(join(folder, name), content);
    return name;
  };
  const program = fileURLToPath(new URL("../node_modules/.bin/cfn-warden-check", import.meta.url));
  const run = (...line) => spawnSync(process.execPath, [program, ...line], { cwd: folder, encoding: "utf8" });
  const failed = run(path("jobs.yaml", QUEUE), "--rules", path("named.guard", NAMED));
  assert.equal(failed.status, 2, failed.stderr);
  assert.match(failed.stdout, /jobs\.yaml:5:21: error E3034/);
  assert.equal(run(path("good.yaml", "Resources: {Topic: {Type: AWS::SNS::Topic}}")).status, 0);
  assert.equal(run("missing.yaml").status, 1);
});

test("TypeScript finds the plugin without `exports`, as with `module: commonjs`", () => {
  const { exports, typesVersions } = require("cfn-warden/package.json");
  assert.deepEqual(typesVersions["*"].cdk, [exports["./cdk"].types]);
});

test("an empty list of documents is an error", () => {
  assert.throws(() => check({ templates: [] }), (error) => error instanceof OptionsError && /templates: the list is empty/.test(error.message));
});

test("a large document leaves the next checks alone", () => {
  const small = () => check({ template: QUEUE }).findings.map(({ rule }) => rule);
  const before = small();
  check({ template: `Resources: {}\nMetadata: [${"1,".repeat(1_500_000)}]\n` });
  assert.deepEqual([small(), small()], [before, before]);
});

test("`cfn-warden-check` refuses what is not UTF-8", () => {
  const folder = mkdtempSync(join(tmpdir(), "cfn-warden-"));
  writeFileSync(join(folder, "bad.yaml"), Buffer.from("Resources: {Q: {Type: AWS::SQS::Queue, Properties: {QueueName: caf\xe9}}}\n", "latin1"));
  const program = fileURLToPath(new URL("../node_modules/cfn-warden/bin/check.js", import.meta.url));
  const run = (...line) => spawnSync(process.execPath, [program, ...line], { cwd: folder, encoding: "utf8" });
  const { status, stderr } = run("bad.yaml");
  assert.deepEqual([status, stderr], [2, "bad.yaml: not checked: cannot be read: not UTF-8\n"]);
  writeFileSync(join(folder, "good.yaml"), "Resources: {Topic: {Type: AWS::SNS::Topic}}");
  writeFileSync(join(folder, "bad.guard"), Buffer.from("rule r { a != 'caf\xe9' }", "latin1"));
  assert.equal(run("good.yaml", "--rules", "bad.guard").status, 2);
  // As in `cfn-warden check`, a nested template that is not UTF-8 is a part that was not seen.
  writeFileSync(join(folder, "parent.yaml"), "Resources: {S: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: bad.yaml}}}");
  const parent = run("parent.yaml");
  assert.equal(parent.status, 0, parent.stderr);
  assert.match(parent.stdout, /not seen: the nested template bad\.yaml/);
  assert.match(run("good.yaml", "./good.yaml").stdout, /^compliant \(1 document,/);
});
