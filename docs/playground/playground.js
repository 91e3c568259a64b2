// The page: two texts go to the worker after each change, and its findings become marks and a list.
import { mark, offset } from "./marks.js";

const TEMPLATE = `AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Stage:
    Type: String
    AllowedValues: [dev, prod]
Resources:
  Reports:
    Type: AWS::S3::Bucket
    Properties:
      BucketName: !Sub reports-\${Stage}
      VersioningConfiguration:
        Status: Enable
  Jobs:
    Type: AWS::SQS::Queue
    Properties:
      DelaySeconds: 99999
      KmsMasterKeyID: alias/aws/sqs
Outputs:
  Bucket:
    Value: !GetAtt Report.Arn
`;

const RULES = `let buckets = Resources.*[ Type == 'AWS::S3::Bucket' ]

rule buckets_are_encrypted when %buckets !empty {
  %buckets.Properties.BucketEncryption exists
    <<A bucket needs BucketEncryption.>>
}
`;

const DELAY = 120;
const ORDER = ["error", "warning", "informational"];

const byId = (id) => document.getElementById(id);
const [template, rules, settings, list, status] = ["template", "rules", "settings", "findings", "status"].map(byId);
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
let sent = 0;
let answered = 0;
let isWaiting = false;
let timer;
let shown = { items: [], result: undefined };

template.value = TEMPLATE;
rules.value = RULES;

for (const editor of [template, rules]) {
  editor.addEventListener("input", () => {
    outdate();
    later();
  });
  editor.addEventListener("scroll", () => follow(editor));
  editor.addEventListener("keyup", () => choose(at(editor)));
  editor.addEventListener("click", () => choose(at(editor)));
}
settings.addEventListener("input", later);
settings.addEventListener("submit", (event) => event.preventDefault());
byId("download").addEventListener("click", download);

worker.addEventListener("message", ({ data }) => {
  if (data.packs) return offer(data.packs);
  answered = data.id;
  if (isWaiting) send();
  // Positions of an answer to an older text would be wrong.
  if (data.id === sent && timer === undefined) answer(data);
});
worker.addEventListener("error", () => {
  status.textContent = "The checker cannot be loaded. Serve this folder with its file cfn-warden/cfn-warden.wasm: make playground.";
});

show([]);
worker.postMessage({});
send();

/** Adds the policy packs to their list. */
function offer(packs) {
  const options = Object.entries(packs).map(([name, title]) => new Option(`${name}: ${title}`, name));
  settings.elements.pack.append(...options);
}

/** Removes the marks of texts that changed. Does little: a text that is inserted may be an event for each line. */
function outdate() {
  for (const editor of [template, rules]) editor.previousElementSibling.replaceChildren();
}

/** Sends the texts when typing pauses. */
function later() {
  clearTimeout(timer);
  timer = setTimeout(send, DELAY);
}

/** Sends the texts, or waits until the request before is answered. */
function send() {
  timer = undefined;
  isWaiting = sent !== answered;
  if (isWaiting) return;
  sent += 1;
  const { region, pack, lint } = settings.elements;
  const options = {
    template: template.value,
    name: "template",
    rules: rules.value.trim() ? [{ name: "rules", content: rules.value }] : [],
    lint: lint.checked ? "templates" : "off",
    regions: [region.value.trim() || "us-east-1"],
    ...(pack.value && { packs: [pack.value] }),
  };
  worker.postMessage({ id: sent, options });
}

function answer({ result, error, milliseconds }) {
  shown.result = result;
  if (error !== undefined) {
    show([problem({ message: error, editor: rules, line: 1, column: 1 })]);
    status.textContent = "The rules or settings are not valid.";
    return;
  }
  const problems = result.errors.map(({ message, where }) =>
    problem({ message, editor: where?.file === "rules" ? rules : template, line: where?.line, column: where?.column }));
  const findings = result.findings.map(item);
  findings.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || a.start.line - b.start.line);
  show([...problems, ...findings]);
  const { errors, warnings, informational } = result.summary;
  const counts = [[errors, "error"], [warnings, "warning"], [informational, "informational finding"], [problems.length, "incomplete check"]]
    .filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`);
  status.textContent = `${result.status}: ${counts.join(", ") || "nothing found"}. Checked in ${milliseconds.toFixed(1)} ms.`;
}

/** An error of rules, or of what was not checked, in the shape of a finding. */
function problem({ message, editor, line, column }) {
  const found = message.match(/^rules:(\d+):(\d+): ([\s\S]*)$/);
  const start = found ? { line: Number(found[1]), column: Number(found[2]) } : { line: line ?? 1, column: column ?? 1 };
  return { editor, rule: "not checked", severity: "error", message: found ? found[3] : message, start, end: { line: start.line, column: Infinity } };
}

function item(finding) {
  const { location, value_location: value } = finding;
  // A value of several lines would hide the marks in it, and so would an object around the key that is wrong: the key is marked.
  const { start, end } = value?.start.line === value?.end.line && !contains(value, location) ? (value ?? location) : location;
  const { rule, severity, message, remediation, path, documentation } = finding;
  return {
    editor: template, rule, severity, message, start, end: end.line === start.line ? end : { line: start.line, column: Infinity }, fix: remediation, path: path?.join("/"), page: documentation,
  };
}

/** Whether a location has another in it. */
function contains(outer, { start, end }) {
  const isBefore = (one, other) => one.line < other.line || (one.line === other.line && one.column <= other.column);
  return outer !== undefined && isBefore(outer.start, start) && isBefore(end, outer.end);
}

/** Shows the findings: marks in the texts, and the list. */
function show(items) {
  shown.items = items;
  for (const editor of [template, rules]) {
    const own = items.filter((one) => one.editor === editor);
    editor.previousElementSibling.replaceChildren(mark(editor.value, own));
    follow(editor);
  }
  list.replaceChildren(...items.map(row));
  list.hidden = items.length === 0;
}

function row(item) {
  const entry = document.createElement("li");
  entry.className = item.severity;
  const button = document.createElement("button");
  button.type = "button";
  const head = element("span", "head", element("b", "", item.rule), element("span", "", item.severity),
    element("span", "place", `line ${item.start.line}, column ${item.start.column}`));
  button.append(head, element("span", "message", item.message));
  if (item.path) button.append(element("span", "path", item.path));
  if (item.fix) button.append(element("span", "fix", `Fix: ${item.fix}`));
  button.addEventListener("click", () => {
    select(item);
    choose(item);
  });
  entry.append(button);
  if (/^https:/.test(item.page ?? "")) {
    const link = element("a", "", `Documentation of ${item.rule}`);
    Object.assign(link, { href: item.page, target: "_blank", rel: "noreferrer" });
    entry.append(link);
  }
  return entry;
}

function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/** Selects the text of a finding in its editor. */
function select({ editor, start, end }) {
  editor.focus();
  const [from, to] = [offset(editor.value, start), offset(editor.value, end)];
  editor.setSelectionRange(from, Math.max(from, to));
  const lineHeight = parseFloat(getComputedStyle(editor).lineHeight);
  const top = (start.line - 1) * lineHeight;
  if (top < editor.scrollTop || top > editor.scrollTop + editor.clientHeight - 2 * lineHeight) {
    editor.scrollTop = Math.max(0, top - editor.clientHeight / 3);
  }
}

/** Emphasizes a finding in the list and in its text. */
function choose(item) {
  const index = shown.items.indexOf(item);
  list.querySelectorAll("button").forEach((button, at) => {
    if (at === index) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (at === index && document.activeElement !== button) button.scrollIntoView({ block: "nearest" });
  });
  document.querySelectorAll("mark").forEach((one) => one.classList.toggle("chosen", item !== undefined && Number(one.dataset.line) === item.start.line && one.dataset.column === String(item.start.column)));
}

/** The finding at the cursor. */
function at(editor) {
  const cursor = editor.selectionStart;
  return shown.items.find((one) => one.editor === editor && offset(editor.value, one.start) <= cursor && cursor <= offset(editor.value, one.end));
}

/** The marks scroll with the text. */
function follow(editor) {
  const behind = editor.previousElementSibling;
  [behind.scrollTop, behind.scrollLeft] = [editor.scrollTop, editor.scrollLeft];
}

function download() {
  if (!shown.result) return;
  const address = URL.createObjectURL(new Blob([JSON.stringify(shown.result, null, 2)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: address, download: "findings.json" }).click();
  URL.revokeObjectURL(address);
}
