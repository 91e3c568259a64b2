#!/usr/bin/env python3
"""Drives `cfn-warden lsp` as an editor does.

  lsp_client.py SERVER same FOLDER...        compare diagnostics with `check --format json` on all templates below folders
  lsp_client.py SERVER edits FOLDER COUNT    apply random edits, also invalid ones; the server must answer to the end
  lsp_client.py SERVER speed FILE [COUNT]    type into a file; print the time from a change to its diagnostics
"""

import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import threading
import time

TYPES = {".yaml", ".yml", ".json", ".template"}


class Client:
    """A session with the server."""

    def __init__(self, server, folder="."):
        self.process = subprocess.Popen([server, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.output = os.fdopen(os.dup(self.process.stdout.fileno()), "rb", buffering=1 << 16)
        self.answers, self.published, self.next = {}, {}, 0
        self.news = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        root = pathlib.Path(folder).resolve().as_uri()
        self.ask("initialize", {"processId": None, "rootUri": root, "capabilities": {}})
        self.tell("initialized", {})

    def listen(self):
        while header := self.output.readline():
            length = int(header.split(b":")[1])
            self.output.readline()
            message = json.loads(self.output.read(length))
            with self.news:
                if message.get("method") == "textDocument/publishDiagnostics":
                    params = message["params"]
                    self.published[params["uri"]] = (params.get("version"), params["diagnostics"], time.perf_counter())
                elif "id" in message and "method" not in message:
                    self.answers[message["id"]] = message
                self.news.notify_all()
        with self.news:
            self.answers = None
            self.news.notify_all()

    def send_text(self, text):
        body = text.encode("utf-8", "surrogatepass")
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def send(self, message):
        self.send_text(json.dumps({"jsonrpc": "2.0", **message}))

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.next += 1
        own = self.next
        self.send({"id": own, "method": method, "params": params})
        with self.news:
            self.news.wait_for(lambda: self.answers is None or own in self.answers, 120)
            if self.answers is None or own not in self.answers:
                raise SystemExit(f"no answer to {method}: the server ended with {self.process.poll()}")
            return self.answers.pop(own)

    def open(self, uri, text, language="yaml", version=1):
        document = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, uri, version, changes):
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    def close(self, uri):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri, version):
        """Waits for the diagnostics of a version; returns them and the time of their arrival."""
        with self.news:
            here = lambda: self.answers is None or self.published.get(uri, ("none",))[0] == version
            if not self.news.wait_for(here, 120) or self.answers is None:
                raise SystemExit(f"no diagnostics for {uri}: the server ended with {self.process.poll()}")
            return self.published.pop(uri)[1:]

    def memory(self):
        """Returns the highest memory use so far in megabytes, and the current one."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        value = lambda name: int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1024
        return value("VmHWM"), value("VmRSS")

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(60)


def files_below(folders):
    for folder in map(pathlib.Path, folders):
        inside = [folder] if folder.is_file() else sorted(folder.rglob("*"))
        yield from (path for path in inside if path.suffix in TYPES and path.is_file())


def position_of(lines, line, column):
    """Returns the LSP position of a line and a column of code points, both from 1."""
    text = lines[line - 1][: column - 1] if line <= len(lines) else ""
    return line - 1, len(text.encode("utf-16-le", "surrogatepass")) // 2


def expected(result, lines):
    """Returns what the server should show for the result of `check`, as rule, position and message."""
    shown = []
    for one in result["findings"]:
        place = one["location"]
        value = one.get("value_location", place)
        # A report points to the value if it is on the line of the finding.
        start = place["start"]["line"]
        if value["start"]["line"] == start and value["end"]["line"] == start:
            place = value
        shown.append((one["rule"], *position_of(lines, place["start"]["line"], place["start"]["column"]), one["message"]))
    for one in result["errors"]:
        where = one.get("where") or {}
        place = position_of(lines, where.get("line") or 1, where.get("column") or 1)
        shown.append(("not-checked", *place, one["message"]))
    return sorted(shown)


def same(server, folders):
    client, checked, wrong, skipped = Client(server), 0, [], []
    for path in files_below(folders):
        run = subprocess.run([server, "check", "--no-config", "--format", "json", path], capture_output=True)
        content = path.read_bytes()
        if not run.stdout:
            skipped.append((path, run.stderr.decode().strip()))
            continue
        result = json.loads(run.stdout)
        try:
            text = content.decode()
        except UnicodeDecodeError:
            skipped.append((path, "not UTF-8"))
            continue
        uri = path.resolve().as_uri()
        client.open(uri, text)
        found, _ = client.diagnostics(uri, 1)
        client.close(uri)
        client.diagnostics(uri, None)
        start = lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"])
        found = sorted((one["code"], *start(one), one["message"]) for one in found)
        lines = re.split("\r\n|[\r\n]", text)
        wanted = expected(result, lines)
        if found == [] and all(one[0] == "not-checked" for one in wanted) and wanted:
            skipped.append((path, wanted[0][3].split("\n")[0]))
            continue
        checked += 1
        if found != wanted:
            wrong.append(path)
            print(f"{path}:\n  only check:  {[one for one in wanted if one not in found]}\n  only server: {[one for one in found if one not in wanted]}")
    high, now = client.memory()
    for path, why in skipped:
        print(f"not compared: {path}: {why}")
    print(f"{checked} documents compared, {len(wrong)} differ, {len(skipped)} not compared; memory {high:.1f} MB at most, {now:.1f} MB at the end; exit code {client.end()}")
    return bool(wrong)


TOKENS = ["\n", "\r\n", "\r", "\t", "  ", "- ", ":", ": ", "{", "}", "[", "]", "\"", "'", "!Ref ", "!Sub '${", "!GetAtt A.", "|", "#", "&a ", "*a", "<<: ",
          "Fn::If", "Resources:\n", "Type: AWS::S3::Bucket\n", "\U0001F600", "\u00e9", "\u2028", "\ufeff", "\0", "\ud83d", "\ude00", "%", "<<", ">>", "when ", "rule r {\n"]


def an_edit(rng):
    """A change with any range: within the document, behind it, backwards, inside of a surrogate pair."""
    most = rng.choice([1, 5, 50, 500])
    numbers = lambda: {"line": rng.randrange(most), "character": rng.randrange(rng.choice([2, 20, 200]))}
    start, end = numbers(), numbers()
    if rng.random() < 0.6:
        end = {"line": start["line"], "character": start["character"] + rng.randrange(3)}
    if rng.random() < 0.01:
        end = {"line": 2**31 - 1, "character": 2**31 - 1}
    text = "".join(rng.choice(TOKENS) for _ in range(rng.randrange(4)))
    return {"range": {"start": start, "end": end}, "text": text}


def edits(server, folder, count):
    rng, client = random.Random(7), Client(server)
    paths = [path for path in files_below([folder]) if path.stat().st_size < 20_000]
    methods = ["hover", "completion", "definition", "references", "documentSymbol", "codeAction"]
    done, checked, version, begun = 0, 0, 0, time.perf_counter()
    while done < count:
        path = rng.choice(paths)
        guard = rng.random() < 0.1
        uri = path.resolve().as_uri() + (".guard" if guard else "")
        text = "let a = Resources.*[ Type == 'AWS::S3::Bucket' ]\nrule r when %a !empty {\n  %a.Properties exists\n}\n" if guard else path.read_bytes().decode("utf-8", "replace")
        version += 1
        client.open(uri, text, version=version)
        for _ in range(rng.choice([20, 200, 1000])):
            version += 1
            changes = [an_edit(rng) for _ in range(rng.choice([1, 1, 1, 2, 5]))]
            if rng.random() < 0.01:
                changes = [{"text": text}]
            client.change(uri, version, changes)
            done += len(changes)
            awaited = rng.random() < 0.3
            if awaited:
                client.diagnostics(uri, version)
                checked += 1
            if rng.random() < 0.05:
                place = {"line": rng.randrange(60), "character": rng.randrange(60)}
                context = {"includeDeclaration": True, "triggerKind": 1, "diagnostics": [], "only": rng.choice([None, ["quickfix"]])}
                whole = {"start": {"line": 0, "character": 0}, "end": place}
                params = {"textDocument": {"uri": uri}, "position": place, "range": whole, "context": context}
                answer = client.ask("textDocument/" + rng.choice(methods), params)
                if "error" in answer:
                    raise SystemExit(f"an error for {params}: {answer['error']}")
            if rng.random() < 0.001:
                client.send_text(rng.choice(["{", "[]", "null", '{"method": "\ud83d"}']))
        if not awaited:
            client.diagnostics(uri, version)
        client.close(uri)
    client.ask("textDocument/hover", {"textDocument": {"uri": "file:///none"}, "position": {"line": 0, "character": 0}})
    high, now = client.memory()
    took = time.perf_counter() - begun
    print(f"{done} edits, {checked} times with its diagnostics before the next, in {took:.0f} s, no crash; memory {high:.1f} MB at most, {now:.1f} MB at the end; exit code {client.end()}")
    return False


def cpu(client):
    """Returns the seconds of CPU that the server used."""
    fields = pathlib.Path(f"/proc/{client.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def speed(server, name, count=200):
    client, path = Client(server), pathlib.Path(name)
    text, uri = path.read_text(), path.resolve().as_uri()
    client.open(uri, text)
    client.diagnostics(uri, 1)
    lines, times, completions = text.split("\n"), [], []
    at = [line for line, content in enumerate(lines) if ": " in content]
    before = cpu(client)
    for version in range(2, count + 2):
        place = {"line": at[version * 37 % len(at)], "character": 0}
        place["character"] = len(lines[place["line"]])
        end = {**place, "character": place["character"] + version % 2}
        place = place if version % 2 == 0 else last
        end = place if version % 2 == 0 else {**place, "character": place["character"] + 1}
        last = place
        begin = time.perf_counter()
        client.change(uri, version, [{"range": {"start": place, "end": end}, "text": "x" if version % 2 == 0 else ""}])
        times.append((client.diagnostics(uri, version)[1] - begin) * 1000)
    used = (cpu(client) - before) * 1000 / count
    for line in at[:50]:
        begin = time.perf_counter()
        client.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": {"line": line, "character": len(lines[line])}})
        completions.append((time.perf_counter() - begin) * 1000)
    high, now = client.memory()
    cut = statistics.quantiles(times, n=20)
    print(f"{len(text)} bytes, {count} changes: median {statistics.median(times):.2f} ms, 95% {cut[18]:.2f} ms from a change to its diagnostics, {used:.2f} ms CPU each")
    print(f"completion: median {statistics.median(completions):.2f} ms; memory {high:.1f} MB at most, {now:.1f} MB at the end; exit code {client.end()}")
    return False


if __name__ == "__main__":
    match sys.argv[1:]:
        case [server, "same", *folders] if folders:
            sys.exit(same(server, folders))
        case [server, "edits", folder, count]:
            sys.exit(edits(server, folder, int(count)))
        case [server, "speed", name, *count]:
            sys.exit(speed(server, name, *map(int, count)))
        case _:
            sys.exit(__doc__)
