//! The options `--semantics` and `--dialect` of all commands that have them.

use cfn_warden::cli::Exit;

use crate::cli::{self, Ended};

const FOLDER: &str = "tests/guard/versions";

/// Runs a command in which `@` is replaced by the fixtures folder.
fn run(line: &str) -> (u8, String) {
    let line = line.replace('@', FOLDER);
    let words: Vec<&str> = line.split_whitespace().collect();
    let Ended {
        exit: Exit(code),
        out,
        err,
    } = cli::run(&words, "");
    (code, out + &err)
}

#[test]
fn every_command_uses_the_given_version() {
    for (line, older, current) in [
        ("validate -r @/negated.guard -d @/data.json", 0, 19),
        (
            "validate -z -o json -S none -r @/negated.guard -d @/data.json",
            0,
            19,
        ),
        ("test -r @/negated.guard -t @/tests.yaml", 0, 7),
        ("test -r @/negated.guard -t @/tests.yaml -o json", 0, 7),
        ("check @/data.json -r @/negated.guard", 0, 2),
    ] {
        assert_eq!(run(&format!("{line} --semantics 3.2.0")).0, older, "{line}");
        assert_eq!(
            run(&format!("{line} --semantics 3.2.1")).0,
            current,
            "{line}"
        );
        assert_eq!(run(line).0, current, "{line}");
        let (code, out) = run(&format!("{line} --semantics 3.1"));
        assert!(
            code != 0 && out.contains("[possible values: 3.2.0, 3.2.1, next]"),
            "{line}: {out}"
        );
    }
}

#[test]
fn every_command_uses_the_given_dialect() {
    for (line, reference, extended) in [
        ("validate -r @/extended.guard -d @/data.json", 5, 0),
        (
            "validate -z -o yaml -S none -r @/extended.guard -d @/data.json",
            5,
            0,
        ),
        ("test -r @/extended.guard -t @/extended_tests.yaml", 1, 0),
        ("check @/data.json -r @/extended.guard", 2, 0),
        ("parse-tree -r @/extended.guard", 255, 0),
        ("rules check @/extended.guard", 2, 0),
        (
            "rules upgrade-check -r @/extended.guard -d @/data.json",
            1,
            0,
        ),
    ] {
        assert_eq!(run(line).0, reference, "{line}");
        assert_eq!(
            run(&format!("{line} --dialect reference")).0,
            reference,
            "{line}"
        );
        let (code, out) = run(&format!("{line} --dialect extended"));
        assert_eq!(code, extended, "{line}: {out}");
    }
    let line = "check @/data.json -r @/negated.guard --format pretty";
    assert!(run(line).1.contains("found %{Access}"));
    assert!(
        run(&format!("{line} --dialect extended"))
            .1
            .contains("found Public")
    );
}
