//! Suppressions in the metadata of a resource: `Metadata: {cfn-lint: {config: {ignore_checks: [E3012]}}}`.

use super::Settings;
use super::select::is_mandatory;
use cfn_warden_syntax::Step;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_template::Template;

/// Removes findings whose exact rule ID is suppressed in the metadata of their resource.
pub fn apply(findings: Vec<Finding>, template: &Template<'_>, settings: &Settings) -> Vec<Finding> {
    let directives = directives(template);
    if directives.is_empty() {
        return findings;
    }
    kept(findings, &directives, settings)
}

fn kept(
    findings: Vec<Finding>,
    directives: &HashMap<&str, Vec<&str>>,
    settings: &Settings,
) -> Vec<Finding> {
    let mut all = Vec::with_capacity(findings.len());
    for mut finding in findings {
        let children = kept(std::mem::take(&mut finding.children), directives, settings);
        if is_kept(&finding, directives, settings) {
            finding.children = children;
            all.push(finding);
        } else {
            all.extend(children);
        }
    }
    all
}

fn is_kept(finding: &Finding, directives: &HashMap<&str, Vec<&str>>, settings: &Settings) -> bool {
    let Some(resources) = directives.get(finding.rule.id.as_ref()) else {
        return true;
    };
    if is_mandatory(&finding.rule.id, settings) {
        return true;
    }
    // As in cfn-lint, a finding on the whole file is suppressed if any resource suppresses its rule.
    match finding.path.as_ref().map(|path| path.0.as_slice()) {
        None | Some([]) => false,
        Some([Step::Key(section), Step::Key(name), ..]) if section == "Resources" => {
            !resources.contains(&name.as_str())
        }
        Some(_) => true,
    }
}

/// Returns the logical IDs of the resources that suppress a rule, by rule ID.
fn directives<'a>(template: &Template<'a>) -> HashMap<&'a str, Vec<&'a str>> {
    let mut found: HashMap<&str, Vec<&str>> = HashMap::default();
    let resources = template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    for entry in resources
        .iter()
        .filter(|entry| entry.value.get("Type").is_some())
    {
        let config = || {
            entry
                .value
                .get("Metadata")?
                .get("cfn-lint")?
                .get("config")?
                .get("ignore_checks")?
                .as_list()
        };
        let Some(name) = entry.key.as_str() else {
            continue;
        };
        for id in config().into_iter().flatten().filter_map(|id| id.as_str()) {
            found.entry(id).or_default().push(name);
        }
    }
    found
}
