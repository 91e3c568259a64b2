//! Findings of controls: one for each part of a resource that fails, in the words of the control.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::request::UnknownPolicy;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::{Aspect, Certainty, Extent, Finding, RuleRef, Severity};
use cfn_warden_syntax::{Known, Operand, Path, Step, Text, text};
use cfn_warden_template::document::logical_id;

/// The largest number of clauses that a message lists.
const CLAUSES: usize = 3;

/// Returns whether a control is about resources of these types.
pub fn applies(control: &Control, types: &HashSet<&str>) -> bool {
    control.types.is_empty() || has_one(&control.types, types)
}

/// Returns whether a list with commas has one of these types.
pub fn has_one(list: &str, types: &HashSet<&str>) -> bool {
    list.split(',')
        .map(str::trim)
        .any(|one| types.contains(one))
}

/// Gives findings of rules of controls the ID, words and severity of the control, and joins those about the same part of a
/// resource. Failures of rules about resources that only another template can show are not decided.
pub fn describe<'c>(
    findings: Vec<Finding>,
    controls: impl Iterator<Item = &'c Arc<Control>>,
    unknown: UnknownPolicy,
) -> Vec<Finding> {
    let named: HashMap<String, &'c Arc<Control>> = controls.map(|one| (one.rule(), one)).collect();
    let mut described: Vec<Finding> = Vec::new();
    let mut resources: BTreeMap<Key<'c>, BTreeMap<Option<Path>, Vec<Clause<'c>>>> = BTreeMap::new();
    for finding in findings {
        let (rule, elsewhere) = Control::main_rule(&finding.rule.id);
        let Some(control) = named.get(rule).copied() else {
            described.push(finding);
            continue;
        };
        let resource = finding.path.as_ref().and_then(resource_of);
        let part = part_of(&finding);
        let is_undecided = elsewhere || finding.certainty == Certainty::Undecided;
        let parts = resources.entry((&*control.id, resource)).or_default();
        parts.entry(part).or_default().push(Clause {
            finding,
            control,
            elsewhere,
            is_undecided,
        });
    }
    for parts in resources.into_values() {
        let former: Vec<Arc<Finding>> = match parts.len() {
            1 => Vec::new(),
            _ => {
                let all = parts.values().flatten().cloned().collect();
                let all = joined_by_deployments(all, unknown).into_iter();
                all.map(Arc::new).collect()
            }
        };
        for (part, clauses) in parts {
            for mut finding in joined_by_deployments(clauses, unknown) {
                let former = former
                    .iter()
                    .find(|former| has_reason_of(former, &finding))
                    .cloned();
                finding.extent = part.clone().map(|path| {
                    Box::new(Extent {
                        path,
                        former,
                        ..Extent::default()
                    })
                });
                described.push(finding);
            }
        }
    }
    described
}

/// Returns the finding of each set of deployments in which clauses fail.
fn joined_by_deployments(mut clauses: Vec<Clause<'_>>, unknown: UnknownPolicy) -> Vec<Finding> {
    // What fails for sure is not also undecided.
    if clauses.iter().any(|clause| !clause.is_undecided) {
        clauses.retain(|clause| !clause.is_undecided);
    }
    clauses.sort_by_key(|clause| clause.when() != ALWAYS);
    let mut open: Vec<Vec<Clause<'_>>> = Vec::new();
    for clause in clauses {
        let fits = |other: &&mut Vec<Clause<'_>>| {
            other
                .first()
                .is_some_and(|first| [ALWAYS, clause.when()].contains(&first.when()))
        };
        match open.iter_mut().find(fits) {
            Some(other) => other.push(clause),
            None => open.push(vec![clause]),
        }
    }
    open.into_iter()
        .filter_map(|clauses| joined(clauses, unknown))
        .collect()
}

/// Returns whether a finding about several parts has a reason of one about a part.
fn has_reason_of(whole: &Finding, part: &Finding) -> bool {
    let reasons = |finding: &Finding| match finding.children.as_slice() {
        [] => vec![finding.path.clone()],
        children => children.iter().map(|child| child.path.clone()).collect(),
    };
    let of_part = reasons(part);
    reasons(whole).iter().any(|reason| of_part.contains(reason))
}

/// Returns the path of the part that fails: the list of a `some` query, or the innermost map in a list, such as a rule of a
/// security group, a statement, a listener or a container; otherwise the resource. `None` for a finding about no resource.
fn part_of(finding: &Finding) -> Option<Path> {
    let path = finding.path.as_ref()?;
    resource_of(path)?;
    let resource = path.0.get(..2)?;
    let extent = finding.extent.as_deref();
    let whole = extent.map_or(path, |extent| &extent.path);
    if !whole.0.starts_with(resource) {
        return Some(Path(resource.to_vec()));
    }
    if extent.is_some_and(|extent| extent.existential.is_some()) {
        // A list of texts in a statement fails with the statement. Keys are missing in maps.
        let is_list_of_maps = match path.0.get(whole.0.len()..) {
            Some([Step::Index(_)]) => matches!(finding.aspect, Aspect::Missing(_)),
            // An empty list, or one of maps.
            Some([] | [Step::Index(_), Step::Key(_), ..]) => true,
            _ => false,
        };
        if is_list_of_maps {
            return Some(whole.clone());
        }
    }
    let is_map = |index: usize| match (whole.0.get(index), whole.0.get(index.saturating_add(1))) {
        (Some(Step::Index(_)), Some(Step::Key(_))) => true,
        // A key is missing in it, or alternatives are about several of its keys.
        (Some(Step::Index(_)), None) => {
            matches!(finding.aspect, Aspect::Missing(_)) || extent.is_some()
        }
        _ => false,
    };
    let end = (2..whole.0.len()).rev().find(|index| is_map(*index));
    let steps = end.and_then(|end| whole.0.get(..=end)).unwrap_or(resource);
    Some(Path(steps.to_vec()))
}

/// Returns the resource that a path is in: its logical ID, or its index in the changes of a plan.
fn resource_of(path: &Path) -> Option<String> {
    match path.0.get(..2)? {
        [_, Step::Index(index)] if is_in_plan(path) => Some(index.to_string()),
        _ => logical_id(path).map(str::to_owned),
    }
}

fn is_in_plan(path: &Path) -> bool {
    matches!(path.0.first(), Some(Step::Key(section)) if section == "resource_changes")
}

/// A control and a resource.
type Key<'c> = (&'c str, Option<String>);

/// All deployments, as a note describes them.
const ALWAYS: &str = "always";

/// A finding of a rule of a control.
#[derive(Clone)]
struct Clause<'c> {
    finding: Finding,
    control: &'c Arc<Control>,
    elsewhere: bool,
    is_undecided: bool,
}

impl Clause<'_> {
    /// Returns the deployments in which it fails.
    fn when(&self) -> &str {
        self.finding
            .deployments
            .as_ref()
            .map_or("", |note| &note.when)
    }
}

/// Returns one finding for clauses of a control that fail for a resource in the same deployments.
fn joined(clauses: Vec<Clause<'_>>, unknown: UnknownPolicy) -> Option<Finding> {
    let Clause {
        control,
        is_undecided,
        ..
    } = *clauses.first()?;
    let is_elsewhere = clauses.iter().all(|clause| clause.elsewhere);
    let rule = RuleRef {
        id: control.id.clone(),
        title: control.title.clone(),
        description: control.why.clone(),
        source: control.link.clone(),
        control: Some(Arc::clone(control)),
    };
    let severity = match (is_elsewhere, is_undecided, unknown) {
        // The other template is checked on its own.
        (true, _, UnknownPolicy::Pass | UnknownPolicy::Warn) => Severity::Informational,
        (_, true, _) => unknown.severity(),
        _ => control.severity.of_findings(),
    };
    let of_clause = |Clause {
                         finding, elsewhere, ..
                     }: Clause<'_>| Finding {
        message: if elsewhere {
            not_decided(&finding.message)
        } else {
            in_short(&finding, control)
        },
        rule: rule.clone(),
        severity,
        certainty: match is_undecided {
            true => Certainty::Undecided,
            false => Certainty::Certain,
        },
        ..finding
    };
    let mut children: Vec<Finding> = clauses.into_iter().map(of_clause).collect();
    // Clauses for the ways to write the same thing are one for the reader.
    let mut seen = HashSet::new();
    let place = |child: &Finding| child.path.clone().filter(|_| !is_undecided);
    children.retain(|child| seen.insert((child.message.clone(), place(child))));
    // The entry that is meant comes before those with other names.
    let others: HashSet<Path> = children.iter().filter_map(name_of_entry).collect();
    children.sort_by_key(|child| entry_of(child).is_some_and(|entry| others.contains(&entry)));
    let mut finding = children.first()?.clone();
    // A rule without a header has no title.
    let is_titled = control.title != control.id;
    finding.message = match (is_titled, is_undecided) {
        (false, _) => messages(&children),
        (true, false) => text!("{}: {}", Known(&control.title), messages(&children)),
        // First what it is: a reader who stops after the title must not take it for a failure.
        (true, true) => {
            let reasons = messages(&children);
            let reasons = reasons.split_at_words(NOT_DECIDED).into_iter();
            let reasons = Text::join(reasons.filter(|reason| !reason.is_empty()), "");
            text!("not decided: {}: {}", Known(&control.title), reasons)
        }
    };
    let plan = control
        .plan
        .as_ref()
        .filter(|_| finding.path.as_ref().is_some_and(is_in_plan));
    let fix = plan.map_or(&control.fix, |plan| &plan.fix);
    let fix = Some(Text::rule_text(&**fix)).filter(|fix| !fix.is_empty());
    finding.remediation = fix.or(finding.remediation);
    finding.documentation = Some(control.link.clone().into_owned()).filter(|link| !link.is_empty());
    if children.len() == 1 {
        children.clear();
    }
    finding.children = children;
    Some(finding)
}

/// The keys that name an entry of a list, such as an attribute of a load balancer.
const NAMES: [&str; 5] = ["Field", "Key", "Name", "OptionName", "ParameterKey"];

/// Returns the entry whose name a finding is about.
fn name_of_entry(finding: &Finding) -> Option<Path> {
    let is_name = |step: &Step| matches!(step, Step::Key(key) if NAMES.contains(&key.as_str()));
    finding
        .path
        .as_ref()?
        .0
        .last()
        .filter(|step| is_name(step))?;
    entry_of(finding)
}

/// Returns the map that a finding is about a key of.
fn entry_of(finding: &Finding) -> Option<Path> {
    let (_, entry) = finding.path.as_ref()?.0.split_last()?;
    Some(Path(entry.to_vec()))
}

/// How the message of a failure that is not decided starts.
const NOT_DECIDED: &str = "not decided: ";

/// Returns the message of a failure that is not decided because of another template.
fn not_decided(message: &Text) -> Text {
    match is_generated(message) {
        true => "not decided: what decides it may be in another template".into(),
        false if message.starts_with(NOT_DECIDED) => message.clone(),
        false => text!("not decided: {}", message),
    }
}

/// Returns the message of a clause. That of a bundled control is without the values that would be right, which its fix has.
fn in_short(finding: &Finding, control: &Control) -> Text {
    let key = finding
        .path
        .iter()
        .flat_map(|path| path.0.iter().rev())
        .find_map(|step| match step {
            Step::Key(key) => Some(key),
            Step::Index(_) => None,
        });
    let alternatives = finding.message.split_at_words(OR);
    // A message in the rules follows the last alternative.
    if let Some(written) = alternatives
        .last()
        .filter(|last| alternatives.len() > 1 && !is_generated(last))
    {
        return written.clone();
    }
    let mut short: Vec<Text> = Vec::new();
    for alternative in &alternatives {
        let value = COMPARISONS.iter().find_map(|words| {
            let (value, expected) = alternative.split_once_at_words(words)?;
            Some((value, words, expected))
        });
        let text = match (value, key) {
            (Some((value, _, _)), Some(key)) if control.is_bundled() => {
                text!("`{}` is {}", Operand::Name(key), value)
            }
            (Some((value, words, expected)), Some(key)) => {
                text!(
                    "`{}` is {}; it{}{}",
                    Operand::Name(key),
                    value,
                    Known(words),
                    expected
                )
            }
            // A clause such as `not exists` says nothing that the others do not.
            _ if alternative.contains(CLAUSE) && alternatives.len() > 1 => continue,
            _ => alternative.clone(),
        };
        if !short.contains(&text) {
            short.push(text);
        }
    }
    if short.is_empty() {
        finding.message.clone()
    } else {
        Text::join(short, OR)
    }
}

/// Returns whether a message describes a clause in the words of the evaluator.
fn is_generated(message: &str) -> bool {
    message.contains(" must ") || message.contains(CLAUSE) || message.ends_with("` is missing")
}

/// What joins the messages of alternatives.
const OR: &str = "; or ";
/// What is between a value and those that would be right.
const COMPARISONS: [&str; 5] = [
    " must be in ",
    " must not be in ",
    " must equal ",
    " must not equal ",
    " must be at least ",
];
/// What a generated message about a clause contains.
const CLAUSE: &str = "does not hold";

/// Returns the different messages of some findings.
fn messages(findings: &[Finding]) -> Text {
    let mut all: Vec<Text> = Vec::new();
    for finding in findings {
        if !all.contains(&finding.message) {
            all.push(finding.message.clone());
        }
    }
    let more = all.len().saturating_sub(CLAUSES);
    all.truncate(CLAUSES);
    let mut messages = Text::join(all, "; ");
    if more > 0 {
        messages.push(text!("; and {} more", more));
    }
    messages
}
