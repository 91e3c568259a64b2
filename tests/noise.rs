//! One mistake is one finding, with the reason that matters: documents of `tests/noise`, and what our own formats show.

use cfn_warden::engine::{self, Cache, Input, Linting};
use cfn_warden_lint::Wording;
use cfn_warden_syntax::finding::{Finding, Severity};

use crate::recorded;
use cfn_warden::report::deduplicate::{self, FindingGroup};

/// A document, the number of groups of its errors and warnings, and what their messages contain, each with the number
/// of causes and of repetitions.
struct Case {
    document: &'static str,
    groups: &'static [(&'static str, &'static str, usize, usize)],
}

const CASES: &[Case] = &[
    Case {
        document: "alternatives.yaml",
        groups: &[(
            "E3017",
            "needs at least one of `RoutingConfiguration` and `DeploymentPreference`",
            0,
            0,
        )],
    },
    Case {
        document: "combinations.yaml",
        groups: &[(
            "E3039",
            "`AttributeDefinitions` has `a0`, `id`, but the key schemas use `id`",
            0,
            125,
        )],
    },
    Case {
        document: "conflicts.yaml",
        groups: &[
            (
                "E3020",
                "has `NetworkInterfaces` and `SubnetId`, which cannot be combined",
                0,
                1,
            ),
            (
                "E3019",
                "the resources `One`, `Two` have the same identifier",
                0,
                1,
            ),
            (
                "E3060",
                "overlaps with `10.0.0.0/24` of another subnet",
                0,
                0,
            ),
            (
                "E3004",
                "the resource `Topic` depends on itself through `Other`",
                0,
                2,
            ),
        ],
    },
    Case {
        document: "default.yaml",
        groups: &[
            (
                "W1030",
                "`Status` is `Nope`; allowed: `Enabled`, `Suspended`",
                0,
                0,
            ),
            ("E6101", "did you mean `Instance`?", 0, 0),
        ],
    },
    Case {
        document: "event.yaml",
        groups: &[(
            "E3017",
            "`Schedul` is not a property of `Properties`; did you mean `Schedule`?",
            0,
            0,
        )],
    },
    Case {
        document: "event_type.yaml",
        groups: &[(
            "E3017",
            "`Type` is `Scheduel`; did you mean `Schedule`?",
            0,
            0,
        )],
    },
    Case {
        document: "globals.yaml",
        groups: &[(
            "E3724",
            "`Foo` is not a property of `Function` of `Globals`",
            0,
            0,
        )],
    },
    Case {
        document: "reference.yaml",
        groups: &[(
            "E1020",
            "`TableNam` is not declared in this template; did you mean `TableName`?",
            0,
            0,
        )],
    },
    Case {
        document: "text.yaml",
        groups: &[(
            "E1156",
            "`RoleArn` is `/`, which is not a valid role ARN",
            0,
            2,
        )],
    },
];

/// Returns something of each group of errors and warnings of a document.
fn of_each_group<T>(document: &str, of: impl Fn(&FindingGroup<'_>) -> T) -> Vec<T> {
    let content = std::fs::read(recorded::root().join("tests/noise").join(document)).unwrap();
    let mut request = engine::Request {
        documents: vec![Input {
            name: document,
            content: &content,
        }],
        lint: Linting::All,
        ..crate::support::request()
    };
    request.lint_settings.wording = Wording::Plain;
    let run = engine::check(&request, &Cache::default());
    let groups = deduplicate::of(&run.findings);
    groups
        .iter()
        .filter(|group| group.finding.severity > Severity::Informational)
        .map(of)
        .collect()
}

#[test]
fn a_mistake_is_one_finding() {
    for Case { document, groups } in CASES {
        let found = of_each_group(document, |group| {
            let Finding {
                rule,
                message,
                children,
                ..
            } = group.finding;
            (
                rule.id.to_string(),
                message.clone(),
                children.len(),
                group.also.len() + group.more,
            )
        });
        assert_eq!(found.len(), groups.len(), "{document}: {found:#?}");
        for ((rule, words, causes, others), found) in groups.iter().zip(&found) {
            assert!(
                found.1.contains(words),
                "{document}: {found:?} does not contain {words:?}"
            );
            assert_eq!(
                (*rule, *causes, *others),
                (found.0.as_str(), found.2, found.3),
                "{document}: {found:?}"
            );
        }
    }
}

/// The related places of the first finding of a document.
#[test]
fn related_places_have_a_line() {
    for (document, related) in [
        (
            "default.yaml",
            ["10: used here", "5: the resource `Instance`"].as_slice(),
        ),
        ("reference.yaml", &["3: the parameter `TableName`"]),
        (
            "conflicts.yaml",
            &[
                "9: the other resource",
                "11: the other subnet",
                "14: a resource of the cycle",
            ],
        ),
    ] {
        let found = of_each_group(document, |group| {
            let related = group.finding.related.iter();
            related
                .map(|one| format!("{}: {}", one.span.start.line, one.text))
                .collect::<Vec<_>>()
        });
        assert_eq!(found.concat(), related, "{document}");
    }
}

#[test]
fn findings_link_to_the_page_of_the_property() {
    let links = of_each_group("conflicts.yaml", |group| {
        group.finding.documentation().to_owned()
    });
    let topic = "https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sns-topic.html";
    assert!(
        links[0].ends_with("/aws-resource-ec2-instance.html#cfn-ec2-instance-subnetid"),
        "{links:?}"
    );
    assert_eq!(links.last().map(String::as_str), Some(topic));
}
