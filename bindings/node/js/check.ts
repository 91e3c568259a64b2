/** The functions of the package, on whatever answers requests. */

import { OptionsError, type Answer } from "./answer.js";
import type { CheckOptions, NamedText, Text } from "./options.js";
import { report, type Report } from "./report.js";
import type { Result } from "./result.js";

export interface Functions {
  /**
   * Checks a template, or several documents at once, and returns the result document, with `complete` and `reasons`.
   *
   * @throws OptionsError if options are not valid or rules do not parse
   */
  check(options: CheckOptions): Report;
  /**
   * Checks as `check`, and returns a report in a format of `formats()`. The format `json` is the text that
   * `cfn-warden check --format json` prints.
   *
   * @throws OptionsError as `check`, and if the format is unknown
   */
  render(format: string, options: CheckOptions): string;
  /** Returns the names of report formats. */
  formats(): string[];
  /** Returns the titles of the bundled packs by name. */
  packs(): Record<string, string>;
  /** Returns the paths of the nested-stack templates that a template refers to. */
  nestedTemplates(template: NamedText): string[];
}

export function functions(answer: Answer): Functions {
  const render = (format: string, options: CheckOptions) => answer({ check: request(format, options) });
  return {
    render,
    check: (options) => report(JSON.parse(render("json", options)) as Result),
    formats: () => JSON.parse(answer("formats")) as string[],
    packs: () => Object.fromEntries(JSON.parse(answer("packs")) as [string, string][]),
    nestedTemplates: (template) => JSON.parse(answer({ nested: template })) as string[],
  };
}

function request(format: string, options: CheckOptions): object {
  const { template, name, templates, nested, ...settings } = options;
  if ((template === undefined) === (templates === undefined)) {
    throw new OptionsError("expected either `template`, or `templates` with a list of them");
  }
  if (templates?.length === 0) throw new OptionsError("templates: the list is empty; expected at least one document");
  const { rules, inputParameters, waivers, schemas, now, ...others } = settings;
  return {
    format,
    templates: templates ?? [{ name: name ?? "", content: text(template) }],
    nested: nested ?? [],
    settings: {
      ...others,
      rules: named("rules", rules),
      inputParameters: named("inputParameters", inputParameters),
      ...(waivers !== undefined && { waivers: typeof waivers === "string" ? { name: "waivers.yaml", content: waivers } : waivers }),
      schemas: schemas?.map(text) ?? [],
      now: Math.floor((now?.getTime() ?? Date.now()) / 1000),
    },
  };
}

function text(document: unknown): string {
  return typeof document === "string" ? document : JSON.stringify(document);
}

/** A text without a name is called by its place: `rules[0]`. */
function named(option: string, texts: readonly Text[] = []): NamedText[] {
  return texts.map((one, index) => (typeof one === "string" ? { name: `${option}[${index}]`, content: one } : one));
}
