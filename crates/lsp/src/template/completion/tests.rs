//! Proposals in whole and unfinished templates; `|` marks the cursor.

use super::*;

const BEFORE: &str = "\
Parameters:
  Env: {Type: String}
Mappings:
  Sizes:
    small: {cpu: 1}
    large: {cpu: 2, memory: 4}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
Resources:
  Queue:
    Type: AWS::SQS::Queue
";

fn completions(text: &str) -> (Vec<String>, Vec<String>) {
    let offset = text.find('|').unwrap();
    let text = text.replacen('|', "", 1);
    let found = at(
        &Knowledge::bundled(),
        cfn_warden_rules::bundled(),
        &text,
        offset,
    );
    let inserted = |item: &Item| {
        [
            text.get(..found.replaced.start).unwrap(),
            &item.text,
            text.get(found.replaced.end..).unwrap(),
        ]
        .concat()
    };
    assert!(found.replaced.end == offset && found.replaced.start <= offset);
    assert!(
        found
            .items
            .iter()
            .all(|item| inserted(item).len() >= text.len() - found.replaced.len())
    );
    found
        .items
        .into_iter()
        .map(|item| (item.label, item.text))
        .unzip()
}

fn labels(text: &str) -> Vec<String> {
    completions(text).0
}

#[track_caller]
fn has(text: &str, expected: &[&str], others: &[&str]) {
    let labels = labels(text);
    let missing: Vec<_> = expected
        .iter()
        .filter(|label| !labels.iter().any(|own| own == *label))
        .collect();
    assert!(missing.is_empty(), "{missing:?} are not in {labels:?}");
    let wrong: Vec<_> = others
        .iter()
        .filter(|label| labels.iter().any(|own| own == *label))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?} are in {labels:?}");
}

fn with(end: &str) -> String {
    [BEFORE, end].concat()
}

#[test]
fn sections_and_attributes_come_from_the_schemas() {
    has("|", &["Resources", "Parameters", "Outputs"], &[]);
    has(
        &with("|"),
        &["Outputs", "Transform"],
        &["Resources", "Parameters"],
    );
    has(
        &with("  T:\n    |"),
        &["Type", "Properties", "DependsOn", "DeletionPolicy"],
        &["TopicName"],
    );
    has(
        "Parameters:\n  P:\n    |",
        &["Type", "Default", "AllowedValues", "NoEcho"],
        &[],
    );
    has(
        "Parameters:\n  P:\n    Type: L|",
        &["List<Number>"],
        &["String"],
    );
    has(
        "Outputs:\n  O:\n    |",
        &["Value", "Export", "Description", "Condition"],
        &[],
    );
    has(&with("  |"), &[], &["Type"]);
}

#[test]
fn types_and_properties_follow_the_type() {
    has(
        &with("  T:\n    Type: SNS|"),
        &["AWS::SNS::Topic"],
        &["AWS::SQS::Queue"],
    );
    let topic = "  T:\n    Type: AWS::SNS::Topic\n    Properties:\n      DisplayName: x\n      |";
    has(
        &with(topic),
        &["TopicName", "FifoTopic", "Tags"],
        &["DisplayName", "TopicArn"],
    );
    has(
        &with("  T:\n    Properties:\n      To|\n    Type: AWS::SNS::Topic\n"),
        &["TopicName"],
        &["Tags"],
    );
    has(
        &with("  T:\n    Type: AWS::SNS::Topic\n    Properties:\n      Tags:\n        - |"),
        &["Key", "Value"],
        &[],
    );
    has(
        &with("  T:\n    Type: AWS::SNS::Topic\n    Properties:\n      Tags: !If [IsProd, [{|"),
        &["Key", "Value"],
        &[],
    );
    let (labels, texts) = completions(&with(
        "  T:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicN|",
    ));
    assert_eq!(
        (labels, texts),
        (vec!["TopicName".to_owned()], vec!["TopicName: ".to_owned()])
    );
}

#[test]
fn values_come_from_the_schemas() {
    has(
        &with("  T:\n    Type: AWS::SNS::Topic\n    Properties:\n      FifoTopic: |"),
        &["true", "false", "!Ref", "!If"],
        &["!And"],
    );
    let bucket = "  B:\n    Type: AWS::S3::Bucket\n    Properties:\n      VersioningConfiguration:\n        Status: |";
    has(&with(bucket), &["Enabled", "Suspended"], &[]);
    let instance = "  I:\n    Type: AWS::EC2::Instance\n    Properties:\n      InstanceType: t3.n|";
    has(&with(instance), &["t3.nano"], &["t3.large"]);
}

#[test]
fn names_are_proposed_where_they_can_stand() {
    let topic = |end: &str| {
        with(&format!(
            "  T:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicName: {end}"
        ))
    };
    has(
        &topic("!Ref |"),
        &["Env", "Queue", "AWS::Region"],
        &["T", "IsProd"],
    );
    has(&topic("!GetAtt |"), &["Queue"], &["Env"]);
    has(
        &topic("!GetAtt Queue.|"),
        &["Queue.Arn", "Queue.QueueName"],
        &["Queue"],
    );
    has(&topic("!GetAtt [Queue, |"), &["Arn"], &["Queue"]);
    has(&topic("!Sub 'a-${|"), &["Env", "Queue", "AWS::Region"], &[]);
    has(
        &topic("!Sub 'a-${Env}-${Queue.A|}'"),
        &["Queue.Arn"],
        &["Env"],
    );
    has(&topic("!If [|"), &["IsProd"], &["Env"]);
    has(&topic("!FindInMap [|"), &["Sizes"], &["small"]);
    has(
        &topic("!FindInMap [Sizes, |"),
        &["small", "large"],
        &["cpu"],
    );
    has(
        &topic("!FindInMap [Sizes, large, |"),
        &["cpu", "memory"],
        &["large"],
    );
    has(&topic("!FindInMap [Sizes, small, |"), &["cpu"], &["memory"]);
    has(&with("  T:\n    DependsOn: |"), &["Queue"], &["Env", "T"]);
    has(&with("  T:\n    Condition: |"), &["IsProd"], &["Queue"]);
    has(
        &with("  T:\n    Properties:\n      A:\n        Fn::GetAtt: [Queue, |"),
        &["Arn"],
        &[],
    );
}

#[test]
fn json_gets_the_quotes_that_are_missing() {
    let before = r#"{"Parameters": {"Env": {"Type": "String"}}, "Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"#;
    let at = |end: &str| [before, end].concat();
    let (labels, texts) = completions(&at("\"TopicN|"));
    assert_eq!(
        (labels, texts),
        (vec!["TopicName".to_owned()], vec!["TopicName".to_owned()])
    );
    let (_, texts) = completions(&at("|"));
    assert!(texts.contains(&"\"TopicName\": ".to_owned()), "{texts:?}");
    has(&at("\"TopicName\": {\"|"), &["Ref", "Fn::Sub"], &[]);
    has(
        &at("\"TopicName\": {\"Ref\": \"|"),
        &["Env", "AWS::Region"],
        &[],
    );
    has(
        &at("\"TopicName\": {\"Fn::Sub\": \"${|\"}}}}}"),
        &["Env"],
        &[],
    );
    has(&at("\"Tags\": [{\"|"), &["Key"], &[]);
    has(
        r#"{"Resources": {"T": {"Type": "AWS::SNS::|"}}}"#,
        &["AWS::SNS::Topic"],
        &[],
    );
}

#[test]
fn values_have_the_blank_and_the_quotes_that_are_missing() {
    let first = |text: &str| completions(text).1.into_iter().next().unwrap();
    let queue = |end: &str| {
        with(&format!(
            "  T:\n    Type: AWS::SNS::Topic\n    Properties:\n      FifoTopic:{end}"
        ))
    };
    assert_eq!(
        (first(&queue("|")), first(&queue(" |"))),
        (" true".to_owned(), "true".to_owned())
    );
    assert!(first("Resources:\n  A:\n    Type:|\n").starts_with(" A"));
    assert_eq!(first(&with("  T:\n    DependsOn:|")), " Queue");
    let json = |end: &str| {
        format!(r#"{{"Resources": {{"Q": {{"Type": "AWS::SQS::Queue"}}, "A": {{{end}}}}}}}"#)
    };
    assert_eq!(first(&json(r#""Type": SNS::T|"#)), "\"AWS::SNS::Topic\"");
    assert_eq!(first(&json(r#""Type": "SNS::T|""#)), "AWS::SNS::Topic");
    assert_eq!(first(&json(r#""DependsOn":|"#)), " \"Q\"");
    let properties = |end: &str| {
        json(&format!(
            r#""Type": "AWS::SQS::Queue", "Properties": {{{end}}}"#
        ))
    };
    assert_eq!(first(&properties(r#""FifoQueue": |"#)), "true");
    assert!(
        completions(&properties(r#""QueueName": {"Ref": |}"#))
            .1
            .contains(&"\"AWS::Region\"".to_owned())
    );
}
