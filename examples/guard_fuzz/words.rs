//! The parts of generated documents: keys, strings, numbers, and scalars that YAML readers type differently.

use crate::data::{Node, text};

/// A scalar as it is written, and the value that cfn-guard reads.
pub type Scalar = (&'static str, fn() -> Node);

/// Scalars that versions of YAML type differently, with the values that cfn-guard reads.
pub const PLAIN: &[Scalar] = &[
    ("yes", || Node::Bool(true)),
    ("off", || Node::Bool(false)),
    ("True", || text("True")),
    ("~", || Node::Null),
    ("NULL", || Node::Null),
    ("012", || Node::Int(12)),
    ("0x1F", || text("0x1F")),
    ("1_000", || text("1_000")),
    ("1e3", || Node::Float(1000.0)),
    ("+5", || Node::Int(5)),
    (".5", || Node::Float(0.5)),
    ("5.", || Node::Float(5.0)),
    ("18446744073709551615", || Node::Float(18_446_744_073_709_551_615.0)),
    ("2020-01-01", || text("2020-01-01")),
    ("-0", || Node::Int(0)),
    ("-0.0", || Node::Float(-0.0)),
    ("1:30", || text("1:30")),
    ("N", || Node::Text("N".to_owned())),
    ("n", || Node::Bool(false)),
    (".inf", || text(".inf")),
];

/// Short forms and the keys of their long forms.
pub const SHORT: &[(&str, &str)] = &[
    ("!Ref", "Ref"),
    ("!Sub", "Fn::Sub"),
    ("!GetAtt", "Fn::GetAtt"),
    ("!Join", "Fn::Join"),
    ("!If", "Fn::If"),
    ("!Select", "Fn::Select"),
    ("!Equals", "Fn::Equals"),
    ("!ImportValue", "Fn::ImportValue"),
    ("!Base64", "Fn::Base64"),
];

pub const KEYS: &[&str] = &[
    "Name",
    "Size",
    "Tags",
    "Key",
    "Value",
    "Rules",
    "Enabled",
    "Port",
    "Ports",
    "Policies",
    "Statement",
    "Action",
    "Effect",
    "Principal",
    "bucket_name",
    "some-key",
    "a",
    "b",
    "c",
    "Data",
    "Addresses",
    "5",
    "Ref",
    "Fn::Sub",
    "camelCase",
    "Übung",
    "with space",
    "Type",
    "keys",
    "this",
    "Boxes",
    "id",
    "Nested",
    "x_1",
];

pub const TEXTS: &[&str] = &[
    "a",
    "b",
    "prod",
    "dev",
    "1",
    "5",
    "-1",
    "1.5",
    "true",
    "False",
    "arn:aws:s3:::x",
    "é€",
    "😀",
    "",
    "a b",
    "AES256",
    "*",
    "s3:*",
    "2020-01-01T00:00:00Z",
    "%41%20",
    "{\"a\": 1}",
    "[1, 2]",
    "10.0.0.0/8",
    "a/b",
    "A",
    "Prod",
    "line\nbreak",
    "it's",
    "q\"q",
    "null",
    "\\d+",
    "Name",
    "Key",
    "AWS::S3::Bucket",
    "b: c",
    " lead",
    "# x",
    "abcabc",
    "back\\slash",
    "9",
    "tab\there",
    "%v",
];

pub const TYPES: &[&str] =
    &["AWS::S3::Bucket", "AWS::SQS::Queue", "AWS::IAM::Role", "Custom::Thing", "AWS::S3::Bucket::MODULE"];

pub const NUMBERS: &[i64] =
    &[0, 1, 2, 5, -1, 42, 80, 443, 65535, i64::MAX, i64::MIN, (1 << 53) + 1, 1 << 53, 1000, 1_577_836_800];
pub const FLOATS: &[f64] = &[0.5, 1.5, 1.0, -2.25, 1000.0, 1e300, 5.0, 0.1, 9_007_199_254_740_992.0, 1e-7, 1e16];
