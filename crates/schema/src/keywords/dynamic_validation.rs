//! `dynamicValidation`: a name that the template declares, a transform that it uses, or a path that the instance must
//! have.

use super::pattern;
use crate::{Context, Json, Keyword, KeywordValue, Site, Violation, ViolationKind, Violations, Walk, keyword};
use cfn_warden_syntax::{Node, Value};

/// The `dynamicValidation` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::DYNAMIC_VALIDATION, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let text = |symbol| site.value.keyword(symbol).and_then(Json::as_str);
    if let Some(transform) = text(keyword::TRANSFORM_CHECK)
        && !walk.template.transforms.contains(&transform)
    {
        site.fail(out, ViolationKind::MissingTransform { transform });
    }
    match text(keyword::CONTEXT) {
        Some("conditions") => one_of(walk, site, walk.template.conditions.names(), out),
        Some("mappings") => {
            let names: Vec<_> = walk.template.mappings.iter().map(|map| map.name).collect();
            one_of(walk, site, &names, out);
        }
        Some("refs") => reference(walk, site, out),
        _ => {}
    }
    if let Some(prefix) = text(keyword::PATH_CHECK) {
        let path = site.cx.trail.to_string();
        if !path.starts_with(prefix) {
            let instance = Node { value: Value::Str(walk.arena.alloc_str(&path)), ..site.instance };
            out.push(unlike(walk, site, instance, (prefix, ".*$")));
        }
    }
}

fn one_of<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, names: &[&'a str], out: &mut Violations<'a>) {
    let known = site.instance.as_str().is_some_and(|name| names.contains(&name));
    if !known {
        out.push(not_one_of(walk, site, names));
    }
}

fn not_one_of<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, names: &[&'a str]) -> Violation<'a> {
    let kind = ViolationKind::Undeclared { instance: site.instance, declared: walk.arena.alloc_slice_copy(names) };
    Violation { keyword: keyword::ENUM, ..site.violation(kind) }
}

/// Checks that `Ref` can refer to a name. In templates with modules or SAM resources, names that begin with their
/// logical ID are also valid.
fn reference<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_str().is_some_and(|name| is_known(walk, site.cx, name)) {
        return;
    }
    let whole = not_one_of(walk, site, &names(walk, site.cx));
    let parts: &[&'a str] = if site.cx.resources.are_allowed() { &walk.template.wholes } else { &[] };
    if parts.is_empty() {
        return out.push(whole);
    }
    // Patterns apply to strings, not to lists and maps.
    let Some(text) = pattern::text_of(walk, site.instance) else { return };
    if parts.iter().any(|whole| text.len() > whole.len() && text.starts_with(whole)) {
        return;
    }
    let name = Node { value: Value::Str(text), ..site.instance };
    let unlike = parts.iter().map(|part| unlike(walk, site, name, (part, ".+")));
    let children = std::iter::once(whole).chain(unlike).collect();
    let kind = ViolationKind::AnyOf { instance: site.instance };
    out.push(Violation { keyword: keyword::ANY_OF, children, ..site.violation(kind) });
}

/// Returns the violation of the pattern for texts with a prefix.
fn unlike<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, instance: Node<'a>, (prefix, end): (&str, &str)) -> Violation<'a> {
    let pattern = KeywordValue::Text(walk.arena.alloc_str(&format!("^{prefix}{end}")));
    Violation { keyword: keyword::PATTERN, ..site.violation(ViolationKind::Pattern { instance, pattern }) }
}

fn is_known(walk: &Walk<'_>, cx: &Context<'_>, name: &str) -> bool {
    walk.template.parameter(name).is_some()
        || (cx.resources.are_allowed() && walk.template.resource(name).is_some())
        || cx.pseudos.iter().any(|pseudo| pseudo.name() == name)
        || cx.ref_value(name).is_some()
}

/// Returns the names that `Ref` can refer to.
fn names<'a>(walk: &Walk<'a>, cx: &Context<'a>) -> Vec<&'a str> {
    let parameters = walk.template.parameters.iter().map(|parameter| parameter.name);
    let resources = walk.template.resources.iter().map(|resource| resource.name).filter(|_| cx.resources.are_allowed());
    let values = cx.ref_values().map(|value| value.name);
    let pseudos = cx.pseudos.iter().map(|pseudo| pseudo.name());
    parameters.chain(resources).chain(pseudos).chain(values).collect()
}
