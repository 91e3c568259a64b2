//! Grouping of findings with the same cause.
//!
//! An invalid value often violates several rules: format, pattern and length, or each value that a function may have.
//! A misspelled key is both unknown and missing. cfn-lint's formats list each finding; ours show one finding per
//! group with the others inside.

use std::collections::HashMap;

use cfn_warden_syntax::finding::{Engine, Finding, Severity, Subject};
use cfn_warden_syntax::{Path, Step};

/// Findings with the same cause.
#[derive(Debug)]
pub struct FindingGroup<'r> {
    /// The most severe finding; among several, the one that names a misspelled key, otherwise the first.
    pub finding: &'r Finding,
    /// The other findings, in order.
    pub also: Vec<&'r Finding>,
}

/// Findings that share a key belong to one group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum GroupKey<'r> {
    /// An invalid value.
    Value(&'r str, &'r [Step]),
    /// A key that is missing in an object, entirely or because it is misspelled.
    Key(&'r str, &'r [Step], &'r str),
    /// The same message at the same path.
    Words(&'r str, &'r [Step], &'r str),
}

/// Groups findings, in the order of the first finding of each group.
pub fn of(findings: &[Finding]) -> Vec<FindingGroup<'_>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    let mut known: HashMap<GroupKey<'_>, usize> = HashMap::new();
    for finding in findings {
        let keys: Vec<_> = keys_of(finding).collect();
        let group = keys.iter().find_map(|key| known.get(key).copied()).unwrap_or_else(|| {
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
    let explains = |finding: &&Finding| matches!(finding.subject, Subject::Misspelt(_));
    let index = group.iter().position(|finding| is_most_severe(&finding) && explains(finding));
    let index = index.or_else(|| group.iter().position(|finding| is_most_severe(&finding)))?;
    let finding = group.remove(index);
    Some(FindingGroup { finding, also: group })
}

/// Returns the number of groups of a severity.
pub fn count(groups: &[FindingGroup<'_>], severity: Severity) -> usize {
    groups.iter().filter(|group| group.finding.severity == severity).count()
}

/// Returns the keys of a finding; empty for one that is never grouped.
fn keys_of(finding: &Finding) -> impl Iterator<Item = GroupKey<'_>> {
    let path = finding.path.as_ref().filter(|_| finding.engine != Engine::Guard).map(|Path(steps)| steps.as_slice());
    let of_path = move |path| {
        let file = finding.file.as_str();
        let own = match &finding.subject {
            Subject::Value => Some(GroupKey::Value(file, path)),
            Subject::Use(at) => Some(GroupKey::Value(file, &at.0)),
            Subject::Missing(key) => Some(GroupKey::Key(file, path, key)),
            Subject::Misspelt(meant) => path.split_last().map(|(_, object)| GroupKey::Key(file, object, meant)),
            Subject::Other => None,
        };
        own.into_iter().chain([GroupKey::Words(file, path, &finding.message)])
    };
    path.into_iter().flat_map(of_path)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use cfn_warden_syntax::Span;
    use cfn_warden_syntax::finding::RuleRef;

    fn finding(rule: &'static str, severity: Severity, path: &str, message: &str, subject: Subject) -> Finding {
        let text = Cow::Borrowed("");
        Finding {
            engine: Engine::Lint,
            rule: RuleRef { id: Cow::Borrowed(rule), title: text.clone(), description: text.clone(), source: text },
            severity,
            message: message.to_owned(),
            file: "a.yaml".to_owned(),
            path: Some(Path(path.split('/').map(|step| Step::Key(step.to_owned())).collect())),
            span: Span::START,
            value_span: None,
            remediation: None,
            fix: None,
            children: Vec::new(),
            subject,
            deployments: None,
        }
    }

    fn grouped(findings: &[Finding]) -> Vec<String> {
        let id = |finding: &Finding| finding.rule.id.to_string();
        let line = |group: &FindingGroup<'_>| {
            let also: Vec<_> = group.also.iter().map(|finding| id(finding)).collect();
            format!("{} {}", id(group.finding), also.join(" ")).trim().to_owned()
        };
        of(findings).iter().map(line).collect()
    }

    #[test]
    fn findings_on_one_value_are_one_group() {
        use Severity::{Error, Warning};
        let all = [
            finding("W1030", Warning, "A/P", "x", Subject::Value),
            finding("E3030", Error, "A/P", "y", Subject::Value),
            finding("E3031", Error, "A/P", "z", Subject::Value),
            finding("E3031", Error, "A/Q", "z", Subject::Value),
        ];
        assert_eq!(grouped(&all), ["E3030 W1030 E3031", "E3031"]);
        assert_eq!(count(&of(&all), Error), 2);
    }

    #[test]
    fn a_misspelled_key_and_the_missing_key_are_one_group() {
        use Severity::Error;
        let all = [
            finding("E3002", Error, "A/Buckt", "unexpected", Subject::Misspelt("Bucket".into())),
            finding("E3003", Error, "A", "'Bucket' is required", Subject::Missing("Bucket".into())),
            finding("E3003", Error, "A", "'Role' is required", Subject::Missing("Role".into())),
        ];
        assert_eq!(grouped(&all), ["E3002 E3003", "E3003"]);
    }

    #[test]
    fn equal_messages_at_the_same_path_are_one_group() {
        use Severity::Error;
        let all = [
            finding("E1021", Error, "A", "is not an object", Subject::Other),
            finding("E3024", Error, "A", "is not an object", Subject::Other),
            finding("E3024", Error, "B", "is not an object", Subject::Other),
            finding("E3601", Error, "A", "another step is missing", Subject::Other),
        ];
        assert_eq!(grouped(&all), ["E1021 E3024", "E3024", "E3601"]);
        let nowhere: Vec<_> = all.into_iter().map(|one| Finding { path: None, ..one }).collect();
        assert_eq!(grouped(&nowhere).len(), 4);
        let of_guard: Vec<_> = nowhere
            .iter()
            .map(|one| Finding { path: Some(Path(vec![])), engine: Engine::Guard, ..one.clone() })
            .collect();
        assert_eq!(grouped(&of_guard).len(), 4);
    }
}
