//! Values that the declaration of a parameter admits.

use super::Matches;
use super::admit::admits;
use crate::Parameter;
use crate::resolve::known::text;

/// Values that common patterns admit.
const EXAMPLES: &[&str] = &[
    "other",
    "Other",
    "Other123",
    "other1-example",
    "a",
    "x1",
    "0",
    "1",
    "5",
    "10",
    "80",
    "1024",
    "65535",
    "123456789012",
    "1.0",
    "1.2.3",
    "true",
    "false",
    "example.com",
    "www.example.com",
    "user@example.com",
    "https://example.com",
    "https://example.com/",
    "https://github.com/example/example",
    "10.0.0.0/16",
    "10.0.0.0/24",
    "10.0.0.1",
    "10.0.0.1/32",
    "0.0.0.0/0",
    "us-east-1",
    "us-east-1a",
    "t3.micro",
    "db.t3.micro",
    "alias/example",
    "/example/",
    "/example",
    "example/",
    "arn:aws:iam::123456789012:role/Example",
    "arn:aws:sns:us-east-1:123456789012:example",
    "arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012",
    "arn:aws:s3:::example",
    "arn:aws:kms:us-east-1:123456789012:key/12345678-1234-1234-1234-123456789012",
    "12345678-1234-1234-1234-123456789012",
    "Password1!example",
    "mon:00:00-mon:01:00",
    "00:00-01:00",
    "rate(1 day)",
    "cron(0 0 * * ? *)",
    "o-exampleorg",
    "ou-abcd-abcdefgh",
    "",
];

/// Values of AWS-specific types, by a part of the type.
const TYPES: &[(&str, &str)] = &[
    ("AvailabilityZone", "us-east-1a"),
    ("Image::Id", "ami-0123456789abcdef0"),
    ("Instance::Id", "i-0123456789abcdef0"),
    ("SecurityGroup::Id", "sg-0123456789abcdef0"),
    ("Subnet::Id", "subnet-0123456789abcdef0"),
    ("VPC::Id", "vpc-0123456789abcdef0"),
    ("Volume::Id", "vol-0123456789abcdef0"),
    ("HostedZone::Id", "Z0123456789ABCDEFGHIJ"),
];

/// The maximum number of numbers that are tried.
const NUMBERS: i64 = 1000;

/// Returns values that a declaration admits, the default first; for a list, values of its only item.
pub(super) fn candidates<'p>(
    parameter: &'p Parameter<'_>,
    matches: Matches<'p>,
) -> impl Iterator<Item = String> + 'p {
    let allowed = parameter
        .allowed_values()
        .iter()
        .filter_map(|value| text(*value));
    let of_type = TYPES
        .iter()
        .filter(|(kind, _)| parameter.kind.contains(kind))
        .map(|(_, value)| (*value).to_owned());
    let is_number = parameter.kind.contains("Number");
    let limit = |key: &str| parameter.node.get(key).and_then(text);
    let bound = |key: &str| limit(key).and_then(|bound| bound.parse::<i64>().ok());
    let least = bound("MinValue")
        .or_else(|| Some(bound("MaxValue")?.saturating_sub(NUMBERS)))
        .unwrap_or(0);
    let numbers = (0..if is_number { NUMBERS } else { 0 })
        .map(move |step| least.saturating_add(step).to_string());
    let longest = |key: &str| {
        bound(key)
            .and_then(|length| usize::try_from(length).ok())
            .filter(|length| *length < 5000)
    };
    let sized = [longest("MinLength"), longest("MaxLength")]
        .into_iter()
        .flatten();
    let sized = sized.flat_map(|length| {
        [
            "a".repeat(length),
            "A1b2C3d4".repeat(length).chars().take(length).collect(),
        ]
    });
    let examples = EXAMPLES.iter().map(|example| (*example).to_owned());
    let all = allowed
        .chain(of_type)
        .chain(numbers)
        .chain(examples)
        .chain(sized.collect::<Vec<_>>());
    all.filter(move |value| admits(parameter, value, matches))
}
