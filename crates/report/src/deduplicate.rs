//! Grouping of findings with the same cause.
//!
//! An invalid value often violates several rules: format, pattern and length, or each value that a function may have.
//! A misspelled key is both unknown and missing. A statement about a table is repeated for each combination of
//! conditions. cfn-lint's formats list each finding; ours show one finding per group with the others inside.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::module_calls;
use cfn_warden_syntax::finding::{Aspect, DeploymentNote, Engine, Finding, Severity};
use cfn_warden_syntax::{Path, Span, Step, Text};

/// Findings with the same cause.
#[derive(Debug)]
pub struct FindingGroup<'r> {
    /// The most severe finding; among several, the one that names a misspelled key, otherwise the first. Among
    /// repetitions of a statement the shortest, which is about the fewest values.
    pub finding: &'r Finding,
    /// The other findings, in order; of the repetitions of a statement only the first ones.
    pub also: Vec<&'r Finding>,
    /// The number of repetitions that are not in `also`.
    pub more: usize,
    /// The findings that differ only in what they are about: the same problem at the same place, such as `Globals` or a module that is
    /// called several times, for other resources. Only [`by_place`] finds them.
    pub same_place: Vec<&'r Finding>,
}

/// The number of calls of a module that are listed.
const CALLS: usize = 10;

/// The number of repetitions of a statement that are listed.
const REPETITIONS: usize = 3;

impl<'r> FindingGroup<'r> {
    /// Returns the other findings that say more than the shown one: neither repetitions of its statement nor the same
    /// conflict at a related place.
    pub fn listed(&self) -> impl Iterator<Item = &'r Finding> + '_ {
        let first = self.finding;
        let is_related = |finding: &Finding| {
            finding.rule.id == first.rule.id
                && first
                    .related
                    .iter()
                    .any(|related| related.span == finding.span)
        };
        self.also
            .iter()
            .copied()
            .filter(move |finding| !is_repetition(first, finding) && !is_related(finding))
    }

    /// Returns the paths of all findings at this place, each once, at most `most` of them, and the number of others in words.
    pub fn paths(&self, most: usize) -> (Vec<String>, Option<String>) {
        let all = std::iter::once(self.finding).chain(self.same_place.iter().copied());
        let mut known = HashSet::new();
        let mut paths: Vec<String> = all
            .filter_map(Finding::shown_path)
            .filter(|path| !path.is_empty() && known.insert(path.clone()))
            .collect();
        let more = paths.len().saturating_sub(most);
        paths.truncate(most);
        (paths, (more > 0).then(|| format!("and {more} more")))
    }

    /// Returns the finding to show. That of several calls of a module lists the calls.
    pub fn shown(&self) -> Cow<'r, Finding> {
        if self.same_place.is_empty() {
            return Cow::Borrowed(self.finding);
        }
        let all = std::iter::once(self.finding).chain(self.same_place.iter().copied());
        let mut calls: Vec<String> = Vec::new();
        for call in all.filter_map(|finding| module_calls::without_call(finding).1) {
            if !calls.contains(&call) {
                calls.push(call);
            }
        }
        if calls.is_empty() {
            return Cow::Borrowed(self.finding);
        }
        let mut shown = module_calls::without_call(self.finding).0.into_owned();
        let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
        shown.message = module_calls::with_calls(&shown.message, &calls, CALLS);
        Cow::Owned(shown)
    }

    /// Returns the number of repetitions in words: `and 126 more combinations`.
    pub fn more_combinations(&self) -> Option<String> {
        let repetitions = self
            .also
            .iter()
            .filter(|finding| is_repetition(self.finding, finding))
            .count();
        let count = repetitions.saturating_add(self.more);
        match count {
            0 => None,
            1 => Some("and 1 more combination".to_owned()),
            _ => Some(format!("and {count} more combinations")),
        }
    }
}

/// Returns whether a finding repeats a statement about the same value.
fn is_repetition(first: &Finding, finding: &Finding) -> bool {
    first.aspect == Aspect::Statement
        && finding.rule.id == first.rule.id
        && finding.path == first.path
}

/// Findings that share a key belong to one group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum GroupKey<'r> {
    /// An invalid value.
    Value(&'r str, &'r [Step]),
    /// A key that is missing in an object, entirely or because it is misspelled.
    Key(&'r str, &'r [Step], &'r str),
    /// A statement of a rule about a value, repeated for other conditions or values.
    Statement(&'r str, &'r [Step], &'r str),
    /// A value that conflicts with others, and the rule that reports each of them.
    Conflict(&'r str, &'r [Step], &'r str),
    /// The same message at the same path.
    Words(&'r str, &'r [Step], &'r str),
}

/// Groups findings, in the order of the first finding of each group.
pub fn of(findings: &[Finding]) -> Vec<FindingGroup<'_>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    let mut known: HashMap<GroupKey<'_>, usize> = HashMap::new();
    for finding in findings {
        let keys: Vec<_> = keys_of(finding).collect();
        let group = keys
            .iter()
            .find_map(|key| known.get(key).copied())
            .unwrap_or_else(|| {
                groups.push(Vec::new());
                groups.len().saturating_sub(1)
            });
        if let Some(group) = groups.get_mut(group) {
            group.push(finding);
        }
        known.extend(keys.into_iter().map(|key| (key, group)));
    }
    groups.into_iter().filter_map(merged).collect()
}

fn merged(mut group: Vec<&Finding>) -> Option<FindingGroup<'_>> {
    let most_severe = group.iter().map(|finding| finding.severity).max()?;
    let is_most_severe = |finding: &&&Finding| finding.severity == most_severe;
    let explains = |finding: &&Finding| matches!(finding.aspect, Aspect::Misspelt(_));
    let index = group
        .iter()
        .position(|finding| is_most_severe(&finding) && explains(finding));
    let index = index.or_else(|| group.iter().position(|finding| is_most_severe(&finding)))?;
    let first = *group.get(index)?;
    let repeats = |finding: &Finding| is_repetition(first, finding);
    let shortest = (0..).zip(&group).filter(|(_, finding)| repeats(finding));
    let index = shortest
        .min_by_key(|(_, finding)| finding.message.len())
        .map_or(index, |(index, _)| index);
    let finding = group.remove(index);
    let (mut listed, mut more) = (0_usize, 0_usize);
    group.retain(|finding| {
        if !repeats(finding) {
            return true;
        }
        let is_listed = listed < REPETITIONS;
        let count = if is_listed { &mut listed } else { &mut more };
        *count = count.saturating_add(1);
        is_listed
    });
    Some(FindingGroup {
        finding,
        also: group,
        more,
        same_place: Vec::new(),
    })
}

/// Joins the groups that show the same words at the same place for several resources, also in several calls of a module, for
/// formats for people. They stay several findings.
pub fn by_place(groups: Vec<FindingGroup<'_>>) -> Vec<FindingGroup<'_>> {
    let mut shown: Vec<FindingGroup<'_>> = Vec::with_capacity(groups.len());
    let mut places: HashMap<PlaceKey, usize> = HashMap::new();
    for group in groups {
        let known = place_key(&group).map(|key| *places.entry(key).or_insert(shown.len()));
        match known.and_then(|index| shown.get_mut(index)) {
            Some(first) => first.same_place.push(group.finding),
            None => shown.push(group),
        }
    }
    shown
}

/// Rule, severity, words, fix, deployments and place.
type PlaceKey = (
    String,
    Severity,
    Text,
    Option<Text>,
    Option<Vec<Text>>,
    (String, Span, Option<Span>),
);

/// Returns what is shown of a group about a resource or in a called module, if it is one finding.
fn place_key(group: &FindingGroup<'_>) -> Option<PlaceKey> {
    let is_alone = group.also.is_empty() && group.more == 0 && group.finding.related.is_empty();
    if !is_alone {
        return None;
    }
    let (finding, call) = module_calls::without_call(group.finding);
    if finding.resource().is_none() && call.is_none() {
        return None;
    }
    Some((
        finding.rule.id.to_string(),
        finding.severity,
        finding.message.clone(),
        finding.remediation.clone(),
        finding.deployments.as_deref().map(DeploymentNote::lines),
        (finding.file.clone(), finding.span, finding.value_span),
    ))
}

/// Returns the findings in order, without repetitions of a statement and without the other places of a conflict; each
/// with the number of its repetitions in words.
pub fn distinct(findings: &[Finding]) -> Vec<(&Finding, Option<String>)> {
    let mut shown: HashMap<*const Finding, Option<String>> = HashMap::new();
    for group in of(findings) {
        shown.extend(
            group
                .listed()
                .map(|finding| (std::ptr::from_ref(finding), None)),
        );
        shown.insert(std::ptr::from_ref(group.finding), group.more_combinations());
    }
    let with_count = |finding| Some((finding, shown.remove(&std::ptr::from_ref(finding))?));
    findings.iter().filter_map(with_count).collect()
}

/// Returns the number of groups of a severity.
pub fn count(groups: &[FindingGroup<'_>], severity: Severity) -> usize {
    groups
        .iter()
        .filter(|group| group.finding.severity == severity)
        .count()
}

/// Returns the keys of a finding; empty for one that is never grouped.
fn keys_of(finding: &Finding) -> impl Iterator<Item = GroupKey<'_>> {
    let path = finding
        .path
        .as_ref()
        .filter(|_| finding.engine != Engine::Guard)
        .map(|Path(steps)| steps.as_slice());
    let of_path = move |path| {
        let file = finding.file.as_str();
        let rule = finding.rule.id.as_ref();
        let own = match &finding.aspect {
            Aspect::Value => Some(GroupKey::Value(file, path)),
            Aspect::Use(at) => Some(GroupKey::Value(file, &at.0)),
            Aspect::Missing(key) => Some(GroupKey::Key(file, path, key)),
            Aspect::Misspelt(meant) => path
                .split_last()
                .map(|(_, object)| GroupKey::Key(file, object, meant)),
            Aspect::Statement => Some(GroupKey::Statement(file, path, rule)),
            Aspect::Conflict(_) | Aspect::Other => None,
        };
        let conflicts: &[Path] = if let Aspect::Conflict(paths) = &finding.aspect {
            paths
        } else {
            &[]
        };
        let conflicts = conflicts
            .iter()
            .map(move |Path(steps)| GroupKey::Conflict(file, steps, rule));
        own.into_iter()
            .chain(conflicts)
            .chain([GroupKey::Words(file, path, &finding.message)])
    };
    path.into_iter().flat_map(of_path)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use cfn_warden_syntax::finding::{Certainty, RuleRef};

    fn finding(
        rule: &'static str,
        severity: Severity,
        path: &str,
        message: &str,
        aspect: Aspect,
    ) -> Finding {
        let text = Cow::Borrowed("");
        Finding {
            engine: Engine::Lint,
            rule: RuleRef {
                id: Cow::Borrowed(rule),
                title: text.clone(),
                description: text.clone(),
                source: text,
                control: None,
            },
            severity,
            message: Text::operand(message),
            file: "a.yaml".to_owned(),
            path: Some(Path(
                path.split('/')
                    .map(|step| Step::Key(step.to_owned()))
                    .collect(),
            )),
            span: Span::START,
            value_span: None,
            remediation: None,
            fix: None,
            children: Vec::new(),
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
        }
    }

    fn grouped(findings: &[Finding]) -> Vec<String> {
        let id = |finding: &Finding| finding.rule.id.to_string();
        let line = |group: &FindingGroup<'_>| {
            let also: Vec<_> = group.also.iter().map(|finding| id(finding)).collect();
            format!("{} {}", id(group.finding), also.join(" "))
                .trim()
                .to_owned()
        };
        of(findings).iter().map(line).collect()
    }

    #[test]
    fn findings_on_one_value_are_one_group() {
        use Severity::{Error, Warning};
        let all = [
            finding("W1030", Warning, "A/P", "x", Aspect::Value),
            finding("E3030", Error, "A/P", "y", Aspect::Value),
            finding("E3031", Error, "A/P", "z", Aspect::Value),
            finding("E3031", Error, "A/Q", "z", Aspect::Value),
        ];
        assert_eq!(grouped(&all), ["E3030 W1030 E3031", "E3031"]);
        assert_eq!(count(&of(&all), Error), 2);
    }

    #[test]
    fn a_misspelled_key_and_the_missing_key_are_one_group() {
        use Severity::Error;
        let all = [
            finding(
                "E3002",
                Error,
                "A/Buckt",
                "unexpected",
                Aspect::Misspelt("Bucket".into()),
            ),
            finding(
                "E3003",
                Error,
                "A",
                "'Bucket' is required",
                Aspect::Missing("Bucket".into()),
            ),
            finding(
                "E3003",
                Error,
                "A",
                "'Role' is required",
                Aspect::Missing("Role".into()),
            ),
        ];
        assert_eq!(grouped(&all), ["E3002 E3003", "E3003"]);
    }

    #[test]
    fn equal_messages_at_the_same_path_are_one_group() {
        use Severity::Error;
        let all = [
            finding("E1021", Error, "A", "is not an object", Aspect::Other),
            finding("E3024", Error, "A", "is not an object", Aspect::Other),
            finding("E3024", Error, "B", "is not an object", Aspect::Other),
            finding(
                "E3601",
                Error,
                "A",
                "another step is missing",
                Aspect::Other,
            ),
        ];
        assert_eq!(grouped(&all), ["E1021 E3024", "E3024", "E3601"]);
        let nowhere: Vec<_> = all
            .into_iter()
            .map(|one| Finding { path: None, ..one })
            .collect();
        assert_eq!(grouped(&nowhere).len(), 4);
        let of_guard: Vec<_> = nowhere
            .iter()
            .map(|one| Finding {
                path: Some(Path(vec![])),
                engine: Engine::Guard,
                ..one.clone()
            })
            .collect();
        assert_eq!(grouped(&of_guard).len(), 4);
    }
    #[test]
    fn repetitions_of_a_statement_are_counted() {
        use Severity::Error;
        let repeated = |number: usize| {
            let message = format!("has {}", "a".repeat(number));
            finding("E3039", Error, "A", &message, Aspect::Statement)
        };
        let mut all: Vec<_> = [5, 2, 3, 4, 6, 7].map(repeated).to_vec();
        all.push(finding(
            "E3045",
            Error,
            "A",
            "another rule",
            Aspect::Statement,
        ));
        let groups = of(&all);
        let shown: Vec<_> = groups
            .iter()
            .map(|group| (&*group.finding.message, group.also.len(), group.more))
            .collect();
        assert_eq!(shown, [("has aa", 3, 2), ("another rule", 0, 0)]);
        assert_eq!(
            groups[0].more_combinations().as_deref(),
            Some("and 5 more combinations")
        );
        assert_eq!(groups[0].listed().count(), 0);
    }

    #[test]
    fn findings_of_several_resources_at_one_place_are_shown_once() {
        let at = |path: &str| finding("S3.8", Severity::Error, path, "is public", Aspect::Other);
        let all = [
            at("Resources/A/P"),
            at("Resources/B/P"),
            at("Outputs/C"),
            at("Outputs/D"),
        ];
        let groups = by_place(of(&all));
        let shown: Vec<_> = groups.iter().map(|group| group.paths(1)).collect();
        let paths =
            |path: &str, more: Option<&str>| (vec![path.to_owned()], more.map(str::to_owned));
        let expected = [
            paths("Resources/A/P", Some("and 1 more")),
            paths("Outputs/C", None),
            paths("Outputs/D", None),
        ];
        assert_eq!(shown, expected);
        assert_eq!(of(&all).len(), 4);
    }

    #[test]
    fn values_that_exclude_each_other_are_one_group() {
        use Severity::Error;
        let path = |last: &str| Path(vec![Step::Key("A".to_owned()), Step::Key(last.to_owned())]);
        let conflict = |keys: [&str; 2]| Aspect::Conflict(keys.map(path).to_vec());
        let all = [
            finding("E3020", Error, "A/P", "x", conflict(["P", "Q"])),
            finding("E3020", Error, "A/Q", "y", conflict(["Q", "P"])),
            finding("E3020", Error, "A/R", "z", conflict(["R", "S"])),
        ];
        assert_eq!(grouped(&all), ["E3020 E3020", "E3020"]);
    }
}
