#!/usr/bin/env python3
"""Checks the templates of deploy/ and examples/ with cfn-lint, sam validate and cfn-warden, and creates those of deploy/ in moto.

    test_deploy.py CFN_WARDEN

`sam` and `cfn-lint` are those in the folder of this Python (`make test-deploy` installs them with moto). Each plain template is created with its
defaults and with everything on; what moto has afterward is compared with what the template declares. Resource types that moto does not know
are listed. Exit status: 1 if a template has a finding or a resource was not created.
"""
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import traceback
import warnings
import zipfile

import boto3
import yaml
from moto import mock_aws
from moto.cloudformation import parsing  # noqa: F401  (imports the models)
from moto.core.common_models import CloudFormationModel

PROJECT = pathlib.Path(__file__).parent.parent
BIN = pathlib.Path(sys.executable).parent
SAM = ["template.yaml", *(f"examples/step-functions/{name}/template.yaml" for name in ("audit", "organization", "pipeline"))]
PLAIN = ["deploy/code.yaml", "deploy/dashboard.yaml", "deploy/function.yaml", "deploy/organization.yaml",
         "examples/step-functions/organization/member.yaml"]
KEY = "arn:aws:kms:us-east-1:123456789012:key/00000000-0000-0000-0000-000000000000"
# Values of required parameters, and of those that switch something on.
REQUIRED = {
    "deploy/code.yaml": {"OrganizationId": "o-a1b2c3d4e5", "CodeBucketPrefix": "warden-code"},
    "deploy/dashboard.yaml": {"FunctionName": "warden", "LogGroup": "/warden", "AlarmArns": "arn:aws:cloudwatch:us-east-1:123456789012:alarm:a"},
    "deploy/function.yaml": {"CodeBucketPrefix": "warden-code", "CodeKey": "warden.zip"},
    "deploy/organization.yaml": {"OrganizationId": "o-a1b2c3d4e5", "CodeBucketPrefix": "warden-code"},
    "examples/step-functions/organization/member.yaml": {"AuditAccount": "123456789012"},
}
ON = {
    "deploy/function.yaml": {
        "RulesBucket": "rules", "RulesKey": "rules/", "BundleBucket": "rules", "Bundle": "current.toml", "ShadowBundle": "next.toml",
        "Waivers": "waivers.yaml", "Knowledge": "acme.knowledge", "Schemas": "schemas.yaml", "InputParameters": "parameters.json", "DocumentBucket": "documents", "ReportBucket": "reports",
        "ReportFolders": "on", "BucketKmsKey": KEY, "KmsKey": KEY, "Tracing": "Active", "ReadStacks": "on", "RegistryTypes": "on",
        "StackHook": "FAIL", "ResourceHook": "WARN", "Release": "1", "CandidateHook": "on", "ReservedConcurrency": "5",
        "AlarmTopic": "arn:aws:sns:us-east-1:123456789012:alarms", "PermissionsBoundary": "boundary", "RuleMetrics": "on",
    },
    "deploy/dashboard.yaml": {"AlarmTopic": "arn:aws:sns:us-east-1:123456789012:alarms"},
    "deploy/organization.yaml": {"Encryption": "aws:kms", "RulesKey": "rules/", "Bundle": "current.toml"},
}


class Loader(yaml.SafeLoader):
    """YAML with the short forms of CloudFormation's functions."""


def function(loader, tag, node):
    value = (loader.construct_scalar(node) if isinstance(node, yaml.ScalarNode) else
             loader.construct_sequence(node, deep=True) if isinstance(node, yaml.SequenceNode) else loader.construct_mapping(node, deep=True))
    if tag == "GetAtt" and isinstance(value, str):
        value = value.split(".", 1)
    return {tag if tag in ("Ref", "Condition") else f"Fn::{tag}": value}


Loader.add_multi_constructor("!", function)


def linted(program):
    """Returns the findings of the linters."""
    wrong = []

    def run(name, line):
        ran = subprocess.run(line, cwd=PROJECT, capture_output=True, text=True)
        print(f"{name}: exit code {ran.returncode}")
        if ran.returncode:
            wrong.append(f"{name}: {(ran.stdout + ran.stderr)[-2000:]}")

    run("cfn-lint", [BIN / "cfn-lint", *SAM, *PLAIN])
    for template in SAM + PLAIN:
        run(f"sam validate {template}", [BIN / "sam", "validate", "--lint", "--region", "us-east-1", "-t", template])
    run("cfn-warden", [program, "check", *SAM, *PLAIN, "--pack", "fsbp", "--waivers", "deploy/waivers.toml", "--format", "quiet"])
    return wrong


def for_moto(template):
    """A template without the resources and outputs that moto does not know, and the types of these resources."""
    document = yaml.load((PROJECT / template).read_text(), Loader)
    known = {kind for model in subclasses(CloudFormationModel) for kind in [type_of(model)] if kind}
    # moto has the model of alarms, but does not create them.
    gone = {name: one["Type"] for name, one in document["Resources"].items() if one["Type"] not in known - {"AWS::CloudWatch::Alarm"}}
    document["Resources"] = {name: one for name, one in document["Resources"].items() if name not in gone}
    document.pop("Outputs", None)
    document.pop("Rules", None)

    def without(value):
        if isinstance(value, list):
            return [without(optional(one)) for one in value]
        if isinstance(value, str):
            return re.sub(r"\$\{(" + "|".join([*gone, "-"]) + r")[.}]([A-Za-z]*\}?)", "of-another-service", value)
        if not isinstance(value, dict):
            return value
        if value.get("Ref") in gone or isinstance(value.get("Fn::GetAtt"), list) and value["Fn::GetAtt"][0] in gone:
            return "of-another-service"
        found = {key: without(one) for key, one in value.items()}
        if isinstance(found.get("DependsOn"), list):
            found["DependsOn"] = [one for one in found["DependsOn"] if one not in gone]
        return found

    return without(document), gone


def optional(item):
    """The item of a list that a condition may remove: moto keeps it as null, so all of them are created."""
    branches = item.get("Fn::If") if isinstance(item, dict) else None
    return branches[1] if branches and branches[2] == {"Ref": "AWS::NoValue"} else item


def subclasses(model):
    for one in model.__subclasses__():
        yield one
        yield from subclasses(one)


def type_of(model):
    try:
        return model.cloudformation_type()
    except Exception:
        return None


def prepared(template):
    """What the templates refer to."""
    s3 = boto3.client("s3")
    for bucket in ("rules", "documents", "reports"):
        s3.create_bucket(Bucket=bucket)
    if template == "deploy/function.yaml":
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w") as archive:
            archive.writestr("bootstrap", "")
        s3.create_bucket(Bucket="warden-code-us-east-1")
        s3.put_object(Bucket="warden-code-us-east-1", Key="warden.zip", Body=written.getvalue())


@mock_aws
def created(template, parameters):
    prepared(template)
    client = boto3.client("cloudformation")
    given = [{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()]
    document, _ = for_moto(template)
    client.create_stack(StackName="stack", TemplateBody=json.dumps(document, default=str), Parameters=given, Capabilities=["CAPABILITY_NAMED_IAM"])
    status = client.describe_stacks(StackName="stack")["Stacks"][0]["StackStatus"]
    found = {one.get("LogicalResourceId") for one in client.describe_stack_resources(StackName="stack")["StackResources"]}
    details = {}
    if template == "deploy/function.yaml":
        functions = boto3.client("lambda").list_functions()["Functions"]
        details = functions[0]["Environment"]["Variables"] if functions else {}
    if template == "deploy/dashboard.yaml":
        for dashboard in boto3.client("cloudwatch").list_dashboards()["DashboardEntries"]:
            json.loads(boto3.client("cloudwatch").get_dashboard(DashboardName=dashboard["DashboardName"])["DashboardBody"])
    return status, found, details


def main():
    warnings.simplefilter("ignore")
    wrong = linted(sys.argv[1])
    unknown = set()
    for template in PLAIN:
        for name, more in [("defaults", {}), ("everything on", ON.get(template))]:
            if more is None:
                continue
            parameters = {**REQUIRED[template], **more}
            try:
                status, found, variables = created(template, parameters)
            except Exception as error:
                wrong.append(f"{template}, {name}: {type(error).__name__}: {error} {traceback.format_exc()[-600:]}")
                continue
            document, gone = for_moto(template)
            unknown |= set(gone.values())
            missing = {one for one, of in document["Resources"].items() if one not in found and "Condition" not in of}
            print(f"{template}, {name}: {status}, {len(found)} resources")
            if missing:
                wrong.append(f"{template}, {name}: not created: {', '.join(sorted(missing))}")
            if status != "CREATE_COMPLETE" or not found:
                wrong.append(f"{template}, {name}: {status}")
            if more and template == "deploy/function.yaml" and variables.get("WARDEN_BUNDLE") != "s3://rules/current.toml":
                wrong.append(f"{template}: WARDEN_BUNDLE is {variables.get('WARDEN_BUNDLE')}")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(wrong)} problems; types that moto does not create: {', '.join(sorted(unknown)) or 'none'}")
    return int(bool(wrong))


if __name__ == "__main__":
    os.environ.update(AWS_ACCESS_KEY_ID="local", AWS_SECRET_ACCESS_KEY="local", AWS_DEFAULT_REGION="us-east-1", SAM_CLI_TELEMETRY="0")
    sys.exit(main())
