// Tests the HTML report in Chromium: node scripts/drive_html.mjs CFN_WARDEN [FOLDER]
//
// Needs `npm install playwright-core axe-core` (anywhere above this file, or NODE_PATH) and a Chromium (CHROMIUM=path, by
// default /usr/bin/chromium). Prints the figures of a report with 10,000 findings; the exit status is 1 if a result is
// unexpected. FOLDER is a folder for screenshots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [warden, pictures] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const FINDINGS = 10_000;
const MOST_NODES = 3_500;
const MOST_MILLISECONDS = 1_000;
const SIZE = 25;

const folder = mkdtempSync(join(tmpdir(), "cfn-warden-html-"));
const environment = { ...process.env, GITHUB_REPOSITORY: "example/stacks", GITHUB_SHA: "4f0c2d".repeat(7).slice(0, 40) };
const check = (name, cwd, ...line) => {
  const path = join(folder, name);
  const options = { cwd, env: environment, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] };
  writeFileSync(path, execFileSync(warden, ["check", ...line, "--format", "html", "--fail-on", "never"], options));
  return pathToFileURL(path).href;
};

// Copies of the fixtures of lint rules, until there are enough findings.
const fixtures = readdirSync(join(root, "tests/rules")).filter((name) => /^[EW][^.]*\.yaml$/.test(name));
const big = join(folder, "stacks");
const copies = (count) => {
  for (let copy = 0; copy < count; copy += 1) {
    const team = join(big, `team-${String(copy).padStart(2, "0")}`);
    mkdirSync(team, { recursive: true });
    fixtures.forEach((name) => copyFileSync(join(root, "tests/rules", name), join(team, name.toLowerCase())));
  }
};
const findingsOf = (html) => JSON.parse(html.match(/<script type="application\/json" id="data">(.*)<\/script>/)[1]);
copies(1);
const one = findingsOf(readFileSync(fileURLToPath(check("one.html", folder, "stacks")), "utf8")).findings.length;
copies(Math.ceil(FINDINGS / one));
const started = Date.now();
const many = check("many.html", folder, "stacks");
const rendering = Date.now() - started;
const data = findingsOf(readFileSync(fileURLToPath(many), "utf8"));
assert.ok(data.findings.length >= FINDINGS, `${data.findings.length} findings`);
assert.equal(new Set(data.findings.map((finding) => finding.id)).size, data.findings.length, "IDs are unique");

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const wrong = [];
const open = async (address, options = {}) => {
  const page = await (await browser.newContext(options)).newPage();
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => /^(file|about):/.test(request.url()) || wrong.push(`the page requests ${request.url()}`));
  await page.goto(address);
  return page;
};
// Opening a page does not include the start of the browser.
await (await open("about:blank")).context().close();
const shown = (page) => page.locator("article.finding").count();
// Findings at one place are one entry: `20 shown for 25 findings`.
const total = async (page) => {
  const [, entries, findings] = (await page.locator("#shown").textContent()).match(/([\d,]+) shown(?: for ([\d,]+) finding)?/);
  return Number((findings ?? entries).replaceAll(",", ""));
};
const picture = async (page, name, options = {}) => pictures && page.screenshot({ path: join(pictures, `${name}.png`), ...options });
const violations = async (page) => {
  await page.evaluate(axe);
  const result = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return result.violations.map((one) => `${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 160)}`);
};
const set = (page, name, value) => page.locator(`#filters [name=${name}]`).selectOption(value);
// The form applies changes of words after a short delay.
const settled = (page) => page.waitForTimeout(200);

try {
  if (pictures) mkdirSync(pictures, { recursive: true });

  // Ten thousand findings: time, nodes, accessibility.
  const views = [["desktop", 1280, 800], ["phone", 390, 844]].flatMap(([name, width, height]) =>
    ["light", "dark"].map((colorScheme) => ({ name: `${name}-${colorScheme}`, viewport: { width, height }, colorScheme })));
  const figures = [];
  for (const { name, ...options } of views) {
    const page = await open(many, options);
    await page.waitForSelector("html[data-ready]");
    const ready = await page.evaluate(() => performance.now());
    const { interactive, nodes, width } = await page.evaluate(() => ({
      interactive: Math.round(performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd),
      nodes: document.querySelectorAll("*").length, width: document.documentElement.scrollWidth }));
    const found = await violations(page);
    figures.push({ name, interactive, nodes, violations: found.length });
    assert.deepEqual(found, [], `${name}: axe`);
    assert.ok(interactive < MOST_MILLISECONDS && ready < 5 * MOST_MILLISECONDS, `${name}: ${interactive} ms`);
    assert.ok(nodes < MOST_NODES, `${name}: ${nodes} nodes`);
    assert.ok(width <= options.viewport.width, `${name}: ${width} pixels wide`);
    await picture(page, name);
    await page.locator("#findings").scrollIntoViewIfNeeded();
    await page.evaluate(() => document.getElementById("filters").scrollIntoView());
    await picture(page, `${name}-findings`);
    await page.context().close();
  }

  const page = await open(many, { viewport: { width: 1280, height: 800 } });
  assert.equal(await shown(page), SIZE, "one page of findings");
  assert.ok((await page.locator("#shown").textContent()).startsWith(`1–${SIZE} of `), "the first page");
  assert.equal(await total(page), data.findings.length);
  await page.getByRole("link", { name: "Next page" }).click();
  assert.ok((await page.locator("#shown").textContent()).startsWith(`${SIZE + 1}–${2 * SIZE} of `), "the second page");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Findings", "the focus follows");
  await page.goBack();
  assert.ok((await page.locator("#shown").textContent()).startsWith("1–"), "back");

  // A link to a finding works in another window and with other filters.
  const last = data.findings.at(-1);
  const linked = await open(`${many}#f=${last.id}&severity=none`);
  assert.equal(await linked.locator(`[id="f-${last.id}"].chosen`).count(), 1, "a link to the last finding");
  assert.equal(await linked.evaluate(() => document.activeElement.id), `f-${last.id}`, "has the focus");
  await linked.goto(`${many}#f=unknown`);
  assert.equal(await linked.getByRole("status").filter({ hasText: "not in this report" }).count(), 1, "an unknown finding");

  // Tables, groups and filters; the address keeps them.
  const rows = await page.locator(".by[data-key=file] tbody tr").count();
  await page.locator(".by[data-key=file] button").click();
  assert.ok(await page.locator(".by[data-key=file] tbody tr").count() > rows, "all files");
  await page.locator(".by[data-key=rule] tbody a").first().click();
  const rule = await page.locator("#filters [name=rule]").inputValue();
  const ofRule = data.findings.filter((finding) => data.rules[finding.rule].id === rule).length;
  assert.equal(await total(page), ofRule, `a row of a table: ${rule}`);
  assert.equal(await page.locator(".by [aria-current]").count(), 1);
  assert.deepEqual(await violations(page), [], "axe with a filter");
  for (const group of ["rule", "resource", "severity"]) {
    await set(page, "group", group);
    await settled(page);
    assert.equal(await total(page), ofRule, `grouped by ${group}`);
  }
  const again = await open(page.url());
  assert.equal(await total(again), ofRule, "the same address shows the same view");
  assert.equal(await again.locator("#filters [name=group]").inputValue(), "severity");
  await again.locator(".chip").first().click();
  await settled(again);
  assert.equal(await total(again), data.findings.length, "without the filter");

  // By keyboard: the first filter takes the focus, and a space toggles it.
  await page.goto("about:blank");
  await page.goto(many);
  await page.locator("#filters [name=severity]").first().focus();
  await page.keyboard.press("Space");
  await settled(page);
  assert.equal(await total(page), data.findings.filter((finding) => finding.severity > 0).length, "by the keyboard");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.value), "warning");

  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#filters label:visible").count(), 0, "filters are not printed");
  assert.ok(await page.locator("article.finding:visible").count() > 0, "findings are");
  await picture(page, "print");

  // A small report: words, sources, related lines.
  const small = await open(check("small.html", root, "examples/reports.yaml", "tests/lint_options/own/graph.yaml", "--rules", "examples/buckets.guard"), { viewport: { width: 1280, height: 800 } });
  const all = await shown(small);
  await small.locator("[name=q]").fill("versioningconfiguration ENABLED");
  await settled(small);
  assert.equal(await shown(small), 1, "words, in any order and case");
  await small.locator("[name=q]").fill("zzz unmatched");
  await settled(small);
  assert.equal(await shown(small), 0);
  assert.equal(await small.getByText("No finding matches the filters.").count(), 1);
  await small.locator("[name=q]").fill("");
  await settled(small);
  assert.equal(await shown(small), all);
  await small.locator(".source summary").first().click();
  await small.locator(".source a.n").first().click();
  assert.equal(await small.locator("article.chosen").count(), 1, "a marked line leads to its finding");
  await small.getByRole("link", { name: /^line \d+$/ }).first().click();
  assert.equal(await small.locator(".l.chosen").count(), 1, "a related line is shown in the source");
  assert.deepEqual(await violations(small), [], "axe with a source");
  await picture(small, "small", { fullPage: true });

  // Findings about deployments.
  const template = `Parameters:
  Env: {Type: String, AllowedValues: [dev, test, prod]}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
Resources:
  First: {Type: "AWS::S3::Bucket", Properties: {BucketName: !If [IsProd, one, two]}}
  Second: {Type: "AWS::S3::Bucket", Properties: {BucketName: two}}
`;
  const [templatePath, rulesPath] = [join(folder, "template.yaml"), join(folder, "rules.guard")];
  writeFileSync(templatePath, template);
  writeFileSync(rulesPath, "rule named { Resources.*.Properties.BucketName == 'one' }\n");
  assert.equal(await small.locator("[name=when]").count(), 0, "a filter that has nothing to filter");
  const any = await open(check("deployments.html", folder, templatePath, "--rules", rulesPath, "--lint", "off", "--deployments", "any"));
  for (const [value, count] of [["always", 1], ["some", 1], ["when not IsProd", 1], ["", 2]]) {
    await set(any, "when", value);
    await settled(any);
    assert.equal(await shown(any), count, `deployments: ${value}`);
  }

  // Hostile names and values stay text.
  const hostile = join(folder, "hostile.yaml");
  const text = "</script><script>document.title='taken'</script><!--<script>`${1}`\u2028<img src=x onerror=alert(1)>";
  writeFileSync(hostile, JSON.stringify({ Resources: { A: { Type: "AWS::SNS::Topic", Properties: { [text]: text } } } }).replaceAll("\u2028", "\\u2028"));
  const attacked = await open(check("hostile.html", folder, hostile));
  assert.ok(!(await attacked.title()).includes("taken"));
  assert.equal(await attacked.locator("img").count(), 0);
  assert.equal(await attacked.locator("script").count(), 2);
  assert.ok((await attacked.locator("article.finding").first().textContent()).includes("</script><script>"));

  // Without JavaScript.
  const plain = await open(many, { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  assert.equal(await plain.locator("#filters:visible").count(), 0, "nothing that does not work");
  assert.equal(await plain.locator("#list li:visible").count(), 50, "the first findings");
  assert.equal(await plain.locator(".by tbody tr:visible").count() >= 20, true, "the tables");
  await picture(plain, "no-script");

  const cleanPath = join(folder, "clean.yaml");
  writeFileSync(cleanPath, "Resources: {Topic: {Type: AWS::SNS::Topic}}\n");
  const clean = await open(check("clean.html", folder, cleanPath));
  assert.equal(await clean.getByText("Nothing found.").count(), 1);

  assert.deepEqual(wrong, []);
  const bytes = statSync(fileURLToPath(many)).size;
  console.log(`${data.findings.length} findings in ${data.files.length} files: ${bytes} bytes, checked and written in ${rendering} ms`);
  figures.forEach((one) => console.log(`${one.name}: interactive after ${one.interactive} ms, ${one.nodes} elements, ${one.violations} axe violations`));
  console.log("pages, links, tables, groups, filters, keyboard, print, sources, deployments, hostile text, no script: as expected");
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
