//! Filters of findings.

use super::{Category, Finding, Report};

/// Selects findings by rule, category, resource and resource type.
///
/// Values of one kind are alternatives; a finding must match all kinds that have values. An empty filter matches everything.
///
/// ```
/// use cfn_warden::{Category, Checker, Document, Filter};
///
/// let template = "Parameters: {Unused: {Type: String}}\nResources:\n  A: {Type: AWS::SNS::Topics}\n  B: {Type: AWS::SNS::Topics}\n";
/// let checker = Checker::new(0);
/// let report = checker.check(&[Document::new("a.yaml", template)]);
/// let count = |filter: Filter| report.findings_with(&filter).count();
///
/// assert_eq!(count(Filter::new()), 3);
/// assert_eq!(count(Filter::new().rule("E3")), 2);
/// assert_eq!(count(Filter::new().rule("E3").rule("W2001")), 3);
/// assert_eq!(count(Filter::new().category(Category::Parameters)), 1);
/// assert_eq!(count(Filter::new().rule("E3006").resource("A")), 1);
/// assert_eq!(count(Filter::new().resource_type("AWS::SNS::*")), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Filter {
    rules: Vec<String>,
    categories: Vec<Category>,
    resources: Vec<String>,
    types: Vec<String>,
}

impl Filter {
    /// A filter that matches everything.
    pub fn new() -> Filter {
        Filter::default()
    }

    /// Matches a rule: the name of a Guard rule, the ID of a control or lint rule, or a prefix of IDs of lint rules.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<String>) -> Filter {
        self.rules.push(rule.into());
        self
    }

    /// Matches a category.
    #[must_use]
    pub fn category(mut self, category: Category) -> Filter {
        self.categories.push(category);
        self
    }

    /// Matches the resource with a logical ID; a `*` at the end matches any rest.
    #[must_use]
    pub fn resource(mut self, logical_id: impl Into<String>) -> Filter {
        self.resources.push(logical_id.into());
        self
    }

    /// Matches resources of a type; a `*` at the end matches any rest: `AWS::S3::*`.
    #[must_use]
    pub fn resource_type(mut self, name: impl Into<String>) -> Filter {
        self.types.push(name.into());
        self
    }

    /// Returns whether a finding matches.
    pub fn matches(&self, finding: &Finding<'_>) -> bool {
        let is_rule = |rule: &String| match finding.category() {
            Category::Policy | Category::Terraform => finding.rule() == rule,
            _ => finding.rule().starts_with(rule.as_str()),
        };
        let has_rule = self.rules.is_empty() || self.rules.iter().any(is_rule);
        let has_category =
            self.categories.is_empty() || self.categories.contains(&finding.category());
        has_rule
            && has_category
            && fits(&self.resources, finding.resource())
            && fits(&self.types, finding.resource_type())
    }
}

impl Report<'_> {
    /// The findings that a filter matches. The verdict is still that of all findings.
    pub fn findings_with(&self, filter: &Filter) -> impl Iterator<Item = Finding<'_>> {
        self.findings().filter(|finding| filter.matches(finding))
    }
}

fn fits(patterns: &[String], text: Option<&str>) -> bool {
    let Some(text) = text else {
        return patterns.is_empty();
    };
    let is_like = |pattern: &String| match pattern.strip_suffix('*') {
        Some(start) => text.starts_with(start),
        None => text == pattern,
    };
    patterns.is_empty() || patterns.iter().any(is_like)
}
