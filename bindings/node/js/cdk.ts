/**
 * A policy-validation plugin of the AWS CDK: `Validations.of(app).addPlugins(new CfnWarden())`, or in versions without
 * `Validations`, `new App({ policyValidationBeta1: [new CfnWarden()] })`.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { OptionsError, check } from "./node.js";
import { isAmong, nestedInApp, nestedInAssembly, type Construct } from "./nested.js";
import type { NamedText, Settings } from "./options.js";
import { textOf } from "./text.js";
import { incomplete, notSeen, violations, type FailOn, type NotSeen, type Violation, type ViolatingResource } from "./violations.js";

export type { Construct, FailOn, Violation, ViolatingResource };

/** The settings of the plugin. */
export interface PluginSettings extends Omit<Settings, "failOn"> {
  /** Files of Guard rules, in addition to `rules`. */
  ruleFiles?: readonly string[];
  /** The least severity that fails the synthesis; by default, `error`. */
  failOn?: FailOn;
}

/** What the CDK passes: `IPolicyValidationContext`, or `IPolicyValidationContextBeta1`. */
export interface Context {
  readonly templatePaths: string[];
  readonly stackTemplates?: readonly StackTemplate[];
  readonly appConstruct?: Construct;
}

/** `PolicyValidationStack`. */
export interface StackTemplate {
  readonly stackConstructPath: string;
  readonly templatePath: string;
  readonly region: string | undefined;
}

/** `PolicyValidationPluginReport`. */
export interface PluginReport {
  readonly success: boolean;
  readonly pluginVersion: string;
  readonly violations: Violation[];
}

const FAIL_ON: readonly FailOn[] = ["error", "warning", "never"];

/** Checks the templates of an app when it is synthesized. Each stack is linted for its region, if it is known. */
export class CfnWarden {
  /** The name in reports, and the prefix of the rules to acknowledge: `cfn-warden::E3034`. */
  readonly name = "cfn-warden";
  /** The version of the package. */
  readonly version: string = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")).version;

  constructor(private readonly settings: PluginSettings = {}) {
    const { failOn, rules = [], ruleFiles = [] } = settings;
    for (const [name, value] of Object.entries({ rules, ruleFiles })) {
      if (!Array.isArray(value)) throw new OptionsError(`${name}: expected a list`);
    }
    const index = ruleFiles.findIndex((path) => typeof path !== "string");
    if (index >= 0) throw new OptionsError(`ruleFiles[${index}]: expected the path of a file`);
    if (failOn !== undefined && !FAIL_ON.includes(failOn)) {
      throw new OptionsError(`failOn: unknown threshold \`${failOn}\`; expected one of ${FAIL_ON.join(", ")}`);
    }
  }

  /** Called by the CDK. A file that cannot be read and rules that do not parse fail the synthesis. */
  validate(context: Context): PluginReport {
    const { ruleFiles, failOn, rules, ...settings } = this.settings;
    const allRules = [...(rules ?? []), ...(ruleFiles ?? []).map(read)];
    const all = byRegion(context);
    const templates = new Set([...all.values()].flat());
    const results = [...all].map(([region, paths]) =>
      check({ ...settings, ...(region && { regions: [region] }), rules: allRules, templates: paths.map(read) }),
    );
    const found = violations(results.flatMap((result) => result.findings), failOn ?? "error");
    const unseen = results.flatMap((result) => result.coverage?.not_seen ?? []).filter((part) => !isNested(part, templates));
    const reported = [...found, ...results.flatMap((result) => result.errors).map(incomplete), ...notSeen(unseen)];
    const success = reported.every(({ severity }) => severity !== "error" && severity !== "fatal");
    if (success && !context.appConstruct) print(unseen);
    return { success, pluginVersion: this.version, violations: reported.map((one) => placed(one, context)) };
  }
}

/** Returns the paths of templates by region; those of nested stacks have the region of the stack around them. */
function byRegion({ templatePaths, stackTemplates, appConstruct }: Context): Map<string | undefined, string[]> {
  const regions = new Map(stackTemplates?.map(({ templatePath, region }) => [templatePath, region]));
  const inApp = nestedInApp(appConstruct, templatePaths);
  const found = new Map<string | undefined, string[]>();
  for (const path of templatePaths) {
    const region = regions.get(path);
    const nested = new Set([...(inApp.get(path) ?? []), ...nestedInAssembly(path)]);
    found.set(region, [...(found.get(region) ?? []), path, ...nested]);
  }
  return found;
}

/** Whether a part is a nested stack whose template is among these. Without metadata, the template around it does not name the file. */
function isNested({ kind, file, path }: NotSeen, templates: ReadonlySet<string>): boolean {
  return kind === "nested_stack" && typeof file === "string" && isAmong(templates, file, String(path?.[1]));
}

/** Names the construct of a stack for what is not about a resource; only versions with `stackTemplates` take it. */
function placed(violation: Violation, { stackTemplates }: Context): Violation {
  const ofStack = ({ templatePath }: ViolatingResource) => stackTemplates?.find((stack) => stack.templatePath === templatePath);
  const resources = violation.violatingResources.map((resource) => {
    const stack = resource.resourceLogicalId === "" ? ofStack(resource) : undefined;
    return stack ? { ...resource, constructPath: stack.stackConstructPath } : resource;
  });
  return { ...violation, violatingResources: resources };
}

/** Prints parts that were not seen, as `cfn-warden check` does: versions without `appConstruct` do not show what fails nothing. */
function print(parts: readonly NotSeen[]): void {
  for (const { kind, reason, file, location } of parts) {
    const at = location ? `:${location.start.line}:${location.start.column}` : "";
    process.stderr.write(`${file ?? ""}${at}: not seen: ${reason} (${kind})\n`);
  }
}

function read(path: string): NamedText {
  return { name: path, content: textOf(path) };
}
