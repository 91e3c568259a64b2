/** `check` and `render`, on whatever answers requests. */

import { OptionsError, type Answer } from "./instance.js";
import type { CheckOptions, NamedText } from "./options.js";
import type { Result } from "./result.js";

export interface Checking {
  /**
   * Checks documents and returns the result document, which `cfn-warden check --format json` prints.
   *
   * @throws OptionsError if options are not valid or rules do not parse
   */
  check(options: CheckOptions): Result;
  /**
   * Checks documents and returns a report: `json`, `sarif`, `junit`, `markdown`, `pretty` or another format of
   * `cfn-warden check --format`.
   *
   * @throws OptionsError as `check`, and if the format is unknown
   */
  render(format: string, options: CheckOptions): string;
}

export function checking(answer: Answer): Checking {
  const render = (format: string, options: CheckOptions) => answer(request(format, options));
  return { render, check: (options) => JSON.parse(render("json", options)) as Result };
}

function request(format: string, options: CheckOptions): object {
  const { template, name, documents, rules, now, ...settings } = options;
  const own = template === undefined ? [] : [{ name: name ?? "", content: text(template) }];
  const all = [...own, ...(documents ?? [])];
  if (all.length === 0) throw new OptionsError("nothing to check: expected `template` or `documents`");
  return {
    ...settings,
    format,
    documents: all,
    rules: (rules ?? []).map(named),
    now: Math.floor((now?.getTime() ?? Date.now()) / 1000),
  };
}

function text(template: string | object): string {
  return typeof template === "string" ? template : JSON.stringify(template);
}

function named(rules: string | NamedText): NamedText {
  return typeof rules === "string" ? { name: "rules", content: rules } : rules;
}
