/** What a check takes. The options are those of `cfn-warden check`, which docs/cli.md describes. */

/** A text with the name that findings show. */
export interface NamedText {
  name: string;
  content: string;
}

/** A text without a name, or with one. */
export type Text = string | NamedText;

/** The value of a parameter, or of an option of a rule. */
export type Value = string | number | boolean | readonly Value[];

/** How documents are checked. */
export interface Settings {
  /** Guard rules. */
  rules?: readonly Text[];
  /** Bundled packs such as `fsbp`, and controls such as `S3.8`; `packs()` lists the packs. */
  packs?: readonly string[];
  /** Values of the template's parameters. */
  parameters?: Readonly<Record<string, Value>>;
  /** Documents that are merged into each document for Guard rules. */
  inputParameters?: readonly Text[];
  /** A file of waivers in YAML or JSON. */
  waivers?: Text;
  /** Severities of rules by ID, prefix or pattern: `{ W3: "error" }`. */
  severities?: Readonly<Record<string, "error" | "warning" | "informational" | "off">>;
  /** The least severity of a finding that makes the result not compliant; by default, `error`. */
  failOn?: "error" | "warning" | "never";
  /** Which documents are linted; by default, `templates`. */
  lint?: "templates" | "all" | "off";
  /** The regions to lint for; by default, `us-east-1`. */
  regions?: readonly string[];
  /** IDs of lint rules to skip, or prefixes of them. */
  ignoreChecks?: readonly string[];
  /** IDs of informational lint rules to run, too, or prefixes of them. */
  includeChecks?: readonly string[];
  /** IDs of lint rules that nothing disables, or prefixes of them. */
  mandatoryChecks?: readonly string[];
  /** Run experimental lint rules. */
  experimental?: boolean;
  /** Options of lint rules: `{ E3012: { strict: true } }`. */
  ruleOptions?: Readonly<Record<string, Readonly<Record<string, Value>>>>;
  /** Whether templates may suppress rules; by default, `allow`. */
  suppressions?: "allow" | "deny";
  /** Evaluate rules on the template as it is deployed with `parameters`. */
  resolve?: boolean;
  /** Evaluate rules on all deployments, on those with default values, or on those with `parameters`. */
  deployments?: "written" | "any" | "default" | "given";
  /** How rules count that depend on unknown values. */
  unknown?: "pass" | "warn" | "fail";
  /** How parts count that were not seen: `{ macro: "fail" }`. */
  coverage?: Readonly<Record<string, "ignore" | "warn" | "fail">>;
  /** Additional schemas of resource types, as with `--schemas`. */
  schemas?: readonly (string | object)[];
  /** The time of the check; by default, now. Rules on deprecated runtimes use it. */
  now?: Date;
}

/** What is checked, and how. */
export interface CheckOptions extends Settings {
  /** A template, or another document for rules: YAML or JSON, or an object that is sent as JSON. */
  template?: string | object;
  /** The name of `template` in findings; without it, their `file` is null. */
  name?: string;
  /** Documents to check in one run, instead of `template`. */
  templates?: readonly NamedText[];
  /** The templates of nested stacks, by their paths; `nestedTemplates` returns which ones a template refers to. */
  nested?: readonly NamedText[];
}

/**
 * Where the module comes from: an address as text or `URL`, a `Response`, its bytes, or the compiled module. Projects for Node may not
 * have the types of browsers.
 */
export type Source = string | object;
