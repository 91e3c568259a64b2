//! Terraform configurations as documents for Guard: before a run they become the plans that rules are written for, and
//! after it its findings are put where the configuration says what they are about.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::secrets::Secrets;
use super::{Document, Incomplete, IncompleteKind, Input, PlanNote, Run};
use cfn_warden_syntax::finding::{Engine, Finding, RuleRef, Severity, Subject};
use cfn_warden_syntax::{Path, Span, Step};
use cfn_warden_terraform::{self as terraform, Diagnostic, PlanSettings, Range, Settings, SourceLocation};

/// A configuration as a document.
#[derive(Debug)]
pub struct Configuration {
    /// What the document is called.
    pub name: String,
    /// The plan that creates everything, in JSON.
    pub text: String,
    evaluated: terraform::Run,
    plan: Option<terraform::Plan>,
    /// The names and texts of its files, by their numbers.
    files: Vec<(String, String)>,
    secrets: Secrets,
}

/// The document of a configuration. Its files are called what `shown` makes of their paths.
pub fn configuration(
    name: &str,
    settings: &Settings<'_>,
    how: &PlanSettings,
    shown: &dyn Fn(&str) -> String,
) -> Configuration {
    let evaluated = terraform::evaluate(settings);
    let mut plan = terraform::plan(&evaluated, settings, how);
    // From here on it is asked for as a text only.
    let document = plan.as_mut().map(|plan| std::mem::take(&mut plan.document));
    let text = document.map(|document| lines(&document)).unwrap_or_default();
    let files: Vec<(String, String)> = evaluated
        .texts
        .with(|sources| sources.all().iter().map(|source| (shown(&source.name), source.text.to_string())).collect());
    let mut secrets = Secrets::default();
    secrets.add_values(terraform::sensitive(&evaluated));
    files.iter().for_each(|(_, text)| secrets.merge(&Secrets::of_lines(text)));
    Configuration { name: name.to_owned(), text, evaluated, plan, files, secrets }
}

/// A line for each member.
fn lines(document: &Json) -> String {
    // Growing it would copy it, and hold it twice meanwhile.
    let mut text = Vec::with_capacity(length(document, 0));
    // Writing to memory cannot fail, and what is written is UTF-8.
    let _ = serde_json::to_writer_pretty(&mut text, document);
    text.push(b'\n');
    String::from_utf8(text).unwrap_or_default()
}

/// About how long a value is in lines, so deep in others. Few texts have anything to escape.
fn length(value: &Json, depth: usize) -> usize {
    let blanks = depth.saturating_mul(2).saturating_add(4);
    let sum = |lengths: &mut dyn Iterator<Item = usize>| lengths.fold(blanks, usize::saturating_add);
    let inner = |value: &Json| length(value, depth.saturating_add(1)).saturating_add(blanks);
    match value {
        Json::Array(items) => sum(&mut items.iter().map(inner)),
        Json::Object(members) => {
            sum(&mut members.iter().map(|(name, value)| inner(value).saturating_add(name.len()).saturating_add(4)))
        }
        Json::String(text) => text.len().saturating_add(2),
        Json::Null | Json::Bool(_) | Json::Number(_) => 8,
    }
}

impl Configuration {
    /// The document; none where the configuration cannot be loaded, of which the faults say why.
    pub fn input(&self) -> Option<Input<'_>> {
        self.plan.as_ref().map(|_| Input { name: &self.name, content: self.text.as_bytes() })
    }

    /// What is wrong with the configuration, and what of it could not be looked into.
    pub fn incomplete(&self) -> Vec<Incomplete> {
        let mut incomplete: Vec<Incomplete> = self.evaluated.errors.iter().map(|error| self.fault(error)).collect();
        let outside = self.plan.iter().flat_map(|plan| &plan.modules_not_read);
        incomplete.extend(outside.map(|(address, source)| Incomplete {
            kind: IncompleteKind::Document,
            message: format!("{address} was not looked into: its source is {source}"),
            file: self.name.clone(),
            at: None,
        }));
        incomplete
    }

    fn fault(&self, error: &Diagnostic) -> Incomplete {
        let place = error.range.and_then(|range| self.place(range));
        let (file, at) = place.map_or_else(|| (self.name.clone(), None), |(file, span)| (file, Some(span.start)));
        let message = format!("{error}{}", self.called_at(&error.callers));
        Incomplete { kind: IncompleteKind::Document, message, file, at }
    }

    /// Where a stretch of a text is: the file's name, lines and columns.
    fn place(&self, range: Range) -> Option<(String, Span)> {
        let (name, _) = self.files.get(usize::try_from(range.file).ok()?)?;
        Some((name.clone(), self.evaluated.texts.with(|sources| sources.span(range))))
    }

    fn called_at(&self, callers: &[Range]) -> String {
        let places: Vec<String> = callers
            .iter()
            .filter_map(|range| self.place(*range))
            .map(|(file, span)| format!("{file}:{}", span.start.line))
            .collect();
        if places.is_empty() { String::new() } else { format!(" (in a module called at {})", places.join(", then ")) }
    }

    /// Puts the findings about the plan where the configuration says what they are about, and says what was deferred.
    pub fn relocate<'r>(&'r self, run: &mut Run<'r>) {
        let mut mentioned: BTreeMap<&str, &str> = BTreeMap::new();
        let text_of = |name: &str| self.files.iter().find(|(file, _)| file == name);
        let mut own: Vec<Finding> = Vec::new();
        for mut finding in std::mem::take(&mut run.findings) {
            if finding.file != self.name || finding.engine != Engine::Guard {
                run.findings.push(finding);
                continue;
            }
            self.put(&mut finding);
            own.push(finding);
        }
        own.extend(self.deferred());
        own.sort_by(|a, b| {
            let key = |finding: &Finding| (finding.file.clone(), finding.span.start.line, finding.rule.id.clone());
            key(a).cmp(&key(b))
        });
        for (name, text) in own.iter().filter_map(|finding| text_of(&finding.file)) {
            mentioned.insert(name, text);
        }
        run.findings.extend(own);
        run.incomplete.extend(self.incomplete());
        for (name, text) in mentioned {
            if !run.sources.iter().any(|source| source.name == name) {
                run.sources.push(Document { name, text: Cow::Borrowed(text), ..Document::default() });
            }
        }
        if let Some(plan) = &self.plan {
            run.plans.push(PlanNote { name: &self.name, deferred: plan.deferred.len() });
        }
        self.mask(run);
    }

    /// Masks what the configuration and the plan that was made of it hide, wherever it is.
    fn mask(&self, run: &mut Run<'_>) {
        run.secrets.merge(&self.secrets);
        if run.secrets.is_empty() {
            return;
        }
        let secrets = std::mem::take(&mut run.secrets);
        let mask = secrets.mask();
        mask.findings(&mut run.findings);
        mask.incomplete(&mut run.incomplete);
        run.documents.iter_mut().chain(&mut run.sources).for_each(|document| mask.document(document));
        run.secrets = secrets;
    }

    /// Puts a finding where the configuration says what it is about. The finding's path stays that of the plan.
    pub fn put(&self, finding: &mut Finding) {
        let location = finding.path.as_ref().and_then(|path| self.plan.as_ref()?.source_map.nearest(&pointer(path)));
        // Places in the plan are of no use: nobody sees its text.
        let place = location.and_then(|location| self.place(location.range));
        let (file, span) = place.unwrap_or_else(|| (self.name.clone(), Span::START));
        finding.file = file;
        finding.span = span;
        finding.value_span = Some(span);
        let called = self.called_at(location.map_or(&[], |location: &SourceLocation| &location.callers));
        if !called.is_empty() {
            finding.message = format!("{}{called}", finding.message.trim_end());
        }
    }

    /// That there are resources of which nobody knows how many there are: rules that look at resources did not see them.
    fn deferred(&self) -> Option<Finding> {
        let deferred = &self.plan.as_ref()?.deferred;
        let first = deferred.first()?;
        let rest = match deferred.len().saturating_sub(1) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!(
            "it is not known how many instances there will be of {first}{rest}: they are in the plan's deferred_changes, \
             not in its resource_changes"
        );
        let location = self.plan.as_ref()?.source_map.nearest("/deferred_changes/0/resource_change");
        let (file, span) = location.and_then(|location| self.place(location.range))?;
        Some(Finding {
            engine: Engine::Guard,
            rule: RuleRef {
                id: DEFERRED.into(),
                title: "Instances that are not known".into(),
                description: "Mocks for data sources, or values for variables, make their number known".into(),
                source: "".into(),
            },
            severity: Severity::Warning,
            message,
            file,
            path: None,
            span,
            value_span: None,
            remediation: None,
            children: Vec::new(),
            subject: Subject::default(),
        })
    }
}

/// In whose name it is said that the number of instances is not known.
pub const DEFERRED: &str = "terraform-deferred";

/// A path as a JSON pointer.
fn pointer(path: &Path) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Step::Index(at) => format!("/{at}"),
    };
    path.0.iter().map(step).collect()
}
