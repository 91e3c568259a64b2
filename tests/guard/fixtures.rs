//! Rules with unit tests, and rules on which cfn-guard crashes.

use std::path::Path;

use bumpalo::Bump;
use cfn_warden_guard::unit_test::{self, ExpectationResult};
use cfn_warden_guard::{self as guard, Doc, Options, Profile, Rules, Status};
use cfn_warden_syntax as syntax;

/// Folders with rules and unit tests in cfn-guard's format: `X.guard` and `X_tests.yaml`. The expectations were
/// verified with cfn-guard 3.2.1.
const TOPICS: &[&str] = &[
    "blocks",
    "filters",
    "functions",
    "loading",
    "rules",
    "variables",
];

#[test]
fn unit_tests_pass() {
    let mut checked = 0;
    for topic in TOPICS {
        let folder = crate::recorded::root().join("tests/guard").join(topic);
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| extension == "guard")
            {
                let tests = path.with_file_name(format!(
                    "{}_tests.yaml",
                    path.file_stem().unwrap().to_str().unwrap()
                ));
                checked += unit_tests(&path, &tests);
            }
        }
    }
    assert!(checked > 60, "{checked}");
}

fn unit_tests(rules: &Path, tests: &Path) -> usize {
    let text = std::fs::read_to_string(rules).unwrap();
    let rules = Rules::parse("p.guard", &text)
        .unwrap_or_else(|errors| panic!("{}: {}", rules.display(), errors[0]));
    let text = std::fs::read_to_string(tests).unwrap();
    let arena = Bump::new();
    let tree = syntax::parse(&arena, &text, "tests").tree.unwrap();
    let mut checked = 0;
    for case in unit_test::cases(&tree).unwrap() {
        let doc = Doc::part(&arena, &tree, case.input, Profile::Lib).unwrap();
        let outcome = guard::evaluate(&rules, &doc, &Options::default()).unwrap();
        assert_eq!(
            unit_test::unknown_rule_messages(&case, &outcome),
            Vec::<String>::new()
        );
        for (rule, check) in unit_test::check(&case, &outcome).unwrap() {
            assert!(
                !matches!(check, ExpectationResult::Mismatched(..)),
                "{}: {rule}: {check:?}",
                tests.display()
            );
            checked += usize::from(matches!(check, ExpectationResult::Matched(_)));
        }
    }
    checked
}

#[test]
fn circular_rules_and_variables_terminate() {
    let arena = Bump::new();
    let tree = syntax::parse(&arena, "{\"a\": {\"a\": 1}}", "p")
        .tree
        .unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    for (rules, error) in [
        ("rule a { b\n}\nrule b { a\n}", None),
        ("rule a { not a\n}", None),
        ("rule a { not b\n}\nrule b { not a\n}", None),
        ("rule a { not b\n}\nrule b { c\n}\nrule c { not a\n}", None),
        ("rule a { not b\n}\nrule b { not b\n}", None),
        (
            "rule a when b\n{ a exists }\nrule b when a\n{ a exists }",
            None,
        ),
        (
            "rule a(x) { a(%x) }\nrule b { a(1) }",
            Some("nested more than"),
        ),
        (
            "let x = %y\nlet y = %x\nrule a { %x exists }",
            Some("variable `x` is defined in terms of itself"),
        ),
        (
            "rule a { let x = a[ %x exists ] %x exists }",
            Some("variable `x` is defined in terms of itself"),
        ),
    ] {
        let rules = Rules::parse("p.guard", rules).unwrap();
        match (guard::evaluate(&rules, &doc, &Options::default()), error) {
            (Ok(outcome), None) => assert_eq!(outcome.status, Status::Fail, "{rules:?}"),
            (Err(found), Some(error)) => {
                assert!(found.to_string().contains(error), "{rules:?}: {found}")
            }
            (found, _) => panic!("{rules:?}: {found:?}"),
        }
    }
}

#[test]
fn findings_have_the_location_of_the_value() {
    let text = "Resources:\n  A:\n    Type: T\n    Properties:\n      Size: 5\n";
    let rules = "rule sizes {\n  Resources.*.Properties {\n    Size > 7 <<too small>>\n    Name exists\n  }\n}\n";
    assert_eq!(
        findings(text, rules),
        [
            "sizes Resources/A/Properties/Size 5:7 5:13 too small (r.guard:3:5)",
            "sizes Resources/A/Properties 4:5 5:7 `Name` is missing (r.guard:4:5)",
        ]
    );
}

#[test]
fn values_that_are_compared_with_nothing_have_findings() {
    let text = "Allowed: [1, 2]\nResources:\n  A: {Size: 5}\n  B: {Size: 6}\n";
    let rules = "let sizes = Allowed[ this == 9 ]\n\
                 rule listed { Resources.*.Size in %sizes }\n\
                 rule named { Resources.A.Size == %sizes <<not an allowed size>> }\n\
                 rule selected { Resources[ Size in %sizes ] !exists }\n";
    let reason = "`Resources.*.Size IN %sizes` does not hold: the right side resolved to nothing (r.guard:2:15)";
    assert_eq!(
        findings(text, rules),
        [
            format!("listed Resources/A/Size 3:7 3:13 {reason}"),
            format!("listed Resources/B/Size 4:7 4:13 {reason}"),
            "named Resources/A/Size 3:7 3:13 not an allowed size (r.guard:3:14)".to_owned(),
        ]
    );
}

/// Returns the findings of rules on a document, with the positions of key and value.
fn findings(text: &str, rules: &str) -> Vec<String> {
    let arena = Bump::new();
    let tree = syntax::parse(&arena, text, "t.yaml").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    let rules = Rules::parse("r.guard", rules).unwrap();
    let outcome = guard::evaluate(&rules, &doc, &Options::default()).unwrap();
    let described = outcome
        .findings(&[&tree], "t.yaml")
        .into_iter()
        .map(|finding| {
            let path = finding.path.as_ref().unwrap();
            let (key, value) = (finding.span.start, finding.value_span.unwrap().start);
            let places = format!(
                "{}:{} {}:{}",
                key.line, key.column, value.line, value.column
            );
            let (rule, clause) = (&finding.rule.id, &finding.rule.source);
            format!("{rule} {path} {places} {} ({clause})", finding.message)
        });
    described.collect()
}
