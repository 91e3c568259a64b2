//! `Ref`: it names something that is there, of a type that fits.

use std::borrow::Cow;

use crate::Rule;
use crate::function::{self, EVERY_TYPE, FunctionSpec};
use crate::rule::Check;
use crate::walk::run_reference_checks;
use cfn_warden_schema::{Fault, Json, Operand, Site, Violations, Walk, keyword, store};
use cfn_warden_template::Pseudo;
use cfn_warden_template::function::lone_function;

/// E1020
pub static RULE: Rule = Rule {
    id: "E1020",
    tags: &["functions", "ref"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::REF_FUNCTION, check)]),
};

const SPEC: FunctionSpec =
    FunctionSpec { arguments: "other/functions/ref", output: EVERY_TYPE, resolved_rule: Some("W1030") };

/// What a name stands for, as far as types go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    Scalar,
    List,
    /// A parameter of a type that is none: neither.
    Neither,
}

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    function::check(&SPEC, walk, site, out);
    let Some((_, entry)) = lone_function(site.instance) else { return };
    let Some(name) = entry.value.as_str() else { return };
    if let Some((gives, allows_lists)) = gives(walk, site, name) {
        // Where no type is asked for, the reference looks no further.
        let Some(types) = function::types(site.cx, site.schema) else { return };
        let is_scalar = |name: &str| matches!(name, "string" | "boolean" | "integer" | "number");
        let all = |test: &dyn Fn(&str) -> bool| match types.as_str() {
            Some(only) => test(only),
            None => types.items().filter_map(Json::as_str).all(test),
        };
        let wrong = if all(&|name| !is_scalar(name)) {
            gives != Gives::List
        } else {
            allows_lists && all(&|name| name != "array") && gives != Gives::Scalar
        };
        if wrong {
            let operands = [Operand::Value(site.instance), Operand::Words(types)];
            return site.fail(out, Fault::new("{} is not of type {}", operands));
        }
    }
    run_reference_checks(walk, &Site { instance: entry.value, ..*site }, out);
}

/// What a name gives, and whether it could be a list at all.
fn gives<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, name: &str) -> Option<(Gives, bool)> {
    if let Some(parameter) = walk.template.parameter(name) {
        let constants = store::document("constants/helpers");
        let lists = |list: &str| {
            let list = constants.and_then(|constants| constants.get(list));
            list.is_some_and(|list| list.items().any(|kind| kind.as_str() == Some(parameter.kind)))
        };
        let gives = match () {
            () if lists("VALID_PARAMETER_TYPES_LIST") => Gives::List,
            () if lists("VALID_PARAMETER_TYPES") => Gives::Scalar,
            () => Gives::Neither,
        };
        return Some((gives, true));
    }
    match Pseudo::named(name) {
        Some(Pseudo::NoValue) => None,
        Some(Pseudo::NotificationArns) => Some((Gives::List, true)),
        Some(_) => Some((Gives::Scalar, true)),
        None => (site.cx.resources && walk.template.resource(name).is_some()).then_some((Gives::Scalar, false)),
    }
}
