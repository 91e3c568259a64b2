//! Tests that every limit is reported when reached, and that large templates stay within a number of steps, which is
//! counted rather than timed.

use std::sync::atomic::AtomicBool;

use bumpalo::Bump;
use cfn_warden::engine::{self, Cache, Linting, Request, Status};
use cfn_warden_lint::{self as lint, Linted, Settings};
use cfn_warden_schema::{Limit, Limits};
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::cancel::Cancel;
use serde_json::{Map, Value, json};

fn linted(template: &Value, limits: Limits) -> Linted {
    linted_until(template, limits, Cancel::default())
}

fn linted_until(template: &Value, limits: Limits, cancel: Cancel<'_>) -> Linted {
    let (arena, text) = (Bump::new(), template.to_string());
    let tree = syntax::parse(&arena, &text, "large.json").tree.unwrap();
    let settings = Settings {
        limits,
        ..crate::support::settings()
    };
    let input = lint::Input {
        name: "large.json",
        text: &text,
        cancel,
        ..Default::default()
    };
    lint::lint(&arena, &tree, &input, &settings)
}

/// Asserts that exactly this limit is reported: as a finding and as an incomplete check.
#[track_caller]
fn assert_limit(limit: Limit, template: &Value, limits: Limits) {
    let is_late = AtomicBool::new(limit == Limit::Time);
    let linted = linted_until(template, limits, Cancel::by(&is_late));
    let why = linted.not_checked.unwrap();
    let place = match limit {
        Limit::Scenarios => ": `if` of Resources/Only/Properties".to_owned(),
        Limit::Memory => format!(
            ": {} bytes for the texts and lists that functions make; shorten them, or split the template",
            limits.memory
        ),
        Limit::Steps => format!(": {}; split the template", limits.steps),
        _ => String::new(),
    };
    assert_eq!(why, format!("{limit}{place}"));
    let said: Vec<_> = linted
        .findings
        .iter()
        .filter(|finding| finding.rule.id == "E0002")
        .collect();
    let [only] = said.as_slice() else {
        panic!("{said:?}")
    };
    assert_eq!(
        only.message,
        format!("the template was not fully checked: {why}")
    );
}

fn numbered(count: usize, name: &str, value: impl Fn(usize) -> Value) -> Value {
    (0..count)
        .map(|number| (format!("{name}{number}"), value(number)))
        .collect::<Map<_, _>>()
        .into()
}

/// Returns a template with independent conditions `C0`, `C1`, ...
fn conditional(count: usize, resources: Value) -> Value {
    json!({
        "Parameters": numbered(count, "P", |_| json!({"Type": "String"})),
        "Conditions": numbered(count, "C", |n| json!({"Fn::Equals": [{"Ref": format!("P{n}")}, "a"]})),
        "Resources": resources,
    })
}

fn either(condition: usize, then: Value) -> Value {
    json!({"Fn::If": [format!("C{condition}"), then, {"Ref": "AWS::NoValue"}]})
}

fn resource(kind: &str, properties: Value) -> Value {
    json!({"Only": {"Type": kind, "Properties": properties}})
}

fn topic() -> Value {
    json!({"Resources": resource("AWS::SNS::Topic", json!({"TopicName": "a"}))})
}

/// Returns a name built from mapping values: each part is one of ten.
fn joined(parts: usize) -> Value {
    let values = |_| json!(numbered(10, "T", |value| json!({"K": format!("v{value}")})));
    let keys: Vec<_> = (0..10).map(|key| format!("T{key}")).collect();
    let part =
        |n: usize| json!({"Fn::FindInMap": [format!("M{n}"), {"Ref": format!("P{n}")}, "K"]});
    json!({
        "Parameters": numbered(parts, "P", |_| json!({"Type": "String", "AllowedValues": keys})),
        "Mappings": numbered(parts, "M", values),
        "Resources": resource("AWS::S3::Bucket", json!({
            "BucketName": {"Fn::Join": ["-", (0..parts).map(part).collect::<Vec<_>>()]}
        })),
    })
}

/// Returns a template and limits that reach only one limit.
fn reaching(limit: Limit) -> (Value, Limits) {
    let limits = Limits::default();
    match limit {
        Limit::Steps => (
            topic(),
            Limits {
                steps: 10,
                ..limits
            },
        ),
        Limit::Depth => {
            let deep = (0..60).fold(json!("v"), |inner, _| json!({"Fn::Join": ["", [inner]]}));
            (
                json!({"Resources": resource("AWS::S3::Bucket", json!({"BucketName": deep}))}),
                limits,
            )
        }
        Limit::Memory => {
            let tag = |n| json!({"Key": format!("k{n}"), "Value": {"Ref": "AWS::Region"}});
            let tags: Vec<_> = (0..2000).map(tag).collect();
            let template = json!({"Resources": resource("AWS::SNS::Topic", json!({"Tags": tags}))});
            (
                template,
                Limits {
                    memory: 100_000,
                    ..limits
                },
            )
        }
        Limit::Findings => (
            unknown_properties(),
            Limits {
                violations: 50,
                ..limits
            },
        ),
        Limit::Values => (joined(6), limits),
        Limit::Scenarios => {
            // Whether the task definition is for Fargate depends on all conditions.
            let launch: Vec<_> = (0..14).map(|n| either(n, json!("EC2"))).collect();
            let properties = json!({"RequiresCompatibilities": launch});
            (
                conditional(14, resource("AWS::ECS::TaskDefinition", properties)),
                limits,
            )
        }
        Limit::Conditions => (pigeonholes(12), limits),
        Limit::Patterns => {
            let default = "a".repeat(40) + "!";
            let pattern = "(?:a|b|ab)*(?:(?:a|b)*a)*(.)\\1c";
            let template = json!({
                "Parameters": {"P": {"Type": "String", "AllowedPattern": pattern, "Default": default}},
                "Resources": resource("AWS::SNS::Topic", json!({"TopicName": {"Ref": "P"}})),
            });
            (template, limits)
        }
        Limit::Time => {
            let queues = numbered(300, "Queue", |_| {
                resource("AWS::SQS::Queue", json!({"DelaySeconds": 1}))
            });
            (json!({"Resources": queues}), limits)
        }
    }
}

fn unknown_properties() -> Value {
    json!({"Resources": resource("AWS::SNS::Topic", numbered(100, "Unknown", |_| json!(1)))})
}

/// The pigeonhole principle: proving that conditions cannot have distinct values among one value less takes long.
fn pigeonholes(pigeons: usize) -> Value {
    let holes = pigeons - 1;
    let sits =
        |pigeon: usize, hole: usize| json!({"Condition": format!("C{}", pigeon * holes + hole)});
    let has_hole =
        |pigeon| json!({"Fn::Or": (0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>()});
    let mut alone = Vec::new();
    for hole in 0..holes {
        for one in 0..pigeons {
            alone.extend(
                (0..one).map(
                    |two| json!({"Fn::Not": [{"Fn::And": [sits(one, hole), sits(two, hole)]}]}),
                ),
            );
        }
    }
    let all = (0..pigeons).map(has_hole).chain(alone).collect::<Vec<_>>();
    let topic = json!({"Type": "AWS::SNS::Topic", "Condition": "All"});
    let mut template = conditional(pigeons * holes, json!({"Only": topic}));
    template["Conditions"]["All"] = json!({"Fn::And": all});
    template
}

#[test]
fn every_limit_is_reported() {
    for limit in Limit::ALL {
        let (template, limits) = reaching(limit);
        assert_limit(limit, &template, limits);
    }
}

#[test]
fn limits_can_be_lowered() {
    assert_limit(
        Limit::Depth,
        &topic(),
        Limits {
            depth: 5,
            ..Limits::default()
        },
    );
    assert_limit(
        Limit::Findings,
        &unknown_properties(),
        Limits {
            text: 1000,
            ..Limits::default()
        },
    );
    assert_limit(
        Limit::Values,
        &joined(3),
        Limits {
            more_values: 99,
            ..Limits::default()
        },
    );
    let few = Limits {
        values: 99,
        more_values: 0,
        ..Limits::default()
    };
    assert_limit(Limit::Values, &joined(2), few);
    assert_eq!(linted(&joined(3), Limits::default()).not_checked, None);
}

#[test]
fn conditions_of_conditions() {
    let chain = |count: usize| {
        let last = json!({"Type": "AWS::SNS::Topic", "Condition": "D0"});
        let other =
            json!({"Type": "AWS::SNS::Topic", "Properties": {"TopicName": {"Ref": "Only"}}});
        let mut template = conditional(1, json!({"Only": last, "Other": other}));
        for n in 0..count {
            let inner = if n + 1 == count {
                json!("C0")
            } else {
                json!(format!("D{}", n + 1))
            };
            template["Conditions"][format!("D{n}")] = json!({"Fn::Not": [{"Condition": inner}]});
        }
        template
    };
    assert_eq!(linted(&chain(150), Limits::default()).not_checked, None);
    assert_limit(Limit::Conditions, &chain(250), Limits::default());
}

#[test]
fn groups_of_patterns() {
    let said = |groups: usize| {
        let pattern = "(".repeat(groups) + "a" + &")".repeat(groups);
        let template = json!({
            "Parameters": {"P": {"Type": "String", "AllowedPattern": pattern, "Default": "b"}},
            "Resources": resource("AWS::SNS::Topic", json!({"TopicName": {"Ref": "P"}})),
        });
        let linted = linted(&template, Limits::default());
        assert_eq!(linted.not_checked, None);
        linted
            .findings
            .iter()
            .map(|finding| finding.rule.id.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(said(200), ["E2015"]);
    assert_eq!(said(201), [""; 0]);
}

#[test]
fn incomplete_checks_are_never_compliant_even_if_the_finding_is_ignored() {
    let text = topic().to_string();
    for ignored in [vec![], vec!["E".to_owned()]] {
        let lint_settings = Settings {
            limits: Limits {
                steps: 10,
                ..Limits::default()
            },
            ignore_checks: Some(ignored.clone()),
            ..crate::support::settings()
        };
        let request = Request {
            documents: vec![engine::Input {
                name: "topic.json",
                content: text.as_bytes(),
            }],
            lint: Linting::Templates,
            lint_settings,
            ..crate::support::request()
        };
        let run = engine::check(&request, &Cache::default());
        assert_eq!(run.status(), Status::Error);
        assert_eq!(run.incomplete.len(), 1);
        assert_eq!(run.incomplete[0].file, "topic.json");
        assert!(
            run.incomplete[0]
                .message
                .starts_with("linting is incomplete: it exceeds the limit on evaluation steps")
        );
        assert_eq!(run.findings.len(), usize::from(ignored.is_empty()));
    }
}

/// Asserts an upper bound of steps. In release builds a step takes less than a microsecond.
#[track_caller]
fn takes(most: u64, template: &Value) -> Linted {
    let linted = linted(template, Limits::default());
    assert!(linted.steps <= most, "{} steps", linted.steps);
    assert!(
        linted.steps > most / 20,
        "{} steps: the bound is too high",
        linted.steps
    );
    linted
}

#[test]
fn sixty_independent_conditions_on_one_resource() {
    let keys = [
        "Description",
        "FunctionName",
        "Handler",
        "Runtime",
        "MemorySize",
        "Timeout",
        "KmsKeyArn",
        "Role",
        "PackageType",
    ];
    let variables = numbered(31, "V", |n| either(n + 9, json!("x")));
    let tags: Vec<_> = (40..60)
        .map(|n| either(n, json!({"Key": format!("k{n}"), "Value": "v"})))
        .collect();
    let mut properties: Map<_, _> = keys
        .iter()
        .enumerate()
        .map(|(n, key)| ((*key).to_owned(), either(n, json!("a"))))
        .collect();
    properties.insert("Code".into(), json!({"ZipFile": "x"}));
    properties.insert("Environment".into(), json!({"Variables": variables}));
    properties.insert("Tags".into(), json!(tags));
    let linted = takes(
        10_000,
        &conditional(60, resource("AWS::Lambda::Function", properties.into())),
    );
    assert_eq!(linted.not_checked, None);
    // The conditions that affect a keyword are evaluated in all combinations.
    let messages: Vec<_> = linted
        .findings
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    assert!(
        messages.contains(&"'Role' is a required property"),
        "{messages:?}"
    );
}

#[test]
fn ten_nested_ifs() {
    let chain = |first: usize| {
        (first..first + 10).rev().fold(
            json!("x"),
            |inner, n| json!({"Fn::If": [format!("C{n}"), inner, format!("v{n}")]}),
        )
    };
    let properties = json!({"BucketName": chain(0), "AccessControl": chain(10), "Tags": chain(20)});
    takes(
        4_000,
        &conditional(30, resource("AWS::S3::Bucket", properties)),
    );
    let tree = (0..10).rev().fold(
        json!("name"),
        |inner, n| json!({"Fn::If": [format!("C{n}"), inner, inner]}),
    );
    takes(
        100_000,
        &conditional(10, resource("AWS::S3::Bucket", json!({"BucketName": tree}))),
    );
}

#[test]
fn a_name_of_a_million_values() {
    // 241,050 steps measured. The bound was 120,000 before patterns were charged the steps that they take; the cause is not profiled.
    takes(250_000, &joined(6));
}

#[test]
fn two_thousand_resources() {
    let queue = |n: usize| {
        json!({"Type": "AWS::SQS::Queue", "Properties": {
            "QueueName": format!("queue-{n}"), "VisibilityTimeout": 30, "Tags": [{"Key": "Team", "Value": "x"}],
            "RedrivePolicy": {"deadLetterTargetArn": {"Fn::GetAtt": ["R0", "Arn"]}, "maxReceiveCount": 3}
        }})
    };
    assert_eq!(
        takes(400_000, &json!({"Resources": numbered(2000, "R", queue)})).not_checked,
        None
    );
}

#[test]
fn large_tables_are_searched_by_key() {
    let database = |n: usize| {
        json!({"Type": "AWS::RDS::DBInstance", "Properties": {
            "Engine": "postgres", "EngineVersion": "16.3", "DBInstanceClass": "db.t3.nope", "AllocatedStorage": "20",
            "MasterUsername": format!("user{n}"), "ManageMasterUserPassword": true, "StorageEncrypted": true
        }})
    };
    let linted = takes(100_000, &json!({"Resources": numbered(100, "R", database)}));
    assert_eq!(
        linted
            .findings
            .iter()
            .filter(|finding| finding.rule.id == "E3025")
            .count(),
        100
    );
}
