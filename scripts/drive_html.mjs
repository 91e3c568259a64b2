// Tests the filters of the HTML report in Chromium: node scripts/drive_html.mjs CFN_WARDEN [PNG]
//
// Needs `npm install playwright-core` (anywhere above this file, or NODE_PATH) and a Chromium (CHROMIUM=path, by default
// /usr/bin/chromium). Prints the results; the exit status is 1 if one is unexpected. PNG is a file for a screenshot.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [warden, picture] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { chromium } = createRequire(import.meta.url)("playwright-core");

const template = `Parameters:
  Env: {Type: String, AllowedValues: [dev, test, prod]}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
Resources:
  First: {Type: "AWS::S3::Bucket", Properties: {BucketName: !If [IsProd, one, two]}}
  Second: {Type: "AWS::S3::Bucket", Properties: {BucketName: two}}
`;
const rules = "rule named { Resources.*.Properties.BucketName == 'one' }\n";

const folder = mkdtempSync(join(tmpdir(), "cfn-warden-html-"));
const line = ["check", "examples/reports.yaml", "tests/lint_options/own/graph.yaml", "--rules", "examples/buckets.guard", "--format", "html", "--fail-on", "never"];
const html = execFileSync(warden, line, { cwd: root, encoding: "utf8" });
const path = join(folder, "page.html");
writeFileSync(path, html);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1100, height: 1400 } });
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || wrong.push(`the page requests ${request.url()}`));
  await page.goto(pathToFileURL(path).href);
  const shown = () => page.locator(".finding:visible").count();
  const all = await shown();
  const errors = await page.locator(".finding.error").count();
  assert.ok(all > errors && errors > 2, `${all} findings, ${errors} errors`);

  await page.locator("[name=severity][value=error]").uncheck();
  assert.equal(await shown(), all - errors, "without errors");
  assert.equal(await page.locator("#shown").textContent(), `${all - errors} of ${all} shown`);
  await page.locator("[name=severity][value=error]").check();

  await page.locator("[name=rule]").selectOption("E3004");
  const cycles = await shown();
  assert.ok(cycles > 0 && cycles < all, `${cycles} cycles`);
  assert.equal(await page.locator(".document:visible").count(), 1, "a document without what is shown is hidden");
  await page.locator("[name=rule]").selectOption("");

  await page.locator("[name=text]").fill("versioningconfiguration ENABLED");
  assert.equal(await shown(), 1, "words, in any order and case");
  await page.locator("[name=text]").fill("zzz unmatched");
  assert.equal(await shown(), 0);
  await page.locator("[name=text]").fill("");
  assert.equal(await shown(), all);

  await page.locator(".source summary").first().click();
  await page.locator("[name=rule]").selectOption("E3004");
  await page.locator("[name=rule]").selectOption("");
  const link = page.locator(".source a.n").first();
  const target = await link.getAttribute("href");
  await link.click();
  assert.equal(await page.locator(`${target}:target`).count(), 1, "a marked line leads to its finding");

  // Keyboard only: the first field gets the focus, and a space toggles it.
  await page.goto(pathToFileURL(path).href);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  assert.equal(await shown(), all - errors, "by the keyboard");

  const [templatePath, rulesPath] = [join(folder, "template.yaml"), join(folder, "rules.guard")];
  writeFileSync(templatePath, template);
  writeFileSync(rulesPath, rules);
  const deployments = join(folder, "deployments.html");
  const any = ["check", templatePath, "--rules", rulesPath, "--lint", "off", "--deployments", "any", "--format", "html", "--fail-on", "never"];
  writeFileSync(deployments, execFileSync(warden, any, { cwd: root, encoding: "utf8" }));
  assert.equal(await page.locator("[name=deployments]").count(), 0, "a filter that has nothing to filter");
  await page.goto(pathToFileURL(deployments).href);
  assert.equal(await shown(), 2, "findings about deployments");
  for (const [value, count] of [["always", 1], ["some", 1], ["when not IsProd", 1], ["", 2]]) {
    await page.locator("[name=deployments]").selectOption(value);
    assert.equal(await shown(), count, `deployments: ${value}`);
  }
  await page.goto(pathToFileURL(path).href);

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(pathToFileURL(path).href);
  assert.equal(await plain.locator(".finding:visible").count(), all, "without a script all is shown");
  assert.equal(await plain.locator("#filters:visible").count(), 0, "and nothing that does not work");

  const small = await browser.newPage({ viewport: { width: 360, height: 800 } });
  await small.goto(pathToFileURL(path).href);
  const width = await small.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} pixels wide on a small screen`);
  if (picture) await page.screenshot({ path: picture });
  assert.deepEqual(wrong, []);
  console.log(`${all} findings: severities, rules, deployments, words, marked lines, keyboard, no script, small screen: as it should be`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
