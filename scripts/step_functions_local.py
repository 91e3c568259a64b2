#!/usr/bin/env python3
"""Runs the state machines of examples/step-functions locally, from start to end.

    step_functions_local.py BOOTSTRAP TEMPLATE...

moto interprets the state machines and provides S3 and CloudFormation. The function is BOOTSTRAP, in several processes under
the Runtime API of runtime_api.py; with the word `watch` for BOOTSTRAP, it is served by `cargo lambda watch`. The audits check
the TEMPLATEs, uploaded to a bucket, and some stacks; the pipeline must deploy only a compliant template. Prints the
summaries. Needs moto (`make step-functions` installs it). Exit status: 0 if each template and stack has a report, the summary
equals the reports, and each pipeline ends as expected; 1 otherwise.
"""
import collections
import json
import logging
import os
import pathlib
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import boto3
import werkzeug.serving
from moto.core.config import default_user_config
from moto.server import DomainDispatcherApplication, create_backend_app

import runtime_api

REGION, ACCOUNT = "us-east-1", "123456789012"
FUNCTION = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:warden"
FUNCTIONS, SECONDS = 2, 900
ROLE = f"arn:aws:iam::{ACCOUNT}:role/local"
SUBSTITUTIONS = {
    "FunctionArn": FUNCTION, "TemplateBucket": "templates", "ReportBucket": "reports",
    "DeployRole": ROLE, "Region": REGION, "UrlSuffix": "amazonaws.com",
}
PROJECT = pathlib.Path(__file__).parent.parent
DEFINITIONS = PROJECT / "examples/step-functions"
# Parts that moto lacks: express executions, which only differ in cost; objects written to S3 as JSON; paths with an index
# that return one item; dates in the output of a state.
MOTO = [
    ('"EXPRESS"', '"STANDARD"'),
    ('"Body.$": "$.summary"', '"Body.$": "States.JsonToString($.summary)"'),
    ('"Body.$": "$.accounts"', '"Body.$": "States.JsonToString($.accounts)"'),
    ('"ResultPath": "$.template"', '"ResultSelector": {"VersionId.$": "$.VersionId"}, "ResultPath": "$.template"'),
    ('"$.Stacks[0].StackStatus"', '"States.ArrayGetItem($.Stacks[*].StackStatus, 0)"'),
]
STACK = json.dumps({"Resources": {"Queue": {"Type": "AWS::SQS::Queue"}}})
SHOP = "Parameters: {Delay: {Type: Number}}\nResources: {Queue: {Type: AWS::SQS::Queue, Properties: {DelaySeconds: !Ref Delay}}}\n"
# Input of the pipeline (template and delay), and the expected end.
PIPELINES = {
    "new": ("shop.yaml", "5", "SUCCEEDED", None),
    "again": ("shop.yaml", "6", "SUCCEEDED", None),
    "same": ("shop.yaml", "6", "SUCCEEDED", None),
    "not-compliant": ("wrong.yaml", "5", "FAILED", "NotCompliant"),
    "not-there": ("nothing.yaml", "5", "FAILED", "NotFound"),
    # Keys that TemplateURL could mistake for those of other objects.
    "version-in-key": ("shop.yaml?versionId=abc", "5", "FAILED", "KeyNotPlain"),
    "escape-in-key": ("shop%2Eyaml", "5", "FAILED", "KeyNotPlain"),
}


class Warden:
    """A running function: answers an event."""

    def __init__(self, bootstrap, endpoint):
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.runtime = runtime_api.Runtime([bootstrap], {"AWS_ENDPOINT_URL": endpoint}, **streams)

    def answer(self, event):
        return self.runtime.answer(event)

    def stop(self):
        self.runtime.stop()


class Watched:
    """The function behind `cargo lambda watch`, which builds it at the first event."""

    def __init__(self, endpoint):
        self.port = free_port()
        command = ["cargo", "lambda", "watch", "--bin", "bootstrap", "--ignore-changes", "--concurrency", str(FUNCTIONS)]
        command += ["--invoke-address", "127.0.0.1", "--invoke-port", str(self.port), "--env-var", f"AWS_ENDPOINT_URL={endpoint}"]
        self.process = subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.DEVNULL, start_new_session=True)
        while not listening(self.port):
            if self.process.poll() is not None:
                sys.exit("cargo lambda watch ended before it listened")
            time.sleep(0.1)

    def answer(self, event):
        url = f"http://127.0.0.1:{self.port}/2015-03-31/functions/bootstrap/invocations"
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data=event), timeout=SECONDS) as answer:
                return "response", answer.read()
        except urllib.error.HTTPError as error:
            return "error", error.read()

    def stop(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def listening(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def with_functions(moto, idle):
    """Starts moto with invocations answered by idle functions."""

    def application(environ, start_response):
        if not re.fullmatch(r"/2015-03-31/functions/[^/]+/invocations", environ["PATH_INFO"]):
            return moto(environ, start_response)
        event = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        warden = idle.get()
        try:
            kind, answer = warden.answer(event)
        finally:
            idle.put(warden)
        failed = [] if kind == "response" else [("X-Amz-Function-Error", "Unhandled")]
        start_response("200 OK", [("Content-Type", "application/json"), *failed])
        return [answer]

    return application


def run(client, name, execution, given):
    """Returns how an execution of a state machine ended, and its seconds."""
    text = next(DEFINITIONS.glob(f"*/{name}.asl.json")).read_text()
    for key, value in SUBSTITUTIONS.items():
        text = text.replace("${" + key + "}", value)
    for ours, of_moto in MOTO:
        text = text.replace(ours, of_moto)
    machine = client.create_state_machine(name=name, definition=text, roleArn=ROLE)["stateMachineArn"]
    start = time.monotonic()
    arn = client.start_execution(stateMachineArn=machine, name=execution, input=json.dumps(given))["executionArn"]
    while (state := client.describe_execution(executionArn=arn))["status"] == "RUNNING":
        if time.monotonic() - start > SECONDS:
            sys.exit(f"{execution}: not done after {SECONDS} s")
        time.sleep(0.2)
    client.delete_state_machine(stateMachineArn=machine)
    return state, time.monotonic() - start


def reports(s3, audit):
    """Returns the reports of an audit by key, and the summary."""
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket="reports", Prefix=f"audits/{audit}/")
    keys = [item["Key"] for page in pages for item in page.get("Contents", [])]
    found = {key.removeprefix(f"audits/{audit}/"): json.load(s3.get_object(Bucket="reports", Key=key)["Body"]) for key in keys}
    return found, found.pop("summary.json", None)


def audited(client, s3, name, given, wanted):
    """Returns whether an audit has all reports and counts their verdicts."""
    state, seconds = run(client, name, f"{name}-1", given)
    if state["status"] != "SUCCEEDED":
        sys.exit(f"{name}: {state['status']}: {state.get('error')} {state.get('cause')}")
    summary = json.loads(state["output"])
    print(json.dumps(summary, indent=2))
    found, written = reports(s3, f"{name}-1")
    statuses = collections.Counter(report["status"] for report in found.values())
    print(f"# {name}: {len(found)} reports of {len(wanted)} in {seconds:.1f} s: {dict(sorted(statuses.items()))}")
    counted = [summary[key] for key in ("passed", "failed", "not_checked")]
    missing = sorted(wanted - found.keys())
    if missing:
        print(f"# no report of {missing[:5]}")
    return not missing and written == summary and counted == [statuses[status] for status in ("PASS", "FAIL", "ERROR")]


def piped(client, s3, cloudformation):
    """Returns whether the pipeline deploys only compliant templates."""
    s3.put_object(Bucket="templates", Key="shop.yaml", Body=SHOP)
    s3.put_object(Bucket="templates", Key="wrong.yaml", Body=SHOP.replace("!Ref Delay", "never"))
    for key in ("shop.yaml?versionId=abc", "shop%2Eyaml"):
        s3.put_object(Bucket="templates", Key=key, Body=SHOP)
    held = True
    for execution, (key, delay, *wanted) in PIPELINES.items():
        stack = "shop" if wanted[0] == "SUCCEEDED" else execution
        given = {"key": key, "stack": stack, "parameters": [{"ParameterKey": "Delay", "ParameterValue": delay}]}
        state, seconds = run(client, "pipeline", execution, given)
        stacks = {found["StackName"]: found for found in cloudformation.describe_stacks()["Stacks"]}
        deployed = stacks.get(stack, {}).get("Parameters") == given["parameters"]
        held &= [state["status"], state.get("error")] == wanted and deployed == (wanted[0] == "SUCCEEDED")
        print(f"# pipeline {execution}: {state['status']} in {seconds:.1f} s: {state.get('cause') or stack + ' is deployed'}")
    return held


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    bootstrap, templates = sys.argv[1], [pathlib.Path(path) for path in sys.argv[2:]]
    logging.disable(logging.CRITICAL)
    os.environ.update(AWS_ACCESS_KEY_ID="local", AWS_SECRET_ACCESS_KEY="local", AWS_DEFAULT_REGION=REGION)
    default_user_config["stepfunctions"]["execute_state_machine"] = True
    idle = queue.Queue()
    moto = with_functions(DomainDispatcherApplication(create_backend_app), idle)
    server = werkzeug.serving.make_server("127.0.0.1", 0, moto, threaded=True)
    # Endpoint of the other services for moto's interpreter.
    os.environ["MOTO_PORT"] = str(server.port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.port}"
    s3, client = boto3.client("s3", endpoint_url=endpoint), boto3.client("stepfunctions", endpoint_url=endpoint)
    for bucket in ("templates", "reports"):
        s3.create_bucket(Bucket=bucket)
    s3.put_bucket_versioning(Bucket="templates", VersioningConfiguration={"Status": "Enabled"})
    keys = {f"team/{path.name}": path for path in templates}
    for key, path in keys.items():
        s3.put_object(Bucket="templates", Key=key, Body=path.read_bytes())
    cloudformation = boto3.client("cloudformation", endpoint_url=endpoint)
    stacks = [f"shop-{i}" for i in range(3)]
    for stack in stacks:
        cloudformation.create_stack(StackName=stack, TemplateBody=STACK)
    wardens = [Watched(endpoint)] if bootstrap == "watch" else [Warden(bootstrap, endpoint) for _ in range(FUNCTIONS)]
    try:
        for warden in (wardens * FUNCTIONS)[:FUNCTIONS]:
            idle.put(warden)
        held = audited(client, s3, "templates", {"prefix": "team/"}, {f"{key}.json" for key in keys})
        held &= audited(client, s3, "stacks", {}, {f"{stack}.json" for stack in stacks})
        held &= piped(client, s3, cloudformation)
    finally:
        for warden in wardens:
            warden.stop()
    sys.exit(not held)


if __name__ == "__main__":
    main()
