#!/usr/bin/env python3
"""Records cfn-lint's answers to GetAtt and Ref for tests/knowledge.rs. Needs a Python with the pinned cfn-lint:

    python scripts/record_attributes.py > tests/knowledge/attributes.json
    python scripts/record_attributes.py --all > /tmp/all.json   and   ATTRIBUTES=/tmp/all.json cargo test attributes
"""

import json
import sys

from schemas import strip

from cfnlint.helpers import REGIONS
from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER as MANAGER

# every source of attributes: read-only, exceptions, all properties, outputs, anything, nested lists, references
SAMPLE = [
    "AWS::AppMesh::Route", "AWS::AutoScaling::AutoScalingGroup", "AWS::CloudFormation::CustomResource",
    "AWS::CloudFormation::Stack", "AWS::DocDB::DBCluster", "AWS::EC2::Instance", "AWS::EC2::SecurityGroup",
    "AWS::EC2::TransitGatewayConnectPeer", "AWS::FraudDetector::Detector", "AWS::Glue::Catalog",
    "AWS::Greengrass::Group", "AWS::IAM::AccessKey", "AWS::IoTSiteWise::AssetModel", "AWS::Lambda::Permission",
    "AWS::MediaLive::Input", "AWS::RDS::DBInstance", "AWS::S3::Bucket", "AWS::SQS::Queue", "AWS::SSM::Parameter",
    "AWS::Serverless::Application", "AWS::Serverless::Function",
    "AWS::ServiceCatalog::CloudFormationProvisionedProduct", "AWS::StepFunctions::Activity",
]
PROBES = ["Arn", "Nope", "Outputs.X", "OutputsX", "Endpoint.Address", "Rules.0.Arn", "Rules.0.Outcomes.1.Arn", ""]


def main() -> None:
    regions = {}
    for region in REGIONS:
        for name in MANAGER.get_resource_types(region):
            regions.setdefault(name, region)
    names = sorted(regions) if "--all" in sys.argv else SAMPLE
    answers = {name: answer(name, regions[name]) for name in names}
    print("{" + ",\n".join(f"{json.dumps(name)}:{json.dumps(row)}" for name, row in answers.items()) + "}")


def answer(name: str, region: str) -> dict:
    schema = MANAGER.get_resource_schema(region, name)
    attributes = schema.get_atts
    chosen = {probe: attributes.get(probe) for probe in [*PROBES, *(key.replace("*", "0") for key in attributes.data)]}
    resolved = {key: strip(schema.resolver.resolve_cfn_pointer(path)) for key, path in attributes.data.items()}
    paths = {path: key for key, path in attributes.data.items()}
    return {
        "attributes": list(resolved.items()),
        "display": [key.replace("\\", "") for key in attributes.data],
        "get": {probe: path and paths[path] for probe, path in chosen.items()},
        "ref": strip(schema.ref),
    }


if __name__ == "__main__":
    main()
