//! How cfn-guard's two loaders and CloudFormation read scalars and tags, which differs between the three.

use crate::value::Kind;

/// The loader whose interpretation of a document is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// `validate`: libyaml events with cfn-guard's own scalar resolution; records positions.
    Cli,
    /// `test` and the Lambda function: serde_json or serde_yaml; records no positions.
    Lib,
    /// CloudFormation: YAML 1.1, every short tag in its long form. Verdicts are based on this profile.
    CloudFormation,
}

/// The short tags and their long forms, and whether cfn-guard expands them before scalars and before lists.
/// <https://docs.rs/cfn-guard/3.2.1> (`rules/mod.rs`)
const SHORT_TAGS: &[(&str, &str, bool, bool)] = &[
    ("And", "Fn::And", false, true),
    ("Base64", "Fn::Base64", true, false),
    ("Condition", "Condition", true, false),
    ("Contains", "Fn::Contains", false, true),
    ("EachMemberEquals", "Fn::EachMemberEquals", false, true),
    ("EachMemberIn", "Fn::EachMemberIn", false, true),
    ("Equals", "Fn::Equals", false, true),
    ("FindInMap", "Fn::FindInMap", false, true),
    ("GetAZs", "Fn::GetAZs", true, false),
    ("GetAtt", "Fn::GetAtt", true, true),
    ("If", "Fn::If", false, true),
    ("ImportValue", "Fn::ImportValue", true, false),
    ("Join", "Fn::Join", false, true),
    ("Not", "Fn::Not", false, true),
    ("Or", "Fn::Or", false, true),
    ("Ref", "Ref", true, false),
    ("RefAll", "Fn::RefAll", true, false),
    ("Select", "Fn::Select", false, true),
    ("Split", "Fn::Split", false, true),
    ("Sub", "Fn::Sub", true, true),
    ("ValueOf", "Fn::ValueOf", false, true),
];

/// The kind of value after a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tagged {
    Scalar,
    List,
    Map,
}

impl Profile {
    /// Returns the key that replaces a short tag; `None` if the loader drops the tag.
    pub(super) fn long_form(self, tag: &str, before: Tagged) -> Option<&'static str> {
        let (_, key, scalar, list) = SHORT_TAGS.iter().find(|(short, ..)| *short == tag)?;
        let kept = match (self, before) {
            (Profile::Lib | Profile::CloudFormation, _) => true,
            (Profile::Cli, Tagged::Scalar) => *scalar,
            (Profile::Cli, Tagged::List) => *list,
            (Profile::Cli, Tagged::Map) => false,
        };
        kept.then_some(*key)
    }

    /// Returns the value of a scalar with an explicit type, as in `!!int "5"`; `None` if cfn-guard rejects the
    /// document.
    pub(super) fn typed<'a>(self, tag: &str, text: &'a str) -> Option<Kind<'a>> {
        match (tag, self) {
            ("!int", Profile::Lib) => {
                Some(self.resolve(text)).filter(|kind| matches!(kind, Kind::Int(_)))
            }
            ("!int", _) => text.parse().ok().map(Kind::Int),
            ("!float", _) => text.parse().ok().map(Kind::Float),
            ("!bool", Profile::Lib) => {
                Some(self.resolve(text)).filter(|kind| matches!(kind, Kind::Bool(_)))
            }
            ("!bool", _) => Some(text.parse().map_or(Kind::Str(text), Kind::Bool)),
            ("!null", _) => Some(Kind::Null),
            _ => Some(Kind::Str(text)),
        }
    }

    /// Returns the value of a plain scalar in cfn-guard. CloudFormation's interpretation is in the syntax tree, except
    /// for large numbers, which are read as in [`Profile::Cli`].
    pub(super) fn resolve<'a>(self, text: &'a str) -> Kind<'a> {
        match self {
            Profile::Cli | Profile::CloudFormation => resolve_cli(text),
            Profile::Lib => resolve_lib(text),
        }
    }
}

fn resolve_cli(text: &str) -> Kind<'_> {
    if may_be_number(text) {
        if let Ok(int) = text.parse::<i64>() {
            return Kind::Int(int);
        }
        if let Ok(float) = text.parse::<f64>() {
            return Kind::Float(float);
        }
    }
    match text {
        "true" | "yes" | "on" | "y" => Kind::Bool(true),
        "false" | "no" | "off" | "n" => Kind::Bool(false),
        "~" => Kind::Null,
        _ if text.eq_ignore_ascii_case("null") => Kind::Null,
        _ => Kind::Str(text),
    }
}

/// Resolves a scalar by the core schema, as serde_yaml 0.9 does.
fn resolve_lib(text: &str) -> Kind<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Kind::Null,
        "true" | "True" | "TRUE" => return Kind::Bool(true),
        "false" | "False" | "FALSE" => return Kind::Bool(false),
        _ => {}
    }
    if !may_be_number(text) && !text.starts_with('.') {
        return Kind::Str(text);
    }
    if let Some(int) = lib_int(text) {
        return int;
    }
    if has_leading_zero(text) {
        return Kind::Str(text);
    }
    lib_float(text).map_or(Kind::Str(text), Kind::Float)
}

/// Whether the first character allows a number, or a word that Rust's float parser accepts.
fn may_be_number(text: &str) -> bool {
    matches!(
        text.as_bytes().first(),
        Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'i' | b'I' | b'n' | b'N')
    )
}

/// Whether the text is digits with a leading zero, such as `012`, which serde_yaml reads as a string.
fn has_leading_zero(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

fn lib_int(text: &str) -> Option<Kind<'static>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.starts_with(['+', '-']) {
        return None;
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = digits
            .strip_prefix(prefix)
            .filter(|digits| !digits.starts_with(['+', '-']))
        {
            return int_of(u64::from_str_radix(digits, radix).ok()?, negative);
        }
    }
    if has_leading_zero(text) {
        return None;
    }
    int_of(digits.parse().ok()?, negative)
}

/// Converts a magnitude and a sign; above 63 bits cfn-guard wraps.
fn int_of(magnitude: u64, negative: bool) -> Option<Kind<'static>> {
    if !negative {
        return Some(Kind::Int(magnitude.cast_signed()));
    }
    0i64.checked_sub_unsigned(magnitude).map(Kind::Int)
}

/// Returns the type if serde_yaml reads the text as a 128-bit integer, which its values cannot hold. Longer integers
/// are floats.
pub(super) fn needs_128_bits(text: &str) -> Option<&'static str> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, radix) = [("0x", 16), ("0o", 8), ("0b", 2)]
        .into_iter()
        .find_map(|(prefix, radix)| Some((digits.strip_prefix(prefix)?, radix)))
        .unwrap_or((digits, 10));
    if digits.starts_with(['+', '-']) || (radix == 10 && has_leading_zero(digits)) {
        return None;
    }
    match (u128::from_str_radix(digits, radix).ok()?, negative) {
        (size, false) => (size > u128::from(u64::MAX)).then_some("u128"),
        (size, true) => (size > 1 << 63 && size <= 1 << 127).then_some("i128"),
    }
}

fn lib_float(text: &str) -> Option<f64> {
    let unsigned = match text.strip_prefix('+') {
        Some(rest) if rest.starts_with(['+', '-']) => return None,
        Some(rest) => rest,
        None => text,
    };
    match unsigned {
        ".inf" | ".Inf" | ".INF" => return Some(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Some(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => return Some(f64::NAN),
        _ => {}
    }
    unsigned
        .parse::<f64>()
        .ok()
        .filter(|float| float.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_128_bits_are_recognized() {
        for (text, expected) in [
            ("18446744073709551615", None),
            ("18446744073709551616", Some("u128")),
            ("+18446744073709551616", Some("u128")),
            ("0xFFFFFFFFFFFFFFFFF", Some("u128")),
            ("340282366920938463463374607431768211456", None),
            ("-9223372036854775808", None),
            ("-9223372036854775809", Some("i128")),
            ("-170141183460469231731687303715884105729", None),
            ("018446744073709551616", None),
            ("1e30", None),
        ] {
            assert_eq!(needs_128_bits(text), expected, "{text}");
        }
    }

    #[test]
    fn the_loaders_disagree_as_recorded() {
        let show = |profile: Profile, text| format!("{:?}", profile.resolve(text));
        for (text, cli, lib) in [
            ("yes", "Bool(true)", "Str(\"yes\")"),
            ("True", "Str(\"True\")", "Bool(true)"),
            ("", "Str(\"\")", "Null"),
            ("012", "Int(12)", "Str(\"012\")"),
            ("0x1F", "Str(\"0x1F\")", "Int(31)"),
            ("0o17", "Str(\"0o17\")", "Int(15)"),
            ("nan", "Float(NaN)", "Str(\"nan\")"),
            (
                "18446744073709551615",
                "Float(1.8446744073709552e19)",
                "Int(-1)",
            ),
            ("-5", "Int(-5)", "Int(-5)"),
            ("+5", "Int(5)", "Int(5)"),
            ("1e5", "Float(100000.0)", "Float(100000.0)"),
            (".5", "Float(0.5)", "Float(0.5)"),
            ("nUll", "Null", "Str(\"nUll\")"),
            ("-", "Str(\"-\")", "Str(\"-\")"),
            ("2012-10-17", "Str(\"2012-10-17\")", "Str(\"2012-10-17\")"),
        ] {
            assert_eq!(
                (
                    show(Profile::Cli, text).as_str(),
                    show(Profile::Lib, text).as_str()
                ),
                (cli, lib),
                "{text}"
            );
        }
    }
}
