//! Plain words for the statements of rules.
//!
//! A rule that is not listed in [`super::sentences`] keeps cfn-lint's sentence, with values as in the other messages.

use super::filling::{Facts, filled, operand, sentence, with_backticks};
use super::fixes::FIXES;
use super::sentences::{ALL_KINDS, WORDS};
use super::shown::code;
use cfn_warden_schema::{Message, ViolationKind as Kind, keyword};
use cfn_warden_syntax::{Text, text};

/// Returns the sentence of a rule that has one for every kind of violation.
pub fn of_all_kinds(facts: &Facts<'_, '_>) -> Option<Text> {
    let rule = facts.violation.rule?;
    let own = ALL_KINDS.iter().filter(|(id, _)| *id == rule.as_str());
    own.into_iter().find_map(|(_, words)| filled(words, facts))
}

/// Returns plain words for the statement of a rule.
pub fn words(message: &Message<'_>, facts: &Facts<'_, '_>) -> Text {
    let rule = facts.violation.rule;
    let is_rule = |id: &str| id.is_empty() || rule.is_some_and(|rule| rule.as_str() == id);
    let sentence = sentence(message);
    let listed = WORDS
        .iter()
        .filter(|(id, begins, _)| is_rule(id) && sentence.starts_with(begins));
    let words = listed
        .into_iter()
        .find_map(|(.., words)| filled(words, facts));
    let mut words = words.unwrap_or_else(|| of_cfn_lint(message));
    if let Some(similar) = facts.similar_type(message) {
        words.push(text!("; did you mean {}?", code(similar)));
    }
    words
}

/// Returns how to fix what a rule reports, if the rule has more to say than its page.
pub fn fix(facts: &Facts<'_, '_>) -> Option<Text> {
    let rule = facts.violation.rule?;
    let sentence = match &facts.violation.kind {
        Kind::Rule(message) => sentence(message),
        _ => keyword::ALL
            .get(facts.violation.keyword as usize)
            .copied()
            .unwrap_or_default(),
    };
    let listed = FIXES
        .iter()
        .filter(|(id, begins, _)| rule.as_str().starts_with(id) && sentence.starts_with(begins));
    listed
        .into_iter()
        .find_map(|(.., words)| filled(words, facts))
}

/// Returns cfn-lint's sentence with backticks in place of single quotes.
fn of_cfn_lint(message: &Message<'_>) -> Text {
    message
        .parts()
        .fold(Text::default(), |mut text, (before, value)| {
            text.push_changed(before, with_backticks);
            text.push(operand(&value));
            text
        })
}
