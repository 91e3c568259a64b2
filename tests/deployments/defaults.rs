//! The defaults of parameters and the limits of their values are deployments, as are the texts of literals.

use serde_json::Value;

use super::{Example, check, json};
use cfn_warden::cli::Exit;

fn example(title: &str, template: &str, rules: &str) -> Example {
    Example {
        title: title.to_owned(),
        template: template.to_owned(),
        rules: rules.to_owned(),
        finding: String::new(),
    }
}

/// The severities, sets of deployments and parameter values of the findings in all deployments.
fn findings(template: &str, rules: &str) -> Vec<(String, String, Value)> {
    let answer = json(&example("", template, rules), &["--deployments", "any"]);
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            (
                text(finding, "severity"),
                text(finding, "when"),
                finding["witness"].clone(),
            )
        })
        .collect()
}

const VOLUME: &str = "Resources:\n  V: {Type: AWS::EC2::Volume, Properties: {AvailabilityZone: eu-west-1a, Size: !Ref P}}\n";

/// The findings of a rule on the size of a volume, whose size is a parameter.
fn size(declaration: &str, clause: &str) -> Vec<(String, String, Value)> {
    findings(
        &format!("Parameters: {{P: {{{declaration}}}}}\n{VOLUME}"),
        &format!("rule size {{ AWS::EC2::Volume {{ Properties.Size {clause} }} }}\n"),
    )
}

#[test]
fn a_default_that_violates_a_rule_is_an_error() {
    let found = size("Type: Number, Default: 100", "<= 50");
    let [(severity, when, witness)] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(
        (&**severity, &**when),
        ("error", "when P is 100 (its default)")
    );
    assert_eq!(witness["P"], "100");
    let found = size("Type: Number, Default: 10", "<= 50");
    assert!(
        matches!(found.as_slice(), [(severity, when, _)] if severity == "warning" && when == "when P is not 10"),
        "{found:?}"
    );
}

#[test]
fn limits_of_numbers_decide_comparisons() {
    for (declaration, clause, expected) in [
        (
            "Type: Number, MinValue: 1, MaxValue: 100",
            "<= 50",
            Some("100"),
        ),
        ("Type: Number, MinValue: 1, MaxValue: 50", "<= 50", None),
        ("Type: Number, MinValue: 1, MaxValue: 50", "< 51", None),
        (
            "Type: Number, MinValue: 1, MaxValue: 50",
            "< 50",
            Some("50"),
        ),
        ("Type: Number, MinValue: 7", ">= 7", None),
        ("Type: Number, MinValue: 6", ">= 7", Some("6")),
        ("Type: Number, MinValue: 7", "> 6", None),
        ("Type: Number, MaxValue: 5", ">= 7", Some("5")),
        ("Type: Number, MinValue: 7", "!= 6", None),
        ("Type: Number, MinValue: 7", "not in [0, 6]", None),
        ("Type: Number, MinValue: 2, MaxValue: 9", "in r[1,10]", None),
        (
            "Type: Number, MinValue: 2, MaxValue: 9",
            "in r(2,10]",
            Some("2"),
        ),
        (
            "Type: Number, MinValue: 2, MaxValue: 9, Default: 20",
            "< 10",
            None,
        ),
    ] {
        let found = size(declaration, clause);
        let errors: Vec<&str> = found
            .iter()
            .filter(|(severity, ..)| severity == "error")
            .map(|(.., witness)| witness["P"].as_str().unwrap())
            .collect();
        match expected {
            Some(value) => assert_eq!(errors, [value], "{declaration}: {clause}: {found:?}"),
            None => assert!(found.is_empty(), "{declaration}: {clause}: {found:?}"),
        }
    }
    // A value between the limits is not known.
    let found = size("Type: Number, MinValue: 1, MaxValue: 9", "!= 5");
    assert!(
        matches!(found.as_slice(), [(severity, ..)] if severity == "warning"),
        "{found:?}"
    );
}

#[test]
fn limits_of_lengths_are_values() {
    let template = "Parameters: {P: {Type: String, MinLength: 2, MaxLength: 20}}\nResources:\n  T: {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref P}}\n";
    let rules = |most: usize| {
        format!(
            "rule short {{ AWS::SNS::Topic {{ Properties.TopicName == /^.{{0,{most}}}$/ }} }}\n"
        )
    };
    let found = findings(template, &rules(10));
    assert!(
        matches!(found.as_slice(), [(severity, _, witness)] if severity == "error" && witness["P"].as_str().unwrap().len() == 20),
        "{found:?}"
    );
    let found = findings(template, &rules(20));
    assert!(
        found.iter().all(|(severity, ..)| severity == "warning"),
        "{found:?}"
    );
}

#[test]
fn hidden_defaults_are_not_shown() {
    let template = "Parameters: {P: {Type: String, NoEcho: true, Default: s3cret-value}}\nResources:\n  T: {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref P}}\n";
    let rules = "rule named { AWS::SNS::Topic { Properties.TopicName == /^corp-/ } }\n";
    let (_, out) = check(&example("", template, rules), &["--deployments", "any"]);
    assert!(
        out.contains("warning named") && !out.contains("s3cret"),
        "{out}"
    );
}

#[test]
fn many_defaults_are_taken_together() {
    let names: Vec<String> = (0..30).map(|index| format!("P{index}")).collect();
    let parameters: String = names
        .iter()
        .map(|name| format!("  {name}: {{Type: String, Default: x}}\n"))
        .collect();
    let text: String = names.iter().map(|name| format!("${{{name}}}")).collect();
    let template = format!(
        "Parameters:\n{parameters}Resources:\n  T: {{Type: AWS::SNS::Topic, Properties: {{TopicName: !Sub '{text}'}}}}\n"
    );
    let found = findings(
        &template,
        "rule named { AWS::SNS::Topic { Properties.TopicName != /^x+$/ } }\n",
    );
    assert!(
        found.iter().any(|(severity, ..)| severity == "error"),
        "{found:?}"
    );
}

/// A seeded pseudo-random generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

/// A declaration, and the values with which a deployment is certain to exist.
fn declaration(random: &mut Random) -> (String, Vec<String>) {
    let numbers = |values: &[i64]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
    let low = random.below(6) as i64;
    let high = low + random.below(6) as i64;
    match random.below(6) {
        0 => ("Type: Number".to_owned(), Vec::new()),
        1 => (format!("Type: Number, Default: {low}"), numbers(&[low])),
        2 => (format!("Type: Number, MinValue: {low}"), numbers(&[low])),
        3 => (format!("Type: Number, MaxValue: {high}"), numbers(&[high])),
        4 => (
            format!("Type: Number, MinValue: {low}, MaxValue: {high}, Default: {low}"),
            numbers(&(low..=high).collect::<Vec<_>>()),
        ),
        _ => (
            format!("Type: Number, AllowedValues: [{low}, {high}]"),
            numbers(&[low, high]),
        ),
    }
}

/// `any` passes without a finding only if no deployment fails. One that fails between the bounds may be not decided.
#[test]
fn all_deployments_are_the_union_of_each() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut failed, mut passed) = (0, 0);
    for _ in 0..60 {
        let (one, one_values) = declaration(&mut random);
        let (other, other_values) = declaration(&mut random);
        let limit = random.below(10);
        let operator = ["<=", "<", ">", ">=", "==", "!="][random.below(6)];
        let compared = random.below(6);
        let template = format!(
            "Parameters: {{P: {{{one}}}, Q: {{{other}}}}}\nConditions: {{C: !Equals [!Ref Q, {compared}]}}\n\
             Resources:\n  V: {{Type: AWS::EC2::Volume, Properties: {{AvailabilityZone: eu-west-1a, Size: !If [C, !Ref P, !Ref Q]}}}}\n"
        );
        let rules =
            format!("rule size {{ AWS::EC2::Volume {{ Properties.Size {operator} {limit} }} }}\n");
        let example = example("", &template, &rules);
        let (exit, out) = check(&example, &["--deployments", "any"]);
        let mut fails = false;
        for p in &one_values {
            for q in &other_values {
                let (p, q) = (format!("P={p}"), format!("Q={q}"));
                let options = ["--deployments", "given", "--parameters", &p, &q];
                let each = check(&example, &options);
                assert!(
                    each.0 == Exit::OK
                        || exit == Exit::NOT_COMPLIANT
                        || out.contains("not decided"),
                    "{p} {q}\n{template}{rules}{out}{}",
                    each.1
                );
                fails |= each.0 != Exit::OK;
            }
        }
        failed += usize::from(fails);
        let is_decided = !out.contains("not decided");
        passed += usize::from(exit == Exit::OK && is_decided);
        // What `any` shows can be deployed, and fails.
        let answer = json(&example, &["--deployments", "any"]);
        for finding in answer["findings"].as_array().unwrap() {
            let witness = finding["witness"].as_object();
            let values: Vec<String> = witness
                .into_iter()
                .flatten()
                .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
                .collect();
            let mut options = vec!["--deployments", "given"];
            if !values.is_empty() {
                options.push("--parameters");
            }
            options.extend(values.iter().map(String::as_str));
            if finding["severity"] == "error" && finding["witness_incomplete"] != true {
                let (exit, shown) = check(&example, &options);
                assert_eq!(
                    exit,
                    Exit::NOT_COMPLIANT,
                    "{values:?}\n{template}{rules}{shown}"
                );
            }
        }
    }
    assert!(
        failed > 10 && passed > 5,
        "{failed} failed, {passed} passed"
    );
}

/// A number counts as its written text, whichever function it goes through.
#[test]
fn numbers_keep_their_written_text() {
    type WithText = fn(&str) -> String;
    let functions: [(&str, WithText); 6] = [
        ("", |text| format!("!Join ['', [{text}]]")),
        ("", |text| format!("!Sub ['${{v}}', {{v: {text}}}]")),
        ("", |text| format!("!Join ['', [!Select [0, [{text}, 1]]]]")),
        ("Mappings: {M: {a: {b: TEXT}}}\n", |_| {
            "!Join ['', [!FindInMap [M, a, b]]]".to_owned()
        }),
        ("Parameters: {P: {Type: String, Default: TEXT}}\n", |_| {
            "!Ref P".to_owned()
        }),
        (
            "Parameters: {P: {Type: String, AllowedValues: [TEXT]}}\n",
            |_| "!Sub '${P}'".to_owned(),
        ),
    ];
    for text in [
        "1.0",
        "8.0",
        "5.7",
        "0.5",
        "7",
        "123456789012345678901234567890",
        "2012-10-17",
    ] {
        for (section, function) in functions {
            let value = function(text);
            let template = format!(
                "{}Resources:\n  T: {{Type: AWS::SNS::Topic, Properties: {{TopicName: {value}}}}}\n",
                section.replace("TEXT", text)
            );
            for (clause, expected) in [
                (format!("== '{text}'"), Exit::OK),
                (format!("!= '{text}'"), Exit::NOT_COMPLIANT),
            ] {
                let rules = format!(
                    "rule named {{ AWS::SNS::Topic {{ Properties.TopicName {clause} }} }}\n"
                );
                let example = example("", &template, &rules);
                for options in [["--deployments", "default"].as_slice(), &["--resolve"]] {
                    if options.len() == 1 && section.contains("AllowedValues") {
                        continue;
                    }
                    let (exit, out) = check(&example, options);
                    assert_eq!(exit, expected, "{options:?}\n{template}{rules}{out}");
                }
            }
        }
    }
}

/// What CloudFormation makes of some numbers is not known: a comparison with one is not decided.
#[test]
fn comparisons_of_numbers_are_of_texts() {
    let rules = "rule none { Resources.*[ Type == 'AWS::SNS::Topic' ] empty }\n";
    for (operands, expected) in [
        ("1.0, '1.0'", "always"),
        ("1.0, '1'", ""),
        ("7, '7'", "always"),
        ("010, '8'", "always"),
        ("2012-10-17, '2012-10-17'", "always"),
        ("true, 'true'", "always"),
        ("1.10, '1.10'", "when C"),
        ("1.10, '1.1'", "when C"),
        (".5, '0.5'", "when C"),
        ("1e3, '1000.0'", "when C"),
        ("yes, 'yes'", "when C"),
        ("012345678901, '012345678901'", "when C"),
    ] {
        let template = format!(
            "Conditions: {{C: !Equals [{operands}]}}\nResources:\n  Q: {{Type: AWS::SQS::Queue}}\n  T: {{Type: AWS::SNS::Topic, Condition: C}}\n"
        );
        let found = findings(&template, rules);
        let when: Vec<&str> = found.iter().map(|(_, when, _)| &**when).collect();
        let expected: &[&str] = if expected.is_empty() {
            &[]
        } else {
            &[expected]
        };
        assert_eq!(when, expected, "{operands}: {found:?}");
    }
}

/// Patterns are those of Java: what Python reads in another way leaves a value open.
#[test]
fn patterns_of_java_do_not_exclude_values() {
    let rules = "rule none { Resources.*[ Type == 'AWS::SNS::Topic' ] empty }\n";
    for (pattern, value, can_be) in [
        ("[a-z&&[^b]]+", "a", true),
        (r"[\w&&[^a]]", "b", true),
        ("[a-c[x-z]]", "x", true),
        (r"\Qa.b\E", "a.b", true),
        (r"\p{javaLowerCase}", "a", true),
        ("[a-z]++", "a", true),
        ("[a-z]+", "a", true),
        ("[a-z]+", "A", false),
        ("(?>a|b)+", "c", false),
    ] {
        let template = format!(
            "Parameters: {{A: {{Type: String, AllowedPattern: '{pattern}'}}}}\nConditions: {{C: !Equals [!Ref A, {value}]}}\n\
             Resources:\n  Q: {{Type: AWS::SQS::Queue}}\n  T: {{Type: AWS::SNS::Topic, Condition: C}}\n"
        );
        let found = findings(&template, rules);
        assert_eq!(!found.is_empty(), can_be, "{pattern}: {found:?}");
    }
}
