//! All rules, and the lookup tables compiled from them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::rule::{Check, DocumentCheck, Rule, TemplateCheck};
use super::schema_rule::SchemaRule;
use cfn_warden_schema::place::Places;
use cfn_warden_schema::{self as schema, RuleChecks};
use cfn_warden_syntax::finding::RuleId;

/// All rules, sorted by ID.
pub static RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let mut all: Vec<_> = super::rules::all().collect();
    all.sort_by_key(|rule| rule.id);
    all
});

/// A check that is attached to CloudFormation paths.
#[derive(Debug, Clone, Copy)]
pub struct Attached {
    /// ID of the rule that the check belongs to.
    pub rule: RuleId,
    /// The function or schema to evaluate.
    pub check: AttachedCheck,
}

/// Kind of an attached check.
#[derive(Debug, Clone, Copy)]
pub enum AttachedCheck {
    /// Function that runs on the value.
    Value(schema::Check),
    /// Function that runs on the name in a `Ref` at the path ([`RULE_CHECKS`]).
    Reference,
    /// Schema that is evaluated on the value.
    Schema(&'static SchemaRule),
}

/// Attached checks by CloudFormation path.
#[derive(Debug)]
pub struct Attachments {
    /// Indices into `checks`, by CloudFormation path.
    pub places: Places,
    /// Checks by index.
    pub checks: Vec<Attached>,
    /// Checks of the name in a `Ref`, with their indices.
    references: Vec<(u16, (RuleId, schema::Check))>,
}

/// Attached checks of all rules; compiled when the first template is linted.
pub static ATTACHMENTS: LazyLock<Attachments> = LazyLock::new(|| {
    let (mut checks, mut numbers, mut references) = (Vec::new(), Vec::new(), Vec::new());
    for rule in RULES.iter() {
        for source in rule.checks.iter() {
            let (paths, check): (&'static [&'static str], _) = match source {
                Check::Value(paths, check) => (paths, AttachedCheck::Value(*check)),
                Check::Reference(paths, _) if paths.contains(&"*") => continue,
                Check::Reference(paths, _) => (paths, AttachedCheck::Reference),
                Check::Schema(spec) => (&spec.paths, AttachedCheck::Schema(spec)),
                Check::Keyword(..) | Check::Template(_) | Check::Document(_) | Check::Format(_) => continue,
            };
            let Ok(number) = u16::try_from(checks.len()) else { continue };
            if let Check::Reference(_, check) = source {
                references.push((number, (rule.id, *check)));
            }
            checks.push(Attached { rule: rule.id, check });
            numbers.extend(paths.iter().map(|path| (*path, number)));
        }
    }
    Attachments { places: Places::of(numbers), checks, references }
});

/// Checks of rules that other rules run. Rules find them in the evaluation, so that their files do not import the
/// registry.
pub static RULE_CHECKS: LazyLock<RuleChecks> = LazyLock::new(|| {
    let mut all = RuleChecks::default();
    for (rule, check) in RULES.iter().flat_map(|rule| rule.checks.iter().map(|check| (rule.id, check))) {
        match check {
            Check::Keyword(symbol, check) => {
                all.keywords.entry((rule, *symbol)).or_insert(*check);
            }
            Check::Format(format) => {
                all.formats.insert(format.name, (rule, *format));
            }
            Check::Reference(paths, check) if paths.contains(&"*") => all.references.push((rule, *check)),
            Check::Reference(..) | Check::Value(..) | Check::Schema(_) | Check::Template(_) | Check::Document(_) => {}
        }
    }
    all.attached_references = ATTACHMENTS.references.iter().copied().collect();
    all
});

/// Checks of the template as a whole, in the order of rule IDs.
pub static TEMPLATE_CHECKS: LazyLock<Vec<(RuleId, TemplateCheck)>> = LazyLock::new(|| {
    let of = |rule: &'static Rule| {
        rule.checks.iter().filter_map(move |check| match check {
            Check::Template(check) => Some((rule.id, *check)),
            _ => None,
        })
    };
    RULES.iter().flat_map(|rule| of(rule)).collect()
});

/// Checks of the document before transforms, in the order of rule IDs.
pub static DOCUMENT_CHECKS: LazyLock<Vec<DocumentCheck>> = LazyLock::new(|| {
    let of = |rule: &'static Rule| {
        rule.checks.iter().filter_map(|check| match check {
            Check::Document(check) => Some(*check),
            _ => None,
        })
    };
    RULES.iter().flat_map(|rule| of(rule)).collect()
});

static INDEX: LazyLock<HashMap<RuleId, &'static Rule>> =
    LazyLock::new(|| RULES.iter().map(|rule| (rule.id, *rule)).collect());

/// Returns all rules, sorted by ID.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied()
}

/// Returns the rule with an ID.
pub fn find(id: RuleId) -> Option<&'static Rule> {
    INDEX.get(&id).copied()
}
