#!/usr/bin/env python3
"""Checks the log lines of many generated events: they have no contents of events, and each failure has its reason.

    log_events.py BOOTSTRAP [--events 10000] [--seed 1]

The events are direct requests and Hook invocations, valid, invalid and damaged, with marked texts as values, keys, names of
documents, rules and resources, and in URLs. Exit status: 1 if a log line has a marked text, is not JSON, or says neither PASS nor FAIL
and no reason; 0 otherwise.
"""
import argparse
import collections
import http.server
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

import runtime_api

PROJECT = pathlib.Path(__file__).parent.parent
MARK = "Zq7SecretMark"


class Store(http.server.BaseHTTPRequestHandler):
    """S3 with payloads of Hooks, documents and refusals, all with marked texts."""

    protocol_version, wbufsize, disable_nagle_algorithm = "HTTP/1.1", 1 << 20, True
    chance = random.Random(0)

    def do_GET(self):
        chance = self.chance
        text = json.dumps(template(chance))
        status, body = chance.choice([
            (200, json.dumps({"template": text, "changedResources": [{"logicalResourceId": marked(chance)}]})),
            (200, json.dumps({"template": text, "previousTemplate": json.dumps(template(chance))})),
            (200, json.dumps({"template": text[:-3] + marked(chance)})), (200, text), (200, marked(chance)), (200, f"[{marked(chance)}"),
            (403, f"<Error><Code>AccessDenied</Code><Message>{marked(chance)}</Message></Error>"), (404, marked(chance)),
        ])
        self.send_response(status)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def do_PUT(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def log_message(self, *_):
        pass


def marked(chance):
    return f"{MARK}{chance.randrange(1000)}"


def template(chance):
    mark = lambda: marked(chance)
    resources = {
        mark(): {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": mark(), mark(): mark(), "VersioningConfiguration": {"Status": mark()}}},
        "Queue": {"Type": chance.choice(["AWS::SQS::Queue", mark(), "Custom::" + mark()]),
                  "Properties": {"DelaySeconds": mark(), "Tags": [{"Key": mark(), "Value": {"Ref": mark()}}]}},
        "Function": {"Type": "AWS::Lambda::Function", "Properties": {"Environment": {"Variables": {"PASSWORD": mark()}}}},
    }
    document = {"Parameters": {"P": {"Type": "String", "Default": mark(), "AllowedPattern": f"[{mark()}"}},
                "Conditions": {mark(): {"Fn::Equals": [{"Ref": "P"}, mark()]}},
                "Resources": dict(chance.sample(list(resources.items()), chance.randint(1, 3))), "Transform": mark()}
    for key in ("Parameters", "Conditions", "Transform"):
        if chance.random() < 0.7:
            del document[key]
    return document


def request(chance):
    mark = lambda: marked(chance)
    data = template(chance)
    if chance.random() < 0.3:
        data = chance.choice([json.dumps(data)[:-5] + mark(), f"{mark()}: [", f"a: *{mark()}\n", f"- {mark()}\n", f"{{{mark()}: 1, {mark()}: !{mark()} x}}"])
    event = {"data": chance.choice([data, {mark(): data}, [{"name": mark() + ".yaml", "content": json.dumps(data)}]])}
    optional = {
        "rules": [f"rule {mark()} {{ Resources.*.Properties.{mark()} == \"{mark()}\" <<{mark()}>> }}", f"rule {mark()} {{ {mark()} === }}"],
        "packs": ["fsbp"], "parameters": {"P": mark(), mark(): mark()}, "fail_on": chance.choice(["error", "never", mark()]),
        mark(): mark(), "lint": chance.choice([True, False, mark(), {"regions": [mark()]}]), "format": chance.choice(["sarif", mark()]),
        "report_uri": f"s3://bucket/{mark()}", "rules_uri": f"s3://bucket/{mark()}.guard", "input_parameters": {mark(): mark()},
        "coverage": {mark(): "fail", "macro": "fail"}, "resolve": True, "deployments": chance.choice(["any", mark()]),
    }
    names = list(optional)
    for name in chance.sample(names, chance.choice([0, 1, 1, 2, 3])):
        event[name] = optional[name]
    if chance.random() < 0.1:
        event["data_uri"] = chance.choice([f"s3://bucket/{mark()}", f"{Store.address}/bucket/{mark()}?X-Amz-Signature={mark()}"])
        del event["data"]
    return event


def hook(chance, events):
    mark = lambda: marked(chance)
    event = json.loads(json.dumps(chance.choice(events)))
    data = event.get("requestData", {})
    model = data.get("targetModel") or {}
    if isinstance(model.get("resourceProperties"), dict):
        model["resourceProperties"] = {mark(): mark(), "BucketName": mark(), "VersioningConfiguration": {"Status": mark()}}
    if "payload" in data:
        data["payload"] = f"{Store.address}/bucket/{mark()}?X-Amz-Signature={mark()}"
    if chance.random() < 0.2:
        data["targetLogicalId"] = mark()
    if chance.random() < 0.1:
        event["clientRequestToken"] = mark()
    if chance.random() < 0.1:
        data.pop(chance.choice(list(data)), None)
    return event


def damaged(body, chance):
    at = chance.randrange(len(body))
    return chance.choice([body[:at], body[:at] + bytes([chance.randrange(256)]) + body[at + 1:], body[at:]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bootstrap")
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    hooks = [json.loads(path.read_text()) for path in sorted((PROJECT / "events/hook").glob("*.json"))]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Store.address = f"http://127.0.0.1:{server.server_port}"
    settings = {"AWS_ENDPOINT_URL_S3": Store.address, "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local",
                "WARDEN_PACKS": "fsbp", "WARDEN_METRICS": "rules", "WARDEN_FETCH_SECONDS": "1", "WARDEN_REPORT_BUCKET": ""}
    wrong, kinds = [], collections.Counter()
    with tempfile.TemporaryFile("w+") as log, runtime_api.Runtime([args.bootstrap], settings, stdout=log, stderr=subprocess.STDOUT) as function:
        statuses = []
        for _ in range(args.events):
            event = hook(chance, hooks) if chance.random() < 0.4 else request(chance)
            body = json.dumps(event).encode()
            if chance.random() < 0.05:
                body = damaged(body, chance)
            _, answer = function.answer(body)
            answer = json.loads(answer)
            code = answer.get("errorCode") or answer.get("status") or answer.get("hookStatus")
            statuses.append(code in ("PASS", "FAIL", "SUCCESS", "NonCompliant"))
            kinds[code] += 1
        function.wait()
        log.seek(0)
        answered = []
        for line in log.read().splitlines():
            if MARK in line:
                wrong.append(f"contents in the log: {line[:400]}")
            try:
                record = json.loads(line)
            except ValueError:
                wrong.append(f"not JSON: {line[:400]}")
                continue
            if record.get("fields", {}).get("message", "").startswith("answered"):
                answered.append(record["fields"])
    if len(answered) != args.events:
        wrong.append(f"{len(answered)} lines of {args.events} events")
    for checked, fields in zip(statuses, answered):
        if not checked and not fields.get("reasons"):
            wrong.append(f"no reason: {json.dumps(fields)}")
    print(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    reasons = collections.Counter(reason.split(":")[0].split(",")[0] for fields in answered for reason in fields.get("reasons", "").split("; ") if reason)
    print("reasons: " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    print(f"{len(wrong)} wrong log lines of {args.events} events")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
