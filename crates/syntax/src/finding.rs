//! The waist between analysis and reports: what was found, in which rule's name, and where.

use std::borrow::Cow;

use crate::{Path, Span};

/// Which engine speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// The schema linter.
    Lint,
    /// The Guard evaluator.
    Guard,
    /// What reads Terraform's configuration.
    Terraform,
}

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For information only.
    Informational,
    /// Worth a look; deployable.
    Warning,
    /// Wrong or not allowed.
    Error,
}

/// The rule in whose name a finding is reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRef {
    /// `E3012`, or the name of a Guard rule.
    pub id: Cow<'static, str>,
    /// One line: what the rule is about. Empty for Guard rules.
    pub title: Cow<'static, str>,
    /// A sentence or two. Empty for Guard rules.
    pub description: Cow<'static, str>,
    /// Where the rule is documented. Empty where it is not.
    pub source: Cow<'static, str>,
}

/// Something found in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Who found it.
    pub engine: Engine,
    /// In whose name.
    pub rule: RuleRef,
    /// How grave.
    pub severity: Severity,
    /// What is wrong, for a person.
    pub message: String,
    /// Name of the input it was found in; empty for standard input.
    pub file: String,
    /// The value it is about; `None` where it is about the file as a whole.
    pub path: Option<Path>,
    /// The place to show, as cfn-lint places it: the last key of the path.
    pub span: Span,
    /// The value's own stretch of text, where known; what carets are drawn under.
    pub value_span: Option<Span>,
    /// How to mend it, where that is known.
    pub remediation: Option<String>,
    /// Findings of which this one is the sum: the branches of an `anyOf` that failed.
    pub children: Vec<Finding>,
    /// What of the value at its path is wrong.
    pub subject: Subject,
}

/// What of a value is wrong: findings of one subject are of one mistake.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Subject {
    /// The value itself: its type, its text, its size.
    Value,
    /// A value that comes from the finding's path and is used at this one.
    Use(Path),
    /// That this key is not there.
    Missing(String),
    /// The key that the path ends in, which was probably meant to be this one.
    Misspelt(String),
    /// Something else.
    #[default]
    Other,
}

/// Whether templates may exempt themselves from rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TemplateSuppressions {
    /// Their suppressions hold, and are listed.
    #[default]
    Allow,
    /// Their suppressions are listed, and have no effect.
    Deny,
}

impl TemplateSuppressions {
    /// The policy of a name.
    ///
    /// # Errors
    /// The names that are known.
    pub fn named(name: &str) -> Result<TemplateSuppressions, String> {
        match name {
            "allow" => Ok(TemplateSuppressions::Allow),
            "deny" => Ok(TemplateSuppressions::Deny),
            other => Err(format!("invalid value `{other}`; expected allow or deny")),
        }
    }
}

/// An exemption that a template gives itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// How it is written.
    pub kind: SuppressionKind,
    /// The document's name; empty for standard input.
    pub file: String,
    /// The path of what says so; `None` for a comment.
    pub path: Option<Path>,
    /// Its position.
    pub span: Span,
    /// What it names: rule IDs or their beginnings, Guard rules, or a setting.
    pub names: Vec<String>,
    /// Whether it had no effect.
    pub denied: bool,
    /// How many findings it removed.
    pub removed: usize,
}

/// How a suppression is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuppressionKind {
    /// `Metadata: {cfn-lint: {config: {...}}}` of the template or of a resource.
    Metadata,
    /// `# cfn-lint: disable=...`
    Comment,
    /// `Metadata: {guard: {SuppressedRules: [...]}}`
    Guard,
}
