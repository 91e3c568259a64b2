//! The IDs of the rules of the linter and of the `terraform` ruleset.

use cfn_warden_lint::Page;
use cfn_warden_syntax::names;
use cfn_warden_terraform::RULE_IDS;

/// Returns what is wrong with the ID of a rule, or with its beginning; `None` if a rule has it.
pub fn unknown_rule(id: &str) -> Option<String> {
    let known = || Page::ids().chain(RULE_IDS);
    if !id.is_empty() && known().any(|one| one.starts_with(id)) {
        return None;
    }
    let expected = names::instead(id, known(), || {
        "expected the ID of a rule or its beginning, as in E3012 or E3".to_owned()
    });
    Some(format!("unknown rule ID `{id}`; {expected}"))
}
