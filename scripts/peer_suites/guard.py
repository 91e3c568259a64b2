"""cfn-guard's integration tests, run with another program in the place of the library.

The tests build a command line, run it with the library, and compare what it wrote and its exit code. In a copy of the
package, `CommandTestRunner::run` starts a process instead, so that command lines, expected outputs and assertions are
those of the suite. The released program is the library.
"""
import os
import pathlib
import re
import shutil
import subprocess

RUN = """
        let program = std::env::var("PEER_SUITES_PROGRAM").expect("PEER_SUITES_PROGRAM");
        if program != "released" {
            return self.run_program(&program, writer, reader);
        }
"""
RUN_PROGRAM = """
    fn run_program(&self, program: &str, writer: &mut Writer, reader: &mut Reader) -> i32 {
        let mut input = Vec::new();
        reader.read_to_end(&mut input).expect("input");
        let mut child = std::process::Command::new(program)
            .args(self.build_args())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("program");
        let mut stdin = child.stdin.take().unwrap();
        std::thread::spawn(move || {
            let _ = std::io::Write::write_all(&mut stdin, &input);
        });
        let ended = child.wait_with_output().expect("output");
        std::io::Write::write_all(writer, &ended.stdout).unwrap();
        let err = String::from_utf8_lossy(&ended.stderr).to_string();
        if !err.is_empty() {
            writer.write_err(err.trim_end().to_string()).unwrap();
        }
        match ended.status.code().expect("exit code") {
            255 => StatusCode::INTERNAL_FAILURE,
            code => code,
        }
    }
"""


def patched(text):
    """Returns `tests/utils.rs` with a `run` that starts a process, or calls the library for the program `released`."""
    start = "fn run(&self, writer: &mut Writer, reader: &mut Reader) -> i32 {"
    assert start in text, start
    return text.replace(start, RUN_PROGRAM.strip() + "\n\n    " + start + RUN)


def build(package, work):
    """Copies the package and returns the test programs by name."""
    copy = work / "cfn-guard"
    if not copy.exists():
        shutil.copytree(package, copy, ignore=shutil.ignore_patterns("ts-lib", "fuzz", "target"))
    utils = copy / "tests" / "utils.rs"
    text = (package / "tests" / "utils.rs").read_text()
    utils.write_text(patched(text))
    manifest = copy / "Cargo.toml"
    if "[workspace]" not in manifest.read_text():
        manifest.write_text(manifest.read_text() + "\n[workspace]\n")
    command = ["cargo", "test", "--no-run", "--tests", "--config", "profile.dev.debug=0", "--config", "profile.test.debug=0"]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(work / "target")}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr[-4000:])
    found = re.findall(r"Executable tests/(\w+)\.rs \((.+?)\)", done.stderr)
    return copy, {name: pathlib.Path(copy, path) for name, path in found if name != "utils"}


def run(copy, programs, program):
    """Returns the outcome of each test with a program, and what failing tests print."""
    results, outputs = {}, {}
    for name, test in programs.items():
        environment = {**os.environ, "PEER_SUITES_PROGRAM": str(program), "RUST_BACKTRACE": "0", "NO_COLOR": "1"}
        # The tests put the home folder in the place of paths.
        done = subprocess.run(
            [test, "--test-threads=2"], cwd=copy, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        for case, outcome in re.findall(r"^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED)$", done.stdout, re.M):
            results[f"{name}::{case}"] = outcome == "ok"
        for case, text in re.findall(r"^---- (\S+) stdout ----\n(.*?)(?=^----|^failures:)", done.stdout, re.M | re.S):
            outputs[f"{name}::{case}"] = text.strip()
    return results, outputs


def suite(package, work, program):
    """Runs the suite and returns its cases."""
    copy, programs = build(package, work)
    # `functional.rs` calls the library with texts: no command line.
    programs = {name: test for name, test in programs.items() if name != "functional"}
    ours, outputs = run(copy, programs, program)
    theirs, printed = run(copy, programs, "released")
    return [
        {
            "name": name,
            "ok": ok,
            "released": theirs.get(name),
            "same": printed.get(name) == outputs.get(name),
            "detail": outputs.get(name, ""),
        }
        for name, ok in sorted(ours.items())
    ]
