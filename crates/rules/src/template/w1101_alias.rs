//! Reports YAML aliases.

use std::borrow::Cow;

use cfn_warden_lint::finding::rule_ref;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::{Input, Rule};
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, RuleId};
use cfn_warden_syntax::{Alias, Operand, Tree, alias_paths, text};
use cfn_warden_template::Template;

pub static RULE: Rule = Rule {
    id: RuleId::new("W1101"),
    tags: &["yaml"],
    checks: Cow::Borrowed(&[Check::Document(check)]),
};

fn check(tree: &Tree<'_>, template: &Template<'_>, input: &Input<'_>) -> Vec<Finding> {
    if template.is_serverless() {
        return Vec::new();
    }
    let finding = |(alias, path): (&Alias<'_>, _)| Finding {
        engine: Engine::Lint,
        rule: rule_ref(RULE.id),
        severity: RULE.id.severity(),
        message: text!(
            "YAML alias '*{}' is rejected by CloudFormation unless the template is first processed by the 'package' cli \
             command or AWS SAM",
            Operand::Name(alias.name)
        ),
        file: input.name.to_owned(),
        path: Some(path),
        span: alias.span,
        value_span: Some(alias.span),
        remediation: None,
        fix: None,
        children: Vec::new(),
        aspect: Aspect::Other,
        certainty: Certainty::Certain,
        deployments: None,
        related: Vec::new(),
        documentation: None,
        extent: None,
        identity: None,
        fingerprint: None,
        original_severity: None,
        warn_mode: None,
    };
    tree.aliases
        .iter()
        .zip(alias_paths(tree))
        .map(finding)
        .collect()
}
