#!/usr/bin/env python3
"""Runs the audits of examples/step-functions on this machine, from start to summary.

    audit_local.py BOOTSTRAP TEMPLATE...

moto interprets the state machines and is the S3 and CloudFormation that they and the function talk to; the function is
BOOTSTRAP, some of it at once, each under the Runtime API of runtime_api.py. TEMPLATEs are put into a bucket, and
there are some stacks. Prints the summaries. Needs moto (`make audit-local` installs it). Exit status: 0 where
each template and stack has a report, and the summary counts what the reports say; 1 otherwise.
"""
import collections
import json
import logging
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import threading
import time

import boto3
import werkzeug.serving
from moto.core.config import default_user_config
from moto.server import DomainDispatcherApplication, create_backend_app

import runtime_api

REGION, ACCOUNT = "us-east-1", "123456789012"
FUNCTION = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:warden"
FUNCTIONS, SECONDS = 2, 900
BUCKETS = {"TemplateBucket": "templates", "ReportBucket": "reports"}
DEFINITIONS = pathlib.Path(__file__).parent.parent / "examples/step-functions/audit"
# What moto does not know: a kind of execution, which changes what an item costs and not what it does; and that an object is
# written to S3 as its JSON.
MOTO = [('"EXPRESS"', '"STANDARD"'), ('"Body.$": "$.summary"', '"Body.$": "States.JsonToString($.summary)"')]
STACK = json.dumps({"Resources": {"Queue": {"Type": "AWS::SQS::Queue"}}})


class Warden:
    """One running function: an event in, its answer out."""

    def __init__(self, bootstrap, endpoint):
        self.api = runtime_api.Api(("127.0.0.1", 0), runtime_api.Handler)
        self.api.events, self.api.answers = queue.Queue(), queue.Queue()
        threading.Thread(target=self.api.serve_forever, daemon=True).start()
        environment = {**runtime_api.environment(self.api.server_port), "AWS_ENDPOINT_URL": endpoint}
        self.process = subprocess.Popen([bootstrap], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def answer(self, event):
        self.api.events.put(event)
        return self.api.answers.get(timeout=runtime_api.TIMEOUT_S)

    def stop(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def with_functions(moto, idle):
    """moto, with invocations answered by functions that are idle."""

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


def run(client, name, given):
    """A state machine's output, and the seconds that it took."""
    text = (DEFINITIONS / f"{name}.asl.json").read_text()
    for key, value in {"FunctionArn": FUNCTION, **BUCKETS}.items():
        text = text.replace("${" + key + "}", value)
    for ours, of_moto in MOTO:
        text = text.replace(ours, of_moto)
    role = f"arn:aws:iam::{ACCOUNT}:role/audit"
    machine = client.create_state_machine(name=name, definition=text, roleArn=role)["stateMachineArn"]
    start = time.monotonic()
    execution = client.start_execution(stateMachineArn=machine, name=f"{name}-1", input=json.dumps(given))["executionArn"]
    while (state := client.describe_execution(executionArn=execution))["status"] == "RUNNING":
        if time.monotonic() - start > SECONDS:
            sys.exit(f"{name}: not done after {SECONDS} s")
        time.sleep(0.2)
    if state["status"] != "SUCCEEDED":
        sys.exit(f"{name}: {state['status']}: {state.get('error')} {state.get('cause')}")
    return json.loads(state["output"]), time.monotonic() - start


def reports(s3, audit):
    """What was written by an audit: the reports by key, and the summary."""
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket="reports", Prefix=f"audits/{audit}/")
    keys = [item["Key"] for page in pages for item in page.get("Contents", [])]
    found = {key.removeprefix(f"audits/{audit}/"): json.load(s3.get_object(Bucket="reports", Key=key)["Body"]) for key in keys}
    return found, found.pop("summary.json", None)


def audited(client, s3, name, given, wanted):
    """Whether an audit reported on all that is wanted, and counts what its reports say."""
    summary, seconds = run(client, name, given)
    print(json.dumps(summary, indent=2))
    found, written = reports(s3, f"{name}-1")
    statuses = collections.Counter(report["status"] for report in found.values())
    print(f"# {name}: {len(found)} reports of {len(wanted)} in {seconds:.1f} s: {dict(sorted(statuses.items()))}")
    counted = [summary[key] for key in ("passed", "failed", "not_checked")]
    missing = sorted(wanted - found.keys())
    if missing:
        print(f"# no report of {missing[:5]}")
    return not missing and written == summary and counted == [statuses[status] for status in ("PASS", "FAIL", "ERROR")]


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
    # Where moto's interpreter finds the other services.
    os.environ["MOTO_PORT"] = str(server.port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.port}"
    s3, client = boto3.client("s3", endpoint_url=endpoint), boto3.client("stepfunctions", endpoint_url=endpoint)
    for bucket in BUCKETS.values():
        s3.create_bucket(Bucket=bucket)
    keys = {f"team/{path.name}": path for path in templates}
    for key, path in keys.items():
        s3.put_object(Bucket="templates", Key=key, Body=path.read_bytes())
    cloudformation = boto3.client("cloudformation", endpoint_url=endpoint)
    stacks = [f"shop-{i}" for i in range(3)]
    for stack in stacks:
        cloudformation.create_stack(StackName=stack, TemplateBody=STACK)
    wardens = [Warden(bootstrap, endpoint) for _ in range(FUNCTIONS)]
    try:
        for warden in wardens:
            idle.put(warden)
        held = audited(client, s3, "templates", {"prefix": "team/"}, {f"{key}.json" for key in keys})
        held &= audited(client, s3, "stacks", {}, {f"{stack}.json" for stack in stacks})
    finally:
        for warden in wardens:
            warden.stop()
    sys.exit(not held)


if __name__ == "__main__":
    main()
