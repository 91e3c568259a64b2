//! Checks `Fn::Sub`: its arguments, and that every variable refers to an existing name.

use std::borrow::Cow;

use super::{w1019_unused, w1020_unneeded, w1051_secret_arn};
use crate::Rule;
use crate::function::{self, FunctionSpec};
use crate::message::render;
use crate::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::mode::{AttachedRules, TypeMatching};
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_schema::{Context, InstancePath, Message, Site, Step, Violations, Walk, keyword};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::function::{Function, function_of, lone_function};

pub static RULE: Rule = Rule {
    id: RuleId::new("E1019"),
    tags: &["functions", "sub"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_SUB, check)]),
};

const SPEC: FunctionSpec =
    FunctionSpec { arguments: "other/functions/sub", output: &["string"], resolved_rule: Some(RuleId::new("W1031")) };

static STRING: Inline = Inline::new(|| pack(r#"{"type": ["string"]}"#));

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let mut found = out.alike();
    function::check(&SPEC, walk, site, &mut found);
    if !found.is_empty() {
        return out.extend(found);
    }
    let Some((_, entry)) = lone_function(site.instance) else { return };
    let (text, own) = match entry.value.value {
        Value::List([text, own]) => (text.as_str(), own.as_map().unwrap_or_default()),
        _ => (entry.value.as_str(), Default::default()),
    };
    let Some(text) = text else { return };
    check_variables(walk, site, entry, (text, own), &mut found);
    if !found.is_empty() {
        return out.extend(found);
    }
    w1019_unused::check(walk, site, (text, own), out);
    w1020_unneeded::check(walk, site, text, out);
    w1051_secret_arn::check_sub(walk, site, text, out);
}

fn check_variables<'a>(
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    entry: Entry<'a>,
    (text, own): (&'a str, &'a [Entry<'a>]),
    found: &mut Violations<'a>,
) {
    // A variable whose value is a `Ref` to its own name does not define the name.
    let is_own = |name: &str| {
        own.iter().filter(|variable| variable.key.as_str() == Some(name)).any(|variable| {
            match function_of(variable.value) {
                Some((Function::Ref, to)) => to.as_str() != Some(name),
                _ => true,
            }
        })
    };
    let inside = walk.below(site.cx, Step::Key(entry.key), None);
    let cx = Context { types: TypeMatching::Exact, attached_rules: AttachedRules::Skip, base: STRING.root(), ..inside };
    for name in sub_names(text) {
        let function = match name.contains('.') {
            true if is_stage(walk, name) => continue,
            true => "Fn::GetAtt",
            false if is_own(name) => continue,
            false => "Ref",
        };
        let node = |text| Node { value: Value::Str(text), ..site.instance };
        let reference = Entry { key: node(function), value: node(name) };
        let reference = Node { value: Value::Map(walk.arena.alloc_slice_copy(&[reference])), ..site.instance };
        let mark = found.len();
        walk.check(&cx, STRING.root(), reference, found);
        let (written, name) = (python::repr(reference), python::repr_str(name));
        for violation in found.since(mark) {
            let message = render(&violation.kind);
            if message.contains(&written) {
                violation.kind = Message::text(walk.arena.alloc_str(&message.replace(&written, &name))).into();
            }
            let was = violation.trail;
            violation.children.iter_mut().for_each(|child| child.trail = rebased(walk, child.trail, was, inside.trail));
            violation.trail = inside.trail;
            violation.keyword = site.keyword;
        }
    }
}

/// Moves a path from below one path to below another.
fn rebased<'a>(
    walk: &Walk<'a>,
    trail: InstancePath<'a>,
    from: InstancePath<'a>,
    to: InstancePath<'a>,
) -> InstancePath<'a> {
    trail.steps().into_iter().skip(from.len() as usize).fold(to, |trail, step| trail.step(walk.arena, step))
}

/// Returns whether a name is the stage that SAM generates for an API: `Api.Stage`.
fn is_stage(walk: &Walk<'_>, name: &str) -> bool {
    let Some((api, "Stage")) = name.rsplit_once('.') else { return false };
    let kind = |name: &str| walk.template.resource(name).map(|resource| resource.kind);
    let is_api = matches!(kind(api), Some("AWS::Serverless::Api" | "AWS::Serverless::HttpApi"));
    is_api && matches!(kind(&format!("{api}Stage")), Some("AWS::ApiGateway::Stage" | "AWS::ApiGatewayV2::Stage"))
}
