#!/usr/bin/env python3
"""Plays a year of policy bundles through the function, and compares each answer with a model of the schedule.

    policy_year.py BOOTSTRAP [--weeks 52] [--events 40] [--seed 1]

Each week has a version of the bundle in a local S3, with other modes, waivers, units and owners than the week before; in some weeks
it cannot be read, or a pointer is broken, and in some a candidate is evaluated in shadow. Each event is a Hook invocation for a
bucket at a moment of its week: the function's clock is the deadline that this Runtime API sends (`WARDEN_CLOCK=deadline`). The
model, `expected`, is a few lines on dates and sets; it knows neither Guard nor the function. Compared are the verdict, the effect of
each rule, the bundle that decided, and what the candidate would change. Exit status: 0 if all answers are as the model says; 1
otherwise.
"""
import argparse
import collections
import datetime
import hashlib
import http.server
import io
import json
import random
import subprocess
import sys
import tempfile
import threading
import zipfile

import runtime_api

RULES = [f"RULE_{number}" for number in range(8)]
ACCOUNTS = ["111111111111", "222222222222", "333333333333", "444444444444"]
UNITS, STACKS, RESOURCES = ["prod", "test"], ["shop", "site", "data"], ["Logs", "Files", "Backup"]
START = datetime.datetime(2027, 1, 4, tzinfo=datetime.timezone.utc)
WEEK = datetime.timedelta(weeks=1)


class Store(http.server.BaseHTTPRequestHandler):
    """S3, as far as conditional reads of objects need it."""

    objects = {}
    protocol_version = "HTTP/1.1"
    # An answer is one packet.
    wbufsize, disable_nagle_algorithm = 1 << 20, True

    def do_GET(self):
        body = self.objects.get(self.path.split("?")[0])
        if body is None:
            return self.send(404, b"<Error><Code>NoSuchKey</Code></Error>")
        etag = f'"{hashlib.md5(body).hexdigest()}"'
        if self.headers.get("If-None-Match") == etag:
            return self.send(304, b"", etag)
        self.send(200, body, etag)

    def send(self, status, body, etag=None):
        self.send_response(status)
        if etag:
            self.send_header("ETag", etag)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def needs_its_property(rule):
    return f"rule {rule} {{ AWS::S3::Bucket {{ Properties.{rule} exists }} }}\n"


def bundle(version, text=needs_its_property):
    """The zip file of a version, with a file for each rule."""
    quoted = json.dumps
    lines = ['name = "acme"', f"version = {quoted(version['name'])}", "", "[enforcement]"]
    lines += [f"{rule} = {quoted(mode)}" for rule, mode in version["modes"].items()]
    lines += ["", "[owners]"] + [f"{rule} = {quoted(owner)}" for rule, owner in version["owners"].items()]
    lines += ["", "[units]"] + [f"{unit} = {quoted(accounts)}" for unit, accounts in version["units"].items()]
    for waiver in version["waivers"]:
        lines += ["", "[[waiver]]"] + [f"{key} = {quoted(value)}" for key, value in waiver.items()]
    files = {"pack.toml": "\n".join(lines) + "\n"}
    for rule in RULES:
        files[f"rules/{rule}.guard"] = text(rule)
    files["checksums.txt"] = "".join(
        f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in sorted(files.items()))
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            # Without the time: equal versions are equal bytes.
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def version(week, chance):
    """The bundle of a week: modes, waivers, owners and units."""
    day = lambda: (START + WEEK * week + datetime.timedelta(days=chance.randint(-10, 20))).strftime("%Y-%m-%d")
    modes = {rule: chance.choice(["off", "warn", "enforce", f"enforce from {day()}"])
             for rule in RULES if chance.random() < 0.8}
    if chance.random() < 0.3:
        modes["'*'"] = chance.choice(["off", "warn"])

    def waiver():
        found = {"rule": chance.choice(RULES + ["RULE_*"]), "reason": "accepted", "owner": "team"}
        for key, values in [("account", ACCOUNTS), ("unit", UNITS), ("stack", STACKS + ["s*"]), ("resource", RESOURCES)]:
            if chance.random() < 0.4:
                found[key] = chance.choice(values)
        if chance.random() < 0.7:
            found["until"] = day()
        return found

    return {
        "name": f"{week + 1}.0", "modes": modes, "waivers": [waiver() for _ in range(chance.randint(0, 8))],
        "owners": {rule: chance.choice(["web", "data"]) for rule in chance.sample(RULES, 3)},
        "units": {unit: chance.sample(ACCOUNTS, chance.randint(1, 3)) for unit in UNITS},
    }


def expected(version, event, day):
    """The effects of the rules that an event violates: `fails`, `warns` or `waived`."""
    def fits(waiver):
        pattern = lambda key, value: waiver.get(key, value) in (value, value[0] + "*")
        return (waiver["rule"] in (rule, "RULE_*") and pattern("account", event["account"]) and pattern("stack", event["stack"])
                and pattern("resource", event["resource"]) and waiver.get("until", day) >= day
                and ("unit" not in waiver or event["account"] in version["units"][waiver["unit"]]))

    effects = {}
    for rule in event["violates"]:
        mode = version["modes"].get(rule, version["modes"].get("'*'", "enforce"))
        if mode == "off":
            continue
        is_enforced = mode == "enforce" or mode != "warn" and mode.removeprefix("enforce from ") <= day
        is_waived = any(fits(waiver) for waiver in version["waivers"])
        effects[rule] = "waived" if is_waived else "fails" if is_enforced else "warns"
    return effects


def hook_event(event):
    properties = {rule: "set" for rule in RULES if rule not in event["violates"]}
    return json.dumps({
        "clientRequestToken": "token", "awsAccountId": event["account"], "hookTypeName": "Acme::Policy::Hook", "hookTypeVersion": "1",
        "stackId": f"arn:aws:cloudformation:us-east-1:{event['account']}:stack/{event['stack']}/1a2345b6-0000-00a0-a123-00abc0abc000",
        "hookModel": {"LambdaFunction": "arn:aws:lambda:us-east-1:111111111111:function:warden"},
        "actionInvocationPoint": "CREATE_PRE_PROVISION", "requestContext": {"invocation": 1},
        "requestData": {"targetName": "AWS::S3::Bucket", "targetType": "AWS::S3::Bucket", "targetLogicalId": event["resource"],
                        "targetModel": {"resourceProperties": properties}},
    }).encode()


def seen(answer):
    """The effects that the annotations of an answer show."""
    effects = {}
    for annotation in answer.get("annotations", []):
        name, text = annotation["annotationName"], annotation["statusMessage"]
        if name not in RULES or text == "passed":
            continue
        effect = "fails" if annotation["status"] == "FAILED" else "waived" if text.startswith("waived") else "warns"
        effects[name] = effect
    return effects


def put(key, body):
    Store.objects[f"/policies/{key}"] = body


def publish(week, versions, chance):
    """Publishes a week's bundle and candidate; returns the index of the bundle in force, and of the candidate or None."""
    name = f"acme-{week + 1}.zip"
    body = bundle(versions[week])
    pointer, in_force = f'bundle = "{name}"\n', week
    # The first week has to be readable: nothing is in force before it.
    fault = chance.choice(["", "", "", "", "", "", "", "", "", "", "", "", "zip", "sum", "missing", "pointer", "gone", "manifest"]) if week else ""
    if fault:
        in_force = None
    if fault == "zip":
        body = body[:200]
    elif fault == "sum":
        pointer += f'sha256 = "{"0" * 64}"\n'
    elif fault == "missing":
        pointer = 'bundle = "acme-none.zip"\n'
    elif fault == "pointer":
        pointer = "bundle = \n"
    elif fault == "manifest":
        body = bundle({**versions[week], "modes": {"RULE_99": "warn"}})
    elif chance.random() < 0.5:
        pointer += f'sha256 = "{hashlib.sha256(body).hexdigest()}"\n'
    put(name, body)
    put("current.toml", pointer.encode())
    if fault == "gone":
        del Store.objects["/policies/current.toml"]
    candidate = (week + 1) % len(versions) if chance.random() < 0.6 else None
    if candidate is not None:
        put("candidate.zip", bundle({**versions[candidate], "name": versions[candidate]["name"] + "-candidate"}))
        put("candidate.toml", b'bundle = "candidate.zip"\n')
    else:
        # No candidate: the pointer names what is in force.
        put("candidate.toml", pointer.encode() if not fault else b'bundle = "last.zip"\n')
    return in_force, candidate


def play(runtime, args):
    chance = random.Random(args.seed)
    versions = [version(week, chance) for week in range(args.weeks)]
    wrong, counts, force = [], collections.Counter(), 0
    for week in range(args.weeks):
        published, candidate = publish(week, versions, chance)
        if published is not None:
            force = published
            put("last.zip", bundle(versions[force]))
        counts["broken bundles"] += published is None
        moments = sorted(chance.random() for _ in range(args.events))
        for moment in moments:
            now = START + WEEK * week + WEEK * moment
            event = {"account": chance.choice(ACCOUNTS), "stack": chance.choice(STACKS), "resource": chance.choice(RESOURCES),
                     "violates": [rule for rule in RULES if chance.random() < 0.3]}
            _, body = runtime.answer(hook_event(event), now.timestamp())
            answer, day = json.loads(body), now.strftime("%Y-%m-%d")
            effects = expected(versions[force], event, day)
            verdict = "FAILED NonCompliant" if "fails" in effects.values() else "SUCCESS None"
            found = f"{answer['hookStatus']} {answer.get('errorCode')}"
            notes = {one["annotationName"]: one["statusMessage"] for one in answer.get("annotations", [])}
            problem = f"used: acme {versions[force]['name']}" if published is None else None
            changes = 0
            if candidate is not None:
                then = expected(versions[candidate], event, day)
                changes = sum(effects.get(rule) != then.get(rule) for rule in RULES)
            note = notes.get("policy_candidate", "")
            listed = sum(int(word) for word in note.split("(first")[0].replace(",", " ").split() if word.isdigit())
            problems = [
                found != verdict and f"verdict {found}, expected {verdict}",
                seen(answer) != effects and f"effects {seen(answer)}, expected {effects}",
                (problem or "") not in notes.get("policy_bundle", "") and f"bundle {notes.get('policy_bundle')}, expected {problem}",
                (problem is None) != ("policy_bundle" not in notes) and f"note on the bundle: {notes.get('policy_bundle')}",
                candidate is not None and listed != changes and f"candidate {note!r}, expected {changes} changes",
            ]
            wrong += [f"week {week + 1}, {now:%Y-%m-%d %H:%M}: {one}\n  {json.dumps(event)}" for one in problems if one]
            counts["events"] += 1
            counts["blocked"] += verdict.startswith("FAILED")
            for effect in effects.values():
                counts[effect] += 1
            counts["events with candidate"] += candidate is not None
            counts["changes by candidates"] += changes
    return wrong, counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bootstrap")
    for name, default in [("weeks", 52), ("events", 40), ("seed", 1)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings = {
        "AWS_ENDPOINT_URL_S3": f"http://127.0.0.1:{server.server_port}", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local",
        "WARDEN_BUNDLE": "s3://policies/current.toml", "WARDEN_SHADOW_BUNDLE": "s3://policies/candidate.toml",
        "WARDEN_HOOK_LINT": "off", "WARDEN_CLOCK": "deadline", "WARDEN_LOG_LEVEL": "warn",
    }
    with tempfile.TemporaryFile() as log, runtime_api.Runtime([args.bootstrap], settings, stdout=log, stderr=subprocess.STDOUT) as runtime:
        wrong, counts = play(runtime, args)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    print(f"{len(wrong)} differences from the model")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
