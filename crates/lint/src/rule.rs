//! The definition of a rule.

use std::borrow::Cow;

use bumpalo::Bump;

use super::schema_rule::SchemaRule;
use super::{Input, Settings};
pub use cfn_warden_schema::PatternFormat as Format;
use cfn_warden_schema::violation::NO_KEYWORD;
use cfn_warden_schema::{
    self as schema, Evaluation, InstancePath, Message, RelatedValue, Violation,
};
use cfn_warden_syntax::finding::{Finding, RuleId};
use cfn_warden_syntax::{Node, Tree};
use cfn_warden_template::Template;

/// A rule. Title, description and link are on its page in `docs/rules` ([`Page`]).
#[derive(Debug)]
pub struct Rule {
    /// Rule ID.
    pub id: RuleId,
    /// Tags for searching and filtering.
    pub tags: &'static [&'static str],
    /// Checks that the rule runs; empty if only other rules report under this ID.
    pub checks: Cow<'static, [Check]>,
}

/// A check that a rule runs.
#[derive(Debug, Clone)]
pub enum Check {
    /// Redefines a schema keyword (by its symbol) in schemas whose owner maps the keyword to the rule
    /// ([`owner`](crate::owner)).
    Keyword(u32, schema::Check),
    /// Runs on the values at these CloudFormation paths.
    Value(&'static [&'static str], schema::Check),
    /// Runs on the name in each `Ref` at these CloudFormation paths; `*` matches every path.
    Reference(&'static [&'static str], schema::Check),
    /// Evaluates a schema on the values at its paths.
    Schema(SchemaRule),
    /// Defines the syntax of a `format`.
    Format(Format),
    /// Runs on the template as a whole.
    Template(TemplateCheck),
    /// Runs on a template with the SAM transform as a whole.
    Serverless(TemplateCheck),
    /// Runs on the document as parsed, before transforms.
    Document(DocumentCheck),
}

/// Function that checks a template as a whole.
pub type TemplateCheck = for<'a> fn(&Lint<'a, '_>, &mut Sink<'a>);

/// Function that checks a document as parsed, for what has no path in the template, like YAML aliases and merge keys.
pub type DocumentCheck = fn(&Tree<'_>, &Template<'_>, &Input<'_>) -> Vec<Finding>;

/// Input of a [`TemplateCheck`].
pub struct Lint<'a, 's> {
    /// Arena for derived values.
    pub arena: &'a Bump,
    /// Tree of the document, after transforms.
    pub tree: &'a Tree<'a>,
    /// Declarations of the template.
    pub template: &'a Template<'a>,
    /// Schema evaluation, for rules that evaluate schemas or look up values.
    pub evaluation: &'s Evaluation<'a>,
    /// Source of the document.
    pub input: &'s Input<'s>,
    /// Effective settings.
    pub settings: &'s Settings,
}

/// Collects the violations that a rule reports.
pub struct Sink<'a> {
    rule: RuleId,
    most: usize,
    violations: Vec<Violation<'a>>,
}

impl Rule {
    /// Creates a rule without checks, for an ID that only other rules report under.
    pub const fn label(id: &'static str, tags: &'static [&'static str]) -> Rule {
        Rule {
            id: RuleId::new(id),
            tags,
            checks: Cow::Borrowed(&[]),
        }
    }
}

impl<'a> Sink<'a> {
    /// Creates an empty sink for a rule ID, which takes this number of violations.
    pub fn new(rule: RuleId, most: usize) -> Sink<'a> {
        Sink {
            rule,
            most,
            violations: Vec::new(),
        }
    }

    /// Returns whether the sink takes no more violations. A rule that finds many stops then.
    pub fn is_full(&self) -> bool {
        self.violations.len() >= self.most
    }

    /// Adds a violation of the rule at a path, about the value `instance`.
    pub fn report(
        &mut self,
        instance_path: InstancePath<'a>,
        instance: Node<'a>,
        message: Message<'a>,
    ) {
        self.report_with(instance_path, instance, message, &[]);
    }

    /// Adds a violation that is also about other values.
    pub fn report_with(
        &mut self,
        instance_path: InstancePath<'a>,
        instance: Node<'a>,
        message: Message<'a>,
        related: &'a [RelatedValue<'a>],
    ) {
        if self.is_full() {
            return;
        }
        self.violations.push(Violation {
            keyword: NO_KEYWORD,
            kind: message.into(),
            rule: Some(self.rule),
            instance_path,
            shown_at: None,
            children: Vec::new(),
            branch: 0,
            related,
            unknown: false,
            instance,
            schema: None,
        });
    }

    /// Returns the violations in the order in which they were reported.
    pub fn into_violations(self) -> Vec<Violation<'a>> {
        self.violations
    }
}
