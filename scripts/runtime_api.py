#!/usr/bin/env python3
"""Runs a `bootstrap` under a local Lambda Runtime API and prints its answers.

    runtime_api.py BOOTSTRAP EVENT.json...

Serves the Runtime API (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html) on the loopback interface. BOOTSTRAP
may be a command with arguments. The function's log goes to standard error, and after each answer its threads and memory
(`# threads N rss KiB`). RUNTIME_API_SECONDS is the timeout of an invocation, default 30. Exit status: 0 if every event was
answered, 1 otherwise.
"""
import json
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import time

TIMEOUT_S = 30
# Lambda's timeout of an invocation.
DEADLINE_S = float(os.environ.get("RUNTIME_API_SECONDS", TIMEOUT_S))


class Ended(Exception):
    """The function ended, or did not answer in time."""


class Runtime:
    """A running function and its Runtime API, on one thread, so that only the function is measured."""

    def __init__(self, command, settings=None, **streams):
        self.listener = socket.create_server(("127.0.0.1", 0))
        # A function may use several connections: each with what was read of it.
        self.connections, self.asked_by, self.number = {}, None, 0
        environment = {
            **os.environ,
            "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{self.listener.getsockname()[1]}",
            "AWS_LAMBDA_FUNCTION_NAME": "local",
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512",
            "AWS_REGION": "us-east-1",
            **(settings or {}),
        }
        # Its own process group: a tracer may start the function.
        self.process = subprocess.Popen(command, env=environment, start_new_session=True, **streams)

    def wait(self):
        """Waits until the function requests an event."""
        if self.asked_by:
            return
        connection, method, path, _ = self._request()
        if method != "GET" or not path.endswith("/next"):
            raise Ended(f"it asks for {method} {path}, not for the next event")
        self.asked_by = connection

    def answer(self, event, deadline=None):
        """Returns the kind of the answer to an event (`response` or `error`), and the answer. `deadline` is in seconds since 1970."""
        self.wait()
        connection, self.asked_by = self.asked_by, None
        self.number += 1
        respond(connection, "200 OK", event, (
            f"Lambda-Runtime-Aws-Request-Id: 00000000-0000-4000-8000-{self.number:012}\r\n"
            f"Lambda-Runtime-Deadline-Ms: {int((deadline or time.time() + DEADLINE_S) * 1000)}\r\n"
            "Lambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:us-east-1:123456789012:function:local\r\n"
        ))
        connection, _, path, body = self._request()
        respond(connection, "202 Accepted", b"{}")
        return path.rsplit("/", 1)[-1], body

    def hang_up(self):
        """Closes all connections, after which the function ends by itself."""
        self.listener.close()
        for connection, file in self.connections.items():
            file.close()
            connection.close()

    def stop(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.listener.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def _request(self):
        """Returns the next request: connection, method, path and body."""
        connection, file, line = self._next()
        method, path, _ = line.decode().split(" ", 2)
        length, is_chunked = 0, False
        while (header := file.readline().strip().lower()):
            name, _, value = header.partition(b":")
            if name == b"content-length":
                length = int(value)
            is_chunked |= name == b"transfer-encoding" and b"chunked" in value
        return connection, method, path, b"".join(chunks(file)) if is_chunked else file.read(length)

    def _next(self):
        """Returns the connection of the next request, what was read of it, and its first line."""
        until = time.monotonic() + TIMEOUT_S
        while time.monotonic() < until:
            ready, _, _ = select.select([self.listener, *self.connections], [], [], 0.1)
            if not ready and self.process.poll() is not None:
                break
            for connection in ready:
                if connection is self.listener:
                    self._accept()
                elif (line := first_line(self.connections[connection])):
                    return connection, self.connections[connection], line
                else:
                    del self.connections[connection]
        raise Ended(f"no answer, exit status {self.process.poll()}")

    def _accept(self):
        connection, _ = self.listener.accept()
        connection.settimeout(TIMEOUT_S)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connections[connection] = connection.makefile("rb", 1 << 20)


def first_line(file):
    """Returns the first line, empty if the connection has ended."""
    try:
        return file.readline()
    except ConnectionError:
        return b""


def chunks(file):
    while (size := int(file.readline(), 16)):
        yield file.read(size)
        file.readline()
    file.readline()


def respond(connection, status, body, headers=""):
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
    connection.sendall(head.encode() + body)


def taken(pid):
    """Returns threads and resident memory of a process as the kernel counts them; nothing on other systems."""
    try:
        with open(f"/proc/{pid}/status") as status:
            fields = dict(line.split(":", 1) for line in status)
    except OSError:
        return ""
    return f"# threads {fields['Threads'].strip()} rss {fields['VmRSS'].split()[0]}"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    failed = False
    with Runtime(shlex.split(sys.argv[1]), stdout=sys.stderr) as function:
        for event in sys.argv[2:]:
            with open(event, "rb") as file:
                text = file.read()
            try:
                kind, answer = function.answer(text)
            except Ended as ended:
                kind, answer = f"nothing: {ended}", b""
            print(f"# {event}: {kind}", taken(function.process.pid), sep="\n", file=sys.stderr)
            failed |= kind != "response"
            try:
                print(json.dumps(json.loads(answer), indent=2, ensure_ascii=False))
            except ValueError:
                print(answer.decode(errors="replace"))
    sys.exit(failed)


if __name__ == "__main__":
    main()
