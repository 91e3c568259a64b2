"""What the tests of a release share: a release of a program that calls the CLI under test, served on loopback."""
import contextlib
import functools
import http.server
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPTS = ROOT / "scripts/release"
VERSION = (ROOT / "Cargo.toml").read_text().split('\nversion = "', 1)[1].split('"', 1)[0]
TARGETS = (SCRIPTS / "targets.txt").read_text().split()
DATE = "1700000000"
TEMPLATE = "Resources: {Topic: {Type: 'AWS::SNS::Topic', Properties: {TopicNam: a}}}\n"


class ReleaseTest(unittest.TestCase):
    """A test with a folder of its own, `self.folder`."""

    binary = pathlib.Path()
    manual = pathlib.Path()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    def run_script(self, *command, **options):
        """Runs a command and returns the finished process with its output as text."""
        environment = {**os.environ, "SOURCE_DATE_EPOCH": DATE, **options.pop("env", {})}
        # What the workflow that runs these tests sets is not part of them.
        for name in [name for name in environment if name.startswith(("GITHUB_", "RUNNER_")) and name not in options.get("keep", ())]:
            del environment[name]
        options.pop("keep", None)
        return subprocess.run([str(word) for word in command], env=environment, text=True, capture_output=True, **options)

    def succeeds(self, *command, **options):
        ended = self.run_script(*command, **options)
        self.assertEqual(ended.returncode, 0, f"{command}: {ended.stdout}{ended.stderr}")
        return ended.stdout

    def fails(self, words, *command, **options):
        ended = self.run_script(*command, **options)
        self.assertNotEqual(ended.returncode, 0, f"{command}: {ended.stdout}")
        self.assertIn(words, ended.stdout + ended.stderr)

    def release(self, targets=TARGETS):
        """Returns a folder with the files of a release, whose program calls the CLI under test."""
        dist, program = self.folder / "dist", self.folder / "program"
        dist.mkdir()
        program.mkdir()
        for name in ("cfn-warden", "cfn-warden.exe"):
            (program / name).write_text(f'#!/bin/sh\nexec "{self.binary}" "$@"\n')
            (program / name).chmod(0o755)
        for target in targets:
            name = "cfn-warden.exe" if "windows" in target else "cfn-warden"
            self.succeeds("python3", SCRIPTS / "archive.py", program / name, target, VERSION, dist, self.manual)
        self.succeeds("sh", SCRIPTS / "checksums.sh", dist, VERSION)
        return dist

    def key(self, name="key"):
        """Creates a key pair that only this test uses; returns the file of the secret key and the public key."""
        secret, public = self.folder / f"{name}.sec", self.folder / f"{name}.pub"
        self.succeeds("minisign", "-G", "-s", secret, "-p", public, input="a password\na password\n")
        return secret, public.read_text().splitlines()[-1]

    @contextlib.contextmanager
    def served(self, folder):
        """Serves a folder on loopback and returns its address."""
        handler = functools.partial(Quiet, directory=str(folder))
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                yield f"http://127.0.0.1:{server.server_address[1]}"
            finally:
                server.shutdown()

    def path_with(self, programs=(), without=()):
        """Returns a PATH with these scripts first, and without some programs."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for name, text in dict(programs).items():
            (folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / name).chmod(0o755)
        if not without:
            return f"{folder}:{os.environ['PATH']}"
        for name in COMMANDS:
            found = shutil.which(name)
            if found and name not in without and not (folder / name).exists():
                (folder / name).symlink_to(found)
        return str(folder)


# What install.sh may use.
COMMANDS = (
    "sh awk basename cat chmod cp curl cut dirname gzip minisign mkdir mktemp mv openssl rm sed sha256sum shasum sysctl tar uname wget".split()
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass
