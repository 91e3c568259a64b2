//! The `parse-tree` command. Output and exit codes are those of cfn-guard 3.2.1.

use std::path::Path;

use cfn_warden::cli::Exit;

use crate::cli::{Ended, run_program};

fn run(arguments: &[&str], stdin: &[u8]) -> Ended {
    run_program(&[&["cfn-warden", "parse-tree"], arguments].concat(), stdin)
}

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/guard/syntax/ok")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn yaml_is_the_default_and_json_has_no_line_break_at_its_end() {
    let rules = fixture("messages.guard");
    for arguments in [&["-y"][..], &["--print-yaml"]] {
        let ran = run(arguments, rules.as_bytes());
        assert_eq!(
            (ran.exit, ran.out, ran.err),
            (Exit::OK, fixture("messages.yaml"), String::new())
        );
    }
    for arguments in [&["-p"][..], &["--print-json"], &["-p", "-y"]] {
        let ran = run(arguments, rules.as_bytes());
        assert_eq!(
            (ran.exit, ran.out + "\n"),
            (Exit::OK, fixture("messages.json"))
        );
    }
    assert_eq!(run(&["-y"], b"# nothing").out, "null\n");
}

#[test]
fn files_are_read_and_written() {
    let folder = std::env::temp_dir().join(format!("cfn-warden-parse-tree-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (rules, tree) = (folder.join("a.guard"), folder.join("a.yaml"));
    std::fs::write(&rules, fixture("messages.guard")).unwrap();
    let ran = run(
        &[
            "-r",
            rules.to_str().unwrap(),
            "--output",
            tree.to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!(
        (ran.exit, ran.out, ran.err),
        (Exit::OK, String::new(), String::new())
    );
    assert_eq!(
        std::fs::read_to_string(&tree).unwrap(),
        fixture("messages.yaml")
    );
    let ran = run(
        &[
            "-r",
            rules.to_str().unwrap(),
            "-o",
            folder.join("no/such/folder").to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!(ran.exit, Exit::ERROR);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_parsed_or_read_ends_in_255() {
    let ran = run(&["-p"], b"let a 1\nrule b { c == }\n");
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::GUARD_ERROR, ""));
    assert!(ran.err.contains(":1:7: unexpected `1`"), "{}", ran.err);
    assert!(ran.err.contains(":2:15: unexpected `}`"), "{}", ran.err);
    assert_eq!(run(&["-r", "no/such.guard"], b"").exit, Exit::GUARD_ERROR);
    let ran = run(&["-p"], b"a == \"\xff\"");
    assert_eq!(ran.exit, Exit::GUARD_ERROR);
    assert!(ran.err.contains("byte 6 is not UTF-8"), "{}", ran.err);
}

#[test]
fn wrong_usage_ends_in_2() {
    assert_eq!(run(&[], b"a == 1").exit, Exit::GUARD_USAGE);
    assert_eq!(run(&["-r"], b"a == 1").exit, Exit::GUARD_USAGE);
    assert_eq!(run(&["--what"], b"a == 1").exit, Exit::GUARD_USAGE);
}
