/** What a result says beyond the document: whether it is complete, and which findings a filter matches. */

import { OptionsError } from "./answer.js";
import type { Finding, Result } from "./result.js";
import { isRecord } from "./valid.js";

/** The result document, and whether it is complete. */
export interface Report extends Result {
  /** Whether everything was checked: `errors` and `coverage.not_seen` are empty. */
  complete: boolean;
  /** Why the report is not complete: a line for each incomplete check and each part that was not seen. */
  reasons: string[];
}

/** What the rule of a finding is about. */
export type Category = (typeof CATEGORIES)[number];

/** Selects findings. The values of a list are alternatives; a finding must match all of the keys. */
export interface Filter {
  /** The name of a Guard rule, the ID of a control or lint rule, or a prefix of IDs of lint rules. */
  rule?: string | readonly string[];
  category?: Category | readonly Category[];
  /** A logical ID; a `*` at the end matches any rest. */
  resource?: string | readonly string[];
  /** A resource type; a `*` at the end matches any rest: `AWS::S3::*`. */
  resourceType?: string | readonly string[];
}

const CATEGORIES = [
  "template", "functions", "parameters", "resources", "metadata", "outputs", "mappings", "conditions", "deployment", "policy", "terraform", "other",
] as const;

const KEYS = ["rule", "category", "resource", "resourceType"] as const;

/** The categories of lint rules by the character after the letter of their severity. */
const BY_DIGIT: Readonly<Record<string, Category>> = {
  0: "template", 1: "functions", 2: "parameters", 3: "resources", 4: "metadata", 6: "outputs", 7: "mappings", 8: "conditions", D: "deployment",
};

/**
 * Returns the findings that a filter matches; one with the same cause as a match, in `also`, counts as well. The verdict of the
 * result is still that of all findings.
 *
 * @throws OptionsError if a key or a category is unknown
 */
export function filter(result: Pick<Result, "findings">, filter: Filter): Finding[] {
  if (!isRecord(filter)) throw new OptionsError(`expected a filter: an object with keys of ${KEYS.join(", ")}`);
  const unknown = Object.keys(filter).find((key) => !KEYS.some((known) => known === key));
  if (unknown !== undefined) throw new OptionsError(`unknown filter \`${unknown}\`; expected one of ${KEYS.join(", ")}`);
  const [rules, categories, resources, types] = KEYS.map((key) => texts(key, filter[key])) as [string[], string[], string[], string[]];
  const strange = categories.find((name) => !CATEGORIES.some((known) => known === name));
  if (strange !== undefined) throw new OptionsError(`unknown category \`${strange}\`; expected one of ${CATEGORIES.join(", ")}`);
  const matches = (finding: Finding): boolean =>
    (rules.length === 0 || rules.some((rule) => isRule(rule, finding))) &&
    (categories.length === 0 || categories.includes(category(finding))) &&
    fits(resources, finding.resource?.logical_id) &&
    fits(types, finding.resource?.type);
  return result.findings.filter((finding) => matches(finding) || (finding.also ?? []).some(matches));
}

/** Returns what the rule of a finding is about: for a lint rule, the group that its ID means. */
export function category({ engine, rule }: Pick<Finding, "engine" | "rule">): Category {
  if (engine === "guard") return "policy";
  if (engine === "terraform") return "terraform";
  return BY_DIGIT[rule.charAt(1)] ?? "other";
}

/** Adds to a result whether it is complete. */
export function report(result: Result): Report {
  const incomplete = result.errors.map(({ where, message }) => line(where?.file, where?.line, where?.column, "not checked", message));
  const notSeen = (result.coverage?.not_seen ?? []).map(({ file, location, reason }) =>
    line(file, location?.start.line, location?.start.column, "not seen", reason),
  );
  const reasons = [...incomplete, ...notSeen];
  return { ...result, complete: reasons.length === 0, reasons };
}

function texts(key: string, values: unknown = []): unknown[] {
  const all = Array.isArray(values) ? values : [values];
  if (all.some((value) => typeof value !== "string")) throw new OptionsError(`${key}: expected text, or a list of texts`);
  return all;
}

/** Names of Guard rules and of Terraform's rules are compared whole. */
function isRule(rule: string, { engine, rule: own }: Finding): boolean {
  return engine === "lint" ? own.startsWith(rule) : own === rule;
}

function fits(patterns: readonly string[], text: string | null | undefined): boolean {
  const isLike = (pattern: string) => (pattern.endsWith("*") ? text?.startsWith(pattern.slice(0, -1)) : text === pattern);
  return patterns.length === 0 || (text != null && patterns.some(isLike));
}

/** A document without a name is called as in reports. */
function line(file: string | null | undefined, start: number | undefined, column: number | undefined, what: string, why: string): string {
  const at = start === undefined ? "" : `:${start}:${column ?? 1}`;
  return `${file ?? "<stdin>"}${at}: ${what}: ${why}`;
}
