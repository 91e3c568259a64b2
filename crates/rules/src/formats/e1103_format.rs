//! Implements the `format` keyword: JSON Schema's formats, and those with their own rule.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

use cfn_warden_lint::rule::{Check, Rule};
use cfn_warden_schema::format::Answer;
use cfn_warden_schema::formats;
use cfn_warden_schema::{Assertion, Evaluation, Violation, ViolationKind, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python::Network;
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1103"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FORMAT, check)]),
};

/// Types with blocks that the service converts to their canonical form.
const CONVERTED: &[&str] = &[
    "AWS::EC2::NetworkAclEntry",
    "AWS::EC2::Route",
    "AWS::EC2::SecurityGroup",
    "AWS::EC2::SecurityGroupEgress",
    "AWS::EC2::SecurityGroupIngress",
    "AWS::EC2::Subnet",
    "AWS::EC2::VPC",
    "AWS::SES::ReceiptFilter",
];

/// Types with blocks of both IP versions in one property.
const BOTH_VERSIONS: &[&str] = &[
    "AWS::EC2::IPAMAllocation",
    "AWS::EC2::IPAMPoolCidr",
    "AWS::EC2::SubnetCidrReservation",
    "AWS::EC2::TransitGatewayRoute",
    "AWS::Route53::CidrCollection",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(format), Some(text)) = (assertion.value.as_str(), assertion.instance.as_str()) else {
        return;
    };
    if let Some(standard) = formats::find(format) {
        match (standard.check)(text) {
            Answer::Yes => {}
            Answer::No if is_accepted_network(evaluation, assertion, format, text) => {}
            Answer::No => {
                assertion.fail(
                    out,
                    ViolationKind::Format {
                        instance: assertion.instance,
                        format,
                        pattern: None,
                    },
                );
            }
            Answer::Raised(reason) => {
                // cfn-lint reports the exception that its own check raises.
                assertion.fail(
                    out,
                    ViolationKind::FormatError {
                        format,
                        error: evaluation.arena.alloc_str(&reason),
                    },
                );
            }
        }
        return;
    }
    let Some((rule, own)) = evaluation.rules.formats.get(format) else {
        return;
    };
    if own
        .exception
        .is_some_and(|exception| exception(assertion.cx, text))
        || evaluation.begins(own.pattern, text)
    {
        return;
    }
    let kind = ViolationKind::Format {
        instance: assertion.instance,
        format,
        pattern: Some(own.pattern),
    };
    out.push(Violation {
        rule: Some(*rule),
        ..assertion.violation(kind)
    });
}

/// Returns whether a service accepts a CIDR block that the format of cfn-lint does not.
fn is_accepted_network(
    evaluation: &Evaluation<'_>,
    assertion: &Assertion<'_, '_>,
    format: &str,
    text: &str,
) -> bool {
    if !matches!(format, "ipv4-network" | "ipv6-network")
        || evaluation.options.compat.has(Quirk::Networks)
    {
        return false;
    }
    let Some(kind) = assertion
        .cx
        .base
        .keyword(keyword::TYPE_NAME)
        .and_then(|name| name.as_str())
    else {
        return false;
    };
    let is_of_other_version = || BOTH_VERSIONS.contains(&kind) && Network::v6(text).is_some();
    is_of_other_version() || (CONVERTED.contains(&kind) && has_host_bits(format, text))
}

/// Returns whether a text is an address with a prefix length.
fn has_host_bits(format: &str, text: &str) -> bool {
    let Some((address, length)) = text.split_once('/') else {
        return false;
    };
    let Ok(length) = length.parse::<u8>() else {
        return false;
    };
    match format {
        "ipv4-network" => length <= 32 && address.parse::<Ipv4Addr>().is_ok(),
        _ => length <= 128 && address.parse::<Ipv6Addr>().is_ok(),
    }
}
