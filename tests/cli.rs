//! Tests of the command line, run in this process with the test's own streams.

use cfn_warden::cli::{self, Exit, Io};

use crate::recorded;

pub struct Ended {
    pub exit: Exit,
    pub out: String,
    pub err: String,
}

/// Runs a command.
pub fn run(line: &[&str], stdin: &str) -> Ended {
    run_program(&[&["cfn-warden"], line].concat(), stdin.as_bytes())
}

/// Runs a command line whose first word is the name of the program.
pub fn run_program(line: &[&str], mut stdin: &[u8]) -> Ended {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = cli::run(
        line,
        &mut Io {
            stdin: &mut stdin,
            out: &mut out,
            err: &mut err,
            lint_rules: cfn_warden_rules::bundled(),
            answer: Some(cfn_warden::request::answer),
        },
    );
    Ended {
        exit,
        out: String::from_utf8(out).unwrap(),
        err: String::from_utf8(err).unwrap(),
    }
}

/// Creates a folder for a test.
pub fn folder(name: &str) -> tempdir::Folder {
    tempdir::Folder::new(name)
}

pub mod tempdir {
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicUsize, Ordering};

    pub struct Folder(PathBuf);

    impl Folder {
        pub fn new(name: &str) -> Folder {
            // Tests run at the same time, and may choose the same name.
            static MADE: AtomicUsize = AtomicUsize::new(0);
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir()
                .join(format!("cfn-warden-{}-{number}-{name}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        pub fn file(&self, name: &str, content: &str) -> String {
            let path = self.0.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, content).unwrap();
            path.to_str().unwrap().to_owned()
        }

        pub fn path(&self) -> &Path {
            &self.0
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
const GOOD: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
const RULE: &str = "rule named { Resources.*.Properties.TopicName exists <<name it>> }\n";

#[test]
fn check_lints_and_evaluates() {
    let here = folder("check");
    let (bad, rules) = (
        here.file("bad.yaml", BAD),
        here.file("rules/names.guard", RULE),
    );
    let ended = run(&["check", &bad, "--rules", &rules], "");
    assert_eq!(
        ended.exit,
        Exit::NOT_COMPLIANT,
        "{}{}",
        ended.out,
        ended.err
    );
    assert!(
        ended.out.contains(&format!("{bad}:5:7: error E3002: ")),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("error named: name it"), "{}", ended.out);
    assert!(
        ended
            .out
            .contains("5 |       TopicNam: x\n  |       ^^^^^^^^\n"),
        "{}",
        ended.out
    );
}

#[test]
fn check_reads_standard_input_and_folders() {
    let here = folder("folders");
    here.file("rules/names.guard", RULE);
    here.file("rules/README.md", "not rules");
    let rules = here.path().join("rules");
    let ended = run(&["check", "-", "--rules", rules.to_str().unwrap()], GOOD);
    assert_eq!(
        ended.exit,
        Exit::NOT_COMPLIANT,
        "{}{}",
        ended.out,
        ended.err
    );
    assert!(ended.out.contains("<stdin>:"), "{}", ended.out);
    assert_eq!(run(&["check"], GOOD).exit, Exit::OK);
}

#[test]
fn check_fails_if_something_was_not_checked() {
    for text in ["Retention: 30\n", "Resources: [\n"] {
        let ended = run(&["check", "--format", "json"], text);
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
        let answer: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!(
            (&answer["status"], &answer["compliant"]),
            (&"ERROR".into(), &false.into()),
            "{answer}"
        );
    }
}

#[test]
fn a_check_in_which_no_rule_applies_says_so() {
    let here = folder("idle");
    let template = here.file("t.yaml", GOOD);
    let said = |pack: &str| run(&["check", &template, "--lint", "off", "--pack", pack], "").out;
    assert!(
        said("S3.8").ends_with(", 0 inputs not checked, no rule applied)\n"),
        "{}",
        said("S3.8")
    );
    assert!(
        said("SNS.1").ends_with(", 0 inputs not checked)\n"),
        "{}",
        said("SNS.1")
    );
}

#[test]
fn an_evaluation_that_ends_early_has_the_place_of_the_clause() {
    let here = folder("ended-early");
    let template = here.file("t.yaml", GOOD);
    let rules = here.file(
        "r.guard",
        "rule a {\n  Resources exists\n}\nrule b when %topics !empty {\n  Resources exists\n}\n",
    );
    for deployments in ["written", "any"] {
        let ended = run(
            &[
                "check",
                &template,
                "--lint",
                "off",
                "--deployments",
                deployments,
                "--rules",
                &rules,
            ],
            "",
        );
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT, "{}", ended.err);
        assert!(
            ended
                .out
                .contains("r.guard:4:13: not checked: evaluation ended early: "),
            "{}",
            ended.out
        );
    }
}

#[test]
fn mistakes_in_rules_are_shown_with_what_to_write() {
    let here = folder("mistakes-in-rules");
    let template = here.file("t.yaml", GOOD);
    for (text, expected) in [
        (
            "rule a {\n  Resources exist\n}\n",
            "r.guard:2:13: not checked: unexpected `exist`; did you mean `exists`?\n  |\n2 |   Resources exist\n  |             ^\n",
        ),
        (
            "let queues = Resources.*\nrule a when %quues !empty { Resources exists }\n",
            "; did you mean `%queues`?\n  |\n2 | rule a when %quues !empty {",
        ),
    ] {
        let rules = here.file("r.guard", text);
        for deployments in ["written", "any"] {
            let options = ["--lint", "off", "--deployments", deployments, "--rules"];
            let ended = run(
                &[&["check", &template], &options[..], &[&rules]].concat(),
                "",
            );
            assert_eq!(ended.exit, Exit::NOT_COMPLIANT, "{}", ended.err);
            assert!(ended.out.contains(expected), "{}", ended.out);
        }
    }
}

#[test]
fn syntax_errors_are_reported_where_they_are() {
    let here = folder("syntax-errors");
    for (text, place, cfn_lint) in [
        (
            "Resources:\n  B:\n    C: !!python/name:a.b\n",
            "t.yaml:3:8: ",
            "t.yaml:1:1",
        ),
        ("Resources: {}\n---\nB: 2\n", "t.yaml:2:1: ", "t.yaml:1:1"),
        ("Resources:\n  A: *unknown\n", "t.yaml:2:6: ", "t.yaml:1:1"),
    ] {
        let template = here.file("t.yaml", text);
        let said = run(&["check", "--lint", "all", &template], "").out;
        assert!(said.contains(&format!("{place}error E0000: ")), "{said}");
        assert!(!said.contains("not checked: "), "one mistake: {said}");
        let said = run(
            &["check", &template, "--lint", "off", "--pack", "SNS.1"],
            "",
        )
        .out;
        assert!(said.contains(&format!("{place}not checked: ")), "{said}");
        let said = run(&["lint", &template], "").out;
        assert!(said.contains(cfn_lint), "{said}");
    }
}

#[test]
fn a_repeated_key_is_one_finding() {
    let here = folder("repeated-keys");
    let template = here.file(
        "t.yaml",
        "Resources:\n  A: 1\n  B: 2\n  A: 3\n  B: 4\n  A: 5\n",
    );
    let said = run(&["check", &template], "").out;
    let findings: Vec<Vec<&str>> = said
        .split("\n\n")
        .filter(|finding| finding.contains("error E0000: the key "))
        .map(|finding| {
            let places = finding.lines().filter(|line| line.contains("t.yaml:"));
            places
                .filter_map(|line| line.split_once("t.yaml:")?.1.split(' ').next())
                .collect()
        })
        .collect();
    assert_eq!(
        findings,
        [["4:3:", "2:3:"], ["5:3:", "3:3:"], ["6:3:", "2:3:"]],
        "{said}"
    );
}

#[test]
fn a_finding_links_to_what_explains_it() {
    let said = run(&["check"], "Resources: {B: {Type: !Rain::Module b.yaml}}\n").out;
    assert!(
        said.contains("\n  see `cfn-warden explain E3001`\n")
            && !said.contains("github.com/aws-cloudformation/cfn-lint\n"),
        "{said}"
    );
}

#[test]
fn an_action_is_shown_as_it_is_written() {
    let said = |action: &str| {
        let template = format!(
            "Resources:\n  Role:\n    Type: AWS::IAM::Role\n    Properties:\n      AssumeRolePolicyDocument:\n        Version: '2012-10-17'\n        \
             Statement: [{{Effect: Allow, Principal: {{Service: lambda.amazonaws.com}}, Action: '{action}'}}]\n"
        );
        run(&["check"], &template).out
    };
    let action = said("STS:AssumeRol");
    assert!(
        action.contains("the service `STS` has no action `AssumeRol`; did you mean `assumerole`?"),
        "{action}"
    );
    let service = said("Stz:AssumeRole");
    assert!(
        service.contains("W3037: `Stz` is not a service that actions of this policy can have; "),
        "{service}"
    );
}

#[test]
fn a_function_that_is_not_supported_is_one_finding() {
    let template = "Parameters: {Env: {Type: String}}\nResources:\n  Queue:\n    Type: AWS::SQS::Queue\n    Properties:\n      \
                    FifoQueue: !Equals [!Ref Env, prod]\n";
    let said = run(&["check"], template).out;
    assert!(
        said.contains("error ED1008: ")
            && said.contains("\n  because E3012: ")
            && said.contains("1 error,"),
        "{said}"
    );
    let said = run(&["check", "--ignore-checks", "ED1008"], template).out;
    assert!(said.contains("error E3012: "), "{said}");
}

/// What `check` says about a volume of 100 GiB and one whose size is a parameter.
fn said_about_volumes(name: &str, rule: &str) -> String {
    let here = folder(name);
    let template = here.file(
        "t.yaml",
        "Parameters: {Size: {Type: Number}}\nResources:\n  Large:\n    Type: AWS::EC2::Volume\n    Properties: {Size: 100}\n  \
         Open:\n    Type: AWS::EC2::Volume\n    Properties: {Size: !Ref Size}\n",
    );
    let rules = here.file("r.guard", rule);
    let options = ["check", &template, "--lint", "off", "--rules", &rules];
    run(&options, "").out
}

#[test]
fn the_message_of_a_rule_says_how_to_fix_it() {
    let said = |rule: &str| said_about_volumes("fix-in-message", rule);
    let both = said(
        "rule a { AWS::EC2::Volume { Properties.Encrypted exists <<\n  Violation: not encrypted\n  Fix: encrypt it\n>> } }",
    );
    assert!(
        both.contains("error a: Violation: not encrypted\n")
            && both.contains("\n  fix: encrypt it\n"),
        "{both}"
    );
    let inside = said("rule a { AWS::EC2::Volume { Properties.Encrypted exists <<Prefix: x>> } }");
    assert!(inside.contains("error a: Prefix: x\n"), "{inside}");
    // What a message of the evaluator quotes is no remediation.
    let quoted = said("rule a { AWS::EC2::Volume { Properties.Size == 'a Fix: b' } }");
    assert!(
        quoted.contains("Fix: b") && !quoted.contains("\n  fix: b"),
        "{quoted}"
    );
}

#[test]
fn the_message_of_the_last_alternative_is_that_of_all() {
    let said = |rule: &str| said_about_volumes("alternatives", rule);
    let alternatives = "AWS::EC2::Volume { Properties.Encrypted exists or Properties.Size == 1";
    let last = said(&format!("rule a {{ {alternatives} <<encrypt it>> }} }}"));
    assert!(last.contains("error a: encrypt it\n"), "{last}");
    let none = said(&format!("rule a {{ {alternatives} }} }}"));
    assert!(
        none.contains("error a: `Encrypted` is missing; or 100 must equal 1\n"),
        "{none}"
    );
    let both = said(
        "rule a { AWS::EC2::Volume { Properties.Encrypted exists <<encrypt it>> or Properties.Size == 1 <<or shrink it>> } }",
    );
    assert!(
        both.contains("error a: encrypt it; or or shrink it\n"),
        "{both}"
    );
}

#[test]
fn a_rule_that_reads_a_function_as_written_says_how_to_read_its_value() {
    let said = said_about_volumes(
        "functions-as-written",
        "rule a { AWS::EC2::Volume { Properties.Size <= 50 } }\nrule b { AWS::EC2::Volume { Properties.Size !exists } }",
    );
    let hints: Vec<&str> = said
        .split("\n\n")
        .filter(|finding| finding.contains("--deployments any"))
        .collect();
    assert!(
        matches!(hints.as_slice(), [only] if only.contains("error a: {\"Ref\":\"Size\"} must be at most 50")),
        "{said}"
    );
}

#[test]
fn values_that_a_key_filter_leaves_out_are_no_findings() {
    let said = |rule: &str| said_about_volumes("key-filters", rule);
    let filtered = said("rule a { Resources[ keys != /^Op/ ].Properties.Size <= 50 }");
    assert!(
        filtered.contains("error a: 100 must be at most 50")
            && !filtered.contains("Resources/Open"),
        "{filtered}"
    );
    let block = said("rule a { Resources[ keys == 'Large' ] { Properties.Size <= 50 } }");
    assert!(
        block.contains("error a: 100 must be at most 50") && !block.contains("Resources/Open"),
        "{block}"
    );
    let nothing = said("rule a { Resources[ keys == 'None' ] !empty }");
    assert!(nothing.contains("error a: "), "{nothing}");
}

#[test]
fn other_files_in_folders_are_skipped() {
    let here = folder("others");
    let folder = here.path().to_str().unwrap();
    let others: Vec<String> = (1..=7)
        .map(|n| here.file(&format!("chart/{n}.yaml"), "name: chart\n"))
        .collect();
    let ended = run(&["check", folder], "");
    assert_eq!((ended.exit, &*ended.out), (Exit::ERROR, ""));
    assert!(
        ended
            .err
            .contains("found no template, plan or Terraform configuration (7 other files)"),
        "{}",
        ended.err
    );

    here.file("template.yaml", GOOD);
    let ended = run(&["check", folder], "");
    let named = format!(
        "cfn-warden: skipped, not templates: {} and 2 more\n",
        others[..5].join(", ")
    );
    assert_eq!((ended.exit, ended.err), (Exit::OK, named), "{}", ended.out);
    assert_eq!(
        ended.out,
        "compliant (1 document, 0 errors, 0 warnings, 0 inputs not checked)\n"
    );

    // Files that the command line names, or that rules apply to, are never skipped.
    assert_eq!(
        run(&["check", folder, &others[0]], "").exit,
        Exit::NOT_COMPLIANT
    );
    let rules = here.file("rules/names.guard", RULE);
    let ended = run(
        &["check", folder, "--rules", &rules, "--format", "json"],
        "",
    );
    let answer: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        (ended.exit, &answer["summary"]["documents"]),
        (Exit::NOT_COMPLIANT, &8.into()),
        "{answer}"
    );
}

#[test]
fn missing_files_are_errors() {
    let ended = run(&["check", "no/such/file.yaml"], "");
    assert_eq!(ended.exit, Exit::ERROR);
    assert!(
        ended
            .err
            .starts_with("cfn-warden: cannot read no/such/file.yaml: "),
        "{}",
        ended.err
    );
    assert_eq!(
        run(&["check", "--regions", "mars-north-1"], GOOD).exit,
        Exit::ERROR
    );
}

#[test]
fn lint_has_cfn_lints_formats_and_exit_codes() {
    let here = folder("lint");
    let bad = here.file("bad.yaml", BAD);
    let parseable = run(
        &[
            "lint",
            "--format",
            "parseable",
            "--regions",
            "us-east-1",
            "--",
            &bad,
        ],
        "",
    );
    let message = "Additional properties are not allowed ('TopicNam' was unexpected. Did you mean 'TopicName'?)";
    assert_eq!(
        parseable.out,
        format!("{bad}:5:7:5:15:E3002:{message}\n"),
        "{}",
        parseable.err
    );
    assert_eq!(parseable.exit, Exit::LINT_ERROR);
    assert_eq!(
        run(&["lint", "--ignore-checks", "E3002,W", "--", &bad], "").exit,
        Exit::OK
    );
    assert_eq!(
        run(&["lint", "--non-zero-exit-code", "none", &bad], "").exit,
        Exit::OK
    );
    assert_eq!(
        run(&["lint", "--regions", "mars-north-1", "--", &bad], "").exit,
        Exit::LINT_REGION
    );
    assert_eq!(
        run(&["lint", "--no-such-option"], "").exit,
        Exit::LINT_USAGE
    );
    assert_eq!(run(&["lint", "--format", "json"], GOOD).out, "[]\n");
}

#[test]
fn nested_templates_are_read_relative_to_the_template() {
    let here = folder("nested");
    here.file(
        "parts/topic.yaml",
        "Parameters: {Name: {Type: String}}\nResources: {}\nOutputs: {Arn: {Value: x}}\n",
    );
    let stack = "Resources:\n  Nested:\n    Type: AWS::CloudFormation::Stack\n    Properties: \
                 {TemplateURL: ../parts/topic.yaml, Parameters: {Nmae: x}}\nOutputs:\n  A: {Value: !GetAtt \
                 Nested.Outputs.Anr}\n";
    let stack = here.file("stacks/stack.yaml", stack);
    for (command, expected) in [
        (
            vec!["lint", "-f", "parseable", &stack],
            [
                "\"Nmae\" doesn't exist in nested stack",
                "\"Name\" is not specified",
                "'Outputs.Anr' is not one of",
            ],
        ),
        (
            vec!["check", &stack],
            [
                "the nested template does not declare a parameter `Nmae`",
                "the parameter `Name` of the nested template has no value",
                "`Outputs.Anr` is not an attribute of",
            ],
        ),
    ] {
        let ended = run(&command, "");
        for said in expected {
            assert!(
                ended.out.contains(said),
                "{said}: {}{}",
                ended.out,
                ended.err
            );
        }
    }
}

#[test]
fn lint_prints_cfn_lints_json() {
    let ended = run(&["lint", "--format", "json"], BAD);
    recorded::compare(
        &recorded::root().join("tests/report/cfn-lint.json"),
        &ended.out,
    );
}

#[test]
fn lint_expands_patterns_and_reports_those_without_matches() {
    let here = folder("patterns");
    here.file("a/one.yaml", BAD);
    here.file("a/b/two.yaml", "not: [a, template");
    let pattern = here.path().join("./**/*.yaml");
    let ended = run(&["lint", "-f", "parseable", pattern.to_str().unwrap()], "");
    let names: Vec<_> = ended
        .out
        .lines()
        .map(|line| line.split(':').next().unwrap().to_owned())
        .collect();
    let at = |name: &str| here.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(names, [at("a/b/two.yaml"), at("a/one.yaml")]);
    let all = here.path().join("a/**");
    let ended = run(&["lint", "--list-templates", all.to_str().unwrap()], "");
    let listed = format!("{}\n{}\n", at("a/b/two.yaml"), at("a/one.yaml"));
    assert!(ended.out.contains(&listed), "{}{}", ended.out, ended.err);
    let ended = run(&["lint", "-f", "parseable", "nope*.yaml"], "");
    assert_eq!(
        ended.out,
        "None:1:1:1:1:E0003:nope*.yaml could not be processed by glob.glob\n"
    );
    let ended = run(&["lint", "-f", "parseable", at("a").as_str()], "");
    let message = "Template references a directory, not a file";
    assert_eq!(
        ended.out,
        format!("{0}:1:1:1:2:E0000:{message}: {0}\n", at("a"))
    );
}

#[test]
fn invoke_answers_as_the_function_does() {
    let event = recorded::root().join("events/both-inline.json");
    let ended = run(&["invoke", event.to_str().unwrap()], "");
    let answer: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    let recorded =
        std::fs::read_to_string(recorded::root().join("tests/lambda/both-inline.json")).unwrap();
    assert_eq!(
        answer,
        serde_json::from_str::<serde_json::Value>(&recorded).unwrap()
    );
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
}

#[test]
fn the_list_of_rules_is_up_to_date() {
    let ended = run(&["rules", "list", "--format", "markdown"], "");
    let page = std::fs::read_to_string(recorded::root().join("docs/rules.md")).unwrap_or_default();
    assert!(ended.out == page, "docs/rules.md is stale: run `make docs`");
}

#[test]
fn help_goes_to_standard_output() {
    let ended = run(&["--help"], "");
    assert_eq!(ended.exit, Exit::OK);
    for command in ["check", "lint", "invoke", "rules"] {
        assert!(
            ended.out.contains(&format!("\n  {command}")),
            "{}",
            ended.out
        );
    }
}

#[test]
fn the_readme_shows_what_check_prints() {
    let readme = std::fs::read_to_string(recorded::root().join("README.md")).unwrap();
    let (_, rest) = readme.split_once("$ cfn-warden check ").unwrap();
    let (line, shown) = rest.split_once('\n').unwrap();
    let (shown, _) = shown.split_once("$ echo $?\n2\n").unwrap();
    let line: Vec<&str> = ["check"].into_iter().chain(line.split(' ')).collect();
    let ended = run(&line, "");
    assert_eq!(
        (ended.out.as_str(), ended.exit),
        (shown, Exit::NOT_COMPLIANT)
    );
}

#[test]
fn check_writes_several_reports() {
    let here = folder("outputs");
    let template = here.file(
        "t.yaml",
        "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties: {TopicNam: x}\n",
    );
    let rules = here.file(
        "r.guard",
        "rule named { Resources.*.Properties.TopicName exists }\n",
    );
    let check = |more: &[&str]| {
        let fixed = ["check", &template, "--rules", &rules];
        run(&fixed.iter().chain(more).copied().collect::<Vec<_>>(), "")
    };
    let (json, markdown) = (
        here.path().join("new/all.json"),
        here.path().join("summary.md"),
    );
    let outputs = [
        format!("json={}", json.display()),
        format!("markdown={}", markdown.display()),
    ];
    let ended = check(&["--output", &outputs[0], "--output", &outputs[1]]);
    assert_eq!(ended.out, check(&[]).out);
    assert_eq!(ended.exit, check(&[]).exit);
    for (path, format) in [(json, "json"), (markdown, "markdown")] {
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            check(&["--format", format]).out,
            "{format}"
        );
    }

    let wrong = |value: &str| check(&["--output", value]).err;
    assert!(
        wrong("sarif")
            .contains("--output sarif: expected FORMAT=FILE, for example sarif=report.sarif")
    );
    assert!(
        wrong("saref=x")
            .contains("--output saref=x: unknown format `saref`; did you mean `sarif`?")
    );
    let of_cfn_lint = format!("cfn-lint={}", here.path().join("new/cfn-lint").display());
    assert!(wrong(&of_cfn_lint).contains("cfn-lint's formats have cfn-lint's messages"));
    let folder = format!("json={}", here.path().display());
    assert!(
        wrong(&folder).contains(&format!("cannot write {}: ", here.path().display())),
        "{}",
        wrong(&folder)
    );
    let twice = check(&["--output", &outputs[1], "--output", &outputs[1]]).err;
    assert!(
        twice.contains("another --output writes this file"),
        "{twice}"
    );
}

#[test]
fn check_does_not_write_a_report_over_what_it_reads() {
    let here = folder("over");
    let (template, rules) = (here.file("t.yaml", GOOD), here.file("r.guard", RULE));
    for path in [&template, &rules, &template.replace("/t.yaml", "/./t.yaml")] {
        let report = format!("html={path}");
        let ended = run(
            &["check", &template, "--rules", &rules, "--output", &report],
            "",
        );
        assert_eq!(ended.exit, Exit::ERROR, "{}", ended.out);
        assert!(
            ended.err.contains("--output html=") && ended.err.contains("the run reads this file"),
            "{}",
            ended.err
        );
    }
    assert_eq!(std::fs::read_to_string(template).unwrap(), GOOD);

    // The report of the last run is a document of the folder, which is checked and replaced.
    let (folder, report) = (
        here.path().to_str().unwrap(),
        here.path().join("report.json"),
    );
    let output = format!("json={}", report.display());
    for _ in 0..2 {
        let ended = run(
            &["check", folder, "--rules", &rules, "--output", &output],
            "",
        );
        assert_ne!(ended.exit, Exit::ERROR, "{}", ended.err);
    }
}

#[test]
fn check_expands_patterns_and_leaves_out_what_is_excluded() {
    let here = folder("documents");
    for name in [
        "a/one.yaml",
        "a/legacy/two.yaml",
        "node_modules/three.yaml",
        "a/b/four.test.yaml",
    ] {
        here.file(name, BAD);
    }
    let at = |name: &str| here.path().join(name).to_str().unwrap().to_owned();
    let checked = |arguments: &[&str]| {
        let ended = run(
            &[&["check", "--format", "parseable"], arguments].concat(),
            "",
        );
        let names = ended.out.lines().filter_map(|line| {
            line.strip_prefix(&at(""))?
                .split(':')
                .next()
                .map(str::to_owned)
        });
        (
            names
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect::<Vec<_>>(),
            ended.err,
        )
    };
    let folder = at("");
    assert_eq!(
        checked(&[&folder]).0,
        ["a/b/four.test.yaml", "a/legacy/two.yaml", "a/one.yaml"]
    );
    assert_eq!(
        checked(&[
            &folder,
            "--exclude",
            "legacy",
            "--exclude",
            "a/**/*.test.yaml"
        ])
        .0,
        ["a/one.yaml"]
    );
    assert_eq!(
        checked(&[&at("node_modules/three.yaml"), "--exclude", "three.yaml"]).0,
        ["node_modules/three.yaml"]
    );
    assert_eq!(
        checked(&[&at("a/*/*.yaml")]).0,
        ["a/b/four.test.yaml", "a/legacy/two.yaml"]
    );
    let wrong = checked(&[&at("a/**/*.json")]).1;
    assert!(
        wrong.contains("a/**/*.json: the pattern matches no file; `**` crosses folders"),
        "{wrong}"
    );
}

#[test]
fn misspelt_names_are_answered_with_the_nearest() {
    let here = folder("misspelt");
    let template = here.file("template.yaml", BAD);
    let check = |arguments: &[&str]| run(&[&["check"], arguments].concat(), "").err;
    let wrong = check(&[&template.replace(".yaml", ".yml")]);
    assert!(
        wrong.contains(&format!(
            "template.yml: no such file; did you mean `{template}`?"
        )),
        "{wrong}"
    );
    let wrong = check(&[&here.path().join("quite-another.json").display().to_string()]);
    assert!(
        wrong.contains("quite-another.json: No such file or directory"),
        "{wrong}"
    );
    let wrong = check(&[&template, "--regions", "us-east-9"]);
    assert!(
        wrong.contains("--regions: unknown region `us-east-9`; did you mean `us-east-1`?"),
        "{wrong}"
    );
}

#[test]
fn options_without_effect_are_named() {
    let here = folder("without-effect");
    let template = here.file("t.yaml", "Resources: {Topic: {Type: 'AWS::SNS::Topic'}}\n");
    let err = |options: &[&str]| run(&[&["check", &template][..], options].concat(), "").err;
    let unknown = "cfn-warden: warning: --unknown has no effect without --packs, or --deployments any, default or given\n";
    assert_eq!(err(&["--unknown", "fail"]), unknown);
    assert_eq!(err(&["--unknown", "fail", "--deployments", "any"]), "");
    let why = "has no effect: no document is a Terraform configuration; expected a folder with .tf files\n";
    assert_eq!(
        err(&["--var", "a=b"]),
        format!("cfn-warden: warning: --var {why}")
    );
    assert_eq!(
        err(&["--mocks", "m.hcl"]),
        format!("cfn-warden: warning: --mocks {why}")
    );
    here.file("main.tf", "variable \"a\" {}\n");
    let folder = here.path().to_str().unwrap();
    assert!(
        !run(&["check", folder, "--var", "a=b"], "")
            .err
            .contains("no effect")
    );
    let project = here.file("cfn-warden.toml", "unknown = \"fail\"\n");
    assert_eq!(
        err(&["--config", &project]),
        "",
        "settings are for all documents of a project"
    );
}
