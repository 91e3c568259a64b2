"""Tests of what users run: install.sh, the GitHub Action and the hooks of pre-commit. The release is served on loopback."""
import pathlib
import re
import shutil
import subprocess

from support import ROOT, TARGETS, TEMPLATE, VERSION, SCRIPTS, ReleaseTest

INSTALL = ROOT / "install.sh"
LINUX = "x86_64-unknown-linux-musl"


class Install(ReleaseTest):
    def setUp(self):
        super().setUp()
        self.dist = self.release()
        self.to = self.folder / "home/.local/bin"

    def install(self, *options, address, run=None, **more):
        env = {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder), **more.pop("env", {})}
        return (run or self.succeeds)("sh", INSTALL, "--from", address, *options, env=env, **more)

    def test_the_program_is_installed_and_runs(self):
        with self.served(self.dist) as address:
            printed = self.install(address=address)
        self.assertIn(f"installed cfn-warden {VERSION} in {self.to}", printed)
        self.assertIn(f"add {self.to} to PATH", printed)
        self.assertEqual(self.succeeds(self.to / "cfn-warden", "--version"), f"cfn-warden {VERSION}\n")
        self.assertEqual([path.name for path in self.to.iterdir()], ["cfn-warden"])
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["dist", "home", "program"])

    def test_the_script_from_standard_input_takes_options(self):
        with self.served(self.dist) as address:
            line = ["sh", "-s", "--", "--from", f"{address}/", "--to", "bin", "--with-manual"]
            self.succeeds(*line, input=INSTALL.read_text(), cwd=self.folder)
        self.succeeds(self.folder / "bin/cfn-warden", "--version")
        share = self.folder / "share"
        for file in ("man/man1/cfn-warden.1", "bash-completion/completions/cfn-warden", "zsh/site-functions/_cfn-warden"):
            self.assertTrue((share / file).is_file(), file)

    def test_help_lists_all_options_and_installs_nothing(self):
        for line, text in ((["sh", INSTALL], None), (["sh", "-s", "--"], INSTALL.read_text())):
            printed = self.succeeds(*line, "--help", input=text, cwd=self.folder, env={"HOME": str(self.folder / "home")})
            options = re.search(r"expected (.*)\" ;;", INSTALL.read_text()).group(1)
            for option in re.findall(r"--[a-z-]+", options):
                self.assertIn(f"\n  {option} ", printed)
            self.assertFalse(self.to.exists())

    def test_a_script_that_was_cut_off_runs_nothing(self):
        text = INSTALL.read_text()
        for length in (len(text) // 2, text.rindex("\nmain")):
            ended = self.run_script("sh", "-s", "--", "--version", "x", input=text[:length], cwd=self.folder)
            self.assertNotIn("version", ended.stdout)
            self.assertFalse(self.to.exists())

    def test_another_program_is_not_installed(self):
        archive = next(self.dist.glob(f"*-{LINUX}.tar.gz"))
        archive.write_bytes(next(self.dist.glob("*-aarch64-unknown-linux-musl.tar.gz")).read_bytes())
        with self.served(self.dist) as address:
            self.install("--target", LINUX, address=address, run=lambda *l, **o: self.fails("Nothing was installed", *l, **o))
        self.assertFalse(self.to.exists())

    def test_the_target_is_that_of_the_machine(self):
        machines = {
            "aarch64-apple-darwin": "Darwin arm64",
            "x86_64-apple-darwin": "Darwin x86_64",
            "aarch64-unknown-linux-musl": "Linux aarch64",
            LINUX: "Linux x86_64",
        }
        self.assertEqual(set(machines), {target for target in TARGETS if "windows" not in target})
        log = f'echo "$@" >> {self.folder}/requests; exec {shutil.which("curl")} "$@"'
        with self.served(self.dist) as address:
            for target, machine in machines.items():
                system, processor = machine.split()
                uname = f'case $1 in -s) echo {system} ;; -m) echo {processor} ;; esac'
                path = self.path_with({"uname": uname, "curl": log, "sysctl": "exit 1"})
                self.install(address=address, env={"PATH": path})
                self.assertIn(f"cfn-warden-{VERSION}-{target}.tar.gz", (self.folder / "requests").read_text())
            rosetta = {"uname": "case $1 in -s) echo Darwin ;; -m) echo x86_64 ;; esac", "curl": log, "sysctl": "echo 1"}
            (self.folder / "requests").unlink()
            self.install(address=address, env={"PATH": self.path_with(rosetta)})
            self.assertIn("aarch64-apple-darwin", (self.folder / "requests").read_text())
            for names, words in [
                ("Linux riscv64", "no build for processors of type `riscv64`"),
                ("FreeBSD amd64", "no build for `FreeBSD`"),
                ("MINGW64_NT-10.0 x86_64", "does not install on Windows"),
            ]:
                system, processor = names.split()
                uname = {"uname": f"case $1 in -s) echo {system} ;; -m) echo {processor} ;; esac"}
                refused = lambda *l, words=words, **o: self.fails(words, *l, **o)
                self.install(address=address, env={"PATH": self.path_with(uname)}, run=refused)

    def test_other_tools_are_used_if_the_first_are_missing(self):
        with self.served(self.dist) as address:
            for missing in (["curl"], ["sha256sum"], ["sha256sum", "shasum"]):
                shutil.rmtree(self.folder / "home", ignore_errors=True)
                self.install(address=address, env={"PATH": self.path_with(without=missing)})
                self.succeeds(self.to / "cfn-warden", "--version")
            for missing, words in [
                (["curl", "wget"], "neither curl nor wget is installed"),
                (["sha256sum", "shasum", "openssl"], "the checksum cannot be verified"),
            ]:
                shutil.rmtree(self.folder / "home")
                refused = lambda *l, words=words, **o: self.fails(words, *l, **o)
                self.install(address=address, env={"PATH": self.path_with(without=missing)}, run=refused)
                self.assertFalse((self.to / "cfn-warden").exists())
                self.to.mkdir(parents=True, exist_ok=True)

    def test_a_required_signature_is_verified(self):
        secret, public = self.key()
        needs = lambda words: lambda *l, **o: self.fails(words, *l, **o)
        with self.served(self.dist) as address:
            self.install("--public-key", public, address=address, run=needs("cannot download"))
            self.succeeds("sh", SCRIPTS / "sign.sh", self.dist, secret, env={"MINISIGN_PASSWORD": "a password"})
            self.install("--public-key", public, address=address)
            self.install("--public-key", self.key("other")[1], address=address, run=needs("is not valid"))
            without = {"PATH": self.path_with(without=["minisign"])}
            self.install("--public-key", public, address=address, env=without, run=needs("needs minisign"))
            # The signature of another version is not accepted, whatever the names of the files are.
            sums = self.dist / "SHA256SUMS"
            sums.write_text(sums.read_text().replace(f"cfn-warden-{VERSION}-", "cfn-warden-9.9.9-"))
            line = ["minisign", "-S", "-s", secret, "-m", sums, "-t", f"cfn-warden {VERSION}"]
            self.succeeds(*line, input="a password\n")
            self.install("--version", "9.9.9", "--public-key", public, address=address, run=needs("expected `cfn-warden 9.9.9`"))

    def test_the_key_of_the_script_is_used_if_minisign_is_installed(self):
        secret, public = self.key()
        script = self.folder / "install.sh"
        script.write_text(re.sub(r"(?m)^PUBLIC_KEY=.*$", f"PUBLIC_KEY={public}", INSTALL.read_text()))
        with self.served(self.dist) as address:
            line = ["sh", script, "--from", address, "--to", self.to]
            self.fails("cannot download", *line)
            self.assertIn("is not verified", self.succeeds(*line, env={"PATH": self.path_with(without=["minisign"])}))
            self.succeeds("sh", SCRIPTS / "sign.sh", self.dist, secret, env={"MINISIGN_PASSWORD": "a password"})
            self.assertNotIn("is not verified", self.succeeds(*line))

    def test_mistakes_are_named(self):
        with self.served(self.dist) as address:
            for options, words in [
                (["--user"], "invalid option `--user`"),
                (["--to"], "`--to` needs a value"),
                (["--version", "1/../2"], "invalid version"),
                (["--target", "sparc-sun-solaris"], "does not list"),
                (["--from", f"{address}/missing"], "cannot download"),
            ]:
                self.install(*options, address=address, run=lambda *l, words=words, **o: self.fails(words, *l, **o))
                self.assertFalse(self.to.exists())


class Action(ReleaseTest):
    def setUp(self):
        super().setUp()
        self.dist = self.release([target for target in TARGETS if "linux" in target])
        (self.folder / "templates").mkdir()
        (self.folder / "templates/topic.yaml").write_text(TEMPLATE)
        (self.folder / "policy.guard").write_text("rule named { Resources.*.Properties.TopicName exists }\n")

    def act(self, address, below=".", path=None, **inputs):
        """Runs the action in a folder; returns its exit code, its output and the files that it wrote for GitHub."""
        files = {name: self.folder / name for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("")
        names = {name: str(file) for name, file in files.items()} | {"RUNNER_TEMP": str(self.folder / "temp")}
        (self.folder / "temp").mkdir(exist_ok=True)
        names |= {"GITHUB_WORKSPACE": str(self.folder)} | ({"PATH": path} if path else {})
        names |= {f"INPUT_{name.upper()}": value for name, value in {"from": address, **inputs}.items()}
        ended = self.run_script("sh", ROOT / "scripts/action.sh", env=names, keep=names, cwd=self.folder / below)
        return ended, {name: file.read_text() for name, file in files.items()}

    def test_findings_are_annotations_a_summary_and_a_report(self):
        with self.served(self.dist) as address:
            ended, files = self.act(address, paths="templates", rules="policy.guard", sarif="report.sarif")
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertRegex(ended.stdout, r"(?m)^::error file=templates/topic\.yaml,line=1")
            self.assertEqual(files["GITHUB_OUTPUT"], "exit-code=2\n")
            self.assertIn("TopicNam", files["GITHUB_STEP_SUMMARY"])
            self.assertIn("named", (self.folder / "report.sarif").read_text())
            folder = pathlib.Path(files["GITHUB_PATH"].strip())
            self.succeeds(folder / "cfn-warden", "--version")
            ended, files = self.act(address, args="--fail-on never --ignore-checks E", summary="false")
            self.assertEqual((ended.returncode, files["GITHUB_STEP_SUMMARY"]), (0, ""), ended.stderr)

    def test_an_installed_release_is_used_again_only_if_its_source_is_the_default(self):
        with self.served(self.dist) as address:
            _, files = self.act(address)
        cache = self.folder / f"temp/cfn-warden/{VERSION}"
        cache.mkdir(parents=True)
        for file in ("cfn-warden", ".cfn-warden.sha256"):
            shutil.copy(pathlib.Path(files["GITHUB_PATH"].strip()) / file, cache)
        ended, files = self.act("")
        self.assertEqual((ended.returncode, files["GITHUB_PATH"]), (2, f"{cache}\n"), ended.stderr)
        # Without access to GitHub, a program that was changed is not replaced, and not run.
        (cache / "cfn-warden").write_text("#!/bin/sh\nexit 0\n")
        blocked = self.path_with({"curl": "exit 22", "wget": "exit 1"})
        self.assertEqual(self.act("", path=blocked)[0].returncode, 1)
        with self.served(self.dist) as address:
            for inputs in ({"address": "http://127.0.0.1:1"}, {"address": address, "public_key": "RWQbogus"}):
                ended, _ = self.act(**inputs)
                self.assertEqual(ended.returncode, 1, inputs)
                self.assertRegex(ended.stderr, "cannot download|needs minisign")

    def test_paths_are_those_of_the_repository_in_a_folder_too(self):
        (self.folder / "a b/templates").mkdir(parents=True)
        shutil.copy(self.folder / "templates/topic.yaml", self.folder / "a b/templates")
        with self.served(self.dist) as address:
            ended, _ = self.act(address, below="a b", paths=". ../templates", rules="../policy.guard", sarif="report.sarif")
        self.assertEqual(ended.returncode, 2, ended.stderr)
        annotated = set(re.findall(r"(?m)^::\w+ file=([^,]*)", ended.stdout))
        self.assertEqual(annotated, {"a b/templates/topic.yaml", "templates/topic.yaml"})
        uris = set(re.findall(r'"uri": "(?!https:)([^"]*)"', (self.folder / "a b/report.sarif").read_text()))
        self.assertEqual(uris, {"a%20b/templates/topic.yaml", "templates/topic.yaml"})

    def test_inputs_are_words_and_not_commands(self):
        with self.served(self.dist) as address:
            ended, _ = self.act(address, paths="templates/*.yaml $(touch_this) ;touch\nthis")
            self.assertEqual(ended.returncode, 1)
            self.assertIn("$(touch_this)", ended.stderr)
            ended, _ = self.act(address, summary="maybe")
            self.assertIn("invalid value `maybe` for summary", ended.stdout)

    def test_all_inputs_reach_the_script(self):
        text = (ROOT / "action.yml").read_text()
        inputs = re.findall(r"(?m)^  ([a-z-]+):\n    description:", text.split("\noutputs:")[0])
        script = (ROOT / "scripts/action.sh").read_text()
        for name in inputs:
            variable = f"INPUT_{name.replace('-', '_').upper()}"
            self.assertIn(f"${{{{ inputs.{name} }}}}", text)
            self.assertTrue(variable in script or name == "working-directory", variable)


class PreCommit(ReleaseTest):
    def test_the_hooks_run_the_release_on_templates(self):
        dist = self.release([target for target in TARGETS if "linux" in target])
        # A repository with the files that the hooks need, and one that uses them.
        hooks, user = self.folder / "hooks", self.folder / "user"
        for file in (".pre-commit-hooks.yaml", "install.sh", "scripts/pre_commit.sh"):
            (hooks / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, hooks / file)
        files = {
            "template.yaml": TEMPLATE,
            "service/template.yml": TEMPLATE,
            "templates/topic.json": "{}",
            "stack.template": TEMPLATE,
            "stack.template.json": "{}",
            "my-template.yaml": TEMPLATE,
            "values.yaml": "a: b\n",
        }
        for file, text in files.items():
            (user / file).parent.mkdir(parents=True, exist_ok=True)
            (user / file).write_text(text)
        for folder in (hooks, user):
            git = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-C", folder)
            self.succeeds("git", "init", "--quiet", folder)
            self.succeeds(*git, "add", ".")
            self.succeeds(*git, "commit", "--quiet", "-m", "all")
        with self.served(dist) as address:
            names = {"CFN_WARDEN_FROM": address, "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}
            line = ("pre-commit", "try-repo", hooks, "cfn-warden", "--all-files", "--verbose")
            ended = self.run_script(*line, cwd=user, env={**names, "PRE_COMMIT_HOME": str(self.folder / "pre-commit")})
        self.assertEqual(ended.returncode, 1, ended.stdout + ended.stderr)
        self.assertIn("TopicNam", ended.stdout)
        checked = {file for file in files if f"{file}:1:" in ended.stdout}
        self.assertEqual(checked, {"template.yaml", "service/template.yml", "stack.template"}, ended.stdout)
        self.assertIn("installed cfn-warden", ended.stdout)
        self.assertTrue((self.folder / "cache/cfn-warden" / VERSION / "cfn-warden").is_file())

    def test_every_hook_matches_the_same_files(self):
        patterns = set(re.findall(r"(?m)^  files: (.*)$", (ROOT / ".pre-commit-hooks.yaml").read_text()))
        self.assertEqual(len(patterns), 1)
        pattern = re.compile(patterns.pop())
        tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        matched = [file for file in tracked.splitlines() if pattern.search(file)]
        self.assertIn("template.yaml", matched)
        self.assertFalse([file for file in matched if file.startswith((".github", "docs", "policies"))])
