#!/usr/bin/env python3
"""Runs a command with a local AWS: S3 and CloudFormation of moto with sample data, and a registry of types, which moto lacks.

    aws_local.py COMMAND...

Needs moto (`make test-aws` installs it). The command's environment has AWS_ENDPOINT_URL, dummy credentials, and
CFN_WARDEN_AWS=1, which enables the tests. Exit status: that of the command.

Sample data: the buckets `templates`, `policies` and `reports`, the stack `shop`, the type `Acme::Team::Thing`.
"""
import html
import http.server
import io
import json
import logging
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
import zipfile

import boto3
from moto.server import ThreadedMotoServer

REGION = "us-east-1"
NAMESPACE = "http://cloudformation.amazonaws.com/doc/2010-05-15/"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_REGION": REGION, "AWS_DEFAULT_REGION": REGION}

GOOD = "Resources: {Queue: {Type: AWS::SQS::Queue}}\n"
BAD = "Resources: {Queue: {Type: AWS::SQS::Queue, Properties: {DelaySeconds: never}}}\n"
THING = {
    "typeName": "Acme::Team::Thing",
    "description": "A thing of a team",
    "properties": {
        "Name": {"type": "string", "pattern": "^[a-z]+$"},
        "Size": {"type": "integer", "minimum": 1},
        "Arn": {"type": "string"},
    },
    "required": ["Name"],
    "readOnlyProperties": ["/properties/Arn"],
    "primaryIdentifier": ["/properties/Name"],
    "additionalProperties": False,
}
SCHEMAS = {"Acme::Team::Thing": json.dumps(THING)}


class Api(http.server.BaseHTTPRequestHandler):
    """Answers DescribeType; passes other requests to moto."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    behind = ""

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        query = dict(urllib.parse.parse_qsl(body.decode()))
        if query.get("Action") == "DescribeType":
            return self.answer(*describe(query.get("TypeName", "")))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "content-length")}
        request = urllib.request.Request(self.behind + self.path, body, headers)
        try:
            with urllib.request.urlopen(request) as response:
                self.answer(response.status, response.read())
        except urllib.error.HTTPError as error:
            self.answer(error.code, error.read())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def describe(name):
    """Returns status and answer of DescribeType in the query protocol."""
    if name == "Acme::Team::Secret":
        return 403, error("AccessDenied", "not authorized to perform: cloudformation:DescribeType")
    if name not in SCHEMAS:
        return 404, error("TypeNotFoundException", f"The type '{name}' cannot be found.")
    found = f"<Type>RESOURCE</Type><TypeName>{name}</TypeName><Schema>{html.escape(SCHEMAS[name])}</Schema>"
    return 200, (
        f'<DescribeTypeResponse xmlns="{NAMESPACE}"><DescribeTypeResult>{found}</DescribeTypeResult>'
        "<ResponseMetadata><RequestId>0</RequestId></ResponseMetadata></DescribeTypeResponse>"
    ).encode()


def error(code, message):
    return (
        f'<ErrorResponse xmlns="{NAMESPACE}"><Error><Type>Sender</Type><Code>{code}</Code>'
        f"<Message>{message}</Message></Error><RequestId>0</RequestId></ErrorResponse>"
    ).encode()


def fill(endpoint):
    s3 = boto3.client("s3", endpoint_url=endpoint)
    for bucket in ("templates", "policies", "reports"):
        s3.create_bucket(Bucket=bucket)
    s3.create_bucket(Bucket="far", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
    objects = {
        ("templates", "good.yaml"): GOOD,
        ("templates", "bad.yaml"): BAD,
        ("policies", "team/never.guard"): "rule NEVER { Resources !exists }\n",
        ("policies", "team/always.guard"): "rule ALWAYS { Resources exists }\n",
        ("policies", "team/README.md"): "no rules\n",
        ("far", "bad.yaml"): BAD,
    }
    for (bucket, key), text in objects.items():
        s3.put_object(Bucket=bucket, Key=key, Body=text.encode())
    # More than one page of a list.
    for i in range(1001):
        s3.put_object(Bucket="policies", Key=f"many/{i:04}.guard", Body=b"")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/always.guard", objects["policies", "team/always.guard"])
        archive.writestr("notes.txt", "no rules")
    s3.put_object(Bucket="policies", Key="all.zip", Body=packed.getvalue())
    boto3.client("cloudformation", endpoint_url=endpoint).create_stack(StackName="shop", TemplateBody=GOOD)
    return s3.generate_presigned_url("get_object", {"Bucket": "templates", "Key": "bad.yaml"})


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    os.environ.update(CREDENTIALS)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    presigned = fill(endpoint)
    Api.behind = endpoint
    api = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Api)
    threading.Thread(target=api.serve_forever, daemon=True).start()
    settings = {
        "CFN_WARDEN_AWS": "1",
        "CFN_WARDEN_PRESIGNED": presigned,
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ENDPOINT_URL_CLOUDFORMATION": f"http://127.0.0.1:{api.server_port}",
    }
    code = subprocess.run(sys.argv[1:], env={**os.environ, **settings}).returncode
    moto.stop()
    sys.exit(code)


if __name__ == "__main__":
    main()
