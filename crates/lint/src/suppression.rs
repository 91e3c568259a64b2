//! Lists the suppressions in a template with the number of findings that each of them removes.

use super::comment::CommentSuppression;
use super::select::{enabled, is_mandatory};
use super::{Input, Settings};
use cfn_warden_syntax::finding::{Finding, Suppression, SuppressionKind, TemplateSuppressions};
use cfn_warden_syntax::{Node, Path, Span, Step, Tree};
use cfn_warden_template::Template;

/// Settings in a template's metadata that can remove findings.
const SETTINGS: [&str; 3] = ["ignore_checks", "configure_rules", "regions"];

/// Counts the findings that the suppressions in a template remove.
pub struct SuppressionCounter<'c, 'a> {
    /// Tree of the template before transforms.
    pub original: &'c Tree<'a>,
    /// Tree of the template after transforms, which has the places of what loops make.
    pub transformed: &'c Tree<'a>,
    /// Template after transforms.
    pub template: &'c Template<'a>,
    /// Source of the template.
    pub input: &'c Input<'c>,
    /// Effective settings, including those in the template's metadata.
    pub settings: &'c Settings,
}

impl SuppressionCounter<'_, '_> {
    /// Returns the suppressions in the template's metadata. `base_settings` exclude the metadata; `found` are all
    /// findings.
    pub fn of_template(&self, base_settings: &Settings, found: &[Finding]) -> Vec<Suppression> {
        let config = || {
            self.original
                .root
                .get("Metadata")?
                .get("cfn-lint")?
                .get("config")
        };
        let Some(config) = config() else {
            return Vec::new();
        };
        let removed = || {
            let base_settings = Settings {
                ignore_checks: base_settings.ignore_checks.clone(),
                ..self.settings.clone()
            };
            let left = enabled(found.to_vec(), self.settings).len();
            enabled(found.to_vec(), &base_settings)
                .len()
                .saturating_sub(left)
        };
        let of = |name: &&str| {
            let value = config.get(name)?;
            let is_list = *name == "ignore_checks";
            let names = if is_list {
                texts(value)
            } else {
                vec![(*name).to_owned()]
            };
            let removed = if is_list && !self.is_denied() {
                removed()
            } else {
                0
            };
            Some(Suppression {
                removed,
                ..self.metadata(
                    self.original.span(value.id),
                    &["Metadata", "cfn-lint", "config", name],
                    names,
                )
            })
        };
        SETTINGS
            .iter()
            .filter_map(of)
            .filter(|one| !one.names.is_empty())
            .collect()
    }

    /// Returns the suppressions in the metadata of resources. `found` are the findings that remain after
    /// [`Self::of_template`].
    pub fn of_resources(&self, found: &[Finding]) -> Vec<Suppression> {
        let resources = self
            .template
            .root
            .get("Resources")
            .and_then(|node| node.as_map())
            .unwrap_or_default();
        let of = |(name, resource): (&str, Node<'_>)| {
            let value = resource
                .get("Metadata")?
                .get("cfn-lint")?
                .get("config")?
                .get("ignore_checks")?;
            let path = [
                "Resources",
                name,
                "Metadata",
                "cfn-lint",
                "config",
                "ignore_checks",
            ];
            let one = self.metadata(self.transformed.span(value.id), &path, texts(value));
            let is_removed = |finding: &Finding| {
                let is_own = finding
                    .path
                    .as_ref()
                    .is_none_or(|at| at.0.is_empty() || is_below(at, name));
                is_own
                    && one.names.iter().any(|id| *id == finding.rule.id)
                    && !is_mandatory(&finding.rule.id, self.settings)
            };
            let removed = if self.is_denied() {
                0
            } else {
                count(found, &is_removed)
            };
            Some(Suppression { removed, ..one })
        };
        resources
            .iter()
            .filter_map(|entry| of((entry.key.as_str()?, entry.value)))
            .collect()
    }

    /// Returns the suppressions in comments. `found` are the findings that remain after [`Self::of_resources`].
    pub fn of_comments(
        &self,
        comments: &[CommentSuppression<'_>],
        found: &[Finding],
    ) -> Vec<Suppression> {
        let of = |suppression: &CommentSuppression<'_>| {
            let is_removed = |finding: &Finding| {
                suppression.covers(finding) && !is_mandatory(&finding.rule.id, self.settings)
            };
            Suppression {
                kind: SuppressionKind::Comment,
                file: self.input.name.to_owned(),
                path: None,
                span: suppression.span(),
                names: suppression.names(),
                denied: self.is_denied(),
                removed: if self.is_denied() {
                    0
                } else {
                    count(found, &is_removed)
                },
            }
        };
        comments.iter().map(of).collect()
    }

    fn is_denied(&self) -> bool {
        self.settings.suppressions == TemplateSuppressions::Deny
    }

    fn metadata(&self, span: Span, path: &[&str], names: Vec<String>) -> Suppression {
        Suppression {
            kind: SuppressionKind::Metadata,
            file: self.input.name.to_owned(),
            path: Some(Path(
                path.iter()
                    .map(|step| Step::Key((*step).to_owned()))
                    .collect(),
            )),
            span,
            names,
            denied: self.is_denied(),
            removed: 0,
        }
    }
}

fn is_below(path: &Path, name: &str) -> bool {
    matches!(path.0.as_slice(), [Step::Key(section), Step::Key(id), ..] if section == "Resources" && id == name)
}

fn count(findings: &[Finding], is_removed: &dyn Fn(&Finding) -> bool) -> usize {
    let each = |finding: &Finding| {
        usize::from(is_removed(finding)).saturating_add(count(&finding.children, is_removed))
    };
    findings.iter().map(each).fold(0, usize::saturating_add)
}

fn texts(value: Node<'_>) -> Vec<String> {
    value
        .as_list()
        .unwrap_or_default()
        .iter()
        .filter_map(|item| item.as_str().map(str::to_owned))
        .collect()
}
