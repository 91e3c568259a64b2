// The plugin has the types of the CDK: compiled, not run.
import type { IPolicyValidationPlugin, IPolicyValidationPluginBeta1 } from "aws-cdk-lib";
import { CfnWarden } from "cfn-warden/cdk";

export const current: IPolicyValidationPlugin = new CfnWarden({ ruleFiles: ["policy.guard"], failOn: "warning" });
export const beta: IPolicyValidationPluginBeta1 = new CfnWarden();
