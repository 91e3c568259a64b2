//! Selects which keywords see which form of an instance.
//!
//! - *Grouping* keywords count or compare the contents of an instance (`required`, `maxItems`, `if`, ...). They see it
//!   once per scenario of the conditions in its direct children, with `Fn::If` replaced by the selected branch and
//!   `AWS::NoValue` removed.
//! - The other keywords see the unmodified instance. A function is not evaluated as an object: its own check (`fn_sub`,
//!   `ref`, ...) runs, with the schema for the function's value.
//! - A string that contains `{{resolve:...}}`, or that is the name of a pseudo parameter, has its own check.
//! - An object or a list whose schema only states a type is still searched for functions.

use super::context::Context;
use super::evaluation::{Assertion, Evaluation, Part};
use super::mode::DynamicReferences;
use super::pack::Json;
use super::schema::{KeywordSet, Schema};
use super::types::{Type, Types};
use super::violation::Violations;
use super::{grouping, inline, keyword, keyword as k};
use cfn_warden_syntax::{Node, Value, split_pair};
use cfn_warden_template::PseudoParameter;
use cfn_warden_template::function::{Function, lone_function};

/// Evaluates an instance against an object schema.
pub(super) fn apply<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    schema: &Schema<'a>,
    instance: Node<'a>,
    out: &mut Violations<'a>,
) {
    if schema.get(keyword::CFN_CONTEXT).is_some() {
        return evaluation.run(cx, schema, Part::Whole, instance, out);
    }
    if let Some(check) = text_check(cx, instance) {
        return check_text(evaluation, cx, check, schema, instance, out);
    }
    if cx.functions.is_empty() {
        return evaluation.run(cx, schema, Part::Whole, instance, out);
    }
    // The arguments of `Fn::If` are counted without resolving functions.
    let whole = matches!(cx.instance_path.last(), Some(step) if step.text() == Some("Fn::If"));
    let part = if whole { Part::Whole } else { Part::Standard };
    if !whole && !schema.standard_only {
        grouping::run(evaluation, cx, schema, instance, out);
    }
    if let Some((function, _)) =
        lone_function(instance).filter(|(function, _)| cx.functions.has(*function))
    {
        let schema = if whole {
            *schema
        } else {
            schema.without_grouping()
        };
        if let Some(symbol) = symbol_of(function) {
            evaluation.keyword(&own_assertion(cx, symbol, &schema, instance), out);
        }
        return;
    }
    evaluation.run(cx, schema, part, instance, out);
}

/// Returns whether a string has its own check that replaces the schema.
pub(super) fn is_checked_as_text<'a>(cx: &Context<'a>, instance: Node<'a>) -> bool {
    text_check(cx, instance).is_some()
}

/// What replaces the schema for a string.
enum TextCheck {
    /// The check of a keyword.
    Keyword(u32),
    /// The string is not checked.
    Skip,
    /// The result is unknown.
    Unknown,
}

/// Returns the check that replaces the schema for a string.
fn text_check<'a>(cx: &Context<'a>, instance: Node<'a>) -> Option<TextCheck> {
    let text = instance.as_str()?;
    if cx.dynamic_references != DynamicReferences::Ignore && split_pair(text, *b"{{").is_some() {
        if is_dynamic_reference(text) {
            return Some(match cx.dynamic_references {
                DynamicReferences::Unknown => TextCheck::Unknown,
                _ if cx.instance_path.in_function() => TextCheck::Skip,
                _ => TextCheck::Keyword(keyword::DYNAMIC_REFERENCE),
            });
        }
        if cx.dynamic_references == DynamicReferences::Find && has_spaced_reference(text) {
            return Some(TextCheck::Keyword(keyword::DYNAMIC_REFERENCE_SPACES));
        }
    }
    (PseudoParameter::named(text).is_some() && !cx.instance_path.under_ref())
        .then_some(TextCheck::Keyword(keyword::RAW_PSEUDO_PARAMETER))
}

fn check_text<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    check: TextCheck,
    schema: &Schema<'a>,
    instance: Node<'a>,
    out: &mut Violations<'a>,
) {
    match check {
        TextCheck::Keyword(symbol) => {
            evaluation.keyword(&own_assertion(cx, symbol, schema, instance), out)
        }
        TextCheck::Unknown if cx.purpose.decides() => {
            own_assertion(cx, keyword::DYNAMIC_REFERENCE, schema, instance).unknown(out);
        }
        TextCheck::Unknown | TextCheck::Skip => {}
    }
}

/// Returns the assertion of a keyword that no schema has.
fn own_assertion<'c, 'a>(
    cx: &'c Context<'a>,
    keyword: u32,
    schema: &'c Schema<'a>,
    instance: Node<'a>,
) -> Assertion<'a, 'c> {
    Assertion {
        cx,
        keyword,
        value: schema.json,
        data: None,
        instance,
        schema,
        part: Part::Standard,
    }
}

/// Returns whether a string matches Python's `^.*{{(resolve:.+)}}.*$`: on one line, with an optional final line feed.
pub fn is_dynamic_reference(text: &str) -> bool {
    let line = text.strip_suffix('\n').unwrap_or(text);
    if line.contains('\n') {
        return false;
    }
    let Some((_, rest)) = line.split_once("{{resolve:") else {
        return false;
    };
    rest.char_indices()
        .nth(1)
        .is_some_and(|(second, _)| rest.get(second..).is_some_and(|tail| tail.contains("}}")))
}

/// Returns whether a string contains `\{\{\s+resolve\s*:\s*(?:ssm|ssm-secure|secretsmanager)\s*:`.
fn has_spaced_reference(text: &str) -> bool {
    text.match_indices("{{").any(|(place, _)| {
        let after = text.get(place.saturating_add(2)..).unwrap_or_default();
        let trimmed = after.trim_start();
        trimmed.len() < after.len()
            && trimmed
                .strip_prefix("resolve")
                .and_then(|rest| rest.trim_start().strip_prefix(':'))
                .map(str::trim_start)
                .is_some_and(|rest| {
                    ["ssm", "ssm-secure", "secretsmanager"]
                        .iter()
                        .filter_map(|service| rest.strip_prefix(service))
                        .any(|rest| rest.trim_start().starts_with(':'))
                })
    })
}

/// Returns the keyword and schema that allow any value in an object or a list for which the schema only states the
/// type; `None` if they do not apply to the instance.
pub(super) fn permissive<'a>(schema: &Schema<'a>, instance: Node<'a>) -> Option<(u32, Json<'a>)> {
    const OF_OBJECTS: KeywordSet = KeywordSet::of(&[
        k::PROPERTIES,
        k::ADDITIONAL_PROPERTIES,
        k::PATTERN_PROPERTIES,
    ]);
    const OF_LISTS: KeywordSet = KeywordSet::of(&[k::ITEMS]);
    let open = |one, keywords: KeywordSet| !schema.has_any(keywords) && has_type(schema, one);
    match instance.value {
        Value::Map(_) if open(Type::Object, OF_OBJECTS) => {
            Some((k::PATTERN_PROPERTIES, inline::ANY_PROPERTIES.root()))
        }
        Value::List(_) if open(Type::Array, OF_LISTS) => Some((k::ITEMS, inline::ANY_ITEMS.root())),
        _ => None,
    }
}

/// Returns whether a schema's `type` includes a type.
pub fn has_type(schema: &Schema<'_>, one: Type) -> bool {
    schema
        .get(keyword::TYPE)
        .is_some_and(|types| Types::named(types).has(one))
}

/// Returns the keyword that checks a function.
pub fn symbol_of(function: Function) -> Option<u32> {
    Some(match function {
        Function::Base64 => k::FN_BASE64,
        Function::Cidr => k::FN_CIDR,
        Function::FindInMap => k::FN_FIND_IN_MAP,
        Function::GetAtt => k::FN_GET_ATT,
        Function::GetAzs => k::FN_GET_AZS,
        Function::GetStackOutput => k::FN_GET_STACK_OUTPUT,
        Function::If => k::FN_IF,
        Function::ImportValue => k::FN_IMPORT_VALUE,
        Function::Join => k::FN_JOIN,
        Function::Length => k::FN_LENGTH,
        Function::Select => k::FN_SELECT,
        Function::Split => k::FN_SPLIT,
        Function::Sub => k::FN_SUB,
        Function::ToJsonString => k::FN_TO_JSON_STRING,
        Function::Transform => k::FN_TRANSFORM,
        Function::Ref => k::REF_FUNCTION,
        Function::And => k::FN_AND,
        Function::Or => k::FN_OR,
        Function::Not => k::FN_NOT,
        Function::Equals => k::FN_EQUALS,
        Function::Condition => k::CONDITION,
        Function::Contains => k::FN_CONTAINS,
        Function::EachMemberEquals
        | Function::EachMemberIn
        | Function::RefAll
        | Function::ValueOf
        | Function::ValueOfAll => return None,
    })
}
