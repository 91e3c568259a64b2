/* Written by scripts/result_types.mjs from docs/result.schema.json. */

/**
 * The result document, which `cfn-warden check --format json` prints; docs/contract.md describes it.
 */
export interface Result {
  /**
   * changes when findings are counted or identified in another way; version 1 had no such field
   */
  format_version: 2;
  /**
   * the version of cfn-warden
   */
  tool_version: string;
  /**
   * true only where everything was checked and is allowed
   */
  compliant: boolean;
  status: "PASS" | "FAIL" | "ERROR";
  summary: Summary;
  findings: Finding[];
  /**
   * cfn-guard's report of each document
   */
  guard?: {
    [k: string]: unknown;
  }[];
  resolved?: Resolved[];
  plans?: Plan[];
  coverage?: Coverage;
  suppressions?: Suppression[];
  waivers?: Waiver[];
  errors: Incomplete[];
}
export interface Summary {
  documents: number;
  errors: number;
  warnings: number;
  informational: number;
  rules?: {
    passed: number;
    failed: number;
    skipped: number;
    /**
     * depend on a value that is not known; absent if it is 0
     */
    undecided?: number;
  };
  not_checked: number;
  /**
   * absent if it is 0
   */
  waived?: number;
  /**
   * findings of rules with the severity off, by rule; absent if there are none
   */
  turned_off?: {
    [k: string]: number;
  };
}
export interface Finding {
  engine: "lint" | "guard" | "terraform";
  rule: string;
  severity: "error" | "warning" | "informational";
  /**
   * the severity that check --severity or warn mode replaced
   */
  original_severity?: "error" | "warning" | "informational";
  /**
   * the policy does not enforce the rule: the finding does not count
   */
  enforcement?: "warn";
  /**
   * the first day on which the rule is enforced, in UTC
   */
  enforced_from?: string;
  message: string;
  file: string | null;
  path: (string | number)[] | null;
  /**
   * what fails inside the resource or section, with items of lists by their values; empty for the whole. Rule, resource and part identify a finding
   */
  part?: string;
  resource?: {
    /**
     * the logical ID, or the Terraform address
     */
    logical_id: string;
    type: string | null;
    construct?: {
      path: string;
      stack?: string;
      source?: {
        file: string;
        line: number;
        column: number;
      };
    };
  };
  location: Location;
  value_location?: Location;
  remediation?: string;
  fix?: Fix;
  documentation?: string;
  related?: {
    path: (string | number)[];
    location: Location;
    text: string;
  }[];
  resolved?: string[];
  when?: string;
  /**
   * the control of a pack that reports the finding
   */
  control?: {
    severity: "critical" | "high" | "medium" | "low";
    title: string;
    /**
     * frameworks that require it, with their IDs
     */
    frameworks: string[];
    /**
     * who is responsible for the control
     */
    owner?: string;
  };
  witness?: {
    [k: string]: string;
  };
  witness_incomplete?: true;
  unknowns?: string[];
  causes?: Finding[];
  also?: Finding[];
  more?: number;
}
export interface Location {
  start: Place;
  end: Place;
}
export interface Place {
  line: number;
  column: number;
}
/**
 * edits of the document that remove the finding
 */
export interface Fix {
  description: string;
  safety: "safe" | "unsafe";
  /**
   * Items: the text that replaces the text at the location; an empty location is an insertion
   */
  edits: {
    location: Location;
    text: string;
  }[];
}
export interface Resolved {
  file?: string | null;
  parameters?: unknown[];
  conditions?:
    | {
        [k: string]: unknown;
      }
    | unknown[];
  removed?: unknown[];
  unknown?: unknown[];
}
/**
 * a Terraform configuration that rules were evaluated on as a plan
 */
export interface Plan {
  file: string | null;
  deferred: number;
  limits: string;
}
/**
 * which Guard rules applied, and what was not seen
 */
export interface Coverage {
  rules: {
    passed: string[];
    failed: string[];
    /**
     * applied to some documents only
     */
    skipped: string[];
    /**
     * depend on a value that is not known; absent if there are none
     */
    undecided?: string[];
    never_applied: string[];
  };
  not_seen: {
    kind:
      | "macro"
      | "include"
      | "sam"
      | "module"
      | "nested_stack"
      | "unknown_type"
      | "unknown_target"
      | "unresolved"
      | "two_readings"
      | "previous_template"
      | "rule_not_applied"
      | "nothing_checked";
    policy: "warn" | "fail";
    reason: string;
    file: string | null;
    path?: (string | number)[];
    location?: Location;
  }[];
  /**
   * what check skipped in folders; absent if there is none
   */
  skipped?: {
    file: string;
    reason:
      | "not a template"
      | "a link to a folder"
      | "not a regular file"
      | "a hidden file"
      | "a file in node_modules"
      | "not a template of the manifest";
  }[];
}
/**
 * an exemption that a document gives itself
 */
export interface Suppression {
  kind:
    | "cfn-lint-metadata"
    | "cfn-lint-comment"
    | "guard-metadata"
    | "cfn-nag-metadata"
    | "tflint-comment"
    | "tflint-configuration"
    | "waiver";
  file: string | null;
  path?: (string | number)[];
  location: Location;
  /**
   * rule IDs or prefixes, Guard rules, or the setting
   */
  names: string[];
  status: "allowed" | "denied";
  /**
   * findings that it removed
   */
  removed: number;
}
/**
 * a waiver and a finding that it applies to, or a waiver with no finding in its scope
 */
export interface Waiver {
  status: "applied" | "expired" | "unused";
  /**
   * the rule of the finding; without a finding, that of the waiver
   */
  rule: string;
  engine?: "lint" | "guard" | "terraform";
  severity?: "error" | "warning" | "informational";
  message?: string;
  file: string | null;
  path: (string | number)[] | null;
  location?: Location;
  reason: string;
  owner: string | null;
  /**
   * the last day on which it applies, in UTC
   */
  until: string | null;
  source: {
    kind: "file" | "policy" | "comment" | "metadata";
    file: string | null;
    line: number;
    column: number;
  };
}
export interface Incomplete {
  kind: "document" | "rules" | "waiver" | "fetch" | "request" | "setting" | "internal";
  message: string;
  where: {
    field?: string;
    file?: string;
    line?: number;
    column?: number;
  } | null;
}
