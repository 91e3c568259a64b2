//! Tests of known defects of cfn-lint: our default findings, and cfn-lint's with `--compat`.
//!
//! The templates of `tests/compat` are annotated with cfn-lint's findings (`scripts/annotate.py`); our findings are
//! in files next to them (`UPDATE=1` records them).

use std::path::PathBuf;

use cfn_warden_lint::Settings;
use cfn_warden_template::region::Partition;
use cfn_warden_template::{Compat, Quirk};

use crate::lint::found_with;
use crate::recorded;
use crate::support::annotation::{self, Expected};

fn folder() -> PathBuf {
    recorded::root().join("tests/compat")
}

/// Returns a file name for a quirk: `unused-variables` for `UnusedVariables`.
fn file_name(quirk: Quirk) -> String {
    let spread = |name: String, c: char| match c.is_ascii_uppercase() {
        true if name.is_empty() => c.to_ascii_lowercase().to_string(),
        true => name + "-" + &c.to_ascii_lowercase().to_string(),
        false => name + &c.to_string(),
    };
    format!("{quirk:?}").chars().fold(String::new(), spread)
}

fn found(text: &str, compat: Compat) -> Vec<Expected> {
    found_with(
        "quirk.yaml",
        text,
        &Settings {
            compat,
            ..crate::support::settings()
        },
    )
}

/// Quirks with tests of their own: below, and of `SurrogatePairs` in `tests/lambda.rs`.
const GENERATED: &[Quirk] = &[
    Quirk::ParameterLimit,
    Quirk::FirstValues,
    Quirk::SurrogatePairs,
];

#[test]
fn quirks_of_cfn_lint_require_compat() {
    for quirk in Quirk::ALL.iter().filter(|quirk| !GENERATED.contains(quirk)) {
        let name = file_name(*quirk);
        let text = std::fs::read_to_string(folder().join(format!("{name}.yaml"))).expect(&name);
        let theirs = found(&text, Compat::CFN_LINT);
        assert_eq!(theirs, annotation::read(&text), "{name}");
        let ours = found(&text, Compat::default());
        assert_ne!(ours, theirs, "{name}");
        let ours: String = ours.iter().map(|one| format!("{one}\n")).collect();
        recorded::compare(&folder().join(format!("{name}.ours")), &ours);
    }
}

#[test]
fn a_connector_has_no_description() {
    let text = "Transform: AWS::Serverless-2016-10-31\nResources:\n  F:\n    Type: AWS::Serverless::Function\n    \
                Properties: {Runtime: python3.13, Handler: a.b, InlineCode: x}\n    Connectors:\n      C:\n        Description: x\n        \
                Properties: {Destination: {Id: T}, Permissions: [Write]}\n  T: {Type: AWS::SNS::Topic}\n";
    let paths: Vec<String> = found(text, Compat::default())
        .into_iter()
        .filter(|one| one.rule == "E3001")
        .map(|one| one.path)
        .collect();
    assert_eq!(paths, ["Resources/F/Connectors/C/Description"]);
}

#[test]
fn parameters_are_counted() {
    let said = |count: usize, compat| {
        let parameters: String = (0..count)
            .map(|n| format!("  P{n}: {{Type: String}}\n"))
            .collect();
        let text =
            format!("Parameters:\n{parameters}Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n");
        let all = found(&text, compat)
            .into_iter()
            .filter(|one| one.rule != "W2001");
        all.map(|one| format!("{} {}: {}", one.rule, one.path, one.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        said(201, Compat::default()),
        ["E2010 Parameters: 'Parameters' has more than 200 properties"]
    );
    let near = "I2010 Parameters: 'Parameters' is approaching the limit of 200 properties";
    assert_eq!(said(181, Compat::default()), [near]);
    assert_eq!(said(180, Compat::default()), [""; 0]);
    assert_eq!(said(201, Compat::CFN_LINT), [""; 0]);
}

/// The first 512 values are invalid, the last one is valid; a single valid value is enough.
#[test]
fn all_values_of_a_function_are_checked() {
    let said = |count: usize, compat| {
        let value = |n| if n + 1 == count { "Private" } else { "wrong" };
        let map: String = (0..count)
            .map(|n| format!("    '{n:012}': {{V: {}}}\n", value(n)))
            .collect();
        let looked_up = "{'Fn::FindInMap': [M, {Ref: 'AWS::AccountId'}, V]}";
        let bucket =
            format!("{{Type: AWS::S3::Bucket, Properties: {{AccessControl: {looked_up}}}}}");
        let text = format!("Mappings:\n  M:\n{map}Resources:\n  B: {bucket}\n");
        let all = found(&text, compat)
            .into_iter()
            .filter(|one| matches!(one.rule.as_str(), "W1034" | "E0002"));
        all.map(|one| format!("{} {}", one.rule, one.message))
            .collect::<Vec<_>>()
    };
    // Recorded from cfn-lint.
    let theirs = "W1034 {'Fn::FindInMap': ['M', {'Ref': 'AWS::AccountId'}, 'V']} is not one of ['AuthenticatedRead', \
                  'AwsExecRead', 'BucketOwnerFullControl', 'BucketOwnerRead', 'LogDeliveryWrite', 'Private', 'PublicRead', \
                  'PublicReadWrite'] when 'Fn::FindInMap' is resolved";
    assert_eq!(said(600, Compat::CFN_LINT), [theirs]);
    assert_eq!(said(600, Compat::default()), [""; 0]);
    let both = said(20_000, Compat::default());
    assert_eq!(
        both,
        [
            "E0002 the template was not fully checked: a function has more possible values than are checked",
            theirs
        ]
    );
}

/// The maximum length of a layer's ARN depends on the partition's name.
#[test]
fn isolated_regions_have_their_partitions() {
    let arn = format!(
        "arn:aws-iso-f:lambda:us-isof-east-1:123456789012:layer:{}:1",
        "a".repeat(141)
    );
    let text = format!(
        "Resources:\n  F:\n    Type: AWS::Lambda::Function\n    Properties: {{Role: \
         'arn:aws:iam::123456789012:role/a', Code: {{ZipFile: a}}, Handler: a.b, Runtime: nodejs24.x, Layers: ['{arn}']}}\n"
    );
    let said = |compat| {
        let settings = Settings {
            compat,
            regions: Some(vec!["us-isof-east-1".to_owned()]),
            ..crate::support::settings()
        };
        let all = found_with("layer.yaml", &text, &settings)
            .into_iter()
            .filter(|one| one.rule == "E3716");
        all.map(|one| one.message).collect::<Vec<_>>()
    };
    assert_eq!(
        said(Compat::CFN_LINT),
        [format!("'{arn}' is longer than 197 in 'us-isof-east-1'")]
    );
    assert_eq!(said(Compat::default()), [""; 0]);
    let named = |compat| {
        ["us-isob-east-1", "cn-north-1"].map(|region| Partition::linted(region, compat).name)
    };
    assert_eq!(named(Compat::default()), ["aws-iso-b", "aws-cn"]);
    assert_eq!(named(Compat::CFN_LINT), ["aws", "aws-cn"]);
}

/// cfn-lint fails with a traceback on this template.
#[test]
fn metadata_is_a_map() {
    let found = found(
        "Metadata: [a]\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n",
        Compat::default(),
    );
    let said: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["1:1 E4002 Metadata: ['a'] is not of type 'object'"]);
}

#[test]
fn the_documented_table_of_quirks_is_complete() {
    let page = std::fs::read_to_string(recorded::root().join("docs/parity.md")).unwrap();
    let row = |quirk: &Quirk| {
        format!(
            "| {} | {} | {} |\n",
            quirk.name(),
            quirk.ours(),
            quirk.theirs()
        )
    };
    let table: String = Quirk::ALL.iter().map(row).collect();
    assert!(
        page.contains(&table),
        "docs/parity.md should have these rows:\n{table}"
    );
}
