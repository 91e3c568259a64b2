#!/usr/bin/env python3
"""Injects faults around the function, and checks that each event is answered or ended as Lambda's contract asks.

    faults.py BOOTSTRAP

The faults are of S3 (slow, truncated, 503, expired credentials, a clock that differs), of the file system (a full or read-only
one; needs root), of the process (SIGTERM during an answer) and of the Runtime API (connections that are dropped before and
after an event). Where something could not be read, no answer may be green; where a retry reads it, the answer must be that of
a run without a fault; a dropped connection must not lose or change the answer to a later event. Exit status: 1 if one of these
does not hold.
"""
import argparse
import http.server
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

import runtime_api

EVENTS = pathlib.Path(__file__).parent.parent / "events/hook"
TEMPLATE = json.dumps({"template": json.dumps({"Resources": {"B": {"Type": "AWS::S3::Bucket"}}})}).encode()
RULES = b"rule named { Resources exists }\n"
ERROR = "<Error><Code>{}</Code><Message>The request is refused.</Message></Error>"
# A request that takes long enough to be interrupted: many resources, each with a finding.
LONG = {"data": json.dumps({"Resources": {f"R{n}": {"Type": "AWS::SNS::Topics"} for n in range(8000)}}), "lint": True}


class S3(http.server.BaseHTTPRequestHandler):
    """Serves a template and rules; the first part of the path says what is wrong with it."""

    protocol_version, wbufsize, disable_nagle_algorithm = "HTTP/1.1", 1 << 20, True
    asked = {}

    def do_GET(self):
        path = self.path.split("?")[0]
        way, name = path.strip("/").split("/", 1)
        self.asked[path] = self.asked.get(path, 0) + 1
        body = RULES if name.endswith(".guard") else TEMPLATE
        status, announced = 200, None
        match way:
            case "hangs":
                return time.sleep(8)
            case "drips":
                return self.drip(body)
            case "cut":
                announced = len(body) * 2
            case "burst" if self.asked[path] <= 2:
                status, body = 503, ERROR.format("SlowDown").encode()
            case "down":
                status, body = 503, ERROR.format("ServiceUnavailable").encode()
            case "expired":
                status, body = 400, ERROR.format("ExpiredToken").encode()
            case "skewed":
                status, body = 403, ERROR.format("RequestTimeTooSkewed").encode()
        self.send(status, body, announced)

    def drip(self, body):
        """Sends a byte each tenth of a second."""
        self.head(200, len(body))
        try:
            for byte in body:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass  # The function does not wait.

    def send(self, status, body, announced=None):
        self.head(status, announced or len(body))
        try:
            self.wfile.write(body)
            self.wfile.flush()
        except OSError:
            pass
        self.close_connection = announced is not None

    def head(self, status, length):
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """The function closes connections that it gives up."""


class Faults:
    """Runs the faults, and collects what is wrong."""

    def __init__(self, bootstrap, address):
        self.bootstrap, self.address, self.wrong, self.number = os.path.abspath(bootstrap), address, [], 0
        self.own = {
            "AWS_ENDPOINT_URL_S3": address, "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "WARDEN_FETCH_SECONDS": "2",
        }

    def check(self, name, holds, seen):
        self.number += 1
        print(f"{'ok    ' if holds else 'WRONG '} {name}", flush=True)
        if not holds:
            self.wrong.append(f"{name}: {seen!r}"[:600])

    def function(self, settings=None, before=()):
        command = [*before, self.bootstrap]
        return runtime_api.Runtime(command, {**self.own, **(settings or {})}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def answer(self, event, settings=None, before=()):
        """Returns the answer to one event, and the seconds that it took."""
        with self.function(settings, before) as function:
            function.wait()
            sent = time.monotonic()
            kind, answer = function.answer(json.dumps(event).encode())
            return (json.loads(answer) if kind == "response" else {"errorType": answer.decode()}), time.monotonic() - sent

    def of_stack(self, way):
        event = json.loads((EVENTS / "stack-create.json").read_text())
        event["requestData"]["payload"] = f"{self.address}/{way}/template?X-Amz-Signature=abc"
        return event


def of_s3(faults):
    good, _ = faults.answer(faults.of_stack("good"))
    faults.check("without a fault, the stack is allowed", good.get("hookStatus") == "SUCCESS", good)
    answer, _ = faults.answer({"data": {"Resources": {}}, "rules_uri": "s3://good/all.guard", "lint": False})
    faults.check("without a fault, the request is compliant", answer.get("status") in ("PASS", "SKIP"), answer)
    for way in ("hangs", "drips", "cut", "down", "expired", "skewed"):
        answer, took = faults.answer(faults.of_stack(way))
        faults.check(f"S3 {way}: the stack is not allowed, and in time", answer.get("hookStatus") == "FAILED" and took < 12, (took, answer))
        request = {"data": {"Resources": {}}, "rules_uri": f"s3://{way}/all.guard", "lint": False}
        answer, took = faults.answer(request)
        is_red = answer.get("status") not in ("PASS", None) and not answer.get("compliant", False) or "errorType" in answer
        faults.check(f"S3 {way}: a request for its rules is not compliant, and in time", is_red and took < 12, (took, answer))
    answer, _ = faults.answer(faults.of_stack("burst"))
    same = {key: answer.get(key) for key in ("hookStatus", "message")} == {key: good.get(key) for key in ("hookStatus", "message")}
    faults.check("S3 answers 503 twice: the answer is that without a fault", same, answer)


def of_files(faults):
    if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
        print("left out: file systems (needs root and unshare)")
        return
    event = faults.of_stack("good")
    good, _ = faults.answer(event)
    full = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=4k tmpfs /tmp && head -c 8192 /dev/zero > /tmp/full; exec "$0"']
    fixed = ["unshare", "--mount", "sh", "-c", 'mount -o remount,bind,ro / 2>/dev/null || mount --bind / / && mount -o remount,bind,ro /; exec "$0"']
    # The bootstrap may be below /tmp, which is hidden there.
    if not faults.bootstrap.startswith("/tmp/"):
        answer, _ = faults.answer(event, before=full)
        faults.check("/tmp is full: the answer is that without a fault", answer.get("hookStatus") == good.get("hookStatus"), answer)
    answer, _ = faults.answer(event, before=fixed)
    faults.check("the file system is read-only: the answer is that without a fault", answer.get("hookStatus") == good.get("hookStatus"), answer)


def of_process(faults):
    """Lambda sends SIGTERM before it ends an environment: the function ends at once, and promises nothing."""
    with faults.function() as function:
        function.wait()
        timer = threading.Timer(0.005, lambda: os.kill(function.process.pid, signal.SIGTERM))
        timer.start()
        try:
            kind, answer = function.answer(json.dumps(LONG).encode())
            status = json.loads(answer).get("status")
        except runtime_api.Ended:
            kind, status = "ended", None
        faults.check("SIGTERM during an answer: no green answer", status != "PASS", (kind, status))
        try:
            ended = function.process.wait(10)
        except subprocess.TimeoutExpired:
            ended = "runs on"
        faults.check("SIGTERM during an answer: the process ends", ended != "runs on", ended)


class DroppingApi:
    """A Runtime API that closes connections at given points of the first exchange."""

    def __init__(self, bootstrap, point, event, settings):
        self.point, self.event, self.posted = point, event, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(15)
        environment = {**os.environ, **settings, "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{self.listener.getsockname()[1]}",
                       "AWS_LAMBDA_FUNCTION_NAME": "local", "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
                       "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512", "AWS_REGION": "us-east-1"}
        self.process = subprocess.Popen([bootstrap], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.dropped = False

    def run(self):
        """Returns what the function posted, and its exit status; `None` while it runs."""
        until = time.monotonic() + 15
        while time.monotonic() < until and self.process.poll() is None and not self.posted:
            self.listener.settimeout(0.5)
            try:
                connection, _ = self.listener.accept()
            except TimeoutError:
                continue
            with connection, connection.makefile("rb") as file:
                connection.settimeout(15)
                self.serve(connection, file)
        status = self.process.poll()
        self.process.kill()
        self.process.wait()
        self.listener.close()
        return self.posted, status

    def serve(self, connection, file):
        while (line := file.readline()):
            method, path, _ = line.decode().split(" ", 2)
            length, is_chunked = 0, False
            while (header := file.readline().strip().lower()):
                name, _, value = header.partition(b":")
                length = int(value) if name == b"content-length" else length
                is_chunked |= name == b"transfer-encoding"
            body = b"".join(runtime_api.chunks(file)) if is_chunked else file.read(length)
            if method == "GET":
                if self.point == "before the event" and not self.dropped:
                    self.dropped = True
                    return
                deadline = int((time.time() + 30) * 1000)
                head = (f"Lambda-Runtime-Aws-Request-Id: 1\r\nLambda-Runtime-Deadline-Ms: {deadline}\r\n"
                        "Lambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:us-east-1:123456789012:function:local\r\n")
                if self.point == "within the event" and not self.dropped:
                    self.dropped = True
                    connection.sendall(f"HTTP/1.1 200 OK\r\n{head}Content-Length: {len(self.event)}\r\n\r\n".encode() + self.event[:20])
                    return
                runtime_api.respond(connection, "200 OK", self.event, head)
                continue
            if self.point == "before the receipt" and not self.dropped:
                self.dropped = True
                self.posted.append((path, body))
                return
            self.posted.append((path, body))
            runtime_api.respond(connection, "202 Accepted", b"{}")
            return


def of_runtime_api(faults):
    event = json.dumps({"data": {"Resources": {"T": {"Type": "AWS::SNS::Topics"}}}, "lint": True}).encode()
    with faults.function() as function:
        _, expected = function.answer(event)
    for point in ("before the event", "within the event", "before the receipt"):
        posted, status = DroppingApi(faults.bootstrap, point, event, faults.own).run()
        # The function may try again, or end with an error: Lambda then starts it again. It must not answer what it did not read.
        answers = [body for path, body in posted if path.endswith("/response")]
        holds = all(json.loads(body)["status"] == json.loads(expected)["status"] for body in answers) and (answers or status not in (None, 0))
        faults.check(f"the Runtime API drops the connection {point}: an answer as without, or an error", bool(holds), (posted, status))
        with faults.function() as function:
            _, again = function.answer(event)
        faults.check(f"the Runtime API drops the connection {point}: the next environment answers", again == expected, again)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bootstrap")
    args = parser.parse_args()
    server = Server(("127.0.0.1", 0), S3)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    faults = Faults(args.bootstrap, f"http://127.0.0.1:{server.server_port}")
    for run in (of_s3, of_files, of_process, of_runtime_api):
        run(faults)
    print(f"{faults.number} checks, {len(faults.wrong)} do not hold", *faults.wrong, sep="\n")
    sys.exit(bool(faults.wrong))


if __name__ == "__main__":
    main()
