//! The rules of the `terraform` ruleset on a configuration.

use cfn_warden_syntax::finding::{
    Aspect, Certainty, Engine, Finding, RuleRef, Suppression, SuppressionKind, TemplateSuppressions,
};
use cfn_warden_syntax::fix::{Edit, Fix};
use cfn_warden_syntax::{Span, Text};
use cfn_warden_terraform::{
    Files, Issue, Place, RULES, Range, Rule, RulesConfig, RulesResult, Settings, check_rules,
};

use cfn_warden_terraform as terraform;

/// Prefixes of IDs of rules to run and not to run, in addition to those of the configuration file.
#[derive(Debug, Clone, Default)]
pub struct RuleSelection {
    /// Rules to run.
    pub included: Vec<String>,
    /// Rules not to run.
    pub ignored: Vec<String>,
    /// Whether the configuration itself may turn rules off: by comments, and by its configuration file.
    pub suppressions: TemplateSuppressions,
}

/// What the rules found.
#[derive(Debug, Default)]
pub struct Checked {
    /// The findings, by file and position.
    pub findings: Vec<Finding>,
    /// What is wrong with the configuration file.
    pub errors: Vec<String>,
    /// What turns rules off.
    pub suppressions: Vec<Suppression>,
}

/// The name of TFLint's configuration file.
const CONFIG: &str = ".tflint.hcl";

/// Checks a configuration. `shown` converts paths to names for reports.
pub fn check(
    run: &terraform::Run,
    settings: &Settings<'_>,
    selection: &RuleSelection,
    shown: &dyn Fn(&str) -> String,
) -> Checked {
    let (mut config, file) = match config(settings.host.files, &settings.host.folder, shown) {
        Ok(config) => config,
        Err(errors) => {
            return Checked {
                errors,
                ..Checked::default()
            };
        }
    };
    let denied = selection.suppressions == TemplateSuppressions::Deny;
    let mut suppressions = Vec::new();
    // What the file turns off in total, whether or not that is denied.
    let mut without = config.clone();
    let turned_off = without.deny_suppressions(RULES);
    if !turned_off.is_empty() {
        suppressions.push(Suppression {
            kind: SuppressionKind::TflintConfiguration,
            file: file.unwrap_or_default(),
            path: None,
            span: Span::START,
            names: turned_off,
            denied,
            removed: 0,
        });
    }
    if denied {
        config = without;
    }
    config.included.clone_from(&selection.included);
    config.ignored.clone_from(&selection.ignored);
    config.denies_comments = denied;
    let RulesResult {
        issues,
        errors,
        comments,
    } = check_rules(run, settings, &config);
    for comment in comments {
        let source = run
            .texts
            .with(|sources| sources.get(comment.range.file).cloned());
        suppressions.push(Suppression {
            kind: SuppressionKind::TflintComment,
            file: shown(&source.map(|file| file.name).unwrap_or_default()),
            path: None,
            span: run.texts.with(|sources| sources.span(comment.range)),
            names: comment.rules,
            denied,
            removed: comment.hidden,
        });
    }
    let mut findings: Vec<Finding> = issues
        .into_iter()
        .map(|(rule, issue)| finding(rule, issue, run, shown))
        .collect();
    findings.sort_by(|a, b| {
        (&a.file, a.span.start, &a.rule.id).cmp(&(&b.file, b.span.start, &b.rule.id))
    });
    Checked {
        findings,
        errors: errors
            .into_iter()
            .map(|error| format!("{CONFIG}: {error}"))
            .collect(),
        suppressions,
    }
}

/// Reads the configuration file of a folder, or of the nearest folder above it. Also returns the file's name for reports, if
/// there is a file.
fn config(
    files: &dyn Files,
    folder: &str,
    shown: &dyn Fn(&str) -> String,
) -> Result<(RulesConfig, Option<String>), Vec<String>> {
    let mut folder = folder;
    loop {
        let path = if folder == "." || folder.is_empty() {
            CONFIG.to_owned()
        } else {
            format!("{folder}/{CONFIG}")
        };
        if let Some(bytes) = files.read(&path) {
            let file = shown(&path);
            let config = RulesConfig::parse(&file, &String::from_utf8_lossy(&bytes))?;
            return Ok((config, Some(file)));
        }
        if folder == "." || folder.is_empty() {
            return Ok((RulesConfig::default(), None));
        }
        folder = folder.rsplit_once('/').map_or(".", |(above, _)| above);
    }
}

fn finding(
    rule: &'static Rule,
    issue: Issue,
    run: &terraform::Run,
    shown: &dyn Fn(&str) -> String,
) -> Finding {
    let span = |range: Range| run.texts.with(|sources| sources.span(range));
    let source = |file: u32| run.texts.with(|sources| sources.get(file).cloned());
    let (file, at) = match issue.place {
        Place::File(path) => (shown(&path), Span::START),
        Place::Range(range) => (
            shown(&source(range.file).map(|file| file.name).unwrap_or_default()),
            span(range),
        ),
    };
    let fix = issue.fix.map(|fix| {
        let edited = fix.edits.first().and_then(|(range, _)| source(range.file));
        let edits = fix.edits.into_iter().map(|(range, text)| Edit {
            span: span(range),
            text,
        });
        let mut fix = Fix {
            description: Text::own(fix.description),
            safety: fix.safety,
            edits: edits.collect(),
        };
        if let Some(edited) = edited {
            fix.use_line_breaks_of(edited.text.as_bytes());
        }
        Box::new(fix)
    });
    Finding {
        engine: Engine::Terraform,
        rule: RuleRef {
            id: rule.id.into(),
            title: rule.title.into(),
            description: rule.description.into(),
            source: "".into(),
            control: None,
        },
        severity: rule.severity,
        message: issue.message,
        file,
        path: None,
        span: at,
        value_span: Some(at),
        remediation: None,
        fix,
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
