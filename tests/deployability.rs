//! Rules about deployment that cfn-lint does not have: `tests/deployability/<ID>.yaml` has the annotated findings, and
//! `<ID>.good.yaml` does not have any.

use std::path::PathBuf;

use bumpalo::Bump;
use cfn_warden_lint::{self as lint, Input, Settings, Wording, select};
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_template::Compat;

use crate::lint::found_with;
use crate::recorded;
use crate::support::annotation::{self, Expected};

fn fixture(name: &str) -> String {
    let path: PathBuf = recorded::root().join("tests/deployability").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()))
}

fn ids() -> impl Iterator<Item = &'static str> {
    lint::Page::ids().filter(|id| select::is_own(id))
}

fn settings() -> Settings {
    Settings {
        deployment_rules: true,
        ..crate::support::settings()
    }
}

/// The findings of own rules.
fn found(text: &str, settings: &Settings) -> Vec<Expected> {
    found_with("template.yaml", text, settings)
        .into_iter()
        .filter(|one| select::is_own(&one.rule))
        .collect()
}

/// The rules with fixtures here; those about SAM have theirs in `tests/serverless`.
fn ids_without_sam() -> impl Iterator<Item = &'static str> {
    ids().filter(|id| !id.starts_with("ED15"))
}

#[test]
fn every_rule_has_a_fixture_with_findings_and_one_without() {
    for id in ids_without_sam() {
        let bad = fixture(&format!("{id}.yaml"));
        let expected = annotation::read(&bad);
        assert!(
            expected.iter().any(|one| one.rule == id),
            "{id}.yaml has no finding of the rule"
        );
        let mut reported = found(&bad, &settings());
        // A column in digits has no width.
        reported
            .iter_mut()
            .zip(&expected)
            .for_each(|(one, marked)| one.width = one.width.and(marked.width));
        assert_eq!(reported, expected, "{id}.yaml");
        let good = found(&fixture(&format!("{id}.good.yaml")), &settings());
        assert!(good.iter().all(|one| one.rule != id), "{id}.good.yaml");
    }
}

/// The errors of all rules.
fn errors(text: &str, settings: &Settings) -> Vec<String> {
    let all = found_with("template.yaml", text, settings)
        .into_iter()
        .filter(|one| one.rule.starts_with('E'));
    all.map(|one| one.to_string()).collect()
}

/// The templates of `tests/deployability/cases` contain what AWS accepts next to what it refuses.
#[test]
fn cases_have_the_errors_that_aws_reports() {
    for path in recorded::files("tests/deployability/cases", "yaml") {
        let found = errors(&std::fs::read_to_string(&path).unwrap(), &settings());
        assert!(!found.is_empty(), "{}", path.display());
        recorded::compare(
            &path.with_extension("ours"),
            &found
                .iter()
                .map(|line| format!("{line}\n"))
                .collect::<String>(),
        );
    }
}

/// One condition for each item, and the items of two lists.
fn with_optional_items(count: usize, address: impl Fn(usize) -> usize) -> String {
    let lines = |line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let parameters = lines(&|n| format!("  P{n}: {{Type: String}}\n"));
    let conditions = lines(&|n| format!("  C{n}: !Equals [!Ref P{n}, on]\n"));
    let records = lines(&|n| {
        format!(
            "      - !If [C{n}, 192.0.2.{}, !Ref AWS::NoValue]\n",
            address(n)
        )
    });
    let statements = lines(&|n| {
        let statement =
            format!("{{Sid: S{n}, Effect: Allow, Action: 's3:GetObject', Resource: '*'}}");
        format!("        - !If [C{n}, {statement}, !Ref AWS::NoValue]\n")
    });
    format!(
        "Parameters:\n{parameters}Conditions:\n{conditions}Resources:\n  Record:\n    Type: AWS::Route53::RecordSet\n    \
         Properties:\n      HostedZoneId: Z0123456789\n      Name: shop.example.com\n      Type: A\n      TTL: '60'\n      \
         ResourceRecords:\n{records}  Policy:\n    Type: AWS::IAM::ManagedPolicy\n    Properties:\n      PolicyDocument:\n        \
         Version: '2012-10-17'\n        Statement:\n{statements}"
    )
}

#[test]
fn lists_of_optional_items_are_checked_completely() {
    for count in [12, 30] {
        assert_eq!(
            errors(&with_optional_items(count, |n| n), &settings()),
            [""; 0],
            "{count} items"
        );
        let repeated = errors(
            &with_optional_items(count, |n| n % (count - 1)),
            &settings(),
        );
        let is_repetition = |one: &String| {
            one.contains("E3037") && one.contains("Resources/Record/Properties/ResourceRecords")
        };
        assert!(
            repeated.len() == 1 && repeated.iter().all(is_repetition),
            "{count} items: {repeated:?}"
        );
    }
}

/// CloudFormation does not document a quota for conditions.
#[test]
fn the_number_of_conditions_is_not_limited() {
    let parameters: String = (0..50)
        .map(|n| format!("  P{n}: {{Type: String}}\n"))
        .collect();
    let conditions: String = (0..201)
        .map(|n| format!("  C{n}: !Equals [!Ref P{}, v{n}]\n", n % 50))
        .collect();
    let text = format!(
        "Parameters:\n{parameters}Conditions:\n{conditions}Resources:\n  Topic: {{Type: AWS::SNS::Topic}}\n"
    );
    assert_eq!(errors(&text, &settings()), [""; 0]);
}

#[test]
fn a_type_must_exist_in_the_regions_where_its_condition_holds() {
    let of = |condition: &str| {
        let regions = Some(
            ["us-east-1", "us-west-2", "eu-west-1"]
                .map(str::to_owned)
                .to_vec(),
        );
        let text = format!(
            "Conditions:\n  Here: {condition}\nResources:\n  Pool:\n    Type: AWS::DeviceFarm::DevicePool\n    Condition: Here\n    \
             Properties: {{Name: own, Rules: [], ProjectArn: 'arn:aws:devicefarm:us-west-2:123456789012:project:own'}}\n"
        );
        let found = errors(
            &text,
            &Settings {
                regions,
                ..settings()
            },
        );
        found
            .iter()
            .filter_map(|one| {
                one.split_once(" does not exist in ")
                    .map(|(_, region)| region.to_owned())
            })
            .collect()
    };
    let found: [Vec<String>; 3] = ["us-west-2", "us-east-1", "ap-south-1"]
        .map(|region| of(&format!("!Equals [!Ref AWS::Region, {region}]")));
    assert_eq!(found, [vec![], vec!["'us-east-1'".to_owned()], vec![]]);
    assert_eq!(
        of("!Not [!Equals [!Ref AWS::Region, us-east-1]]"),
        ["'eu-west-1'"]
    );
}

#[test]
fn rules_about_deployment_are_off_in_lint() {
    for id in ids_without_sam() {
        let bad = fixture(&format!("{id}.yaml"));
        assert_eq!(found(&bad, &crate::support::settings()), [], "{id}");
        assert_eq!(
            found(
                &bad,
                &Settings {
                    compat: Compat::CFN_LINT,
                    ..settings()
                }
            ),
            [],
            "{id}"
        );
        let ignored = Settings {
            ignore_checks: Some(vec![id.to_owned()]),
            ..settings()
        };
        assert!(
            found(&bad, &ignored).iter().all(|one| one.rule != id),
            "{id}"
        );
    }
}

#[test]
fn ids_cannot_collide_with_those_of_cfn_lint() {
    assert!(ids().count() > 10);
    for id in ids() {
        let digits = id.get(2..).unwrap();
        assert!(
            digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()),
            "{id}"
        );
    }
    for id in [
        "E3012",
        "W2001",
        "I3042",
        "E9001",
        "ED",
        "EDX",
        "D1001",
        "variable_type",
    ] {
        assert!(!select::is_own(id) || id == "ED", "{id}");
    }
}

#[test]
fn a_circle_of_conditions_does_not_hide_other_findings() {
    let text = "Conditions:\n  A: {Condition: B}\n  B: !Not [Condition: A]\nResources:\n  Topic:\n    Type: \
                AWS::SNS::Topic\n    Properties: {DisplayNam: x}\n";
    let rules: Vec<_> = found_with("template.yaml", text, &settings())
        .into_iter()
        .map(|one| one.rule)
        .collect();
    assert!(
        rules.iter().any(|rule| rule == "ED1001") && rules.iter().any(|rule| rule == "E3002"),
        "{rules:?}"
    );
}

/// The findings of a template, as severity, rule and end of the message.
fn severities(text: &str, settings: &Settings) -> Vec<(Severity, String, bool)> {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, "template.yaml");
    let input = Input {
        name: "template.yaml",
        text,
        ..Default::default()
    };
    let found = lint::lint(&arena, parsed.tree.as_ref().unwrap(), &input, settings).findings;
    let says_so =
        |message: &str| message.ends_with(" (unless the macro `Team::Defaults` changes it)");
    found
        .into_iter()
        .map(|one| (one.severity, one.rule.id.to_string(), says_so(&one.message)))
        .collect()
}

/// A macro may correct what it processes; it does not see what CloudFormation reads before.
#[test]
fn errors_in_what_a_macro_processes_are_warnings() {
    let template = |transform: &str, inner: &str| {
        format!(
            "Transform: {transform}\nParameters:\n  Team: {{Type: String, MaxLength: ten}}\nResources:\n  \
             Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicName: !Ref Team\n      \
             DisplayName: [a]{inner}\n  Queue:\n    Type: AWS::SQS::Queue\n    Properties: {{QueueNam: orders}}\n"
        )
    };
    let plain = Settings {
        wording: Wording::Plain,
        ..settings()
    };
    let parameter = (Severity::Error, "E2001".to_owned(), false);
    let of = |severity, rule: &str, says_so| (severity, rule.to_owned(), says_so);

    let whole = severities(&template("[AWS::Include, Team::Defaults]", ""), &plain);
    assert_eq!(
        whole,
        [
            parameter.clone(),
            of(Severity::Warning, "E3012", true),
            of(Severity::Warning, "E3002", true)
        ]
    );
    let inner = "\n      Fn::Transform: {Name: Team::Defaults}";
    let siblings = severities(&template("AWS::LanguageExtensions", inner), &plain);
    assert_eq!(
        siblings,
        [
            parameter.clone(),
            of(Severity::Warning, "E3012", true),
            of(Severity::Error, "E3002", false)
        ]
    );
    let included = "\n      Fn::Transform: {Name: AWS::Include}";
    for (text, settings) in [
        (template("AWS::LanguageExtensions", included), plain.clone()),
        (
            template("Team::Defaults", ""),
            Settings {
                compat: Compat::CFN_LINT,
                ..settings()
            },
        ),
    ] {
        let errors = severities(&text, &settings);
        assert_eq!(
            errors,
            [
                parameter.clone(),
                of(Severity::Error, "E3012", false),
                of(Severity::Error, "E3002", false)
            ]
        );
    }
    let listed = severities(&template("Team::Defaults", ""), &settings());
    assert_eq!(
        listed,
        [
            parameter,
            of(Severity::Warning, "E3012", false),
            of(Severity::Warning, "E3002", false)
        ]
    );
}
