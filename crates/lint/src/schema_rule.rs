//! Rules that are a schema of the knowledge base and nothing more.

use std::borrow::Cow;

use super::words::Words;
use cfn_warden_schema::violation::best_match;
use cfn_warden_schema::{
    Context, Fault, Json, Keyword, Owner, Site, Violation, Violations, Walk, keyword, keywords, store,
};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::{Functions, Quirk, Regions};

/// A schema that the values at some CloudFormation paths should fit.
#[derive(Debug, Clone)]
pub struct SchemaRule {
    /// The paths.
    pub at: Cow<'static, [&'static str]>,
    /// The schema's name in the knowledge base: `extensions/aws_s3_bucket/ownershipcontrols`.
    pub document: &'static str,
    /// How the schema sees the value.
    pub sees: View,
    /// What is reported of what is found.
    pub report: Report,
}

/// How a schema rule's schema sees a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// A property whose text it sees in lower case; with one, it sees objects only.
    pub lower: Option<&'static str>,
    /// What it sees of functions.
    pub functions: Seen,
    /// What it makes of an `if` about properties that are not there.
    pub absent: Absent,
}

/// What a schema rule's schema makes of an `if` about properties that are not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// It holds, as in JSON Schema: their default is the value that is asked for.
    Holds,
    /// It does not, though it does in the reference.
    Fails,
}

/// What a schema rule's schema sees of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// That a value is there, and is not known.
    Unknown,
    /// The objects that are written.
    Written,
    /// The values that they may have.
    Resolved,
}

/// What a schema rule reports of what it finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// The violation that explains best.
    Best(Words),
    /// The violation that explains best, in its words and with the region; the document has a schema a region.
    BestPerRegion,
    /// Every violation.
    All(Words),
}

impl View {
    /// The value as it is, its functions not known.
    pub const PLAIN: View = View { lower: None, functions: Seen::Unknown, absent: Absent::Holds };
}

/// Runs a rule's schema on a value.
pub fn check<'a>(
    rule: &'static str,
    spec: &'static SchemaRule,
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Some(document) = store::document(spec.document) else { return };
    let Some(instance) = seen(walk, spec.sees, site.instance) else { return };
    let functions = if spec.sees.functions == Seen::Written { Functions::NONE } else { site.cx.functions };
    let sure_choices = spec.sees.absent == Absent::Fails && !walk.options.compat.has(Quirk::AbsentChoices);
    let cx = Context { functions, sure_choices, ..*site.cx };
    let site = &Site { cx: &cx, instance, ..*site };
    match &spec.report {
        Report::Best(words) => {
            let found = run(walk, site, spec.sees.functions, document);
            out.extend(best(rule, found, |violation| words.tell(walk, site, violation)));
        }
        Report::All(words) => {
            let found = run(walk, site, spec.sees.functions, document);
            out.extend(all(rule, found, |violation| words.tell(walk, site, violation)));
        }
        Report::BestPerRegion => {
            for region in cx.regions.iter() {
                let Some(schema) = document.get(region.name()) else { continue };
                let cx = Context { base: schema, regions: Regions::only(region), ..cx };
                let mut found = Violations::new();
                walk.check(&cx, schema, instance, &mut found);
                let words = |violation: &Violation<'a>| {
                    Fault::plain(walk.arena.alloc_str(&format!("{} in '{}'", violation.fault, region.name())))
                };
                out.extend(best(rule, found, words));
            }
        }
    }
}

/// The value that a schema sees; `None` where it looks at objects only, and this is none.
fn seen<'a>(walk: &Walk<'a>, view: View, instance: Node<'a>) -> Option<Node<'a>> {
    let Some(name) = view.lower else { return Some(instance) };
    let entries = instance.as_map()?;
    let lower = |entry: &Entry<'a>| match entry.value.value {
        Value::Str(text) if entry.key.as_str() == Some(name) => {
            let text = walk.arena.alloc_str(&python::lower(text));
            Entry { value: Node { value: Value::Str(text), ..entry.value }, ..*entry }
        }
        _ => *entry,
    };
    Some(Node { value: Value::Map(walk.arena.keep_all(entries.iter().map(lower))), ..instance })
}

/// A schema of the knowledge base on a value, as the reference's schema rules run it.
pub fn found<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, document: &str) -> Violations<'a> {
    store::document(document).map(|schema| run(walk, site, Seen::Unknown, schema)).unwrap_or_default()
}

/// A schema on a value: nothing attached runs.
fn run<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, functions: Seen, schema: Json<'a>) -> Violations<'a> {
    let mut found = Violations::new();
    let cx = match functions {
        Seen::Resolved => Context { base: schema, attached_rules: false, dynamic_references: false, ..*site.cx },
        Seen::Unknown | Seen::Written => context(walk, site.cx, schema),
    };
    walk.check(&cx, schema, site.instance, &mut found);
    found
}

/// The context in which the reference's schema rules run a schema.
pub fn context<'a>(walk: &Walk<'a>, cx: &Context<'a>, schema: Json<'a>) -> Context<'a> {
    const TYPE: Keyword = Keyword { symbol: keyword::TYPE, check: keywords::type_check };
    Context {
        table: walk.table(cx.table, &[(TYPE.symbol, TYPE.check)]),
        base: schema,
        composite: true,
        attached_rules: false,
        dynamic_references: false,
        ..*cx
    }
}

fn known<'a>(found: Violations<'a>) -> impl Iterator<Item = Violation<'a>> {
    found.into_list().into_iter().filter(|violation| !violation.unknown)
}

/// Every violation, those that no rule has claimed in a rule's name.
pub fn all<'a>(
    rule: &'static str,
    mut found: Violations<'a>,
    words: impl Fn(&Violation<'a>) -> Fault<'a>,
) -> Violations<'a> {
    found.attribute(0, &Owner { rule, names: &[] });
    let mut out = Violations::new();
    for violation in known(found) {
        let fault = if violation.rule == Some(rule) { words(&violation) } else { violation.fault };
        out.push(Violation { fault, ..violation });
    }
    out
}

/// The violation that explains best, in a rule's name.
pub fn best<'a>(
    rule: &'static str,
    found: Violations<'a>,
    words: impl Fn(&Violation<'a>) -> Fault<'a>,
) -> Violations<'a> {
    let mut out = Violations::new();
    if let Some(best) = best_match(known(found).collect()) {
        let fault = words(&best);
        out.push(Violation { fault, children: Vec::new(), rule: Some(rule), ..best });
    }
    out
}
