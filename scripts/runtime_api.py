#!/usr/bin/env python3
"""Runs a `bootstrap` under a local Lambda Runtime API and prints its answers.

    runtime_api.py BOOTSTRAP EVENT.json...

Serves what a function asks of Lambda (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html) on the
loopback: the next event, and a place for its answer. BOOTSTRAP may be a command with arguments. The function's log
goes to standard error. Exit status: 0 where every event was answered, 1 otherwise.
"""
import http.server
import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
import uuid

TIMEOUT_S = 30


class Api(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """The function is killed while it waits for an event: that its connection ends is no error."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        event = self.server.events.get()
        headers = {
            "Lambda-Runtime-Aws-Request-Id": str(uuid.uuid4()),
            "Lambda-Runtime-Deadline-Ms": str(int((time.time() + TIMEOUT_S) * 1000)),
            "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:us-east-1:123456789012:function:local",
            "Content-Type": "application/json",
        }
        self.answer(200, event, headers)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.answer(202, b"{}", {})
        self.server.answers.put((self.path.rsplit("/", 1)[-1], body))

    def answer(self, status, body, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def environment(port):
    return {
        **os.environ,
        "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{port}",
        "AWS_LAMBDA_FUNCTION_NAME": "local",
        "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512",
        "AWS_REGION": "us-east-1",
    }


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    bootstrap, events = shlex.split(sys.argv[1]), sys.argv[2:]
    api = Api(("127.0.0.1", 0), Handler)
    api.events, api.answers = queue.Queue(), queue.Queue()
    threading.Thread(target=api.serve_forever, daemon=True).start()
    function = subprocess.Popen(bootstrap, env=environment(api.server_port), stdout=sys.stderr, start_new_session=True)
    failed = False
    try:
        for event in events:
            with open(event, "rb") as file:
                api.events.put(file.read())
            kind, answer = "nothing", b""
            for _ in range(TIMEOUT_S * 10):
                try:
                    kind, answer = api.answers.get(timeout=0.1)
                    break
                except queue.Empty:
                    if function.poll() is not None:
                        break
            print(f"# {event}: {kind}", file=sys.stderr)
            failed |= kind != "response"
            try:
                print(json.dumps(json.loads(answer), indent=2, ensure_ascii=False))
            except ValueError:
                print(answer.decode(errors="replace"))
    finally:
        # The whole group: the function may have been started through a tracer.
        os.killpg(function.pid, signal.SIGKILL)
        function.wait()
    sys.exit(failed)


if __name__ == "__main__":
    main()
