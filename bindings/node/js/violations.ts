/** Findings as violations of the AWS CDK. The types have the shape of those of aws-cdk-lib, whose names differ between versions. */

import type { Finding, Incomplete, Result } from "./result.js";

/** A part that was not seen. */
export type NotSeen = NonNullable<Result["coverage"]>["not_seen"][number];

/** `PolicyViolation`. */
export interface Violation {
  readonly ruleName: string;
  readonly description: string;
  readonly severity: ViolationSeverity;
  readonly fix?: string;
  readonly ruleMetadata?: { readonly [key: string]: string };
  readonly violatingResources: ViolatingResource[];
}

/** `PolicyViolatingResource`. */
export interface ViolatingResource {
  /** Empty if the violation is not about a resource: `constructPath` is that of the stack then. */
  readonly resourceLogicalId: string;
  readonly constructPath?: string;
  readonly locations: string[];
  readonly templatePath: string;
}

/** Severities of the CDK. Errors fail the synthesis; what is `fatal` cannot be acknowledged. */
export type ViolationSeverity = "fatal" | "error" | "warning" | "info";

/** The least severity of a finding that fails the synthesis. */
export type FailOn = "error" | "warning" | "never";

/** Returns one violation for each rule and message, with the resources that it is about. */
export function violations(findings: readonly Finding[], failOn: FailOn): Violation[] {
  const found = new Map<string, Violation>();
  for (const finding of findings) {
    const severity = severityOf(finding, failOn);
    const key = JSON.stringify([finding.rule, finding.message, severity]);
    const violation = found.get(key) ?? violationOf(finding, severity);
    violation.violatingResources.push(resourceOf(finding));
    found.set(key, violation);
  }
  return [...found.values()];
}

/** Returns the violation that fails the synthesis because something was not checked. */
export function incomplete({ message, where }: Incomplete): Violation {
  const place = where?.line ? `${where.line}:${where.column ?? 1}: ` : "";
  const resource = { resourceLogicalId: "", locations: [], templatePath: where?.file ?? "" };
  return { ruleName: "not-checked", description: place + message, severity: "fatal", violatingResources: [resource] };
}

/** Returns one violation for each kind and reason of parts that were not seen. It fails the synthesis if the policy is `fail`. */
export function notSeen(parts: readonly NotSeen[]): Violation[] {
  const found = new Map<string, Violation>();
  for (const { kind, policy, reason, file, path = [] } of parts) {
    const severity = policy === "fail" ? "fatal" : "warning";
    const key = JSON.stringify([kind, reason, severity]);
    const violation = found.get(key) ?? { ruleName: `not-seen-${kind}`, description: `not seen: ${reason}`, severity, violatingResources: [] };
    const isOfResource = path[0] === "Resources" && path.length > 1;
    const location = isOfResource ? path.slice(2) : path;
    violation.violatingResources.push({
      resourceLogicalId: isOfResource ? String(path[1]) : "",
      locations: location.length > 0 ? [location.join(".")] : [],
      templatePath: file ?? "",
    });
    found.set(key, violation);
  }
  return [...found.values()];
}

function violationOf(finding: Finding, severity: ViolationSeverity): Violation {
  const { rule, message, remediation, documentation, control } = finding;
  const metadata = {
    ...(documentation && { documentation }),
    ...(control && { control: control.title, frameworks: control.frameworks.join(", ") }),
  };
  return {
    ruleName: rule,
    description: message,
    severity,
    ...(remediation && { fix: remediation }),
    ...(Object.keys(metadata).length > 0 && { ruleMetadata: metadata }),
    violatingResources: [],
  };
}

/** The CDK decides by the severity when rules are acknowledged, so it has to say what fails. */
function severityOf({ severity, enforcement }: Finding, failOn: FailOn): ViolationSeverity {
  if (severity === "informational") return "info";
  const fails = severity === "error" ? failOn !== "never" : failOn === "warning";
  return fails && enforcement !== "warn" ? "error" : "warning";
}

/** The CDK finds the construct by logical ID and template. */
function resourceOf({ path, file, resource }: Finding): ViolatingResource {
  const location = (resource ? path?.slice(2) : path) ?? [];
  return {
    resourceLogicalId: resource?.logical_id ?? "",
    locations: location.length > 0 ? [location.join(".")] : [],
    templatePath: file ?? "",
  };
}
