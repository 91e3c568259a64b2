//! Summarizes findings on what the AWS CDK writes, which its users cannot change.

use cfn_warden_syntax::finding::{Finding, Related};
use cfn_warden_syntax::{Text, text};
use cfn_warden_template::Template;

/// Rules that report what the CDK writes on purpose, and the words for their findings.
const RULES: &[(&str, &str, &str)] = &[(
    "W3005",
    "`DependsOn` entries name resources that are dependencies already; the CDK writes them, and they have no effect",
    "Nothing needs to change: CloudFormation creates the resources in the same order. Ignore `W3005` for templates of the CDK to hide this.",
)];
/// The number of further places that a summary lists.
const LISTED: usize = 3;

/// Replaces the findings of each rule by one with their number, if the CDK generated the template.
pub fn summarized(mut findings: Vec<Finding>, template: &Template<'_>) -> Vec<Finding> {
    if !template.is_from_cdk() {
        return findings;
    }
    for (rule, words, fix) in RULES {
        let is_of = |finding: &Finding| finding.rule.id == *rule;
        let count = findings.iter().filter(|finding| is_of(finding)).count();
        if count < 2 {
            continue;
        }
        let others = findings
            .iter()
            .filter(|finding| is_of(finding))
            .skip(1)
            .take(LISTED);
        let related = others.filter_map(|finding| {
            Some(Related {
                path: finding.path.clone()?,
                span: finding.span,
                text: Text::own("another one"),
            })
        });
        let related: Vec<Related> = related.collect();
        let mut is_first = true;
        findings.retain_mut(|finding| {
            if !is_of(finding) {
                return true;
            }
            if !std::mem::take(&mut is_first) {
                return false;
            }
            finding.message = text!("{} {}", count, *words);
            finding.remediation = Some(Text::own(fix));
            finding.related.clone_from(&related);
            true
        });
    }
    findings
}
