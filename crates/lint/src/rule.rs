//! What a rule is.

use std::borrow::Cow;

use bumpalo::Bump;

use super::options::{self, RuleOption};
use super::page::Page;
use super::schema_rule::SchemaRule;
use super::{Input, Settings};
use cfn_warden_schema::violation::NO_KEYWORD;
use cfn_warden_schema::{self as schema, Context, Fault, InstancePath, Violation, Walk};
use cfn_warden_syntax::finding::{Finding, RuleRef, Severity};
use cfn_warden_syntax::{Node, Tree};
use cfn_warden_template::Template;

/// A rule: its words, and how it takes part.
#[derive(Debug)]
pub struct Rule {
    /// `E3012`: the letter is the severity.
    pub id: &'static str,
    /// Words to find it by.
    pub tags: &'static [&'static str],
    /// How it takes part; nothing for an id that other rules report under.
    pub checks: Cow<'static, [Check]>,
}

/// Rules that are only on when asked for.
pub const EXPERIMENTAL: &[&str] = &["I4010", "W4011", "W4012"];

/// How a rule takes part.
#[derive(Debug, Clone)]
pub enum Check {
    /// It gives a keyword (by its number) a meaning of its own, below each schema whose owner names the rule for it.
    Keyword(u32, schema::Check),
    /// It runs on the values at these CloudFormation paths, as the walk passes them.
    Value(&'static [&'static str], schema::Check),
    /// It runs on the name in a `Ref`, where that stands at these paths; `*` is every path.
    Reference(&'static [&'static str], schema::Check),
    /// It runs a schema of the knowledge base on the values at its paths.
    Schema(SchemaRule),
    /// It says what texts of a format look like.
    Format(Format),
    /// It runs on the template as a whole.
    Template(TemplateCheck),
    /// It runs on the document as it was read, before transforms.
    Document(DocumentCheck),
}

/// What texts of a format look like.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The format's name, as schemas say it.
    pub name: &'static str,
    /// What its texts match from their beginning.
    pub pattern: &'static str,
    /// Texts that need not match, by where they stand.
    pub excuses: Option<fn(&Context<'_>, &str) -> bool>,
}

/// Checks a template as a whole.
pub type TemplateCheck = for<'a> fn(&Lint<'a, '_>, &mut Sink<'a>);

/// Checks a document as it was read: what of it is no value, so that no path leads there.
pub type DocumentCheck = fn(&Tree<'_>, &Template<'_>, &Input<'_>) -> Vec<Finding>;

/// What a check of the whole template sees.
pub struct Lint<'a, 's> {
    /// Where derived values are made.
    pub arena: &'a Bump,
    /// The document.
    pub tree: &'a Tree<'a>,
    /// What it declares.
    pub template: &'a Template<'a>,
    /// The walk that was made of it, for rules that check or look up values by themselves.
    pub walk: &'s Walk<'a>,
    /// What it was read from.
    pub input: &'s Input<'s>,
    /// What the user set.
    pub settings: &'s Settings,
}

/// Takes what a rule reports.
pub struct Sink<'a> {
    rule: &'static str,
    violations: Vec<Violation<'a>>,
}

impl Rule {
    /// An id that other rules report under.
    pub const fn label(id: &'static str, tags: &'static [&'static str]) -> Rule {
        Rule { id, tags, checks: Cow::Borrowed(&[]) }
    }

    /// The page that documents the rule.
    pub fn page(&self) -> Page<'static> {
        Page::of(self.id).unwrap_or(Page { id: self.id, title: "", description: "", source: "" })
    }

    /// What users can set about it.
    pub fn options(&self) -> impl Iterator<Item = &'static RuleOption> {
        options::of(self.id)
    }

    /// Whether it is only on when asked for.
    pub fn is_experimental(&self) -> bool {
        EXPERIMENTAL.contains(&self.id)
    }

    /// What its id says of its weight.
    pub fn severity(&self) -> Severity {
        severity(self.id)
    }

    /// As findings name it.
    pub fn reference(&self) -> RuleRef {
        let page = self.page();
        RuleRef {
            id: Cow::Borrowed(self.id),
            title: Cow::Borrowed(page.title),
            description: Cow::Borrowed(page.description),
            source: Cow::Borrowed(page.source),
        }
    }
}

/// What a rule id's letter says.
pub fn severity(id: &str) -> Severity {
    match id.as_bytes().first() {
        Some(b'I') => Severity::Informational,
        Some(b'W') => Severity::Warning,
        _ => Severity::Error,
    }
}

impl<'a> Sink<'a> {
    /// For a rule.
    pub fn new(rule: &'static str) -> Sink<'a> {
        Sink { rule, violations: Vec::new() }
    }

    /// Reports in the rule's name: at a path, about a value.
    pub fn report(&mut self, trail: InstancePath<'a>, instance: Node<'a>, fault: Fault<'a>) {
        self.violations.push(Violation {
            keyword: NO_KEYWORD,
            fault,
            rule: Some(self.rule),
            trail,
            shown_at: None,
            children: Vec::new(),
            unknown: false,
            instance,
            schema: None,
        });
    }

    /// What was reported.
    pub fn into_violations(self) -> Vec<Violation<'a>> {
        self.violations
    }
}
