//! Rules on all deployments of a template: the examples of docs/deployments.md, and what findings say.

mod defaults;
mod language_extensions;
mod limits;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::{folder, run};

/// An example of the documentation: a template, rules, and the finding.
struct Example {
    title: String,
    template: String,
    rules: String,
    finding: String,
}

fn examples() -> Vec<Example> {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/deployments.md"))
            .unwrap();
    let block = |section: &str, kind: &str| {
        let (_, after) = section.split_once(&format!("```{kind}\n"))?;
        Some(after.split_once("```\n")?.0.to_owned())
    };
    let example = |section: &str| {
        Some(Example {
            title: section.lines().next()?.to_owned(),
            template: block(section, "yaml")?,
            rules: block(section, "guard")?,
            finding: block(section, "text")?,
        })
    };
    page.split("\n## ").filter_map(example).collect()
}

/// Runs `check` without the linter on an example.
fn check(example: &Example, options: &[&str]) -> (Exit, String) {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let here = folder(&format!(
        "deployments-{}",
        CALLS.fetch_add(1, Ordering::Relaxed)
    ));
    let (template, rules) = (
        here.file("template.yaml", &example.template),
        here.file("rules.guard", &example.rules),
    );
    let ended = run(
        &[
            &["check", &template, "--rules", &rules, "--lint", "off"],
            options,
        ]
        .concat(),
        "",
    );
    assert_eq!(ended.err, "", "{}", example.title);
    (
        ended.exit,
        ended
            .out
            .replace(&format!("{}/", here.path().display()), ""),
    )
}

fn json(example: &Example, options: &[&str]) -> Value {
    let (_, out) = check(example, &[options, &["--format", "json"]].concat());
    serde_json::from_str(&out).unwrap()
}

#[test]
fn documented_examples_have_these_findings() {
    let examples = examples();
    assert_eq!(examples.len(), 4);
    for example in &examples {
        let (exit, out) = check(example, &["--deployments", "any"]);
        let expected = if example.finding.contains(": warning ") {
            Exit::OK
        } else {
            Exit::NOT_COMPLIANT
        };
        assert!(
            out.starts_with(&example.finding),
            "{}\n{out}",
            example.title
        );
        assert_eq!(exit, expected, "{}\n{out}", example.title);
        assert_eq!(
            json(example, &["--deployments", "any"])["findings"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
    }
}

#[test]
fn a_witness_reproduces_the_finding() {
    let mut reproduced = 0;
    for example in examples() {
        let answer = json(&example, &["--deployments", "any"]);
        let finding = &answer["findings"][0];
        let witness = finding["witness"].as_object().unwrap();
        let values: Vec<String> = witness
            .iter()
            .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
            .collect();
        let mut options = vec!["--resolve", "--parameters"];
        options.extend(values.iter().map(String::as_str));
        let resolved = json(&example, &options);
        let is_error = finding["severity"] == "error";
        let same =
            |other: &Value| other["rule"] == finding["rule"] && other["path"] == finding["path"];
        assert_eq!(
            resolved["findings"].as_array().unwrap().iter().any(same),
            is_error,
            "{}",
            example.title
        );
        reproduced += usize::from(is_error);
    }
    assert_eq!(reproduced, 3);
}

#[test]
fn default_and_given_values_restrict_the_deployments() {
    let example = &examples()[0];
    let when = |options: &[&str]| json(example, options)["findings"][0]["when"].clone();
    assert_eq!(when(&["--deployments", "any"]), "when not IsProd");
    assert_eq!(when(&["--deployments", "default"]), "always");
    assert_eq!(
        when(&["--deployments", "given", "--parameters", "Env=test"]),
        "always"
    );
    assert_eq!(
        when(&["--deployments", "given", "--parameters", "Env=prod"]),
        Value::Null
    );
}

#[test]
fn rules_can_say_that_they_are_about_deployments() {
    let first = &examples()[0];
    let of = |comment: &str| {
        let rules = format!("# A policy.\n# {comment}\n\n{}", first.rules);
        let example = Example {
            title: String::new(),
            template: first.template.clone(),
            rules,
            finding: String::new(),
        };
        json(&example, &[])["findings"][0]["when"].clone()
    };
    assert_eq!(of("view: deployments"), "when not IsProd");
    assert_eq!(of("about deployments"), Value::Null);
}

#[test]
fn unknown_values_count_as_configured() {
    let example = &examples()[2];
    for (policy, severity, exit) in [
        ("pass", "informational", Exit::OK),
        ("warn", "warning", Exit::OK),
        ("fail", "error", Exit::NOT_COMPLIANT),
    ] {
        let options = ["--deployments", "any", "--unknown", policy];
        assert_eq!(check(example, &options).0, exit);
        let answer = json(example, &options);
        assert_eq!(answer["findings"][0]["severity"], severity);
        assert_eq!(
            answer["findings"][0]["unknowns"],
            serde_json::json!(["Ref Name"])
        );
    }
}

#[test]
fn all_formats_show_the_deployments() {
    let examples = examples();
    for format in [
        "json",
        "pretty",
        "text",
        "parseable",
        "sarif",
        "junit",
        "github",
        "markdown",
        "html",
        "quiet",
    ] {
        let (_, out) = check(&examples[0], &["--deployments", "any", "--format", format]);
        let values = if format == "json" {
            "\"Env\": \"dev\""
        } else {
            "Env=dev"
        };
        assert!(
            out.contains("when not IsProd") && out.contains(values),
            "{format}:\n{out}"
        );
        let (_, out) = check(
            &examples[2],
            &[
                "--deployments",
                "any",
                "--unknown",
                "fail",
                "--format",
                format,
            ],
        );
        assert!(
            out.contains("always") && out.contains("Ref Name"),
            "{format}:\n{out}"
        );
    }
}

fn example(template: &str, rules: &str) -> Example {
    let (title, finding) = (rules.to_owned(), String::new());
    Example {
        title,
        template: template.to_owned(),
        rules: rules.to_owned(),
        finding,
    }
}

/// The findings on a template and rules, as `severity rule path: when: message`.
fn findings(template: &str, rules: &str) -> Vec<String> {
    let example = example(template, rules);
    let answer = json(&example, &["--deployments", "any"]);
    let line = |finding: &Value| {
        let path: Vec<String> = finding["path"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| {
                step.as_str()
                    .map_or_else(|| step.to_string(), str::to_owned)
            })
            .collect();
        let text = |key: &str| finding[key].as_str().unwrap().to_owned();
        format!(
            "{} {} {}: {}: {}",
            text("severity"),
            text("rule"),
            path.join("/"),
            text("when"),
            text("message")
        )
    };
    answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(line)
        .collect()
}

#[test]
fn a_type_block_on_an_unknown_type_is_not_decided() {
    let template = "Parameters:\n  Kind: {Type: String}\nResources:\n  A: {Type: !Ref Kind}\n";
    let rules = "rule named { AWS::S3::Bucket { Properties.BucketName exists } }\n";
    let expected = "warning named Resources/A/Type: always: not decided: it depends on Ref Kind, which is not known";
    assert_eq!(findings(template, rules), [expected]);
}

#[test]
fn a_function_of_an_unknown_value_is_not_decided() {
    let template = "Parameters:\n  Size: {Type: Number}\nResources:\n  A: {Type: 'AWS::EC2::Volume', Properties: {Size: !Ref Size}}\n";
    for size in [
        "parse_int(Resources.A.Properties.Size)",
        "some %parsed",
        "%parsed",
    ] {
        let rules = format!(
            "let parsed = parse_int(Resources.A.Properties.Size)\nlet size = {size}\nrule small {{ %size < 100 }}\n"
        );
        let expected = "warning small Resources/A/Properties/Size: always: not decided: it depends on Ref Size, which is not known";
        assert_eq!(findings(template, &rules), [expected], "{size}");
    }
    // The number of values is known, whatever they are.
    let counted = |number: u8| {
        format!("let n = count(Resources.A.Properties.Size)\nrule one {{ %n == {number} }}\n")
    };
    assert_eq!(findings(template, &counted(1)).len(), 0);
    assert_eq!(
        findings(template, &counted(2)),
        ["error one Resources/A/Properties/Size: always: 1 must equal 2"]
    );
}

#[test]
fn a_filter_by_an_unknown_value_is_not_decided() {
    let template = "Parameters:\n  Env: {Type: String}\nResources:\n  \
                    A: {Type: 'AWS::S3::Bucket', Properties: {BucketName: a, Tags: [{Key: env, Value: !Ref Env}]}}\n  \
                    B: {Type: 'AWS::S3::Bucket', Properties: {BucketName: !Sub 'b-${Env}', Tags: [{Key: env, Value: dev}]}}\n";
    let rules = "rule named { Resources.*[ some Properties.Tags[*].Value == 'prod' ].Properties.BucketName == 'x' }\n";
    let expected = "warning named Resources/A/Properties/Tags/0/Value: always: not decided: it depends on Ref Env, which is not known";
    assert_eq!(findings(template, rules), [expected]);
}

#[test]
fn a_key_that_an_unknown_filter_captures_is_not_decided() {
    let template = "Parameters:\n  Env: {Type: String}\nResources:\n  A: {Type: 'AWS::S3::Bucket', Properties: {BucketName: !Ref Env}}\n";
    let rules =
        "rule named {\n  Resources[ id | Properties.BucketName == 'x' ] !empty\n  %id == 'B'\n}\n";
    let found = findings(template, rules);
    assert!(
        !found.is_empty() && found.iter().all(|line| line.starts_with("warning named ")),
        "{found:#?}"
    );
    assert!(
        found.iter().all(|line| line.contains("Ref Env")),
        "{found:#?}"
    );
}

#[test]
fn paths_are_those_of_the_deployed_template() {
    let template = "Parameters:\n  Env: {Type: String}\n  Name: {Type: String}\nConditions:\n  IsProd: !Equals [!Ref Env, prod]\n\
                    Resources:\n  A: {Type: 'AWS::S3::Bucket', Properties: {BucketName: !If [IsProd, !Ref Name, good]}}\n";
    let rules = "rule named { Resources.*.Properties.BucketName == 'good' }\n";
    let expected = "warning named Resources/A/Properties/BucketName: when IsProd: not decided: it depends on Ref Name, which is not known";
    assert_eq!(findings(template, rules), [expected]);
}

#[test]
fn a_rule_whose_conditions_are_an_error_has_a_finding() {
    let template = "Parameters:\n  Env: {Type: String}\nResources:\n  A: {Type: 'AWS::S3::Bucket', Properties: {BucketName: [1]}}\n";
    let rules = "rule named when Resources.A.Properties.BucketName == parse_int('x') { Resources exists }\n";
    let example = example(template, rules);
    assert_eq!(
        check(&example, &["--deployments", "any"]).0,
        check(&example, &[]).0
    );
}

#[test]
fn a_witness_that_cannot_be_completed_says_so() {
    let template = "Parameters:\n  Name: {Type: String, AllowedPattern: '[q]{3}-[z]{7}'}\nResources:\n  \
                    A: {Type: 'AWS::S3::Bucket', Properties: {BucketName: x}}\n";
    let rules = "rule named { Resources.*.Properties.BucketName == 'good' }\n";
    let example = example(template, rules);
    assert_eq!(
        json(&example, &["--deployments", "any"])["findings"][0]["witness_incomplete"],
        true
    );
}

/// Asserts that a run with the parameter values of each finding has the finding; returns the findings.
fn reproduced(template: &str, rules: &str) -> Vec<Value> {
    let example = example(template, rules);
    let findings = json(&example, &["--deployments", "any"])["findings"]
        .as_array()
        .unwrap()
        .clone();
    for finding in &findings {
        let witness = finding["witness"].as_object().unwrap();
        let values = witness
            .iter()
            .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()));
        let values: Vec<String> = values.collect();
        let mut options = vec!["--deployments", "given", "--parameters"];
        options.extend(values.iter().map(String::as_str));
        let given = json(&example, &options)["findings"]
            .as_array()
            .unwrap()
            .clone();
        let is_same = |other: &Value| {
            ["rule", "path", "message"]
                .iter()
                .all(|key| other[key] == finding[key])
        };
        assert!(given.iter().any(is_same), "{rules}{finding:#}\n{given:#?}");
    }
    findings
}

#[test]
fn a_disjunction_is_described_in_the_deployment_of_its_witness() {
    let template = "Parameters:\n  Env: {Type: String, AllowedValues: [dev, prod]}\nConditions:\n  IsProd: !Equals [!Ref Env, prod]\n\
                    Resources:\n  A:\n    Type: AWS::S3::Bucket\n    Properties:\n      \
                    Name: !If [IsProd, a, b]\n      Kind: x\n      Size: !If [IsProd, 3, 2]\n";
    let rules = "rule first { Resources.A.Properties.Size == 2 }\n\
                 rule second { Resources.A.Properties.Name == 'c' or Resources.A.Properties.Kind == 'y' }\n";
    assert_eq!(reproduced(template, rules).len(), 3);
}

#[test]
fn a_value_in_a_function_is_not_described() {
    let template = "Parameters:\n  Name: {Type: String}\n\
                    Resources:\n  A: {Type: 'AWS::S3::Bucket', Properties: {BucketName: !Sub 'x-${Name}', Size: 1}}\n";
    let rules = "rule small { Resources.A.Properties.*.* > 80 }\n";
    let found = findings(template, rules);
    let name = "error small Resources/A/Properties/BucketName: always: \"x-Fn::Sub\" must be greater than 80";
    assert!(found.iter().any(|line| line == name), "{found:#?}");
}

#[test]
fn a_witness_with_which_the_rules_may_not_be_evaluated_is_incomplete() {
    let template = "Parameters:\n  Env: {Type: String, AllowedValues: [prod, dev]}\n  Size: {Type: String}\n\
                    Conditions:\n  IsProd: !Equals [!Ref Env, prod]\nResources:\n  A:\n    Type: AWS::EC2::Volume\n    \
                    Properties: {Size: SIZE}\n";
    let used = "let size = parse_int(Resources.A.Properties.Size)\nrule small { %size < 100 }\n";
    let unused = "rule unused(size) { Resources exists }\nrule small { unused(parse_int(Resources.A.Properties.Size)) }\n";
    for (size, env, is_incomplete) in [
        ("!Ref Size", "", true),
        ("!If [IsProd, !Ref Size, '7']", "dev", false),
    ] {
        for small in [used, unused] {
            let rules = format!("rule tagged {{ Resources.A.Properties.Tags exists }}\n{small}");
            let answer = json(
                &example(&template.replace("SIZE", size), &rules),
                &["--deployments", "any"],
            );
            let found = answer["findings"]
                .as_array()
                .unwrap()
                .iter()
                .find(|finding| finding["rule"] == "tagged");
            let found = found.unwrap();
            assert_eq!(found["when"], "always");
            assert!(is_incomplete || found["witness"]["Env"] == env, "{found:#}");
            assert_eq!(
                found["witness_incomplete"] == true,
                is_incomplete,
                "{found:#}"
            );
        }
    }
}

#[test]
fn an_unknown_value_of_other_deployments_does_not_count() {
    let template = "Parameters:\n  Env: {Type: String, AllowedValues: [dev, prod]}\n  Mode: {Type: String}\n\
                    Conditions:\n  IsProd: !Equals [!Ref Env, prod]\nResources:\n  A:\n    Type: AWS::S3::Bucket\n    \
                    Properties: {Settings: {Mode: !If [IsProd, !Ref Mode, none]}}\n";
    let rules = "rule safe { Resources.A.Properties.Settings == {Mode: 'safe'} }\n";
    let found = findings(template, rules);
    assert!(
        found[0].starts_with("error safe Resources/A/Properties/Settings: when not IsProd: "),
        "{found:#?}"
    );
    assert!(
        found[1]
            .starts_with("warning safe Resources/A/Properties/Settings: when IsProd: not decided"),
        "{found:#?}"
    );
    assert_eq!(found.len(), 2);
}

#[test]
fn a_key_that_is_captured_after_an_unknown_clause_is_not_decided() {
    let template = "Parameters:\n  Env: {Type: String}\nResources:\n  A: {Type: 'AWS::S3::Bucket', Properties: {BucketName: !Ref Env}}\n";
    let rules = "rule first when Resources.A.Properties.BucketName == 'x' or Resources[ id | Type exists ] !empty { Resources exists }\n\
                 rule named { %id == 'B' }\n";
    let found = findings(template, rules);
    assert!(
        found.iter().all(|line| line.starts_with("warning named ")) && !found.is_empty(),
        "{found:#?}"
    );
}

#[test]
fn a_filter_by_type_distinguishes_deployments_without_resources() {
    let template = "Parameters:\n  Env: {Type: String, AllowedValues: [dev, prod]}\nConditions:\n  IsProd: !Equals [!Ref Env, prod]\n\
                    Resources:\n  A: {Type: 'AWS::S3::Bucket', Condition: IsProd}\n";
    let selected = "let queues = Resources.*[ Type == 'AWS::SQS::Queue' ]\nrule named { some %queues.QueueName exists }\n";
    let clause = "rule named { some Resources.*[ Type == 'AWS::SQS::Queue' ].QueueName exists }\n";
    for rules in [selected, clause] {
        let found = findings(template, rules);
        assert!(
            found.iter().any(|line| line.contains("when not IsProd")),
            "{rules}{found:#?}"
        );
    }
}

#[test]
fn an_error_on_what_an_unknown_filter_may_select_is_not_decided() {
    let template = "Parameters:\n  Key: {Type: String}\nResources:\n  A:\n    Type: AWS::S3::Bucket\n    \
                    Properties:\n      Numbers: [{Key: a, Value: x}, {Key: !Ref Key, Value: 1}]\n      \
                    Texts: [{Key: a, Value: '1'}, {Key: !Ref Key, Value: x}]\n";
    let properties = "Resources.A.Properties";
    let condition =
        "rule named when PROPERTIES.Numbers[ Key == 'a' ].Value empty { Resources !exists }\n";
    let block = "rule named { PROPERTIES.Texts[ Key == 'a' ] { Value == parse_int(Value) } }\n";
    for rules in [condition, block] {
        let found = findings(template, &rules.replace("PROPERTIES", properties));
        assert!(
            !found.is_empty() && found.iter().all(|line| line.starts_with("warning named ")),
            "{rules}{found:#?}"
        );
    }
}

#[test]
fn a_later_rule_of_a_name_is_evaluated_where_an_earlier_one_may_be_skipped() {
    let template = "Parameters:\n  Key: {Type: String}\nResources:\n  A: {Type: 'AWS::S3::Bucket', Properties: {BucketName: !Ref Key}}\n";
    let rules = "rule named when Resources.A.Properties.BucketName == 'a' { Resources exists }\n\
                 rule named when named { when Resources !exists { Resources exists } }\n";
    let answer = json(&example(template, rules), &["--deployments", "any"]);
    let found = answer["findings"].as_array().unwrap();
    assert!(
        found.len() == 2 && found.iter().all(|finding| finding["severity"] == "warning"),
        "{found:#?}"
    );
}

#[test]
fn scalars_that_readers_type_differently_are_listed() {
    let template = "Resources:\n  A: {Type: 'AWS::EC2::Volume', Properties: {Encrypted: yes}}\n";
    let rules = "rule encrypted { Resources.*.Properties.Encrypted == true }\n";
    let example = example(template, rules);
    let unseen = |options: &[&str]| json(&example, options)["coverage"]["not_seen"].clone();
    assert_eq!(unseen(&["--deployments", "any"]), unseen(&[]));
    assert_eq!(unseen(&[])[0]["kind"], "two_readings");
}

#[test]
fn validate_reports_on_deployments_that_show_failures() {
    let example = &examples()[1];
    let here = folder("validate-deployments");
    let (template, rules) = (
        here.file("template.yaml", &example.template),
        here.file("rules.guard", &example.rules),
    );
    let reports = |options: &[&str]| {
        let line = [
            "validate",
            "--data",
            &template,
            "--rules",
            &rules,
            "-S",
            "none",
            "--structured",
            "-o",
            "json",
        ];
        let ended = run(&[&line, options].concat(), "");
        let reports: Value = serde_json::from_str(&ended.out).unwrap();
        let line = |report: &Value| {
            let name = report["name"]
                .as_str()
                .unwrap()
                .rsplit('/')
                .next()
                .unwrap()
                .to_owned();
            (name, report["status"].as_str().unwrap().to_owned())
        };
        (
            ended.exit,
            reports
                .as_array()
                .unwrap()
                .iter()
                .map(line)
                .collect::<Vec<_>>(),
        )
    };
    let one = |name: &str, status: &str| (name.to_owned(), status.to_owned());
    assert_eq!(reports(&[]).1, [one("template.yaml", "FAIL")]);
    let (exit, found) = reports(&["--deployments", "any"]);
    assert_eq!(
        found.last(),
        Some(&one("template.yaml with Encrypt=false", "FAIL"))
    );
    assert_eq!(exit, Exit::GUARD_FAIL);
    let (exit, found) = reports(&["--deployments", "given", "--parameters", "Encrypt=true"]);
    assert_eq!(
        (exit, found),
        (Exit::OK, vec![one("template.yaml", "PASS")])
    );
}

#[test]
fn an_earlier_error_of_a_function_may_be_in_place_of_one_in_the_query() {
    let template = "Parameters:\n  Day: {Type: String}\nResources:\n  A:\n    Type: AWS::S3::Bucket\n    \
                    Properties: {Name: a, Day: !Ref Day}\n";
    for (right, severity) in [
        ("parse_epoch(Resources.A.Properties.Day)", "warning"),
        ("1", "error"),
    ] {
        let rules = format!(
            "rule dated {{ Resources.*.*[ Name {{ this in parse_boolean(this) }} ].Day == {right} }}\n"
        );
        let answer = json(&example(template, &rules), &["--deployments", "any"]);
        let severities = answer["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| &finding["severity"]);
        assert_eq!(
            severities.collect::<Vec<_>>(),
            [severity],
            "{rules}{answer:#}"
        );
    }
}

#[test]
fn a_clause_that_fails_in_several_deployments_is_described_as_in_each_of_them() {
    let template = "Parameters:\n  Env: {Type: String, AllowedValues: [a, b]}\n  Name: {Type: String}\nConditions:\n  \
                    IsA: !Equals [!Ref Env, a]\nResources:\n  Role:\n    Type: AWS::IAM::Role\n    Properties:\n      \
                    Policies: !If [IsA, {Equals: [1, 2]}, {Equals: [[1], 2]}]\n";
    let rules = "rule all { Resources.*.Properties.Policies.* == Parameters[*][k0].Type }\n";
    assert!(!reproduced(template, rules).is_empty());
}
