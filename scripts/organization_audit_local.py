#!/usr/bin/env python3
"""Runs the audit of examples/step-functions/organization locally: 3 accounts, 2 regions, 200 stacks in each.

    organization_audit_local.py BOOTSTRAP TEMPLATE_OR_FOLDER...

moto interprets the state machine and has the stacks of the accounts; the function is BOOTSTRAP, in several processes. The reports are
compared with answers of the function to the same templates, and the summaries with counts of the reports. Templates that moto cannot
keep as a stack are left out. moto's interpreter ignores `Credentials`: here it assumes the role with moto's STS. Exit status: 0 if all
are equal; 1 otherwise.
"""
import collections
import itertools
import json
import logging
import os
import pathlib
import queue
import sys
import threading
import warnings

import boto3
import werkzeug.serving
from moto.core.config import default_user_config
from moto.server import DomainDispatcherApplication, create_backend_app
from moto.stepfunctions.parser.asl.utils import boto_client

import step_functions_local as local

ACCOUNTS, REGIONS, STACKS, ROLE = ["111111111111", "222222222222", "333333333333"], ["us-east-1", "eu-west-1"], 200, "warden-audit"
AUDIT = "2026-11-24"


def templates(paths):
    """The texts of templates."""
    files = itertools.chain.from_iterable(sorted(path.rglob("*")) if path.is_dir() else [path] for path in paths)
    for path in files:
        if path.suffix in (".yaml", ".yml", ".json", ".template"):
            text = path.read_text(errors="replace")
            if "Resources" in text and len(text) < 50_000:
                yield text


def role(account):
    return f"arn:aws:iam::{account}:role/{ROLE}"


def client_for(endpoint):
    """A client of moto's interpreter in the account of the role that a state assumes."""
    keys = {}

    def client(region, service, state_credentials=None):
        arn = getattr(state_credentials, "role_arn", None)
        own = {"aws_access_key_id": "ak", "aws_secret_access_key": "sk"}
        if arn and arn.endswith(f"/{ROLE}"):
            if arn not in keys:
                sts = boto3.client("sts", endpoint_url=endpoint, region_name=region)
                keys[arn] = sts.assume_role(RoleArn=arn, RoleSessionName="audit")["Credentials"]
            found = keys[arn]
            own = {"aws_access_key_id": found["AccessKeyId"], "aws_secret_access_key": found["SecretAccessKey"],
                   "aws_session_token": found["SessionToken"]}
        config = boto3.session.Config(parameter_validation=False, read_timeout=900)
        return boto3.client(service, region_name=region, endpoint_url=endpoint, config=config, **own)

    return client


def create_stacks(client, texts):
    """Creates stacks; returns the templates by the stack's name."""
    created = {}
    for number, text in enumerate(texts):
        if len(created) == STACKS:
            break
        name = f"stack-{number}"
        try:
            client.create_stack(StackName=name, TemplateBody=text)
            if client.describe_stacks(StackName=name)["Stacks"][0]["StackStatus"] != "CREATE_COMPLETE":
                raise ValueError("not created")
            # boto3 parses JSON templates.
            body = client.get_template(StackName=name)["TemplateBody"]
            created[name] = body if isinstance(body, str) else json.dumps(body)
        except Exception:
            try:
                client.delete_stack(StackName=name)
            except Exception:
                pass
    return created


def outcome(report):
    """The verdict and findings of a report."""
    findings = collections.Counter((one["rule"], one["severity"], json.dumps(one["path"])) for one in report["findings"])
    return report["status"], findings


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    bootstrap, texts = sys.argv[1], list(templates([pathlib.Path(path) for path in sys.argv[2:]]))
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    os.environ.update(AWS_ACCESS_KEY_ID="local", AWS_SECRET_ACCESS_KEY="local", AWS_DEFAULT_REGION=REGIONS[0])
    default_user_config["stepfunctions"]["execute_state_machine"] = True
    idle = queue.Queue()
    moto = local.with_functions(DomainDispatcherApplication(create_backend_app), idle)
    server = werkzeug.serving.make_server("127.0.0.1", 0, moto, threaded=True)
    os.environ["MOTO_PORT"] = str(server.port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.port}"
    client = client_for(endpoint)
    # Before the interpreter imports it.
    boto_client.boto_client_for = client
    s3 = boto3.client("s3", endpoint_url=endpoint)
    s3.create_bucket(Bucket="reports")
    wardens = [local.Warden(bootstrap, endpoint) for _ in range(local.FUNCTIONS)]
    wrong, checked, statuses = [], 0, collections.Counter()
    for warden in wardens:
        idle.put(warden)
    try:
        expected = {}
        for place, (account, region) in enumerate(itertools.product(ACCOUNTS, REGIONS)):
            credentials = collections.namedtuple("Credentials", "role_arn")(role(account))
            # Other templates in each account and region.
            turned = texts[place * 37 % len(texts):] + texts[:place * 37 % len(texts)]
            for name, text in create_stacks(client(region, "cloudformation", credentials), turned).items():
                expected[account, region, name] = text
        for region in REGIONS:
            local.SUBSTITUTIONS.update(Region=region, Partition="aws", RoleName=ROLE, ReportBucket="reports")
            states = boto3.client("stepfunctions", endpoint_url=endpoint, region_name=region)
            state, seconds = local.run(states, "accounts", f"audit-{region}", {"accounts": ACCOUNTS, "audit": AUDIT})
            if state["status"] != "SUCCEEDED":
                sys.exit(f"{region}: {state['status']}: {state.get('error')} {state.get('cause')}")
            summary = {one["account"]: one for one in json.loads(state["output"])}
            for account in ACCOUNTS:
                found = collections.Counter()
                for (of, at, name), text in expected.items():
                    if (of, at) != (account, region):
                        continue
                    key = f"audits/stacks/audit={AUDIT}/account={account}/region={region}/{name}.json"
                    try:
                        report = json.load(s3.get_object(Bucket="reports", Key=key)["Body"])
                    except Exception:
                        wrong.append(f"no report {key}")
                        continue
                    direct = json.loads(wardens[0].answer(json.dumps({"data": text}).encode())[1])
                    if outcome(report) != outcome(direct):
                        wrong.append(f"{key}: {outcome(report)[0]}, directly {outcome(direct)[0]}")
                    found[report["status"]] += 1
                    checked += 1
                statuses += found
                counts = [summary[account][name] for name in ("passed", "failed", "not_checked")]
                if counts != [found["PASS"], found["FAIL"], found["ERROR"]]:
                    wrong.append(f"summary of {account} in {region}: {summary[account]}, reports {dict(found)}")
            print(f"# {region}: {len(summary)} accounts in {seconds:.1f} s")
    finally:
        for warden in wardens:
            warden.stop()
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    print(f"{checked} reports of {len(expected)} stacks in {len(ACCOUNTS)} accounts and {len(REGIONS)} regions: "
          f"{dict(sorted(statuses.items()))}; {len(wrong)} differences")
    sys.exit(bool(wrong) or not checked)


if __name__ == "__main__":
    main()
