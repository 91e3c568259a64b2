//! Converts violations to findings: messages, locations and order.

use std::cell::Cell;

use bumpalo::Bump;

use super::edit::{self, Document, Facts};
use super::evaluate::TEMPLATE_SCHEMA;
use super::finding::{PARSE, rule_ref, template_finding};
use super::link;
use super::message::{self, Context, Lists, Words};
use super::reasons::{Reason, alternatives, reasons};
use super::related::{self, RelatedPath};
use super::select::is_enabled;
use super::settings::{Fixes, Wording};
use super::{Input, Page, Settings, owner};
use cfn_warden_schema::filter::symbol_of;
use cfn_warden_schema::violation::is_function;
use cfn_warden_schema::{
    Budget, InstancePath, Json, Limit, Step as SchemaStep, Violation, ViolationKind, keyword as k,
};
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, Related, RuleId, Severity};
use cfn_warden_syntax::hash::{HashMap, HashSet};
use cfn_warden_syntax::python;
use cfn_warden_syntax::tree::{At, Style};
use cfn_warden_syntax::{Known, LocationIndex, Path, Span, Step, SyntaxError, Text, Tree, text};
use cfn_warden_template::transform::TransformError;
use cfn_warden_template::{Function, Quirk, Template};

/// The rule for transforms that fail.
const TRANSFORM: RuleId = RuleId::new("E0001");
/// The rule for templates that are not fully checked.
const INCOMPLETE: RuleId = RuleId::new("E0002");
/// The rule for violations that no other rule claims.
const SECTIONS: RuleId = RuleId::new("E1001");

/// Converts violations to findings and merges duplicates. Stops when the text limit of the budget is reached.
pub fn findings<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    template: &Template<'a>,
    input: &Input<'_>,
    violations: Vec<Violation<'a>>,
    budget: &Budget<'a>,
    settings: &Settings,
) -> Vec<Finding> {
    let wording = match settings.wording {
        _ if settings.compat.has(Quirk::LongLists) => MessageStyle::CfnLint(Lists::Whole),
        Wording::CfnLint => MessageStyle::CfnLint(Lists::Nearest),
        Wording::Plain => MessageStyle::Plain(Context {
            template,
            tree,
            knowledge: &settings.knowledge,
            registry: settings.rules.registry(),
        }),
    };
    let places = LocationIndex::of(tree, template.root);
    let has_fixes = settings.fixes == Fixes::Compute && !violations.is_empty();
    let document = has_fixes.then(|| Document::of(tree, template, input.text));
    let today = input.today();
    let suggested_names = match has_fixes {
        true => edit::suggested_names(&violations),
        false => HashSet::default(),
    };
    let facts = Facts {
        knowledge: &settings.knowledge,
        today: &today,
        suggested_names: &suggested_names,
    };
    let reporter = Reporter {
        tree,
        places,
        input,
        wording,
        document,
        facts,
        left: Cell::new(budget.limits().text),
        merging: Merging::of(settings),
    };
    let mut found = Vec::new();
    for violation in violations {
        if reporter.left.get() == 0 {
            budget.reach(Limit::Findings);
            break;
        }
        match reporter.wording {
            MessageStyle::CfnLint(_) => {
                found.push(reporter.finding(violation, &Path::default(), true))
            }
            MessageStyle::Plain(context) => {
                let reasons = reasons(arena, violation).into_iter();
                found.extend(reasons.map(|reason| reporter.plain_finding(reason, context)));
            }
        }
    }
    deduplicate(found, Merging::of(settings))
}

/// Returns the limits that were reached, separated by semicolons; `None` if the template was fully checked.
pub fn not_checked(budget: &Budget<'_>, settings: &Settings) -> Option<String> {
    let no_schemas = settings.knowledge.document(TEMPLATE_SCHEMA).is_none();
    let no_schemas = no_schemas.then_some("there are no schemas; pass a knowledge base");
    let no_rules = settings
        .rules
        .registry()
        .is_empty()
        .then_some("there are no rules; pass a rule set");
    let missing = no_schemas.into_iter().chain(no_rules).map(str::to_owned);
    let reasons: Vec<_> = budget.reasons().into_iter().chain(missing).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// Returns the finding of E0002 for a template that was not fully checked.
pub fn incomplete(input: &Input<'_>, why: &str) -> Finding {
    let message = text!("the template was not fully checked: {}", Known(why));
    Finding {
        rule: rule_ref(INCOMPLETE),
        ..template_finding(input, message, Span::START)
    }
}

/// Removes findings of E3002 that repeat a finding of E3724: a key in `Globals` is also in each resource that inherits
/// it.
pub fn remove_globals_duplicates(mut findings: Vec<Finding>) -> Vec<Finding> {
    let in_globals = findings.iter().filter(|finding| finding.rule.id == "E3724");
    let reported: HashSet<_> = in_globals.map(|finding| finding.span).collect();
    findings.retain(|finding| {
        reported.is_empty() || finding.rule.id != "E3002" || !reported.contains(&finding.span)
    });
    findings
}

/// Joins the errors about the result of a function that is not supported there, such as that it is not a number, with the finding
/// that says so.
pub fn join_misplaced_functions(mut findings: Vec<Finding>) -> Vec<Finding> {
    let of_value = |finding: &Finding| {
        let (last, value) = finding.path.as_ref()?.0.split_last()?;
        let is_function = matches!(last, Step::Key(key) if key.starts_with("Fn::"));
        (finding.rule.id == "ED1008" && is_function).then(|| Path(value.to_vec()))
    };
    let misplaced: HashSet<Path> = findings.iter().filter_map(of_value).collect();
    if misplaced.is_empty() {
        return findings;
    }
    let is_about_result = |finding: &Finding| {
        finding.severity == Severity::Error
            && finding
                .path
                .as_ref()
                .is_some_and(|path| misplaced.contains(path))
    };
    let mut about_results: HashMap<Path, Vec<Finding>> = HashMap::default();
    let mut joined = Vec::with_capacity(findings.len());
    for finding in findings.drain(..) {
        match finding.path.clone().filter(|_| is_about_result(&finding)) {
            Some(path) => about_results.entry(path).or_default().push(finding),
            None => joined.push(finding),
        }
    }
    for finding in &mut joined {
        let children = of_value(finding).and_then(|path| about_results.remove(&path));
        finding.children.extend(children.unwrap_or_default());
    }
    joined
}

/// Adds what findings that are not violations lack in plain words: a sentence, and how to fix them.
pub fn worded(findings: Vec<Finding>, wording: Wording) -> Vec<Finding> {
    match wording {
        Wording::Plain => findings.into_iter().map(message::in_words).collect(),
        Wording::CfnLint => findings,
    }
}

/// Sorts findings by line, then by rule ID. The sort is stable.
pub fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|one, two| {
        (one.span.start.line, &one.rule.id).cmp(&(two.span.start.line, &two.rule.id))
    });
    findings
}

/// Returns syntax errors as findings of E0000.
pub fn unreadable(errors: &[SyntaxError], input: &Input<'_>, settings: &Settings) -> Vec<Finding> {
    if !is_enabled(PARSE.as_str(), settings) {
        return Vec::new();
    }
    let found = match settings.wording {
        Wording::CfnLint => errors
            .iter()
            .map(|error| template_finding(input, error.message.clone(), error.span))
            .collect(),
        Wording::Plain => at_places(errors, input),
    };
    sorted(worded(
        deduplicate(found, Merging::of(settings)),
        settings.wording,
    ))
}

/// Returns syntax errors as findings where they are. A key that is repeated is one finding, at the repetition.
fn at_places(errors: &[SyntaxError], input: &Input<'_>) -> Vec<Finding> {
    let first_keys: HashSet<Span> = errors.iter().filter_map(|error| error.repeats).collect();
    let is_first_key =
        |error: &&SyntaxError| error.repeats.is_none() && first_keys.contains(&error.span);
    let found = errors.iter().filter(|error| !is_first_key(error));
    let finding = |error: &SyntaxError| Finding {
        related: error.repeats.map(first_key).into_iter().collect(),
        documentation: Some(FORMATS.to_owned()),
        ..template_finding(input, error.message.clone(), error.location())
    };
    found.map(finding).collect()
}

/// The page on the syntax of templates.
const FORMATS: &str =
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-formats.html";

fn first_key(span: Span) -> Related {
    Related {
        path: Path::default(),
        span,
        text: Text::own("the first of the keys"),
    }
}

/// Returns the finding of E0000 for a document that is not an object.
pub fn not_an_object(input: &Input<'_>, settings: &Settings) -> Vec<Finding> {
    let found = template_finding(input, "Template needs to be an object.".into(), Span::START);
    if is_enabled(PARSE.as_str(), settings) {
        worded(vec![found], settings.wording)
    } else {
        Vec::new()
    }
}

/// Returns the findings of E0001 for what a transform refuses.
pub fn not_transformed(
    input: &Input<'_>,
    failures: &[TransformError],
    settings: &Settings,
) -> Vec<Finding> {
    if !is_enabled(TRANSFORM.as_str(), settings) {
        return Vec::new();
    }
    let found = failures.iter().map(|failure| Finding {
        rule: rule_ref(TRANSFORM),
        ..template_finding(input, failure.message.clone(), failure.span)
    });
    sorted(worded(
        deduplicate(found.collect(), Merging::of(settings)),
        settings.wording,
    ))
}

/// Estimated size of a finding in bytes, without its message.
const FINDING_OVERHEAD: usize = 1024;

/// How messages are worded.
enum MessageStyle<'r, 'a> {
    CfnLint(Lists),
    Plain(Context<'r, 'a>),
}

struct Reporter<'r, 'a> {
    tree: &'r Tree<'a>,
    places: LocationIndex<'r, 'a>,
    input: &'r Input<'r>,
    wording: MessageStyle<'r, 'a>,
    merging: Merging,
    /// The source text, if findings carry fixes.
    document: Option<Document<'r, 'a>>,
    facts: Facts<'r, 'a>,
    /// Remaining bytes for findings. Names that are compared to build a message count, too.
    left: Cell<usize>,
}

impl<'a> Reporter<'_, 'a> {
    /// Returns a finding in plain words, with related places and a link to the documentation of the property.
    fn plain_finding(&self, reason: Reason<'a>, context: Context<'_, 'a>) -> Finding {
        let Reason { rule, violation } = reason;
        let related: Vec<Related> = related::of(&violation, context.template)
            .into_iter()
            .map(|RelatedPath { steps, text }| {
                let path = path_of(steps);
                Related {
                    span: self.span(&path),
                    path,
                    text,
                }
            })
            .collect();
        let aspect = conflict(&violation).unwrap_or_else(|| aspect_of(&violation));
        let has_alternatives = alternatives(&violation).is_some();
        let finding = self.finding(violation, &Path::default(), true);
        let id = rule.unwrap_or(SECTIONS);
        let rule = rule_ref(id);
        let own = finding.path.as_ref();
        let explaining = own.and_then(|path| function_rule(id, path));
        let page = explaining.and_then(|rule| Page::of(rule.as_str()));
        let documentation = match page {
            Some(page) if !page.source.is_empty() => Some(page.source.to_owned()),
            _ => link::of(&finding, &rule.source, context.template, context.knowledge),
        };
        Finding {
            documentation,
            severity: id.severity(),
            related: related
                .into_iter()
                .filter(|one| Some(&one.path) != own)
                .collect(),
            children: if has_alternatives {
                Vec::new()
            } else {
                finding.children
            },
            aspect,
            certainty: Certainty::Certain,
            rule,
            ..finding
        }
    }

    fn finding(&self, violation: Violation<'a>, above: &Path, is_top: bool) -> Finding {
        let id = violation.rule.unwrap_or(SECTIONS);
        // cfn-lint prefixes the path of a child with the parent's path if the child is reported at another location.
        let path = match violation.shown_at {
            Some(shown) if is_top => path(shown),
            Some(shown) => Path(above.0.iter().cloned().chain(path(shown).0).collect()),
            None => path(violation.instance_path),
        };
        let span = match violation.shown_at {
            None => self
                .key_span(violation.instance_path)
                .unwrap_or_else(|| self.span(&path)),
            Some(_) => self.span(&path),
        };
        let Words { message, fix } = match self.wording {
            MessageStyle::CfnLint(lists) => Words {
                message: message::render_with(&violation.kind, lists),
                fix: None,
            },
            MessageStyle::Plain(context) => {
                let explaining = function_rule(id, &path).unwrap_or(id);
                let words = message::words(&violation, context);
                Words {
                    fix: words.fix.or_else(|| {
                        Page::of(explaining.as_str())?
                            .fix_of_findings()
                            .map(Text::own)
                    }),
                    ..words
                }
            }
        };
        let document = self.document.as_ref().filter(|_| is_top);
        let edits = document.and_then(|document| edit::of(document, &violation, self.facts));
        let taken = message
            .len()
            .max(message::declared_names(&violation.kind))
            .saturating_add(FINDING_OVERHEAD);
        self.left.set(self.left.get().saturating_sub(taken));
        let aspect = aspect_of(&violation);
        let children = violation
            .children
            .into_iter()
            .map(|child| self.finding(child, &path, false))
            .collect();
        Finding {
            engine: Engine::Lint,
            rule: rule_ref(id),
            severity: id.severity(),
            message,
            file: self.input.name.to_owned(),
            span,
            // The instance of an entry that is not allowed is the map that contains it.
            value_span: Some(self.tree.span(violation.instance.id))
                .filter(|value| !is_around(*value, span)),
            path: Some(path),
            remediation: fix,
            fix: edits.map(Box::new),
            aspect,
            certainty: Certainty::Certain,
            deployments: None,
            related: Vec::new(),
            documentation: None,
            extent: None,
            identity: None,
            fingerprint: None,
            original_severity: None,
            warn_mode: None,
            children: deduplicate(children, self.merging),
        }
    }

    fn span(&self, path: &Path) -> Span {
        self.places.place(path)
    }

    /// Returns the span of the last step if it is a key in the source text.
    fn key_span(&self, instance_path: InstancePath<'a>) -> Option<Span> {
        let Some(SchemaStep::Key(key)) = instance_path.last() else {
            return None;
        };
        let info = self.tree.info(key.id)?;
        let marked =
            info.at == At::Key && info.style != Style::Implied && self.tree.raw(key.id).is_none();
        (marked && key.as_str().is_some()).then_some(info.span)
    }
}

/// Returns the rule of the innermost function of a path, if the rule of a function around it reports a violation at the path: its
/// page explains the mistake.
fn function_rule(id: RuleId, path: &Path) -> Option<RuleId> {
    let rule_of = |step: &Step| {
        let Step::Key(key) = step else { return None };
        let keyword = symbol_of(Function::named(key)?)?;
        let mut rules = owner::TEMPLATE.owner.by_keyword.iter();
        rules
            .find(|(owned, _)| *owned == keyword)
            .map(|(_, rule)| *rule)
    };
    let rules: Vec<RuleId> = path.0.iter().filter_map(rule_of).collect();
    let innermost = rules.last().copied()?;
    (innermost != id && rules.contains(&id)).then_some(innermost)
}

fn aspect_of(violation: &Violation<'_>) -> Aspect {
    if violation.shown_at.is_some() && is_function(violation.keyword) {
        return Aspect::Use(path(violation.instance_path));
    }
    match aspect(violation) {
        // A text can have several wrong names.
        Aspect::Other if violation.keyword == k::FN_SUB => Aspect::Other,
        Aspect::Other if matches!(violation.kind, ViolationKind::Rule(_)) => Aspect::Statement,
        aspect => aspect,
    }
}

/// Returns the paths of values that exclude each other and all have a violation; `None` for other violations.
fn conflict(violation: &Violation<'_>) -> Option<Aspect> {
    let own = path(violation.instance_path);
    let beside = |keys: &[&str]| {
        let is_own = |step: &Step| matches!(step, Step::Key(key) if keys.contains(&key.as_str()));
        let owner = match own.0.split_last() {
            Some((last, owner)) if is_own(last) => owner,
            _ => own.0.as_slice(),
        };
        let at = |key: &&str| {
            Path(
                owner
                    .iter()
                    .cloned()
                    .chain([Step::Key((*key).to_owned())])
                    .collect(),
            )
        };
        Some(Aspect::Conflict(keys.iter().map(at).collect()))
    };
    match violation.kind {
        ViolationKind::DependentExcluded { property, excluded } => beside(&[property, excluded]),
        ViolationKind::RequiredXor { properties } => beside(
            &properties
                .items()
                .filter_map(Json::as_str)
                .collect::<Vec<_>>(),
        ),
        _ => {
            let others = violation
                .related
                .iter()
                .filter(|one| one.is_mutual)
                .map(|one| path(one.path));
            let paths: Vec<Path> = others.chain([own.clone()]).collect();
            (paths.len() > 1).then_some(Aspect::Conflict(paths))
        }
    }
}

/// Returns the part of a value that a keyword's violation is about.
fn aspect(violation: &Violation<'_>) -> Aspect {
    match violation.keyword {
        k::TYPE
        | k::CONST
        | k::ENUM
        | k::ENUM_CASE_INSENSITIVE
        | k::PATTERN
        | k::FORMAT
        | k::MIN_LENGTH
        | k::MAX_LENGTH
        | k::MINIMUM
        | k::MAXIMUM
        | k::EXCLUSIVE_MINIMUM
        | k::EXCLUSIVE_MAXIMUM
        | k::MULTIPLE_OF => Aspect::Value,
        k::REQUIRED | k::ADDITIONAL_PROPERTIES => match violation.kind {
            ViolationKind::Required { property } => Aspect::Missing(property.to_owned()),
            ViolationKind::AdditionalProperties {
                similar: Some(similar),
                ..
            } => Aspect::Misspelt(similar.to_owned()),
            _ => Aspect::Other,
        },
        _ => Aspect::Other,
    }
}

fn path(instance_path: InstancePath<'_>) -> Path {
    path_of(instance_path.steps())
}

fn path_of(steps: Vec<SchemaStep<'_>>) -> Path {
    let steps = steps.into_iter().map(|step| match step {
        SchemaStep::Index(index) => Step::Index(index),
        SchemaStep::Name(name) => Step::Key(name.to_owned()),
        SchemaStep::Key(key) => Step::Key(python::str(key)),
    });
    Path(steps.collect())
}

/// Whether a span begins before another one and contains it.
fn is_around(span: Span, inner: Span) -> bool {
    span.start < inner.start && inner.end <= span.end
}

/// Which findings with the same rule, span and message are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Merging {
    /// All, as in cfn-lint.
    All,
    /// Those of one value: several resources may share the place of a value.
    OfOneValue,
}

impl Merging {
    /// `lint` counts as cfn-lint does; `check`, the function and Hooks have a finding for each resource.
    fn of(settings: &Settings) -> Merging {
        match settings.deployment_rules {
            true => Merging::OfOneValue,
            false => Merging::All,
        }
    }
}

/// Merges findings with the same rule, span and message, including their children.
fn deduplicate(findings: Vec<Finding>, merging: Merging) -> Vec<Finding> {
    let path_in_resource = |finding: &Finding| {
        let path = finding
            .path
            .clone()
            .filter(|_| merging == Merging::OfOneValue)?;
        matches!(path.0.first(), Some(Step::Key(section)) if section == "Resources").then_some(path)
    };
    let mut index = HashMap::default();
    let mut all: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        let key = (
            finding.rule.id.clone(),
            finding.span,
            finding.message.clone(),
            path_in_resource(&finding),
        );
        match index
            .get(&key)
            .and_then(|place: &usize| all.get_mut(*place))
        {
            None => {
                index.insert(key, all.len());
                all.push(finding);
            }
            Some(_) if finding.children.is_empty() => {}
            Some(existing) => {
                let mut children = std::mem::take(&mut existing.children);
                children.extend(finding.children);
                existing.children = deduplicate(children, merging);
            }
        }
    }
    all
}
