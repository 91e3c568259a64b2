//! Tests of what the command line says about itself, of its errors in reports, and of what it prints on request.

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::{folder, run};
use crate::result_schema::assert_valid;

const GOOD: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
/// The message of the finding in it.
const TYPO: &str = "`TopicNam` is not a property";

#[test]
fn help_lists_commands_by_task() {
    let help = run(&["--help"], "").out;
    let places: Vec<usize> = [
        "\nCheck, explain and fix:\n  check ",
        "\nPolicies and rules:\n  packs ",
        "\nDrop-in replacements for cfn-lint and cfn-guard:\n  lint ",
        "\nLambda function:\n  invoke ",
        "\nEditors and other programs:\n  lsp ",
        "\nOptions:\n  -h, --help ",
    ]
    .into_iter()
    .map(|task| help.find(task).unwrap_or_else(|| panic!("{task}: {help}")))
    .collect();
    assert!(places.is_sorted(), "{help}");
    assert!(help.lines().all(|line| line.len() <= 100), "{help}");
    let nothing = run(&[], "");
    assert_eq!((nothing.exit, nothing.err), (Exit::ERROR, help));
}

#[test]
fn options_of_check_have_their_headings() {
    let help = run(&["check", "--help"], "").out;
    let section = |heading: &str| {
        let (_, rest) = help.split_once(&format!("\n{heading}:\n")).unwrap();
        let lines = rest
            .lines()
            .take_while(|line| line.is_empty() || line.starts_with(' '));
        Vec::from_iter(lines).join("\n")
    };
    for (heading, options) in [
        ("Options", &["--watch", "--help"][..]),
        ("Documents", &["--exclude", "--changed-since", "--lint"]),
        (
            "Rules and policies",
            &["--rules", "--packs", "--ignore-checks", "--schemas"],
        ),
        (
            "What rules see",
            &["--resolve", "--deployments", "--coverage"],
        ),
        ("Reports", &["--format", "--output", "--quiet", "--color"]),
        (
            "Severities and accepted findings",
            &["--severity", "--waivers", "--update-baseline"],
        ),
        ("Fixes", &["--fix", "--unsafe-fixes", "--diff"]),
        ("Terraform configurations", &["--var-file", "--mocks"]),
        ("Project file", &["--config", "--no-config"]),
    ] {
        let section = section(heading);
        for option in options {
            let is_of_option = |line: &str| {
                let mut words = line.split([' ', ',']).filter(|word| !word.is_empty());
                line.starts_with("  ") && words.by_ref().take(2).any(|word| word == *option)
            };
            assert!(
                section.lines().any(is_of_option),
                "{heading}: {option}: {section}"
            );
        }
    }
}

#[test]
fn a_document_in_the_place_of_a_command_is_answered_with_the_command() {
    let here = folder("document-as-command");
    let template = here.file("t.yaml", GOOD);
    let folder = here.path().to_str().unwrap();
    for (word, expected) in [
        (&*template, format!("is a document, not a command; to check it: cfn-warden check {template}\n")),
        (folder, format!("is a folder, not a command; to check it: cfn-warden check {folder}\n")),
        ("no such.yaml", "is a document, not a command; to check it: cfn-warden check 'no such.yaml'\n".to_owned()),
        ("main.tf", "is a Terraform file, not a command; to check it: cfn-warden check .\n".to_owned()),
        ("a.guard", "is a rules file, not a command; to check it: cfn-warden check DOCUMENT --rules a.guard\n".to_owned()),
        (
            "https://example.com/a?b",
            "is a URL, not a command; to check it: curl -fsSL 'https://example.com/a?b' | cfn-warden check -\n".to_owned(),
        ),
        ("s3://bucket/key", "is a URL, not a command; to check it: aws s3 cp 's3://bucket/key' - | cfn-warden check -\n".to_owned()),
    ] {
        let ended = run(&[word], "");
        assert_eq!(
            (ended.exit, ended.err, ended.out),
            (Exit::ERROR, format!("cfn-warden: `{word}` {expected}"), String::new())
        );
    }
    let other = run(&["chekc"], "").err;
    assert!(
        other.contains("a similar subcommand exists: 'check'"),
        "{other}"
    );
}

#[test]
fn urls_are_answered_with_a_download() {
    let here = folder("urls");
    let template = here.file("t.yaml", GOOD);
    let said = |line: &[&str]| {
        let ended = run(&[&["check"], line].concat(), "");
        assert_eq!(ended.exit, Exit::ERROR);
        ended.err
    };
    assert_eq!(
        said(&["https://example.com/*.yaml"]),
        "cfn-warden: cannot read https://example.com/*.yaml: URLs are not read; to check it: curl -fsSL \
         'https://example.com/*.yaml' | cfn-warden check -\n"
    );
    assert_eq!(
        said(&[&template, "--rules", "https://example.com/a.guard"]),
        "cfn-warden: cannot read https://example.com/a.guard: URLs are not read; download it first: curl -fsSL \
         'https://example.com/a.guard' -o FILE\n"
    );
    // Packs are read from URLs with a checksum.
    assert_eq!(
        said(&[&template, "--pack", "s3://bucket/acme.zip"]),
        "cfn-warden: --packs: s3://bucket/acme.zip has no checksum; expected `#sha256=` and what `sha256sum` prints for the \
         file at the end of the URL\n"
    );
}

/// Returns the only error in a result.
fn error_of(result: &str) -> Value {
    let result: Value =
        serde_json::from_str(result).unwrap_or_else(|error| panic!("{error}: {result}"));
    assert_valid(&result);
    assert_eq!(
        (
            &result["status"],
            &result["compliant"],
            &result["summary"]["not_checked"]
        ),
        (&"ERROR".into(), &false.into(), &1.into())
    );
    assert!(
        result.get("coverage").is_none() && result["errors"].as_array().unwrap().len() == 1,
        "{result}"
    );
    result["errors"][0].clone()
}

#[test]
fn a_result_at_exit_code_1_has_the_error() {
    let here = folder("error-results");
    let template = here.file("t.yaml", GOOD);
    here.file("others/a.json", "{}");
    let others = here.path().join("others");
    let others = others.to_str().unwrap();
    let project = here.file("cfn-warden.toml", "packz = [\"fsbp\"]\n");
    let missing = here.path().join("missing.guard");
    let missing = missing.to_str().unwrap();
    for (options, place, message) in [
        (&["--pack", "fsbpp"][..], Some(("field", "--packs")), "fsbp"),
        (
            &["--regions", "mars-north-1"],
            Some(("field", "--regions")),
            "unknown region `mars-north-1`",
        ),
        (
            &["--rules", missing],
            Some(("file", missing)),
            "cannot be read: No such file",
        ),
        (
            &["--severity=E3012"],
            Some(("field", "command line")),
            "expected RULE=LEVEL",
        ),
        (
            &["--bogus"],
            Some(("field", "command line")),
            "unexpected argument '--bogus' found; tip: ",
        ),
        (
            &["--config", &project],
            Some(("file", &project)),
            "did you mean `packs`?",
        ),
        (
            &["--output", "saref=x"],
            Some(("field", "--output saref=x")),
            "did you mean `sarif`?",
        ),
    ] {
        let ended = run(&[&["check", &template, "-f", "json"], options].concat(), "");
        assert_eq!(ended.exit, Exit::ERROR, "{}", ended.err);
        assert!(!ended.err.is_empty());
        let error = error_of(&ended.out);
        assert_eq!(error["kind"], "request");
        let message_is_right = error["message"].as_str().unwrap().contains(message);
        let place_is_right = place.is_none_or(|(key, name)| error["where"][key] == name);
        assert!(message_is_right && place_is_right, "{error}");
    }
    for option in ["-fjson", "-f=json", "--format=json"] {
        let ended = run(&["check", option, "--bogus"], GOOD);
        assert_eq!(error_of(&ended.out)["where"]["field"], "command line");
    }
    for line in [
        &["check", others, "--format=json"][..],
        &["check", others, "-fjson"],
        &["rules", "check", missing, "--format", "json"],
    ] {
        let ended = run(line, "");
        assert_eq!(ended.exit, Exit::ERROR, "{}", ended.err);
        assert!(
            error_of(&ended.out)["message"]
                .as_str()
                .unwrap()
                .starts_with("cannot be read: ")
        );
    }
}

#[test]
fn every_format_for_programs_has_the_error_at_exit_code_1() {
    let here = folder("error-formats");
    let template = here.file("t.yaml", GOOD);
    for format in cfn_warden_report::formats::ALL {
        let path = here.path().join(format!("report.{}", format.name));
        let output = format!("{}={}", format.name, path.display());
        let line = [
            "check",
            &template,
            "--regions",
            "mars",
            "-f",
            format.name,
            "--output",
            &output,
        ];
        let ended = run(&line, "");
        assert_eq!(ended.exit, Exit::ERROR);
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(
            written.contains("unknown region") && written.contains("--regions"),
            "{}: {written}",
            format.name
        );
        match format.name {
            "pretty" | "cfn-lint-pretty" | "text" | "parseable" | "quiet" => {
                assert_eq!(ended.out, "")
            }
            "asff" | "ocsf" | "html" | "oscal" => assert!(ended.out.contains("unknown region")),
            _ => assert_eq!(ended.out, written),
        }
        if [
            "json",
            "sarif",
            "cfn-lint",
            "cfn-lint-sarif",
            "asff",
            "oscal",
        ]
        .contains(&format.name)
        {
            serde_json::from_str::<Value>(&written).unwrap();
        }
    }
    let github = run(
        &["check", &template, "--regions", "mars", "-f", "github"],
        "",
    )
    .out;
    assert_eq!(
        github,
        "::error title=cfn-warden::--regions: unknown region `mars`\n"
    );
    let sarif = run(&["check", &template, "--bogus", "-f", "sarif"], "").out;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &invocation["toolExecutionNotifications"][0];
    assert!(notification.get("locations").is_none(), "{notification}");
}

#[test]
fn the_report_on_an_error_replaces_no_input() {
    let here = folder("error-inputs");
    let template = here.file("t.yaml", GOOD);
    let rules = here.file("rules/a.guard", "rule a { Resources exists }\n");
    let parameters = here.file("parameters/p.json", "{}");
    let main = here.file("module/main.tf", "");
    let report = here.file("report.json", "{\"format_version\": 2}");
    let inputs = [&rules, &parameters].map(|file| {
        std::path::Path::new(file)
            .parent()
            .unwrap()
            .to_str()
            .unwrap()
    });
    let texts = |files: &[&String]| -> Vec<String> {
        files
            .iter()
            .map(|file| std::fs::read_to_string(file).unwrap())
            .collect()
    };
    let kept = [&template, &rules, &parameters, &main];
    let before = texts(&kept);
    for file in kept.into_iter().chain([&report]) {
        let output = format!("json={file}");
        let options = [
            "--rules",
            inputs[0],
            "--input-params",
            inputs[1],
            "--regions",
            "mars",
            "--output",
            &output,
        ];
        let ended = run(
            &[&["check", here.path().to_str().unwrap()], &options[..]].concat(),
            "",
        );
        assert_eq!(ended.exit, Exit::ERROR, "{}", ended.err);
        // The command line is not known: no file is replaced.
        if *file != report {
            run(&["check", &template, "--bogus", "--output", &output], "");
        }
    }
    assert_eq!(texts(&kept), before);
    error_of(&texts(&[&report])[0]);
}

#[test]
fn quiet_prints_the_verdict_only() {
    let here = folder("quiet");
    here.file("t.yaml", BAD);
    here.file("other.yaml", "a: 1\n");
    let folder = here.path().to_str().unwrap();
    let check = |options: &[&str]| run(&[&["check", folder], options].concat(), "");
    let (loud, quiet) = (
        check(&["--unknown", "fail"]),
        check(&["--unknown", "fail", "-q"]),
    );
    assert_eq!(loud.exit, quiet.exit);
    assert!(
        loud.out.contains(TYPO)
            && loud.err.contains("skipped")
            && loud.err.contains("has no effect")
    );
    assert_eq!(
        quiet.out,
        "not compliant (1 document, 1 error, 0 warnings, 0 inputs not checked)\n"
    );
    assert!(loud.out.ends_with(&quiet.out), "{}", loud.out);
    assert_eq!(quiet.err, "");
    // Other formats are as they are; errors are printed.
    assert_eq!(check(&["-f", "json", "-q"]).out, check(&["-f", "json"]).out);
    let error = check(&["--quiet", "--regions", "mars"]);
    assert_eq!(error.err, "cfn-warden: --regions: unknown region `mars`\n");
}

#[test]
fn colors_are_chosen() {
    let painted = |line: &[&str]| {
        let ended = run(line, GOOD);
        assert_eq!(ended.exit, Exit::OK, "{}", ended.err);
        ended.out.contains("\x1b[")
    };
    for line in [&["check", "-"][..], &["explain", "E3012"]] {
        for (option, expected) in [
            ("--color=auto", false),
            ("--color=always", true),
            ("--color=never", false),
        ] {
            assert_eq!(
                painted(&[line, &[option]].concat()),
                expected,
                "{line:?} {option}"
            );
        }
    }
    let mut out = Vec::new();
    let mut io = cfn_warden::cli::Io {
        stdin: &mut GOOD.as_bytes(),
        out: &mut out,
        err: &mut std::io::sink(),
        lint_rules: cfn_warden_rules::bundled(),
        answer: None,
    };
    let line = ["cfn-warden", "check", "--color", "never"];
    cfn_warden::cli::run_painted(line, cfn_warden_report::Paint::Ansi, &mut io);
    assert!(String::from_utf8(out).unwrap().starts_with("compliant ("));
    let project = folder("color-in-project");
    let file = project.file("cfn-warden.toml", "color = \"always\"\n");
    let ended = run(&["check", "--config", &file], GOOD);
    assert!(
        ended
            .err
            .contains("`color` is an option of the command line, not a setting"),
        "{}",
        ended.err
    );
}

#[test]
fn explanations_and_rules_are_printed_as_json() {
    let names = [
        "E3012",
        "S3.8",
        "count",
        "sarif",
        "fsbp",
        "not-seen",
        "macro",
        "terraform_typed_variables",
        "undefined-variable",
    ];
    let explained = run(&[&["explain", "-f", "json"], &names[..]].concat(), "");
    assert_eq!(explained.exit, Exit::OK, "{}", explained.err);
    let explained: Vec<Value> = serde_json::from_str(&explained.out).unwrap();
    let kinds: Vec<(&str, &str)> = explained
        .iter()
        .map(|one| (one["name"].as_str().unwrap(), one["kind"].as_str().unwrap()))
        .collect();
    let expected = [
        "lint-rule",
        "control",
        "function",
        "format",
        "pack",
        "term",
        "coverage",
        "terraform-rule",
        "rules-check",
    ];
    assert_eq!(kinds, Vec::from_iter(names.into_iter().zip(expected)));
    for (one, name) in explained.iter().zip(names) {
        assert_eq!(one["text"], run(&["explain", name], "").out.as_str());
        assert!(
            one["title"].as_str().is_some_and(|title| !title.is_empty()),
            "{one}"
        );
    }
    let rule = &explained[0];
    assert_eq!(
        (&rule["severity"], &rule["title"]),
        (&"error".into(), &"Value has the wrong type".into())
    );
    assert!(
        rule["fix"].is_string()
            && rule["documentation"].is_string()
            && rule["description"].is_string()
    );

    let listed = run(
        &[
            "rules",
            "list",
            "E3012",
            "I3042",
            "W4012",
            "terraform_typed_variables",
            "-f",
            "json",
        ],
        "",
    )
    .out;
    let listed: Vec<Value> = serde_json::from_str(&listed).unwrap();
    let rules: Vec<(&str, &str, &str, bool)> = listed
        .iter()
        .map(|rule| {
            let text = |name: &str| rule[name].as_str().unwrap();
            (
                text("id"),
                text("engine"),
                text("severity"),
                rule["enabled"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        rules,
        [
            ("E3012", "lint", "error", true),
            ("I3042", "lint", "informational", false),
            ("W4012", "lint", "warning", false),
            ("terraform_typed_variables", "terraform", "warning", true),
        ]
    );
    let option = &listed[1]["options"][1];
    assert_eq!(
        (&option["name"], &option["type"], &option["default"]),
        (&"partition".into(), &"boolean".into(), &true.into())
    );
    let all = run(&["rules", "list", "--format", "json"], "").out;
    let lines = run(&["rules", "list"], "").out.lines().count();
    assert_eq!(
        serde_json::from_str::<Vec<Value>>(&all).unwrap().len(),
        lines
    );
}

#[test]
fn an_explanation_says_how_to_disable_and_to_waive_a_rule() {
    let text = run(&["explain", "E3012"], "").out;
    for expected in [
        "check --ignore-checks E3012",
        "ignore-checks = [\"E3012\"] in cfn-warden.toml",
        "# cfn-lint: disable=E3012",
    ] {
        assert!(text.contains(expected), "{text}");
    }
    // What is printed is a valid waiver after its placeholders are replaced.
    let (_, waiver) = text.split_once("--waivers:\n").unwrap();
    let here = folder("explained-waiver");
    let template = here.file(
        "t.yaml",
        "Resources: {Q: {Type: 'AWS::SQS::Queue', Properties: {DelaySeconds: x}}}\n",
    );
    let waiver = waiver
        .replace("TEMPLATE", &template)
        .replace("LOGICAL_ID", "Q")
        .replace("YYYY-MM-DD", "2999-01-31");
    let waivers = here.file("waivers.toml", &waiver);
    let ended = run(&["check", &template, "--waivers", &waivers], "");
    assert_eq!(ended.exit, Exit::OK, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains(", 1 waived"), "{}", ended.out);
}

#[test]
fn controls_and_rules_of_a_team_are_explained() {
    let here = folder("explain-own");
    let rules = here.file(
        "policy/names.guard",
        "# Queues need a name,\n# so that alarms find them.\nrule queues_have_names {\n  AWS::SQS::Queue { Properties.QueueName exists }\n}\n\nrule other { Resources exists }\n",
    );
    let pack = crate::recorded::root().join("tests/packs/acme");
    let pack = pack.to_str().unwrap();
    let ended = run(&["explain", "Queues_Have_Names", "--rules", &rules], "");
    assert_eq!(ended.exit, Exit::OK, "{}", ended.err);
    assert_eq!(
        ended.out,
        format!(
            "queues_have_names (Guard rule): {rules}:3:1\n\nQueues need a name,\nso that alarms find them.\n\nrule queues_have_names {{\n  \
             AWS::SQS::Queue {{ Properties.QueueName exists }}\n}}\n"
        )
    );
    let control = run(&["explain", "ACME.1", "--pack", pack, "-f", "json"], "");
    let control: Value =
        serde_json::from_str(&control.out).unwrap_or_else(|_| panic!("{}", control.err));
    assert_eq!(
        (&control[0]["name"], &control[0]["kind"]),
        (&"ACME.1".into(), &"control".into())
    );
    let text = control[0]["text"].as_str().unwrap();
    assert!(
        text.contains("Where it applies\n\nTypes: ") && !text.contains("\n\n\n"),
        "{text}"
    );

    // Without an option, those of the project file, which names that are bundled do not need.
    here.file(
        "cfn-warden.toml",
        &format!("rules = [\"policy\"]\npacks = [\"fsbp\", {pack:?}]\n"),
    );
    let explain = |name: &str| {
        let program = env!("CARGO_BIN_EXE_cfn-warden");
        let mut command = std::process::Command::new(program);
        let ended = command
            .args(["explain", name])
            .current_dir(here.path())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (ended.status.code(), text(ended.stdout), text(ended.stderr))
    };
    for name in ["ACME.1", "other"] {
        let (code, out, err) = explain(name);
        assert_eq!(code, Some(0), "{err}");
        assert!(out.starts_with(name), "{out}");
    }
    let (code, _, err) = explain("othre");
    assert!(
        code == Some(1)
            && err.contains("unknown name `othre`: expected ")
            && err.contains("similar names: other"),
        "{err}"
    );
    here.file("cfn-warden.toml", "packz = []\n");
    assert_eq!(explain("E3012").0, Some(0));
    assert!(explain("ACME.1").2.contains("did you mean `packs`?"));
}
