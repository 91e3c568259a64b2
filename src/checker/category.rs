//! Categories of findings.

use std::fmt;

use super::choice::ChoiceError;
use crate::engine::choice_named;
use cfn_warden_syntax::finding::{self, Engine};

/// What a rule is about: for lint rules, the group that the first digit of the ID means.
///
/// ```
/// use cfn_warden::Category;
///
/// assert_eq!("resources".parse(), Ok(Category::Resources));
/// assert_eq!(Category::Policy.to_string(), "policy");
/// assert!("resource".parse::<Category>().unwrap_err().to_string().contains("did you mean `resources`?"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Category {
    /// The template as a whole: `E0000`.
    Template,
    /// Functions and sections: `E1010`.
    Functions,
    /// Parameters: `W2001`.
    Parameters,
    /// Resources and their properties: `E3012`.
    Resources,
    /// Metadata: `E4002`.
    Metadata,
    /// Outputs: `E6001`.
    Outputs,
    /// Mappings: `E7001`.
    Mappings,
    /// Conditions: `E8001`.
    Conditions,
    /// What makes a deployment fail, which cfn-lint does not report: `ED1001`.
    Deployment,
    /// Guard rules and controls of packs.
    Policy,
    /// Rules on Terraform configurations.
    Terraform,
    /// Other lint rules.
    Other,
}

impl Category {
    /// All categories.
    pub const ALL: [Category; 12] = [
        Category::Template,
        Category::Functions,
        Category::Parameters,
        Category::Resources,
        Category::Metadata,
        Category::Outputs,
        Category::Mappings,
        Category::Conditions,
        Category::Deployment,
        Category::Policy,
        Category::Terraform,
        Category::Other,
    ];

    /// The name in filters and reports.
    pub fn name(self) -> &'static str {
        match self {
            Category::Template => "template",
            Category::Functions => "functions",
            Category::Parameters => "parameters",
            Category::Resources => "resources",
            Category::Metadata => "metadata",
            Category::Outputs => "outputs",
            Category::Mappings => "mappings",
            Category::Conditions => "conditions",
            Category::Deployment => "deployment",
            Category::Policy => "policy",
            Category::Terraform => "terraform",
            Category::Other => "other",
        }
    }

    pub(super) fn of(finding: &finding::Finding) -> Category {
        match (finding.engine, finding.rule.id.as_bytes().get(1)) {
            (Engine::Guard, _) => Category::Policy,
            (Engine::Terraform, _) => Category::Terraform,
            (Engine::Lint, Some(b'0')) => Category::Template,
            (Engine::Lint, Some(b'1')) => Category::Functions,
            (Engine::Lint, Some(b'2')) => Category::Parameters,
            (Engine::Lint, Some(b'3')) => Category::Resources,
            (Engine::Lint, Some(b'4')) => Category::Metadata,
            (Engine::Lint, Some(b'6')) => Category::Outputs,
            (Engine::Lint, Some(b'7')) => Category::Mappings,
            (Engine::Lint, Some(b'8')) => Category::Conditions,
            (Engine::Lint, Some(b'D')) => Category::Deployment,
            (Engine::Lint, _) => Category::Other,
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Category {
    type Err = ChoiceError;

    fn from_str(name: &str) -> Result<Category, ChoiceError> {
        choice_named(
            "category",
            name,
            Category::ALL.map(|category| (category.name(), category)),
        )
    }
}
