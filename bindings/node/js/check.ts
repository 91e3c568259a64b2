/** The functions of the package, on whatever answers requests. */

import { InternalError, OptionsError, type Answer } from "./answer.js";
import type { CheckOptions, NamedText } from "./options.js";
import { report, type Report } from "./report.js";
import type { Result } from "./result.js";
import { document, isRecord, kindOf, list, named, plain, text } from "./valid.js";

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

/** Returns the functions. `checker` is what answers, in messages. */
export function functions(answer: Answer, checker: string): Functions {
  const parsed = <T>(text: string): T => {
    try {
      return JSON.parse(text) as T;
    } catch (error) {
      throw new InternalError(`the checker failed: the answer of ${checker} is not JSON: ${(error as Error).message}`, { cause: error });
    }
  };
  const render = (format: string, options: CheckOptions) => answer({ check: request(format, options) });
  return {
    render,
    check: (options) => report(parsed<Result>(render("json", options))),
    formats: () => parsed<string[]>(answer("formats")),
    packs: () => Object.fromEntries(parsed<[string, string][]>(answer("packs"))),
    nestedTemplates: (template) => parsed<string[]>(answer({ nested: document("template", template) })),
  };
}

function request(format: string, options: CheckOptions): object {
  if (!isRecord(options as unknown)) throw new OptionsError("expected an object with options");
  const { template, name = "", templates, nested = [], ...settings } = options;
  if ((template === undefined) === (templates === undefined)) {
    throw new OptionsError("expected either `template`, or `templates` with a list of them");
  }
  if (typeof format !== "string") throw new OptionsError("format: expected text; `formats()` lists the formats");
  if (typeof name !== "string") throw new OptionsError("name: expected text");
  const documents = (option: string, all: unknown) => list(option, all).map((one, index) => document(`${option}[${index}]`, one));
  const checked = templates === undefined ? [{ name, content: text("template", template) }] : documents("templates", templates);
  if (checked.length === 0) throw new OptionsError("templates: the list is empty; expected at least one document");
  const { rules = [], inputParameters = [], waivers, schemas = [], now = new Date(), ...others } = settings;
  if (kindOf(now) !== "Date" || Number.isNaN(now.getTime())) throw new OptionsError("now: expected a valid `Date`");
  for (const [option, value] of Object.entries(others)) if (value !== undefined) plain(option, value);
  const texts = (option: string, all: unknown) => list(option, all).map((one, index) => named(`${option}[${index}]`, one));
  return {
    format,
    templates: checked,
    nested: documents("nested", nested),
    settings: {
      ...others,
      rules: texts("rules", rules),
      inputParameters: texts("inputParameters", inputParameters),
      ...(waivers !== undefined && { waivers: waiversOf(waivers) }),
      schemas: list("schemas", schemas).map((one, index) => text(`schemas[${index}]`, one)),
      now: Math.floor(now.getTime() / 1000),
    },
  };
}

/** The program reads other files of waivers as TOML, and WebAssembly cannot: they must have equal results. */
function waiversOf(waivers: unknown): NamedText {
  const file = named("waivers", waivers, "waivers.yaml");
  if ([".json", ".yaml", ".yml"].some((end) => file.name.endsWith(end))) return file;
  throw new OptionsError(`waivers: ${file.name}: TOML is not supported; expected a name that ends in .yaml or .json`);
}
