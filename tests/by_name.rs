//! Tests of the program under the names of cfn-lint and cfn-guard.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::{Ended, folder, run_program, tempdir::Folder};
use crate::{lint_options, recorded};

const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
const GOOD: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
const RULE: &str = "rule named { Resources.*.Properties.TopicName exists <<name it>> }\n";

/// Runs a command line whose first word is the name of the program.
fn run(line: &[&str], stdin: &str) -> Ended {
    run_program(line, stdin.as_bytes())
}

/// Puts the program into a folder under another name: as a hard link or, across file systems, as a copy.
fn put(here: &Folder, name: &str) -> PathBuf {
    let (program, path) = (
        Path::new(env!("CARGO_BIN_EXE_cfn-warden")),
        here.path().join(name),
    );
    std::fs::hard_link(program, &path)
        .or_else(|_| std::fs::copy(program, &path).map(drop))
        .unwrap();
    path
}

#[test]
fn the_name_is_that_of_the_file_in_any_folder() {
    let lint = [
        "cfn-lint",
        "./cfn-lint",
        "/usr/local/bin/cfn-lint",
        "cfn-lint.exe",
        r"C:\tools\CFN-LINT.EXE",
    ];
    let guard = [
        "cfn-guard",
        "../bin/cfn-guard",
        "cfn-guard.exe",
        r"tools\cfn-guard.exe",
    ];
    let other = [
        "cfn-warden",
        "/opt/cfn-lint/cfn-warden",
        "cfn-lint-1",
        "my-cfn-guard",
        "cfn-guard.sh",
        "",
    ];
    let ours = format!("cfn-warden {}\n", env!("CARGO_PKG_VERSION"));
    let named = [
        (&lint[..], "cfn-lint 1.58.0\n"),
        (&guard, "cfn-guard 3.2.1\n"),
        (&other, &ours),
    ];
    for (names, version) in named {
        for name in names {
            let ended = run(&[name, "--version"], "");
            assert_eq!(
                (ended.exit, ended.out.as_str(), ended.err.as_str()),
                (Exit::OK, version, ""),
                "{name}"
            );
        }
    }
    assert_eq!(run(&["cfn-lint", "-v"], "").out, "cfn-lint 1.58.0\n");
    assert_eq!(run(&["cfn-guard", "-V"], "").out, "cfn-guard 3.2.1\n");
}

#[test]
fn links_and_copies_answer() {
    let here = folder("links");
    let (bad, rules) = (here.file("bad.yaml", BAD), here.file("names.guard", RULE));
    let program = Path::new(env!("CARGO_BIN_EXE_cfn-warden"));
    let mut programs = vec![put(&here, "cfn-lint"), put(&here, "cfn-guard")];
    for name in ["cfn-lint.exe", "cfn-guard.exe"] {
        let path = here.path().join(name);
        std::fs::copy(program, &path).unwrap();
        programs.push(path);
    }
    #[cfg(unix)]
    for name in ["cfn-lint", "cfn-guard"] {
        let path = here.path().join("linked").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(program, &path).unwrap();
        programs.push(path);
    }
    for program in programs {
        let is_lint = program
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with("cfn-lint");
        let line: &[&str] = if is_lint {
            &[&bad]
        } else {
            &["validate", "-r", &rules, "-d", &bad]
        };
        let ended = Command::new(&program)
            .args(line)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let out = String::from_utf8(ended.stdout).unwrap();
        let (exit, shown) = if is_lint {
            (2, "E3002 ")
        } else {
            (19, "bad.yaml Status = FAIL\n")
        };
        assert_eq!(
            ended.status.code(),
            Some(exit),
            "{}: {out}",
            program.display()
        );
        assert!(out.contains(shown), "{}: {out}", program.display());
    }
}

#[test]
fn cfn_lint_answers_all_recorded_command_lines() {
    let here = folder("lint-lines");
    let program = put(&here, "cfn-lint");
    lint_options::expect_recorded_answers(|line| {
        lint_options::answer(&mut Command::new(&program), line)
    });
}

/// The recorded answers about commands, help and versions, in which the command line of `cfn-warden` differs.
#[test]
fn cfn_guard_has_the_exit_codes_of_cfn_guard() {
    let home = recorded::root().join("tests/guard/outputs");
    let rows = |name: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(home.join(name)).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let about = [
        "`--help`, `--version`",
        "no command, or one that is not known",
    ];
    let deviations = rows("deviations.jsonl");
    let differs = |line: &Value| {
        deviations
            .iter()
            .any(|one| one["line"] == *line && about.iter().any(|row| one["row"] == *row))
    };
    let mut met = 0;
    for recorded in rows("recorded.jsonl")
        .iter()
        .filter(|recorded| differs(&recorded["line"]))
    {
        let line = recorded["line"].as_str().unwrap();
        let words: Vec<&str> = std::iter::once("cfn-guard")
            .chain(line.split(' ').filter(|word| *word != "-"))
            .collect();
        let ended = run(&words, "");
        assert_eq!(
            i64::from(ended.exit.0),
            recorded["exit"].as_i64().unwrap(),
            "{line}\n{}{}",
            ended.out,
            ended.err
        );
        assert_eq!(
            ended.out.is_empty(),
            recorded["out"] == "",
            "{line}\n{}",
            ended.out
        );
        assert_eq!(
            ended.err.is_empty(),
            recorded["err"] == "",
            "{line}\n{}",
            ended.err
        );
        if line.ends_with("ersion") || line == "-V" || line.starts_with("nonsense") {
            assert_eq!(
                (ended.out.as_str(), ended.err.as_str()),
                (
                    recorded["out"].as_str().unwrap(),
                    recorded["err"].as_str().unwrap()
                )
            );
        }
        assert!(
            !ended.out.contains("cfn-warden <") && !ended.err.contains("Usage: cfn-warden"),
            "{line}\n{}",
            ended.out
        );
        met += 1;
    }
    assert!(met > 15, "{met}");
}

#[test]
fn usage_errors_have_the_exit_codes_of_the_tools() {
    let here = folder("usage");
    let bad = here.file("bad.yaml", BAD);
    let lint: &[&[&str]] = &[
        &["--nonsense"],
        &["--format", "xml", &bad],
        &["--non-zero-exit-code", "some", &bad],
        &["-x", "E3012", "--", &bad],
        &["--append-rules", "rules", "--", &bad],
    ];
    for line in lint {
        let ended = run(&[&["cfn-lint"], *line].concat(), "");
        assert_eq!(
            (ended.exit, ended.out.as_str()),
            (Exit::LINT_USAGE, ""),
            "{line:?}: {}",
            ended.err
        );
        assert!(
            !ended.err.is_empty() && !ended.err.contains("Usage: cfn-warden"),
            "{line:?}: {}",
            ended.err
        );
    }
    assert_eq!(
        run(&["cfn-lint", "-r", "mars-north-1", "--", &bad], "").exit,
        Exit::LINT_REGION
    );
    for line in [
        &["check", &bad][..],
        &["lint", &bad],
        &["validate", "--nonsense"],
        &["validate", "--config", "x"],
    ] {
        let ended = run(&[&["cfn-guard"], line].concat(), "");
        assert_eq!(
            (ended.exit, ended.out.as_str()),
            (Exit::GUARD_USAGE, ""),
            "{line:?}: {}",
            ended.err
        );
    }
}

#[test]
fn help_names_the_program_and_this_one() {
    for (line, usage) in [
        (
            &["cfn-lint", "--help"][..],
            "Usage: cfn-lint [OPTIONS] [TEMPLATES]...",
        ),
        (&["cfn-guard", "--help"], "Usage: cfn-guard <COMMAND>"),
        (
            &["cfn-guard", "validate", "--help"],
            "Usage: cfn-guard validate ",
        ),
    ] {
        let ended = run(line, "");
        assert_eq!((ended.exit, ended.err.as_str()), (Exit::OK, ""), "{line:?}");
        assert!(ended.out.contains(usage), "{line:?}: {}", ended.out);
    }
    for name in ["cfn-lint", "cfn-guard"] {
        let ours = format!("(cfn-warden {})", env!("CARGO_PKG_VERSION"));
        assert!(run(&[name, "--help"], "").out.contains(&ours), "{name}");
    }
    let bash = run(&["cfn-guard", "completions", "--shell", "bash"], "").out;
    assert!(
        bash.contains("-o default cfn-guard")
            && !bash.contains("cfn-warden")
            && !bash.contains("upgrade-check")
    );
}

/// argparse accepts abbreviations of options, and the last value of an option that is given twice.
#[test]
fn cfn_lint_reads_command_lines_as_argparse_does() {
    let here = folder("argparse");
    let (bad, good) = (here.file("bad.yaml", BAD), here.file("good.yaml", GOOD));
    let lines: &[&[&str]] = &[
        &["--format", "json", "--format", "parseable", &bad],
        &["--form", "parseable", "--templ", &bad],
        &["-f", "parseable", &good, "-t", &bad],
        &[
            "-f",
            "parseable",
            "-c",
            "I",
            "-c",
            "W",
            "-i",
            "W",
            "-i",
            "I",
            "--",
            &bad,
        ],
    ];
    for line in lines {
        let ended = run(&[&["cfn-lint"], *line].concat(), "");
        assert_eq!(
            ended.exit,
            Exit::LINT_ERROR,
            "{line:?}: {}{}",
            ended.out,
            ended.err
        );
        assert!(
            ended.out.starts_with(&format!("{bad}:5:7:5:15:E3002:")),
            "{line:?}: {}",
            ended.out
        );
        assert_eq!(ended.out.lines().count(), 1, "{line:?}: {}", ended.out);
    }
}

#[test]
fn the_summary_of_pretty_has_the_name_of_cfn_lint() {
    let here = folder("pretty");
    let (good, file) = (here.file("good.yaml", GOOD), here.path().join("report.txt"));
    let out = run(&["cfn-lint", "--format", "pretty", &good], "").out;
    assert!(
        out.starts_with("Cfn-lint scanned 1 templates against ") && out.ends_with(" violations\n"),
        "{out}"
    );
    assert!(
        run(&["cfn-warden", "lint", "--format", "pretty", &good], "")
            .out
            .starts_with("cfn-warden scanned ")
    );
    let ended = run(
        &[
            "cfn-lint",
            "--format",
            "pretty",
            "--output-file",
            file.to_str().unwrap(),
            &good,
        ],
        "",
    );
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::OK, ""));
    assert!(
        std::fs::read_to_string(file)
            .unwrap()
            .starts_with("Cfn-lint scanned 1 ")
    );
}

/// Editors show standard error as a finding, so that nothing is written there that cfn-lint does not write.
#[test]
fn cfn_lint_reproduces_defects_and_is_silent_on_standard_error() {
    let here = folder("defects");
    // cfn-lint reports E8001 for a dot in the name of a condition.
    let template = "Conditions:\n  A.b: !Equals [!Ref AWS::Region, eu-west-1]\n".to_owned()
        + GOOD
        + "    Condition: A.b\n";
    let file = here.file("condition.yaml", &template);
    let named = run(&["cfn-lint", "--ignore-checks", "E9999", "--", &file], "");
    assert!(named.out.contains("E8001 "), "{}", named.out);
    assert_eq!(named.err, "");
    let ours = run(
        &[
            "cfn-warden",
            "lint",
            "--ignore-checks",
            "E9999",
            "--",
            &file,
        ],
        "",
    );
    assert!(
        !ours.out.contains("E8001 ") && ours.err.contains("E9999"),
        "{}{}",
        ours.out,
        ours.err
    );
}

#[test]
fn cfn_lint_reads_the_region_of_the_environment() {
    let here = folder("region");
    let program = put(&here, "cfn-lint");
    let linted = |variables: &[(&str, &str)], line: &[&str]| {
        let mut command = Command::new(&program);
        command
            .args(line)
            .env_remove("AWS_REGION")
            .env_remove("AWS_DEFAULT_REGION")
            .envs(variables.iter().copied());
        command
            .current_dir(here.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
            .status
            .code()
    };
    here.file("good.yaml", GOOD);
    assert_eq!(linted(&[], &["good.yaml"]), Some(0));
    assert_eq!(
        linted(
            &[("AWS_REGION", "eu-west-1"), ("AWS_DEFAULT_REGION", "mars")],
            &["good.yaml"]
        ),
        Some(0)
    );
    assert_eq!(
        linted(&[("AWS_DEFAULT_REGION", "mars")], &["good.yaml"]),
        Some(32)
    );
    assert_eq!(
        linted(
            &[("AWS_DEFAULT_REGION", "mars")],
            &["-r", "us-east-1", "--", "good.yaml"]
        ),
        Some(0)
    );
}

#[test]
fn cfn_lint_continues_after_an_update_of_schemas() {
    let ended = run(&["cfn-lint", "--update-specs", "--force"], "");
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::OK, ""));
    assert!(ended.err.contains("schemas are built in"), "{}", ended.err);
    assert_eq!(
        run(&["cfn-warden", "lint", "--update-specs"], "").exit,
        Exit::LINT_USAGE
    );
}

/// The project file has options of cfn-warden.
#[test]
fn the_project_file_is_not_read() {
    let here = folder("no-project");
    let program = put(&here, "cfn-guard");
    here.file("cfn-warden.toml", "nonsense = 1\n");
    here.file("bad.yaml", BAD);
    here.file("names.guard", RULE);
    let line = ["validate", "-r", "names.guard", "-d", "bad.yaml"];
    let ended = |program: &Path| {
        Command::new(program)
            .args(line)
            .current_dir(here.path())
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(ended(&program), Some(19));
    assert_eq!(ended(Path::new(env!("CARGO_BIN_EXE_cfn-warden"))), Some(2));
}
