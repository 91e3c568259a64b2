//! Checks dynamic references: `{{resolve:ssm:Name}}`. Runs E1027, E1051 and W1051.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::{e1027_secure_string, e1051_secret_location, w1051_secret_arn};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::mode::AttachedRules;
use cfn_warden_schema::{Assertion, Context, Evaluation, Json, Violation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("E1050"),
    tags: &["functions", "dynamic reference"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::DYNAMIC_REFERENCE, check)]),
};

static SERVICE: Inline = LazyLock::new(|| {
    pack(
        r#"{"prefixItems": [{"type": "string", "const": "resolve"},
            {"type": "string", "enum": ["ssm", "ssm-secure", "secretsmanager"]}], "minItems": 3}"#,
    )
});
static PARAMETER: Inline = LazyLock::new(|| {
    pack(
        r#"{"prefixItems": [{"type": "string", "const": "resolve"},
            {"type": "string", "enum": ["ssm", "ssm-secure"]},
            {"type": "string", "pattern": "[a-zA-Z0-9_.\\-/]+"}, {"type": "string", "pattern": "\\d+"}],
            "maxItems": 4, "type": "array"}"#,
    )
});
/// Schema of a secret reference: secret, `SecretString`, JSON key, version stage, version.
static SECRET: Inline = LazyLock::new(|| {
    pack(
        r#"{"prefixItems": [{"type": "string", "const": "resolve"}, {"type": "string", "const": "secretsmanager"},
            {"type": "string", "pattern": "[ -~]*"}, {"type": "string", "enum": ["SecretString", ""]},
            {"type": "string"}, {"type": "string"}, {"type": "string"}],
            "minItems": 3, "maxItems": 7, "type": "array"}"#,
    )
});
/// Schema of a secret reference with an ARN, which has seven parts.
static SECRET_ARN: Inline = LazyLock::new(|| {
    pack(
        r#"{"prefixItems": [{"type": "string", "const": "resolve"}, {"type": "string", "const": "secretsmanager"},
            {"type": "string", "const": "arn"}, {"type": "string"}, {"type": "string"}, {"type": "string"},
            {"type": "string"}, {"type": "string", "const": "secret"}, {"type": "string"},
            {"type": "string", "enum": ["SecretString", ""]}, {"type": "string"}, {"type": "string"},
            {"type": "string"}],
            "minItems": 9, "maxItems": 13, "type": "array"}"#,
    )
});

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(reference) = assertion.instance.as_str().and_then(last_reference) else {
        return;
    };
    let parts: Vec<&str> = reference.split(':').collect();
    if check_parts(&SERVICE, evaluation, assertion, &parts, out) {
        return;
    }
    let schema = match (parts.get(1), parts.get(2)) {
        (Some(&"ssm"), _) => &PARAMETER,
        (Some(&"ssm-secure"), _) => {
            e1027_secure_string::check(assertion, reference, out);
            &PARAMETER
        }
        (_, secret) => {
            e1051_secret_location::check(assertion, reference, out);
            w1051_secret_arn::check(assertion, reference, out);
            if secret == Some(&"arn") {
                &SECRET_ARN
            } else {
                &SECRET
            }
        }
    };
    check_parts(schema, evaluation, assertion, &parts, out);
}

/// Returns the last reference in a string. cfn-lint's greedy expression skips the others.
fn last_reference(text: &str) -> Option<&str> {
    let line = text.strip_suffix('\n').unwrap_or(text);
    let (end, _) = line.rmatch_indices("}}").next()?;
    let head = line.get(..end)?;
    let mut starts = head.rmatch_indices("{{resolve:");
    starts.find_map(|(start, opening)| {
        let inside = head.get(start.saturating_add(2)..)?;
        (inside.len() > opening.len().saturating_sub(2)).then_some(inside)
    })
}

/// Reports invalid parts at the string. Returns whether there were any.
fn check_parts<'a>(
    schema: &'static Inline,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    parts: &[&'a str],
    out: &mut Violations<'a>,
) -> bool {
    let node = |value| Node {
        value,
        ..assertion.instance
    };
    let parts: Vec<_> = parts.iter().map(|part| node(Value::Str(part))).collect();
    let list = node(Value::List(evaluation.arena.alloc_slice_copy(&parts)));
    let schema: Json<'a> = schema.root();
    let cx = Context {
        attached_rules: AttachedRules::Skip,
        base: schema,
        documents: &[],
        ..*assertion.cx
    };
    let mut found = Violations::new();
    evaluation.check(&cx, schema, list, &mut found);
    let failed = !found.is_empty();
    for violation in found.into_list() {
        out.push(Violation {
            rule: Some(RULE.id),
            instance_path: assertion.cx.instance_path,
            ..violation
        });
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_same_reference_as_upstream() {
        // Expected values come from `regex.findall(r"^.*{{(resolve:.+)}}.*$", text)` in Python.
        let read = |text| last_reference(text);
        assert_eq!(read("{{resolve:ssm:A}}"), Some("resolve:ssm:A"));
        assert_eq!(
            read("a{{resolve:ssm:A}}b{{resolve:ssm:B:1}}c"),
            Some("resolve:ssm:B:1")
        );
        assert_eq!(read("{{resolve:ssm:A}}}}"), Some("resolve:ssm:A}}"));
        assert_eq!(read("{{resolve:}}"), None);
    }
}
