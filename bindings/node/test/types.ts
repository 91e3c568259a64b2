// The types of the package: compiled, not run.
import { check, init, render, type Finding, type Result, type Settings } from "cfn-warden";

const settings: Settings = { packs: ["fsbp"], severities: { W3: "error" }, parameters: { Zones: ["a", "b"], Count: 2 } };
const result: Result = check({ template: { Resources: {} }, name: "a.json", ...settings });
export const lines: number[] = result.findings.map((finding: Finding) => finding.location.start.line);
export const reasons: string[] = result.errors.map(({ message }) => message);
export const sarif: string = render("sarif", { templates: [{ name: "a.yaml", content: "" }] });
export const loaded: Promise<void> = init();

// @ts-expect-error: not a severity
check({ template: "", severities: { W3: "fatal" } });
// @ts-expect-error: not an option
check({ template: "", rule: "a" });
