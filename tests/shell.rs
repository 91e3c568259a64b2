//! Tests of CLI features for interactive use: suppression comments, explanations, watch mode.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::cli::{folder, run};
use cfn_warden::cli::Exit;

const SILENCED: &str = "\
Resources:
  Topic:
    Type: AWS::SNS::Topic
    Properties:
      TopicNam: x # cfn-lint: disable=E3002
      DisplayNam: y
  # cfn-lint: disable=E3
  Queue:
    Type: AWS::SQS::Queue
    Properties:
      QueueNam: x
  Other:
    Type: AWS::SQS::Queue
    Properties:
      QueueNam: x
";

#[test]
fn comments_suppress_a_line_or_a_block() {
    let lines = |options: &[&str]| {
        let line = [&["lint", "--format", "parseable"][..], options].concat();
        let out = run(&line, SILENCED).out;
        out.lines()
            .map(|line| line.split(':').nth(1).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), ["6", "15"]);
    assert_eq!(
        lines(&["--mandatory-checks", "E3002"]),
        ["5", "6", "11", "15"]
    );
    let json = r##"{"Resources": {"A": {"Type": "# cfn-lint: disable=E"}}}"##;
    assert_eq!(run(&["lint"], json).exit, Exit::LINT_ERROR);
}

#[test]
fn rules_are_explained() {
    let ended = run(&["explain", "e3012", "I3011"], "");
    assert_eq!(ended.exit, Exit::OK, "{}", ended.err);
    assert!(ended.out.starts_with("E3012 error: "), "{}", ended.out);
    assert!(
        ended.out.contains("\nI3011 informational: ") && ended.out.contains("--include-checks I"),
        "{}",
        ended.out
    );
    let ended = run(&["explain", "Variable_Undeclared", "COUNT", "sarif"], "");
    assert_eq!(ended.exit, Exit::OK, "{}", ended.err);
    for start in [
        "variable_undeclared: Value for an undeclared variable\n\nTerraform ignores values",
        "\n\ncount (Guard function): Counts the values of a query\n\n`count` returns",
        "\n\nsarif (report format): SARIF 2.1.0 with the pages of the rules\n\n",
    ] {
        assert!(ended.out.contains(start), "{}", ended.out);
    }
    let ended = run(&["explain", "variable_types"], "");
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::ERROR, ""));
    assert!(
        ended
            .err
            .contains("similar names: variable_type, variable_required"),
        "{}",
        ended.err
    );
    assert!(
        run(&["explain", "parse_ints"], "")
            .err
            .contains("parse_int, ")
    );
    let ended = run(&["explain", "E30122"], "");
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::ERROR, ""));
    assert!(ended.err.contains("E3012"), "{}", ended.err);
    assert!(
        run(&["explain", "E3O12"], "")
            .err
            .contains("did you mean E3012?")
    );
}

#[test]
fn a_watch_checks_again_when_a_file_changes() {
    let here = folder("watch");
    let path = here.file("a.yaml", "Resources:\n  A:\n    Type: AWS::SNS::Topic\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cfn-warden"))
        .args(["check", "--watch"])
        .arg(here.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |end: &str| {
        let said: Vec<String> = lines
            .by_ref()
            .map(Result::unwrap)
            .take_while(|line| !line.starts_with(end))
            .collect();
        said.join("\n")
    };
    let first = until("watching");
    std::fs::write(path, "Resources:\n  A:\n    Type: AWS::SNS::Topik\n").unwrap();
    let second = until("watching");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(first.starts_with("compliant (1 document"), "{first}");
    assert!(
        second.contains("error E3006") && second.contains("\nnot compliant (1 document"),
        "{second}"
    );
}

#[test]
fn registered_types_have_their_properties_checked() {
    let here = folder("registry");
    let schema = r#"{"typeName": "Acme::Team::Thing", "additionalProperties": false,
        "properties": {"Size": {"type": "integer"}}, "required": ["Size"], "primaryIdentifier": ["/properties/Size"]}"#;
    here.file("types/deep/thing.json", schema);
    let folder = here.path().join("types");
    let template =
        "Resources:\n  A:\n    Type: Acme::Team::Thing\n    Properties:\n      Size: large\n";
    let line = [
        "lint",
        "--format",
        "parseable",
        "--registry-schemas",
        folder.to_str().unwrap(),
    ];
    assert_eq!(
        run(&line, template).out,
        "None:5:7:5:11:E3012:'large' is not of type 'integer'\n"
    );
    assert_eq!(run(&line[..3], template).exit, Exit::LINT_ERROR);
    here.file("types/other.json", "[]");
    let ended = run(&line, template);
    assert_eq!(ended.exit, Exit::LINT_USAGE);
    assert!(
        ended.err.contains("other.json: not a resource type schema"),
        "{}",
        ended.err
    );
}

#[test]
fn unsupported_options_name_an_alternative() {
    for (line, said) in [
        (
            &["lint", "--append-rules", "rules", "--", "a.yaml"][..],
            "Guard rules",
        ),
        (&["lint", "--update-specs"], "newer release"),
        (
            &["lint", "-o", "tests/lint_options/own/wrong.json"],
            "`path` does not exist",
        ),
        (
            &["lint", "-z", "tests/lint_options/own/short.txt"],
            "invalid custom rule in line 1",
        ),
        (&["lint", "--config-file", "none.yaml"], "no such file"),
    ] {
        let ended = run(line, "");
        assert_eq!(
            (ended.exit, ended.out.as_str()),
            (Exit::LINT_USAGE, ""),
            "{line:?}"
        );
        assert!(ended.err.contains(said), "{}", ended.err);
    }
}

#[test]
fn lists_are_printed() {
    let rules = run(&["lint", "--list-rules"], "");
    assert!(
        rules.out.starts_with("E0000: Template cannot be parsed\n"),
        "{}",
        rules.out
    );
    assert!(rules.out.lines().count() > 500);
    let said = run(&["lint", "--info"], SILENCED);
    assert_eq!(said.err, "cfn-warden: info: linted standard input\n");
    let said = run(
        &[
            "lint",
            "--debug",
            "-c",
            "I",
            "--parameters",
            "Password=hunter2",
        ],
        SILENCED,
    )
    .err;
    assert!(
        said.contains("include_checks: Some([\"I\"])") && !said.contains("hunter2"),
        "{said}"
    );
}

#[test]
fn pre_commit_hooks_take_the_files_after_the_arguments_of_the_example() {
    let read = |name: &str| std::fs::read_to_string(crate::recorded::root().join(name)).unwrap();
    let (hooks, example) = (
        read(".pre-commit-hooks.yaml"),
        read("examples/pre-commit-config.yaml"),
    );
    let value = |text: &str, key: &str| {
        let line = text
            .lines()
            .find_map(|line| line.trim().trim_start_matches("- ").strip_prefix(key))
            .unwrap();
        line.trim().trim_matches(['[', ']']).to_owned()
    };
    let hook = hooks
        .split("\n- ")
        .skip(1)
        .find(|hook| value(hook, "id:") == value(&example, "id:"))
        .unwrap();
    let here = folder("pre-commit");
    let template = here.file(
        "templates/topic.yaml",
        "Resources: {Topic: {Type: 'AWS::SNS::Topic'}}\n",
    );
    let policy = here.file(
        "policy/named.guard",
        "rule named { Resources.*.Properties.TopicName exists }\n",
    );
    let entry = value(hook, "entry:");
    let mut line: Vec<&str> = entry.split(' ').skip(1).collect();
    let arguments = value(&example, "args:").replace("policy", &policy);
    line.extend(arguments.split(", "));
    line.push(&template);
    let ended = run(&line, "");
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT, "{line:?}: {}", ended.err);
    assert!(
        ended.out.contains("error named: ") && ended.out.contains("0 inputs not checked"),
        "{}",
        ended.out
    );
}
