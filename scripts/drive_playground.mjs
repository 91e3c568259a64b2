// Tests the playground in Chromium: node scripts/drive_playground.mjs [FOLDER]
//
// Needs `npm install playwright-core axe-core` (anywhere above this file, or NODE_PATH), a Chromium (CHROMIUM=path, by
// default /usr/bin/chromium) and the files of `make playground`. FOLDER is a folder for screenshots.
import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const [pictures] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const folder = fileURLToPath(new URL("../docs/playground", import.meta.url));
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm" };

const server = createServer((request, response) => {
  const path = join(folder, normalize(new URL(request.url, "http://localhost").pathname).replace(/\/$/, "/index.html"));
  if (!path.startsWith(folder) || !existsSync(path)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
  createReadStream(path).pipe(response);
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}/`;

// Nothing but the page is loaded or fetched.
const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...quiet] });
const wrong = [];
const open = async (options = {}) => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })).newPage();
  page.setDefaultTimeout(120_000);
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("request", (request) => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || wrong.push(`the page requests ${request.url()}`));
  await page.goto(address);
  return page;
};
const settled = (page, expected) => page.locator("#status", { hasText: expected }).waitFor();
const violations = async (page) => {
  const result = await page.evaluate(`${axe}; axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })`);
  return result.violations.map((one) => `${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 160)}`);
};
const picture = async (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });
const rules = (page) => page.locator("#findings .head b").allTextContents();
const replace = async (page, id, text) => {
  await page.locator(`#${id}`).fill("");
  await page.locator(`#${id}`).pressSequentially(text);
};

try {
  if (pictures) mkdirSync(pictures, { recursive: true });
  for (const [name, viewport] of [["desktop", { width: 1280, height: 800 }], ["phone", { width: 390, height: 844 }]]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open({ viewport, colorScheme });
      await settled(page, "FAIL");
      await picture(page, `${name}-${colorScheme}`);
      assert.deepEqual(await violations(page), [], `${name}-${colorScheme}: axe`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width, `${name} is too wide`);
      await page.context().close();
    }
  }

  const page = await open();
  await settled(page, "FAIL");
  const first = await rules(page);
  for (const rule of ["E3030", "E3034", "E3002", "buckets_are_encrypted"]) assert.ok(first.includes(rule), `${rule}: ${first}`);
  const marked = await page.locator(".editor mark").allTextContents();
  for (const text of ["Enable", "99999"]) assert.ok(marked.includes(text), `${text}: ${marked}`);

  // A finding leads to its text.
  await page.getByRole("button", { name: /^E3034/ }).click();
  const selected = () => page.evaluate(() => document.activeElement.value?.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd));
  assert.equal(await selected(), "99999");
  assert.equal(await page.locator("#findings [aria-current=true]").count(), 1);
  assert.equal(await page.locator("mark.chosen").textContent(), "99999");

  // The selected text is replaced by typing, and the finding disappears.
  await page.keyboard.type("30");
  await page.waitForFunction(() => ![...document.querySelectorAll("#findings b")].some((one) => one.textContent === "E3034"));
  assert.ok(!(await page.locator(".editor mark").allTextContents()).includes("99999"));

  // Marks lie exactly under the text.
  const places = await page.evaluate(() => {
    const [editor, behind] = [document.getElementById("template"), document.querySelector(".editor pre")];
    return ["font", "lineHeight", "padding", "tabSize", "letterSpacing"].map((name) => [name, getComputedStyle(editor)[name], getComputedStyle(behind)[name]]);
  });
  for (const [name, text, marks] of places) assert.equal(marks, text, name);

  await replace(page, "template", "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n");
  await replace(page, "rules", "");
  await settled(page, "PASS: nothing found");
  assert.equal(await page.locator("#findings li").count(), 0);
  assert.deepEqual(await violations(page), [], "axe without findings");

  // Mistakes in the texts themselves.
  await page.locator("#rules").fill("rule broken {");
  await settled(page, "not valid");
  assert.equal(await page.locator(".editor pre").nth(1).locator("mark").count(), 1, "the mistake is marked in the rules");
  await page.locator("#rules").fill("");
  await page.locator("#template").fill("Resources: [");
  await settled(page, "ERROR");

  // Hostile text stays text.
  await page.locator("#template").fill(JSON.stringify({ Resources: { "<img src=x onerror=alert(1)>": { Type: "<script>1</script>" } } }));
  await settled(page, "FAIL");
  assert.equal(await page.locator("img").count(), 0);

  // Characters outside of the Basic Multilingual Plane count as one column.
  await page.locator("#template").fill('{"Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": "😀😀", "Nam": "x"}}}}');
  await page.locator(".editor mark", { hasText: '"Nam"' }).waitFor();
  assert.deepEqual(await page.locator(".editor pre").first().locator("mark").allTextContents(), ['"Nam"']);

  // Settings.
  await page.locator("[name=lint]").uncheck();
  await settled(page, "ERROR");
  await page.locator("[name=lint]").check();
  await settled(page, "FAIL");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
  assert.equal(download.suggestedFilename(), "findings.json");

  // 300 resources: typing is not delayed.
  const many = Array.from({ length: 300 }, (_, index) => `  Q${index}:\n    Type: AWS::SQS::Queue\n    Properties:\n      DelaySeconds: ${index * 10}\n`);
  await page.locator("#template").fill(`Resources:\n${many.join("")}`);
  await settled(page, "FAIL: 209 errors");
  const status = await page.locator("#status").textContent();
  await page.locator("#template").focus();
  await page.keyboard.press("Control+End");
  const started = Date.now();
  await page.keyboard.type("  Last: {Type: AWS::SNS::Topics}\n");
  const typing = Date.now() - started;
  await page.locator("#findings b", { hasText: "E3006" }).waitFor();
  await picture(page, "many");

  assert.deepEqual(wrong, []);
  console.log(`300 resources: ${status} Typing 33 characters took ${typing} ms.`);
  console.log("findings, marks, selection, rules, hostile text, settings, download, accessibility, light and dark: as expected; no console errors");
} finally {
  await browser.close();
  server.close();
}
