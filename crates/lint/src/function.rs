//! What the validators of intrinsic functions share: a function's output fits what is wanted, its arguments fit its
//! schema, and what it resolves to fits as well.
//!
//! A validator is a rule with [`Check::Keyword`](super::rule::Check::Keyword) for `fn_x`. Its site's `instance` is the
//! function, its `schema` what the function's value should fit.

use std::ops::ControlFlow;

use cfn_warden_schema::context::Deployment;
use cfn_warden_schema::keywords::resolve_ref;
use cfn_warden_schema::resolve::resolve;
use cfn_warden_schema::{
    Context, Fault, Json, Operand, Schema, Site, Step, Violation, Violations, Walk, keyword, store,
};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::python;
use cfn_warden_template::function::{Function, lone_function};

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
pub fn check_arguments<'a>(
    arguments: impl Into<Arguments<'a>>,
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Arguments { schema, gathered } = arguments.into();
    let Some((_, entry)) = lone_function(site.instance) else { return };
    let cx = Context { strict_types: false, attached_rules: false, base: schema, documents: &[], gathered, ..*site.cx };
    let mark = out.len();
    walk.descend(&cx, (Step::Key(entry.key), None), schema, entry.value, out);
    for violation in out.since(mark).iter_mut().filter(|violation| violation.keyword != keyword::REF_FUNCTION) {
        violation.keyword = site.keyword;
    }
}

/// What is particular about a function.
#[derive(Debug, Clone, Copy)]
pub struct Spec {
    /// The schema of its arguments, in the knowledge base: `other/functions/join`.
    pub arguments: &'static str,
    /// The types its value can have.
    pub output: &'static [&'static str],
    /// The rule in whose name it is said that a value it resolves to does not fit; nothing where it is not resolved.
    pub resolved: Option<&'static str>,
}

/// The schema of a function's arguments, and the object that its `$data` is taken from.
#[derive(Debug, Clone, Copy)]
pub struct Arguments<'a> {
    /// The schema.
    pub schema: Json<'a>,
    /// The object.
    pub gathered: Option<Node<'a>>,
}

impl<'a> From<Json<'a>> for Arguments<'a> {
    fn from(schema: Json<'a>) -> Arguments<'a> {
        Arguments { schema, gathered: None }
    }
}

/// Checks a function as every one is checked: its output fits, its arguments fit, and what it resolves to fits.
pub fn check<'a>(spec: &Spec, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if let Some(schema) = store::document(spec.arguments) {
        check_with(schema, spec.output, spec.resolved, walk, site, out);
    }
}

/// The same with a schema at hand.
pub fn check_with<'a>(
    arguments: impl Into<Arguments<'a>>,
    output: &[&str],
    resolved: Option<&'static str>,
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    out: &mut Violations<'a>,
) {
    if site.cx.composite {
        return site.unknown(out);
    }
    let mut form = out.alike();
    check_output(output, walk, site, &mut form);
    check_arguments(arguments, walk, site, &mut form);
    if !form.is_empty() {
        return out.extend(form);
    }
    if let Some(rule) = resolved {
        check_resolved(rule, walk, site, out);
    }
}

/// Checks a function that there is only with the language extensions, all in the name of its rule.
pub fn with_language_extensions<'a>(
    rule: &'static str,
    spec: &Spec,
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    out: &mut Violations<'a>,
) {
    if !walk.template.has_language_extensions() {
        let words = "{} is not supported without 'AWS::LanguageExtensions' transform";
        let name = lone_function(site.instance).map_or("", |(function, _)| function.name());
        let fault = Fault::new(words, [Operand::Plain(name)]);
        return out.push(Violation { rule: Some(rule), ..site.violation(fault) });
    }
    let mark = out.len();
    check(spec, walk, site, out);
    out.since(mark).iter_mut().for_each(|violation| violation.rule = Some(rule));
}

/// Checks what a function resolves to. One value that fits, and that no deployer chooses, forgives all others.
pub fn check_resolved<'a>(rule: &'static str, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some((function, entry)) = lone_function(site.instance) else { return };
    if !constrains(site.schema) {
        return;
    }
    let step = Step::Key(entry.key);
    let cx = Context { strict_types: false, ..*site.cx };
    let mut all = Vec::new();
    let forgiven = resolve(walk, &cx, site.instance, &mut |resolved| {
        let value = match resolved.value {
            Ok(value) => value,
            Err(_) if resolved.cx.from_parameter => return ControlFlow::Continue(()),
            Err(failure) => {
                let steps = failure.steps.iter();
                let trail = steps.fold(site.cx.trail, |trail, step| trail.step(walk.arena, *step));
                out.push(Violation { trail, ..site.violation(failure.fault) });
                return ControlFlow::Continue(());
            }
        };
        let mut found = Violations::new();
        walk.descend(&resolved.cx, (step, None), site.schema, value, &mut found);
        if found.is_empty() && !resolved.cx.from_parameter {
            return ControlFlow::Break(());
        }
        let reword = Reword { rule, function: function.name(), value, site };
        all.extend(found.into_list().into_iter().map(|violation| reword.violation(walk, step, violation)));
        ControlFlow::Continue(())
    });
    if forgiven.is_continue() {
        all.into_iter().for_each(|violation| out.push(violation));
    }
}

/// How a violation of a resolved value is told: at the function, with the function in place of the value.
struct Reword<'r, 'a, 'w> {
    rule: &'static str,
    function: &'static str,
    value: Node<'a>,
    site: &'r Site<'a, 'w>,
}

impl<'a> Reword<'_, 'a, '_> {
    fn violation(&self, walk: &Walk<'a>, step: Step<'a>, violation: Violation<'a>) -> Violation<'a> {
        let (value, instance) = (python::repr(self.value), python::repr(self.site.instance));
        let words = violation.fault.to_string().replace(&value, &instance);
        let words = match violation.shown_at {
            None => format!("{words} when '{}' is resolved", self.function),
            Some(_) => format!("{words} when '{}' is resolved at '{}'", self.function, self.site.cx.trail),
        };
        let words = words + &given_by(walk, self.site, self.value);
        let children = violation.children.into_iter().map(|child| self.violation(walk, step, child)).collect();
        let keyword = if violation.keyword == keyword::REF_FUNCTION { violation.keyword } else { self.site.keyword };
        Violation {
            keyword,
            fault: Fault::plain(walk.arena.alloc_str(&words)),
            rule: Some(self.rule),
            trail: self.site.cx.trail.step(walk.arena, step),
            children,
            ..violation
        }
    }
}

/// Which deployments give a parameter this value, where a parameter is referred to and there are deployments.
fn given_by<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, value: Node<'a>) -> String {
    let deployments = site.cx.deployments;
    let named = || match lone_function(site.instance)? {
        (Function::Ref, entry) => walk.template.parameter(entry.value.as_str()?),
        _ => None,
    };
    let Some(parameter) = named().filter(|_| !deployments.is_empty()) else { return String::new() };
    let text = python::repr(value);
    let shown = if parameter.is_hidden() { "'****'" } else { &text };
    let gives = |one: &&Deployment<'_>| one.value(parameter.name).is_some_and(|own| python::repr(own) == text);
    let sources: Option<Vec<_>> = deployments.iter().filter(gives).map(|one| one.source).collect();
    match sources {
        None => format!(" to {shown}"),
        Some(sources) => {
            let sources: Vec<_> = sources.into_iter().map(python::repr_str).collect();
            format!(" to {shown} from [{}]", sources.join(", "))
        }
    }
}

/// Whether a schema says more of a value than its type: only then is it worth resolving a function.
fn constrains(schema: Schema<'_>) -> bool {
    const CONSTRAINING: &[u32] = &[
        keyword::REF,
        keyword::ENUM,
        keyword::CONST,
        keyword::PATTERN,
        keyword::MIN_LENGTH,
        keyword::MAX_LENGTH,
        keyword::MINIMUM,
        keyword::MAXIMUM,
        keyword::EXCLUSIVE_MINIMUM,
        keyword::EXCLUSIVE_MAXIMUM,
        keyword::MULTIPLE_OF,
        keyword::FORMAT,
        keyword::ALL_OF,
        keyword::ANY_OF,
        keyword::ONE_OF,
        keyword::NOT,
        keyword::IF,
    ];
    if CONSTRAINING.iter().any(|symbol| schema.get(*symbol).is_some()) {
        return true;
    }
    let whole = [keyword::ITEMS, keyword::ADDITIONAL_PROPERTIES].into_iter().filter_map(|symbol| schema.get(symbol));
    let parts = [keyword::PROPERTIES, keyword::PATTERN_PROPERTIES]
        .into_iter()
        .filter_map(|symbol| schema.get(symbol))
        .flat_map(|parts| parts.entries().map(|(_, part)| part));
    whole.chain(parts).any(|part| constrains(part.into()))
}
