//! What the validators of intrinsic functions share: a function's output fits what is wanted, its arguments fit its
//! schema, and what it resolves to fits as well.
//!
//! A validator is a rule with [`Check::Keyword`](super::rule::Check::Keyword) for `fn_x`. Its site's `instance` is the
//! function, its `schema` what the function's value should fit.

use crate::document::function::lone_function;
use crate::schema::keywords::resolve_ref;
use crate::schema::{Context, Fault, Json, Operand, Schema, Site, Step, Violations, Walk, keyword};

/// Functions whose value can be of any type.
pub const EVERY_TYPE: &[&str] = &["array", "boolean", "integer", "number", "object", "string"];
/// Functions whose value is a scalar.
pub const SCALAR: &[&str] = &["boolean", "integer", "number", "string"];

/// The types that a schema asks for, its own or those of what it refers to; none where it asks for none.
pub fn types<'a>(cx: &Context<'a>, schema: Schema<'a>) -> Option<Json<'a>> {
    let mut schema = schema;
    let mut base = cx.base;
    for _ in 0..32 {
        if let Some(types) = schema.get(keyword::TYPE) {
            return Some(types);
        }
        let (document, target) = resolve_ref(&Context { base, ..*cx }, schema.get(keyword::REF)?)?;
        base = document;
        schema = target.into();
    }
    None
}

/// Checks that one of the types a function gives is one that is asked for.
pub fn check_output<'a>(given: &[&str], _: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(asked) = types(site.cx, site.schema) else { return };
    if !compatible(given, asked) {
        site.fail(out, Fault::new("{} is not of type {}", [Operand::Value(site.instance), Operand::Words(asked)]));
    }
}

/// Whether CloudFormation turns one of these types into one that is asked for.
pub fn compatible(given: &[&str], asked: Json<'_>) -> bool {
    let fits = |asked: &str| given.iter().any(|given| *given == asked || turns_into(given).contains(&asked));
    match asked.as_str() {
        Some(only) => fits(only),
        None => asked.items().filter_map(Json::as_str).any(fits),
    }
}

fn turns_into(given: &str) -> &'static [&'static str] {
    match given {
        "string" => &["number", "boolean", "integer"],
        "integer" => &["number", "string"],
        "boolean" | "number" => &["string"],
        _ => &[],
    }
}

/// Checks a function's argument against the function's own schema, in the name of the function's rule.
pub fn check_arguments<'a>(schema: Json<'a>, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some((_, entry)) = lone_function(site.instance) else { return };
    let cx = Context { strict_types: false, attached_rules: false, base: schema, documents: &[], ..*site.cx };
    let mark = out.len();
    walk.descend(&cx, (Step::Key(entry.key), None), schema, entry.value, out);
    for violation in out.since(mark).iter_mut().filter(|violation| violation.keyword != keyword::REF_FUNCTION) {
        violation.keyword = site.keyword;
    }
}
