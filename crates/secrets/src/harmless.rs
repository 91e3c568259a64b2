//! Values at the place of a secret that are not one: references, keywords, ARNs.

use super::names::SecretName;

/// The beginnings of references that CloudFormation replaces, or writes for values that are not known yet.
const REFERENCES: [&str; 2] = ["{{resolve:", "{{changeSet:"];

/// Words that are types, formats, modes or units, sorted.
const KEYWORDS: &[&str] = &[
    "always",
    "amqp",
    "amqps",
    "array",
    "auto",
    "basic",
    "bearer",
    "boolean",
    "cookie",
    "custom",
    "days",
    "default",
    "disabled",
    "dynamic",
    "enabled",
    "false",
    "header",
    "hours",
    "http",
    "https",
    "integer",
    "list",
    "minutes",
    "mongodb",
    "mysql",
    "never",
    "none",
    "null",
    "number",
    "object",
    "optional",
    "parameter_store",
    "parameterstore",
    "plain",
    "plaintext",
    "postgres",
    "postgresql",
    "private",
    "public",
    "query",
    "redis",
    "rediss",
    "required",
    "seconds",
    "secrets_manager",
    "secretsmanager",
    "string",
    "true",
    "tuple",
    "undefined",
    "unknown",
];

/// Returns whether a value at the place of a secret is not one.
pub(super) fn is_harmless(text: &str, name: SecretName) -> bool {
    let text = text.trim();
    let is_placeholder = text.starts_with("${") && text.find('}') == text.len().checked_sub(1);
    is_keyword(text)
        || text.chars().all(|c| c == '*')
        || is_placeholder
        || name != SecretName::Password && is_arn(text)
        || name == SecretName::Key && is_alias(text)
}

/// Returns whether a text is a keyword of a format.
pub(super) fn is_keyword(text: &str) -> bool {
    text.len() <= 16
        && KEYWORDS
            .binary_search(&text.to_ascii_lowercase().as_str())
            .is_ok()
}

/// Whether a text has the form of an ARN: `arn:aws:service:region:account:resource`, where functions may be parts.
fn is_arn(text: &str) -> bool {
    let mut parts = text.splitn(6, ':');
    let is_word = |text: &str| {
        text.starts_with("${")
            || !text.is_empty()
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let (start, partition, service) = (parts.next(), parts.next(), parts.next());
    let (_region, account, resource) = (parts.next(), parts.next(), parts.next());
    let is_partition =
        |text: &str| text == "aws" || text.starts_with("aws-") || text.starts_with("${");
    start == Some("arn")
        && partition.is_some_and(is_partition)
        && service.is_some_and(is_word)
        && account.is_some()
        && resource.is_some_and(|resource| !resource.is_empty())
        && !text.contains(char::is_whitespace)
}

/// Whether a text has the form of an alias of a KMS key.
fn is_alias(text: &str) -> bool {
    text.strip_prefix("alias/").is_some_and(|name| {
        !name.is_empty()
            && name.chars().all(|c| {
                c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | ':' | '$' | '{' | '}')
            })
    })
}

/// Returns whether a text has a dynamic reference or a marker of an unknown value.
pub(super) fn has_reference(text: &str) -> bool {
    REFERENCES.iter().any(|start| text.contains(start))
}

/// Returns the parts of a text around dynamic references.
pub(super) fn around_references(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = REFERENCES.iter().filter_map(|start| rest.find(start)).min() {
        let (before, reference) = rest.split_at_checked(at).unwrap_or((rest, ""));
        parts.push(before);
        rest = reference
            .find("}}")
            .and_then(|end| reference.get(end.saturating_add(2)..))
            .unwrap_or_default();
    }
    parts.push(rest);
    parts
}

/// Minimum length in characters of a secret that is masked within other texts.
const LONG: usize = 6;

/// Returns whether a value is long enough to be masked within other texts.
pub(super) fn is_long(value: &str) -> bool {
    value.trim().chars().nth(LONG - 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_and_keywords_are_harmless_and_prefixes_alone_are_not() {
        let arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:db";
        for (text, name, expected) in [
            ("string", SecretName::Password, true),
            ("DEFAULT", SecretName::Other, true),
            ("****", SecretName::Password, true),
            ("${var.password}", SecretName::Password, true),
            (arn, SecretName::Other, true),
            (arn, SecretName::Password, false),
            ("arn:S3CRETvalue9", SecretName::Other, false),
            ("arn:aws:S3CRETvalue9", SecretName::Other, false),
            ("alias/aws/s3", SecretName::Key, true),
            ("alias/S3CRETvalue9", SecretName::Password, false),
            ("strings", SecretName::Other, false),
        ] {
            assert_eq!(is_harmless(text, name), expected, "{text} {name:?}");
        }
    }

    #[test]
    fn texts_around_references_are_parts() {
        assert_eq!(
            around_references("a{{resolve:ssm:/x}}b{{changeSet:KNOWN_AFTER_APPLY}}"),
            ["a", "b", ""]
        );
        assert_eq!(around_references("a{{resolve:ssm:/x"), ["a", ""]);
        assert_eq!(around_references("abc"), ["abc"]);
    }

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }
}
