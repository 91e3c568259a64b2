#!/usr/bin/env python3
"""Measures the function with a large policy bundle: 1,000 rules and 2,000 waivers in a local S3.

    bundle_speed.py BOOTSTRAP [--rules 1000] [--waivers 2000] [--starts 20] [--warm 50] [--event EVENT.json]

Prints the median time of a cold answer (from the start of the process, with the fetch of the bundle), of a warm answer, and the peak
memory. The event is a direct request with a template of 20 resources, unless one is given. With --most COLD,WARM,MIB, the exit
status is 1 if a figure is larger.
"""
import argparse
import http.server
import json
import random
import statistics
import subprocess
import sys
import threading
import time

import policy_year
import runtime_api

# The resource types that rules are about, and those of the template: few of the rules of a bundle are about one template.
TYPES = ["AWS::S3::Bucket", "AWS::SQS::Queue", "AWS::SNS::Topic", "AWS::Lambda::Function", "AWS::DynamoDB::Table"]
OTHERS = [f"AWS::Service{number}::Resource" for number in range(45)]
PROPERTIES = [f"Property{number}" for number in range(12)]


def rule(number, chance):
    kind = (TYPES + OTHERS)[number % 50]
    one, other = chance.sample(PROPERTIES, 2)
    return (f"let of_{number} = Resources.*[ Type == \"{kind}\" ]\n\n"
            f"rule RULE_{number} when %of_{number} !empty {{\n"
            f"  %of_{number}.Properties.{one} exists or %of_{number}.Properties.Tags[*] {{ Key == /^exempt-{number}/ }}\n"
            f"  %of_{number}.Properties {{ {other} !exists or {other} is_string or {other} is_struct\n"
            f"    <<{other} of {kind} has to be a text or a map>> }}\n}}\n")


def template(chance):
    properties = lambda: {name: "value" for name in PROPERTIES if chance.random() < 0.9}
    resources = {f"R{number}": {"Type": TYPES[number % 5], "Properties": properties()} for number in range(20)}
    return {"data": {"Resources": resources}, "lint": False}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bootstrap")
    for name, default in [("rules", 1000), ("waivers", 2000), ("starts", 20), ("warm", 50)]:
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--event", type=argparse.FileType("rb"))
    parser.add_argument("--most", type=lambda text: [float(part) for part in text.split(",")])
    args = parser.parse_args()
    chance = random.Random(1)
    policy_year.RULES = [f"RULE_{number}" for number in range(args.rules)]
    modes = {rule: chance.choice(["warn", "enforce", "enforce from 2027-01-01"]) for rule in policy_year.RULES}
    waivers = [{"rule": chance.choice(policy_year.RULES), "reason": "accepted by the owner of the account", "owner": "team",
                "account": f"{chance.randrange(10**12):012}", "stack": chance.choice(["shop", "site-*"]), "until": "2027-06-30"}
               for _ in range(args.waivers)]
    version = {"name": "1", "modes": modes, "owners": {}, "units": {"prod": ["111111111111"]}, "waivers": waivers}
    body = policy_year.bundle(version, lambda name: rule(int(name.removeprefix("RULE_")), chance))
    policy_year.Store.objects = {"/policies/acme.zip": body}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), policy_year.Store)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings = {"AWS_ENDPOINT_URL_S3": f"http://127.0.0.1:{server.server_port}", "AWS_ACCESS_KEY_ID": "local",
                "AWS_SECRET_ACCESS_KEY": "local", "WARDEN_BUNDLE": "s3://policies/acme.zip", "WARDEN_LOG_LEVEL": "error"}
    event = args.event.read() if args.event else json.dumps(template(chance)).encode()
    cold, warm, peaks = [], [], []
    for _ in range(args.starts):
        started = time.perf_counter()
        with runtime_api.Runtime([args.bootstrap], settings, stdout=subprocess.DEVNULL) as function:
            _, answer = function.answer(event)
            cold.append((time.perf_counter() - started) * 1000)
            for _ in range(args.warm // args.starts + 1):
                function.wait()
                sent = time.perf_counter()
                function.answer(event)
                warm.append((time.perf_counter() - sent) * 1000)
            with open(f"/proc/{function.process.pid}/status") as status:
                peaks.append(next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024)
    answer = json.loads(answer)
    if answer.get("status") == "ERROR" or answer.get("errorCode") == "InternalFailure":
        sys.exit(f"not evaluated: {json.dumps(answer)[:500]}")
    figures = [statistics.median(cold), statistics.median(warm), max(peaks)]
    print(f"bundle of {len(body)} bytes, {len(answer.get('findings', []))} findings: cold {figures[0]:.1f} ms, warm {figures[1]:.1f} ms, "
          f"memory {figures[2]:.1f} MiB")
    return int(bool(args.most) and any(figure > most for figure, most in zip(figures, args.most)))


if __name__ == "__main__":
    sys.exit(main())
