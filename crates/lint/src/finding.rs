//! Findings that are not about a violation of a schema.

use std::borrow::Cow;

use super::{Input, Page};
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, RuleId, RuleRef};
use cfn_warden_syntax::{self as syntax, Path, Position, Span, Text, Tree};
use cfn_warden_template::Template;

/// The rule for documents that cannot be parsed.
pub const PARSE: RuleId = RuleId::new("E0000");

/// Returns a finding on a whole file that is not a template. Its span is empty, as in cfn-lint.
pub fn file_finding(id: RuleId, name: &str, message: Text) -> Finding {
    let no_width = Span {
        start: Position::START,
        end: Position::START,
    };
    let input = Input {
        name,
        text: "",
        ..Input::default()
    };
    Finding {
        rule: rule_ref(id),
        severity: id.severity(),
        ..template_finding(&input, message, no_width)
    }
}

/// Returns a finding on the value at a path. The caller sets the rule and severity.
pub fn finding_at_path(
    tree: &Tree<'_>,
    template: &Template<'_>,
    input: &Input<'_>,
    path: Path,
    message: Text,
) -> Finding {
    let span = syntax::location(tree, template.root, &path);
    Finding {
        path: Some(path),
        value_span: None,
        ..template_finding(input, message, span)
    }
}

/// Returns a finding of E0000 on a span. The caller sets another rule and severity.
pub fn template_finding(input: &Input<'_>, message: Text, span: Span) -> Finding {
    Finding {
        engine: Engine::Lint,
        rule: rule_ref(PARSE),
        severity: PARSE.severity(),
        message,
        file: input.name.to_owned(),
        path: None,
        span,
        value_span: Some(span),
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
    }
}

/// Returns the ID and documentation of a rule; only the ID if the rule is unknown.
pub fn rule_ref(id: RuleId) -> RuleRef {
    let page = Page::of(id.as_str()).unwrap_or(Page {
        id: id.as_str(),
        title: "",
        description: "",
        fix: "",
        source: "",
    });
    RuleRef {
        id: Cow::Borrowed(id.as_str()),
        title: Cow::Borrowed(page.title),
        description: Cow::Borrowed(page.description),
        source: Cow::Borrowed(page.source),
        control: None,
    }
}
