#!/usr/bin/env python3
"""Seeds faults in deployments of the function, and checks that the log alone names the cause of each.

    log_faults.py BOOTSTRAP [--logs FOLDER]

Each fault has a function of its own, events, and the words that its log lines must have. With --logs, the log of each fault is written to
a file, for someone who has only these and docs/operations.md. Exit status: 1 if a log does not name its cause; 0 otherwise.
"""
import argparse
import copy
import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import policy_year
import runtime_api

EVENTS = pathlib.Path(__file__).parent.parent / "events/hook"
DENIED = (403, b"<Error><Code>AccessDenied</Code></Error>")
RESOURCE = {"Resources": {"B": {"Type": "AWS::S3::Bucket"}}}


class Store(http.server.BaseHTTPRequestHandler):
    """S3 with the objects of the faults; nothing can be written."""

    protocol_version, wbufsize, disable_nagle_algorithm = "HTTP/1.1", 1 << 20, True
    objects = {}

    def do_GET(self):
        found = self.objects.get(self.path.split("?")[0], (404, b"<Error><Code>NoSuchKey</Code></Error>"))
        if found == "slow":
            return time.sleep(6)
        self.send(*found)

    def do_PUT(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send(*DENIED)

    def send(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
            self.wfile.flush()
        except OSError:
            pass  # The function does not read what is too large.

    def log_message(self, *_):
        pass


def objects():
    version = {"name": "1.0", "modes": {}, "waivers": [], "owners": {}, "units": {}}
    policy_year.RULES = ["BUCKET_NAMED"]
    good = policy_year.bundle(version)
    wrong = policy_year.bundle({**version, "modes": {"BUKET_NAMED": "warn"}})
    template = lambda text: (200, json.dumps({"template": text}).encode())
    many = {f"R{number}": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "b" * 20}} for number in range(150_000)}
    found = {
        "good.zip": (200, good), "bad.zip": (200, good[:300]), "wrong.zip": (200, wrong), "denied.guard": DENIED,
        "broken.toml": (200, b"bundle = good.zip\n"), "current.toml": (200, b'bundle = "good.zip"\n'),
        "next.toml": (200, b'bundle = "gone.zip"\n'), "sum.toml": (200, b'bundle = "good.zip"\nsha256 = "' + b"0" * 64 + b'"\n'),
        "waivers.yaml": (200, b"waiver:\n- rule: BUCKET_NAMED\n  reazon: x\n"),
        "bad.guard": (200, b"rule a {\n  Resources exists\n  and so on ==\n}\n"), "expired": DENIED, "page": (200, b"<html>"),
        "template": template(json.dumps(RESOURCE)), "macro": template(json.dumps({"Transform": "OurMacro", **RESOURCE})),
        "unreadable": template("Resources:\n  A:\n   Type: x\n  - b\n"), "slow": "slow", "large": template(json.dumps({"Resources": many})),
    }
    return {f"/policies/{name}": one for name, one in found.items()}


def faults(address):
    """Name, settings, events, and what the log has to say; a pair in place of an event changes an object before the next one."""
    resource = json.loads((EVENTS / "resource-create.json").read_text())
    without = copy.deepcopy(resource)
    for key in ("targetName", "targetType"):
        without["requestData"].pop(key, None)
    stack = json.loads((EVENTS / "stack-create.json").read_text())

    def of(name, address=address):
        event = copy.deepcopy(stack)
        event["requestData"]["payload"] = f"{address}/policies/{name}?X-Amz-Signature=abc"
        return event

    request = lambda **more: {"data": RESOURCE, **more}
    closed = "http://127.0.0.1:1"
    key = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
    s3 = lambda name: f"s3://policies/{name}"
    return [
        ("a setting is misspelt", {"WARDEN_FAIL_ON": "eror"}, [resource], ["WARDEN_FAIL_ON", "invalid value"]),
        ("rules do not exist", {"WARDEN_RULES": s3("none.guard")}, [resource], ["WARDEN_RULES", "none.guard", " object"]),
        ("rules may not be read", {"WARDEN_RULES": s3("denied.guard")}, [resource], ["WARDEN_RULES", "denied.guard", "access denied"]),
        ("rules do not parse", {"WARDEN_RULES": s3("bad.guard")}, [resource], ["rules: s3://policies/bad.guard, line 3"]),
        ("waivers have a mistake", {"WARDEN_WAIVERS": s3("waivers.yaml")}, [resource], ["waiver: s3://policies/waivers.yaml, line 3"]),
        ("the pointer is not valid", {"WARDEN_BUNDLE": s3("broken.toml")}, [resource], ["WARDEN_BUNDLE", "broken.toml:1:10"]),
        ("a new bundle is damaged", {"WARDEN_BUNDLE": s3("current.toml")},
         [resource, ("current.toml", b'bundle = "bad.zip"\n'), resource], ["WARDEN_BUNDLE", "bad.zip: not a zip file", "acme 1.0"]),
        ("the bundle is not signed", {"WARDEN_BUNDLE": s3("good.zip"), "WARDEN_BUNDLE_PUBLIC_KEY": key}, [resource], ["not signed"]),
        ("the checksum differs", {"WARDEN_BUNDLE": s3("sum.toml")}, [resource], ["good.zip: the SHA-256 checksum is"]),
        ("the candidate does not exist", {"WARDEN_BUNDLE": s3("good.zip"), "WARDEN_SHADOW_BUNDLE": s3("next.toml")}, [resource],
         ["WARDEN_SHADOW_BUNDLE", "gone.zip", " object", '"status":"Fail"']),
        ("the manifest names an unknown rule", {"WARDEN_BUNDLE": s3("wrong.zip")}, [resource], ["pack.toml:5:1", "BUKET_NAMED"]),
        ("the URL of the template has expired", {}, [of("expired")], ["fetch: template: S3 answered 403"]),
        ("there is no route to S3", {"AWS_ENDPOINT_URL_S3": closed}, [of("template", closed)], ["fetch: template: connection failed"]),
        ("the payload is not JSON", {}, [of("page")], ["payload: not a JSON object"]),
        ("the template is not YAML", {}, [of("unreadable")], ["document: template, line 4"]),
        ("the event has no target", {}, [without], ["event: requestData has no targetName"]),
        ("the request is not JSON", {}, [json.dumps(request())[:-3]], ["request: not valid JSON"]),
        ("a field has another type", {}, [request(rules=5)], ["request: rules"]),
        ("rules of a request do not parse", {}, [request(rules=["rule x { a == }"])], ["rules: (request), line 1"]),
        ("the template is too large", {"AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256"}, [of("large")], ["fetch: template: larger than", "MemorySize"]),
        ("S3 is slow", {"WARDEN_FETCH_SECONDS": "1"}, [of("slow")], ["fetch: template: timed out"]),
        ("a macro fails the coverage", {"WARDEN_COVERAGE": "macro=fail"}, [of("macro")], ["not_seen: macro"]),
        ("nothing is configured", {"WARDEN_HOOK_LINT": "off"}, [resource], ["settings: neither rules nor linter"]),
        ("the report may not be written", {}, [request(report_uri="s3://reports/a.json")], ["fetch: report_uri: access denied", "s3:PutObject"]),
    ]


def logged(bootstrap, settings, events):
    """Returns the log of a function."""
    with tempfile.TemporaryFile("w+") as log:
        with runtime_api.Runtime([bootstrap], settings, stdout=log, stderr=subprocess.STDOUT) as function:
            for event in events:
                if isinstance(event, tuple):
                    Store.objects[f"/policies/{event[0]}"] = (200, event[1])
                    continue
                function.answer((event if isinstance(event, str) else json.dumps(event)).encode())
            function.wait()
        log.seek(0)
        return log.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bootstrap")
    parser.add_argument("--logs", type=pathlib.Path)
    args = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    own = {"AWS_ENDPOINT_URL_S3": address, "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local"}
    wrong = 0
    seeded = faults(address)
    for number, (name, settings, events, words) in enumerate(seeded, 1):
        Store.objects = objects()
        log = logged(args.bootstrap, {**own, **settings}, events)
        if args.logs:
            args.logs.mkdir(parents=True, exist_ok=True)
            (args.logs / f"{number:02}.log").write_text(log)
        missing = [word for word in words if word not in log]
        wrong += bool(missing)
        if missing:
            print(f"{name}: not in the log: {missing}\n{log}", file=sys.stderr)
    print(f"{len(seeded)} faults, {wrong} whose log does not name the cause")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
