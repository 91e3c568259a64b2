// The types of the plugin in a project that does not have the AWS CDK's: compiled, not run.
import { CfnWarden, type PluginReport } from "cfn-warden/cdk";

export const report: PluginReport = new CfnWarden({ failOn: "warning" }).validate({ templatePaths: [] });

// @ts-expect-error: not a severity
new CfnWarden({ failOn: "warn" });
