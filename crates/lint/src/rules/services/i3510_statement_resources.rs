//! Actions in policies, and whether there are resources among those of the statement that they can be for.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::filter::is_dynamic_reference;
use cfn_warden_schema::{Fault, Json, Operand, Site, Step, Violations, Walk, store};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::python;
use cfn_warden_template::function::{Function, function_of};

/// I3510
pub static RULE: Rule = Rule {
    id: "I3510",
    tags: &["resources", "iam"],
    checks: Cow::Borrowed(&[Check::Value(&["AWS::IAM::Policy/Properties/PolicyDocument/Statement"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(services) = store::document("specs/Policies").filter(|_| site.instance.as_map().is_some()) else { return };
    let Some(about) = About::of(walk, site) else { return };
    for (actions, _) in walk.values(site.cx, site.instance, &["Action"]) {
        let Some(actions) = actions else { continue };
        for action in items(&actions).iter().filter_map(|action| action.as_str()) {
            if action.contains(['*', '?']) {
                continue;
            }
            let Some((service, permission)) = action.split_once(':') else { continue };
            let known = || {
                let service = services.get(&python::lower(service))?;
                let kinds = service.get("Actions")?.get(&python::lower(permission))?.get("Resources")?;
                Some((service, kinds))
            };
            let Some((service, kinds)) = known().filter(|_| !about.functions) else { continue };
            match missing(service, kinds, &about) {
                Verdict::Fits => {}
                Verdict::Unknown => return,
                Verdict::Misses(formats) => {
                    let operands = [Operand::Text(action), Operand::Json(formats)];
                    let fault = Fault::new("action {} requires a resource of {}", operands);
                    site.fail_at(walk, out, Step::Name("Resource"), fault);
                }
            }
        }
    }
}

/// What a statement is about: texts, and whether there are functions among them.
struct About<'a> {
    arns: Vec<Vec<&'a str>>,
    functions: bool,
}

impl<'a> About<'a> {
    /// Nothing where that may be anything.
    fn of(walk: &Walk<'a>, site: &Site<'a, '_>) -> Option<About<'a>> {
        let mut about = About { arns: Vec::new(), functions: false };
        for key in ["Resource", "NotResource"] {
            let values = walk.values(site.cx, site.instance, &[key]);
            for value in values.iter().filter_map(|(value, _)| value.as_ref()).flat_map(items) {
                match (value.as_str(), function_of(*value)) {
                    (Some(text), _) if text == "*" || is_dynamic_reference(text) => return None,
                    (Some(text), _) => about.arns.push(parts(text)),
                    (None, Some((Function::Ref, name))) if is_parameter(walk, name) => return None,
                    (None, Some(_)) => about.functions = true,
                    (None, None) => {}
                }
            }
        }
        Some(about)
    }
}

fn is_parameter(walk: &Walk<'_>, name: Node<'_>) -> bool {
    name.as_str().is_some_and(|name| walk.template.parameter(name).is_some())
}

/// The items of a list; of anything else, that.
fn items<'n, 'a>(node: &'n Node<'a>) -> &'n [Node<'a>] {
    node.as_list().unwrap_or(std::slice::from_ref(node))
}

enum Verdict {
    Fits,
    Misses(Json<'static>),
    Unknown,
}

/// Whether none of the resources is of a kind that an action is for: then, what those of the last kind look like. Of a kind
/// with several forms the last one counts: so it is in the reference.
fn missing(service: Json<'static>, kinds: Json<'static>, about: &About<'_>) -> Verdict {
    let names: Vec<&str> =
        kinds.as_str().map_or_else(|| kinds.items().filter_map(Json::as_str).collect(), |one| vec![one]);
    let mut last = None;
    for name in names {
        let formats = || service.get("Resources")?.get(&python::lower(name))?.get("ARNFormats");
        let Some(formats) = formats() else { return Verdict::Unknown };
        let Some(format) = formats.items().last().and_then(Json::as_str) else { return Verdict::Unknown };
        let format = parts(format);
        if about.arns.iter().any(|arn| fits(arn, &format)) {
            return Verdict::Fits;
        }
        last = Some(formats);
    }
    last.map_or(Verdict::Unknown, Verdict::Misses)
}

/// The six parts of an ARN; a part that is not there is `*`.
fn parts(arn: &str) -> Vec<&str> {
    arn.splitn(6, ':').chain(std::iter::repeat("*")).take(6).collect()
}

/// Whether an ARN of a statement can be one of a form.
fn fits(arn: &[&str], format: &[&str]) -> bool {
    let ([head @ .., own], [expected @ .., name]) = (arn, format) else { return true };
    let part_fits = |(part, expected): (&&str, &&str)| {
        *part == "*" || matches!(*expected, "${Partition}" | "${Region}" | "${Account}") || part == expected
    };
    if !head.iter().zip(expected).all(part_fits) {
        return false;
    }
    let delimiter = [':', '/'].into_iter().find(|delimiter| name.contains(*delimiter));
    let Some(delimiter) = delimiter.filter(|_| *own != "*") else { return true };
    let different = own.split(delimiter).zip(name.split(delimiter)).find(|(part, expected)| part != expected);
    different.is_none_or(|(part, expected)| {
        part.starts_with('*')
            || expected.is_empty()
            || expected == ".*"
            || (part.starts_with(expected) && part.contains('*'))
    })
}
