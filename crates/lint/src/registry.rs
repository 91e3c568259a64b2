//! The rules, and the tables compiled from them once.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::rule::{Check, DocumentCheck, Format, Rule, TemplateCheck};
use super::schema_rule::SchemaRule;
use cfn_warden_schema::place::Places;
use cfn_warden_schema::{self as schema, Table};

/// Every rule, by id.
pub static RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let mut all: Vec<_> = super::rules::all().collect();
    all.sort_by_key(|rule| rule.id);
    all
});

/// A check at CloudFormation paths, and in whose name it runs.
#[derive(Debug, Clone, Copy)]
pub struct Attached {
    /// The rule.
    pub rule: &'static str,
    /// What runs.
    pub check: AttachedCheck,
}

/// What runs at a CloudFormation path.
#[derive(Debug, Clone, Copy)]
pub enum AttachedCheck {
    /// A rule's code, on the value.
    Value(schema::Check),
    /// A rule's code, on the name in a `Ref` that stands there.
    Reference(schema::Check),
    /// A rule's schema.
    Schema(&'static SchemaRule),
}

/// Which checks run where.
#[derive(Debug)]
pub struct Attachments {
    /// Numbers of checks by CloudFormation path.
    pub places: Places,
    /// By number.
    pub checks: Vec<Attached>,
    /// Checks of the name in any `Ref`.
    pub references: Vec<Attached>,
}

/// Which checks run where; compiled when the first template is linted.
pub static ATTACHMENTS: LazyLock<Attachments> = LazyLock::new(|| {
    let (mut checks, mut numbers, mut references) = (Vec::new(), Vec::new(), Vec::new());
    for rule in RULES.iter() {
        for check in rule.checks.iter() {
            let (paths, check): (&'static [&'static str], _) = match check {
                Check::Value(paths, check) => (paths, AttachedCheck::Value(*check)),
                Check::Reference(paths, check) if paths.contains(&"*") => {
                    references.push(Attached { rule: rule.id, check: AttachedCheck::Reference(*check) });
                    continue;
                }
                Check::Reference(paths, check) => (paths, AttachedCheck::Reference(*check)),
                Check::Schema(spec) => (&spec.at, AttachedCheck::Schema(spec)),
                Check::Keyword(..) | Check::Template(_) | Check::Document(_) | Check::Format(_) => continue,
            };
            let Ok(number) = u16::try_from(checks.len()) else { continue };
            checks.push(Attached { rule: rule.id, check });
            numbers.extend(paths.iter().map(|path| (*path, number)));
        }
    }
    Attachments { places: Places::of(numbers), checks, references }
});

/// The formats that have a rule each, by name.
pub static FORMATS: LazyLock<HashMap<&'static str, (&'static str, Format)>> = LazyLock::new(|| {
    let of = |rule: &'static Rule| {
        rule.checks.iter().filter_map(move |check| match check {
            Check::Format(format) => Some((format.name, (rule.id, *format))),
            _ => None,
        })
    };
    RULES.iter().flat_map(|rule| of(rule)).collect()
});

/// The checks of the template as a whole, by rule id.
pub static TEMPLATE_CHECKS: LazyLock<Vec<(&'static str, TemplateCheck)>> = LazyLock::new(|| {
    let of = |rule: &'static Rule| {
        rule.checks.iter().filter_map(move |check| match check {
            Check::Template(check) => Some((rule.id, *check)),
            _ => None,
        })
    };
    RULES.iter().flat_map(|rule| of(rule)).collect()
});

/// The checks of the document as it was read, by rule id.
pub static DOCUMENT_CHECKS: LazyLock<Vec<DocumentCheck>> = LazyLock::new(|| {
    let of = |rule: &'static Rule| {
        rule.checks.iter().filter_map(|check| match check {
            Check::Document(check) => Some(*check),
            _ => None,
        })
    };
    RULES.iter().flat_map(|rule| of(rule)).collect()
});

/// How keywords are checked at the top of a template.
pub static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::standard().with(super::owner::TEMPLATE.checks.iter().copied()));

static INDEX: LazyLock<HashMap<&'static str, &'static Rule>> =
    LazyLock::new(|| RULES.iter().map(|rule| (rule.id, *rule)).collect());

/// Every rule, by id.
pub fn every() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied()
}

/// The rule of an id.
pub fn find(id: &str) -> Option<&'static Rule> {
    INDEX.get(id).copied()
}
