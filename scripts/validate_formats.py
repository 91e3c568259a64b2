#!/usr/bin/env python3
"""Validates reports in ASFF, OCSF and OSCAL against published models, and the limits that Security Hub documents.

    validate_formats.py CFN_WARDEN [TEMPLATE_OR_FOLDER...]

The models are botocore's of BatchImportFindings, py-ocsf-models and compliance-trestle (`make test-formats` installs them). Without
paths, the fixtures of the rules and policies are checked, with all policies, waivers and a file that cannot be read. Prints the number
of entries by format and state. Exit status: 1 if a report is not valid.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import botocore.session
import botocore.validate
from py_ocsf_models.events.findings.compliance_finding import ComplianceFinding
from trestle.oscal.assessment_results import Model

PROJECT = pathlib.Path(__file__).parent.parent
WAIVER = "[[waiver]]\nrule = \"S3*\"\nreason = \"accepted\"\nowner = \"team\"\nuntil = 2099-01-31\n"
# https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_AwsSecurityFinding.html
LENGTHS = {"Title": 256, "Description": 1024, "GeneratorId": 512, "Id": 512}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def report(program, name, paths, more):
    line = [program, "check", *paths, "--format", name, *more]
    ran = subprocess.run(line, capture_output=True, text=True)
    if ran.returncode not in (0, 1, 2) or not ran.stdout:
        sys.exit(f"{name}: exit code {ran.returncode}: {ran.stderr[:500]}")
    return json.loads(ran.stdout)


def asff(findings):
    model = botocore.session.get_session().get_service_model("securityhub", "2018-10-26")
    shape = model.operation_model("BatchImportFindings").input_shape
    validator = botocore.validate.ParamValidator()
    wrong = []
    for start in range(0, len(findings), 100):
        problems = validator.validate({"Findings": findings[start:start + 100]}, shape)
        if problems.has_errors():
            wrong.append(problems.generate_report()[:500])
    for one in findings:
        details = one["Resources"][0]["Details"]["Other"]
        checks = [len(one[key]) <= most for key, most in LENGTHS.items()]
        checks += [TIME.fullmatch(one["CreatedAt"]), re.fullmatch(r"\d{12}", one["AwsAccountId"]),
                   one["Severity"]["Label"] in ("INFORMATIONAL", "LOW", "MEDIUM", "HIGH", "CRITICAL"),
                   one["Compliance"]["Status"] in ("PASSED", "WARNING", "FAILED", "NOT_AVAILABLE"),
                   len(one["Resources"]) <= 32, len(one["Resources"][0]["Id"]) <= 512, len(details) <= 50,
                   all(len(key) <= 128 and len(value) <= 1024 for key, value in details.items()),
                   len(one["Compliance"].get("RelatedRequirements", [])) <= 32,
                   all(len(name) <= 64 for name in one["Compliance"].get("RelatedRequirements", [])),
                   len(one.get("Remediation", {}).get("Recommendation", {}).get("Text", "")) <= 512,
                   len(one.get("Note", {}).get("Text", "")) <= 512, len(json.dumps(one)) <= 240_000]
        if not all(checks):
            wrong.append(f"limits: {json.dumps(one)[:500]}")
    if len({one["Id"] for one in findings}) != len(findings):
        repeated = [key for key, count in collections.Counter(one["Id"] for one in findings).items() if count > 1]
        wrong.append(f"repeated IDs: {len(repeated)}: {[one['Title'] for one in findings if one['Id'] == repeated[0]][:2]}")
    return wrong, collections.Counter(f"{one['Compliance']['Status']} {one['Workflow']['Status']}" for one in findings)


def ocsf(events):
    wrong = []
    for event in events:
        try:
            read = ComplianceFinding.model_validate(event)
            assert read.class_uid == 2003 and read.type_uid == 200301 and event["time"] > 10**12
        except Exception as error:
            wrong.append(f"{str(error)[:500]}\n{json.dumps(event)[:300]}")
    return wrong, collections.Counter(f"{event['compliance']['status']} {event['status']}" for event in events)


def oscal(document):
    try:
        read = Model.parse_obj(document)
    except Exception as error:
        return [str(error)[:1000]], collections.Counter()
    result = read.assessment_results.results[0]
    known = {one.uuid for one in result.observations or []}
    wrong = [f"no observation {one.observation_uuid}" for finding in result.findings or []
             for one in finding.related_observations or [] if one.observation_uuid not in known]
    if len(known) != len(result.observations or []):
        wrong.append("repeated UUIDs of observations")
    states = collections.Counter(prop.value for one in result.observations or [] for prop in one.props if prop.name == "state")
    return wrong, states + collections.Counter({"findings": len(result.findings or [])})


def main():
    program, *paths = sys.argv[1:]
    paths = paths or [str(PROJECT / "tests/rules"), str(PROJECT / "tests/policies"), str(PROJECT / "template.yaml")]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        waivers, broken, empty = (pathlib.Path(folder, name) for name in ("waivers.toml", "broken.yaml", "empty.yaml"))
        waivers.write_text(WAIVER)
        broken.write_text("Resources: [\n")
        empty.write_text("Resources: {}\n")
        account = ["--parameters", "AWS::AccountId=111122223333", "AWS::Region=eu-west-1"]
        runs = [(paths + [str(broken)], ["--pack", "all", "--waivers", str(waivers)]), (paths, ["--pack", "fsbp", *account]),
                ([str(empty)], []), ([str(PROJECT / "tests/policies/insecure.yaml")], ["--pack", "all"])]
        for name, validate in [("asff", asff), ("ocsf", ocsf), ("oscal", oscal)]:
            for checked, more in runs:
                wrong, counts = validate(report(program, name, checked, more))
                print(f"{name}: {', '.join(f'{count} {state}' for state, count in sorted(counts.items())) or 'nothing'}")
                for line in wrong[:5]:
                    print(line, file=sys.stderr)
                failed |= bool(wrong)
    print("not valid" if failed else "valid")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
