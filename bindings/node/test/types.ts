// The types of the package: compiled, not run.
import { category, check, filter, init, render, type Category, type Filter, type Finding, type Report, type Result, type Settings } from "cfn-warden";

const settings: Settings = { packs: ["fsbp"], severities: { W3: "error" }, parameters: { Zones: ["a", "b"], Count: 2 } };
const result: Result = check({ template: { Resources: {} }, name: "a.json", ...settings });
export const lines: number[] = result.findings.map((finding: Finding) => finding.location.start.line);
export const parts: (string | undefined)[] = result.findings.map(({ part }) => part);
export const reasons: string[] = result.errors.map(({ message }) => message);
const report: Report = check({ template: "" });
export const why: string[] = report.complete ? [] : report.reasons;
const selected: Filter = { rule: ["E3", "W2001"], category: "resources", resource: "A", resourceType: ["AWS::S3::*"] };
export const kinds: Category[] = filter(report, selected).map(category);
export const sarif: string = render("sarif", { templates: [{ name: "a.yaml", content: "" }] });
export const loaded: Promise<void>[] = [init(), init("https://example.com/cfn-warden.wasm"), init(new Uint8Array())];

// @ts-expect-error: not a severity
check({ template: "", severities: { W3: "fatal" } });
// @ts-expect-error: not an option
check({ template: "", rule: "a" });
// @ts-expect-error: not a category
filter(report, { category: "resource" });
// @ts-expect-error: not a filter
filter(report, { type: "AWS::S3::*" });
