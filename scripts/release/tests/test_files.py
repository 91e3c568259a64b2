"""Tests of the files of a release: archives, checksums, provenance, signature, key, version."""
import hashlib
import json
import os
import re
import shutil
import stat
import tarfile
import zipfile

from support import DATE, ROOT, SCRIPTS, VERSION, ReleaseTest

LINUX = "x86_64-unknown-linux-musl"
WINDOWS = "x86_64-pc-windows-gnu"


class Archives(ReleaseTest):
    def test_archives_have_the_program_and_its_documents(self):
        dist = self.release([LINUX, WINDOWS])
        name = f"cfn-warden-{VERSION}-{LINUX}"
        with tarfile.open(dist / f"{name}.tar.gz") as archive:
            entries = {entry.name: entry for entry in archive.getmembers()}
        for file in ("CHANGELOG.md", "LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt", "completions/_cfn-warden", "man/cfn-warden-check.1"):
            self.assertEqual(entries[f"{name}/{file}"].mode, 0o644)
        self.assertEqual(entries[f"{name}/cfn-warden"].mode, 0o755)
        self.assertEqual({(entry.mtime, entry.uid, entry.uname) for entry in entries.values()}, {(int(DATE), 0, "")})
        windows = f"cfn-warden-{VERSION}-{WINDOWS}"
        with zipfile.ZipFile(dist / f"{windows}.zip") as archive:
            self.assertIn(f"{windows}/cfn-warden.exe", archive.namelist())
            self.assertEqual(stat.S_IMODE(archive.getinfo(f"{windows}/cfn-warden.exe").external_attr >> 16), 0o755)

    def test_equal_files_give_equal_bytes(self):
        first = {path.name: path.read_bytes() for path in self.release([LINUX, WINDOWS]).iterdir()}
        shutil.rmtree(self.folder / "dist")
        os.utime(self.folder / "program/cfn-warden", (0, 0))
        shutil.rmtree(self.folder / "program")
        self.assertEqual(first, {path.name: path.read_bytes() for path in self.release([LINUX, WINDOWS]).iterdir()})

    def test_every_command_has_a_man_page(self):
        help_text = self.succeeds(self.binary, "--help")
        # Commands are listed in groups, before the options.
        listed = help_text.split("Usage: ")[1].split("\nOptions:\n")[0]
        commands = re.findall(r"(?m)^  ([a-z][a-z-]*) ", listed)
        self.assertGreater(len(commands), 10)
        names = {}
        for command in commands:
            if command != "help":
                page = (self.manual / "man" / f"cfn-warden-{command}.1").read_text()
                self.assertRegex(page, rf'(?m)^\.TH cfn-warden-{command} 1 \d{{4}}-\d\d-\d\d "cfn-warden {VERSION}"')
                names[command] = page.split(".SH NAME\n")[1].split("\n")[0].split(" ", 2)[2]
        # Each command has a description of its own.
        self.assertEqual(len(set(names.values())), len(names), names)


class Provenance(ReleaseTest):
    def test_the_statement_names_files_commit_and_tools(self):
        dist = self.release([LINUX])
        statement = json.loads((dist / f"cfn-warden-{VERSION}.provenance.json").read_text())
        self.assertEqual(statement["_type"], "https://in-toto.io/Statement/v1")
        self.assertEqual(statement["predicateType"], "https://slsa.dev/provenance/v1")
        archive = dist / f"cfn-warden-{VERSION}-{LINUX}.tar.gz"
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        self.assertEqual(statement["subject"], [{"name": archive.name, "digest": {"sha256": digest}}])
        source, lock, compiler, *tools = statement["predicate"]["buildDefinition"]["resolvedDependencies"]
        commit = self.succeeds("git", "rev-parse", "HEAD", cwd=ROOT).strip()
        self.assertIn(source["digest"]["gitCommit"], (commit, f"{commit}-modified"))
        self.assertEqual(lock["digest"]["sha256"], hashlib.sha256((ROOT / "Cargo.lock").read_bytes()).hexdigest())
        self.assertRegex(compiler["uri"], r"^pkg:generic/rustc@1\.\d+")
        self.assertTrue(any(tool["uri"].startswith("pkg:pypi/ziglang@") for tool in tools), tools)

    def test_the_builder_is_the_workflow_on_github(self):
        dist = self.release([LINUX])
        workflow = "cfn-warden/cfn-warden/.github/workflows/release.yml@refs/tags/v0.1.0"
        names = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_WORKFLOW_REF": workflow}
        self.succeeds("python3", SCRIPTS / "provenance.py", "write", dist, VERSION, env=names, keep=names)
        statement = json.loads((dist / f"cfn-warden-{VERSION}.provenance.json").read_text())
        self.assertEqual(statement["predicate"]["runDetails"]["builder"]["id"], f"https://github.com/{workflow}")

    def test_other_files_are_refused(self):
        dist = self.release([LINUX])
        verify = ("sh", SCRIPTS / "verify.sh", dist)
        self.assertIn("1 files built by", self.succeeds(*verify))
        (dist / "added.txt").write_text("")
        self.fails("added.txt is not in SHA256SUMS", *verify)
        self.fails("added.txt is not the file", "python3", SCRIPTS / "provenance.py", "verify", dist)
        (dist / "added.txt").unlink()
        with (dist / f"cfn-warden-{VERSION}-{LINUX}.tar.gz").open("ab") as archive:
            archive.write(b"\n")
        self.fails("FAILED", *verify)
        self.fails("is not the file", "python3", SCRIPTS / "provenance.py", "verify", dist)


class Signature(ReleaseTest):
    def test_a_signed_release_is_verified(self):
        dist, (secret, public) = self.release([LINUX]), self.key()
        self.succeeds("sh", SCRIPTS / "sign.sh", dist, secret, env={"MINISIGN_PASSWORD": "a password"})
        verified = self.succeeds("sh", SCRIPTS / "verify.sh", dist, public)
        self.assertIn(f"Trusted comment: cfn-warden {VERSION}", verified)
        self.fails("expected `cfn-warden 9.9.9`", "sh", SCRIPTS / "verify.sh", dist, public, "9.9.9")
        self.fails("Signature key id", "sh", SCRIPTS / "verify.sh", dist, self.key("other")[1])
        with (dist / "SHA256SUMS").open("a") as sums:
            sums.write("\n")
        self.fails("Signature verification failed", "sh", SCRIPTS / "verify.sh", dist, public)

    def test_the_key_of_ci_is_a_secret_in_the_environment(self):
        dist, (secret, public) = self.release([LINUX]), self.key()
        names = {"MINISIGN_PASSWORD": "a password", "MINISIGN_SECRET_KEY": secret.read_text(), "TMPDIR": str(self.folder)}
        before = set(self.folder.iterdir())
        self.succeeds("sh", SCRIPTS / "sign.sh", dist, "-", env=names)
        self.assertEqual(set(self.folder.iterdir()), before)
        self.succeeds("sh", SCRIPTS / "verify.sh", dist, public)

    def test_a_wrong_password_signs_nothing(self):
        dist, (secret, _) = self.release([LINUX]), self.key()
        self.fails("Wrong password", "sh", SCRIPTS / "sign.sh", dist, secret, env={"MINISIGN_PASSWORD": "another"})
        self.assertFalse((dist / "SHA256SUMS.minisig").exists())

    def test_a_new_key_is_written_to_the_repository_and_its_secret_is_not(self):
        copy = self.folder / "repository"
        (copy / "scripts/release").mkdir(parents=True)
        shutil.copy(ROOT / "install.sh", copy)
        shutil.copy(SCRIPTS / "key.sh", copy / "scripts/release")
        self.fails("is in the repository", "sh", copy / "scripts/release/key.sh", copy / "secret.key")
        self.succeeds("sh", copy / "scripts/release/key.sh", self.folder / "secret.key", input="a password\na password\n")
        public = (copy / "minisign.pub").read_text().splitlines()[-1]
        self.assertIn(f"\nPUBLIC_KEY={public}\n", (copy / "install.sh").read_text())
        self.fails("exists", "sh", copy / "scripts/release/key.sh", self.folder / "secret.key")


class Version(ReleaseTest):
    def test_a_tag_is_the_version_of_a_dated_changelog(self):
        copy = self.folder / "repository"
        (copy / "scripts/release").mkdir(parents=True)
        shutil.copy(SCRIPTS / "version.sh", copy / "scripts/release")
        (copy / "Cargo.toml").write_text('[workspace.package]\nversion = "1.2.3"\n')
        (copy / "CHANGELOG.md").write_text("## [Unreleased]\n")
        script = copy / "scripts/release/version.sh"
        self.fails("expected `v1.2.3`", "sh", script, "v1.2.4")
        self.fails("has no heading", "sh", script, "v1.2.3")
        (copy / "CHANGELOG.md").write_text("## [1.2.3] - 2026-12-01\n")
        self.assertEqual(self.succeeds("sh", script, "v1.2.3"), "v1.2.3\n")


class Image(ReleaseTest):
    def test_the_build_context_has_what_the_dockerfile_copies(self):
        dist, context = self.release([LINUX, "aarch64-unknown-linux-musl"]), self.folder / "context"
        (self.folder / "certificates").write_text("certificates\n")
        self.succeeds("sh", SCRIPTS / "image.sh", dist, context, "none", env={"SSL_CERT_FILE": str(self.folder / "certificates")})
        copied = [line.split()[1:-1] for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("COPY")]
        files = {word for words in copied for word in words if not word.startswith("--")}
        self.assertIn("cfn-warden-${TARGETARCH}", files)
        for architecture in ("amd64", "arm64"):
            for file in files:
                self.assertTrue((context / file.replace("${TARGETARCH}", architecture)).is_file(), file)
