//! Rules that are a schema of the knowledge base and nothing more.

use std::borrow::Cow;

use crate::document::Regions;
use crate::schema::text as python;
use crate::schema::violation::best_match;
use crate::schema::{
    Context, Fault, Json, Keyword, Owner, Site, Violation, Violations, Walk, keyword, keywords, store,
};

/// A schema that the values at some CloudFormation paths should fit.
#[derive(Debug, Clone)]
pub struct SchemaRule {
    /// The paths.
    pub at: Cow<'static, [&'static str]>,
    /// The schema's name in the knowledge base: `extensions/aws_s3_bucket/ownershipcontrols`.
    pub document: &'static str,
    /// What is reported of what is found.
    pub report: Report,
}

/// What a schema rule reports of what it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// The violation that explains best, in the rule's own words (see [`data_rule`](super::data_rule)).
    Best(&'static str),
    /// The violation that explains best, in its words and with the region; the document has a schema a region.
    BestPerRegion,
    /// Every violation.
    All,
}

/// Runs a rule's schema on a value.
pub fn check<'a>(
    rule: &'static str,
    spec: &SchemaRule,
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Some(document) = store::document(spec.document) else { return };
    match spec.report {
        Report::Best(words) => {
            let found = run(walk, site, document);
            out.extend(best(rule, found, |violation| told(walk, site, words, violation)));
        }
        Report::All => {
            let mut found = run(walk, site, document);
            found.stamp(0, &Owner { rule, names: &[] });
            known(found).for_each(|violation| out.push(violation));
        }
        Report::BestPerRegion => {
            for region in site.cx.regions.iter() {
                let Some(schema) = document.get(region.name()) else { continue };
                let cx = Context { base: schema, regions: Regions::only(region), ..*site.cx };
                let mut found = Violations::new();
                walk.check(&cx, schema, site.instance, &mut found);
                let words = |violation: &Violation<'a>| {
                    Fault::plain(walk.arena.alloc_str(&format!("{} in '{}'", violation.fault, region.name())))
                };
                out.extend(best(rule, found, words));
            }
        }
    }
}

/// The words of a rule with the values of what was found.
fn told<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, words: &'static str, violation: &Violation<'a>) -> Fault<'a> {
    if !words.contains('{') {
        return Fault::plain(words);
    }
    if words == "{message}" {
        return violation.fault;
    }
    let mut written = String::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        written.push_str(before);
        let (name, tail) = after.split_once('}').unwrap_or((after, ""));
        match name.split_once(':') {
            Some((_, property)) => match site.instance.get(property) {
                Some(value) => written.push_str(&python::repr(value)),
                None => written.push_str("None"),
            },
            None if name == "value" => written.push_str(&python::repr(violation.instance)),
            None if name == "instance" => written.push_str(&python::repr(site.instance)),
            None => written.push_str(&violation.fault.to_string()),
        }
        rest = tail;
    }
    written.push_str(rest);
    Fault::plain(walk.arena.alloc_str(&written))
}

/// A schema on a value as the reference's schema rules run it: functions are unknown, nothing attached runs.
fn run<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, schema: Json<'a>) -> Violations<'a> {
    let mut found = Violations::new();
    walk.check(&context(walk, site.cx, schema), schema, site.instance, &mut found);
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
