//! The texts for why values are incomparable, why rules were skipped, and what other versions evaluate differently.

use super::clause::comparison;
use super::missing::why;
use super::value::display;
use crate::compile::program::Program;
use crate::doc::Doc;
use crate::ops::Incomparable;
use crate::outcome::{Note, Notice, Outcome, SkipReason};

/// Formats why two values are incomparable.
pub fn incomparable(doc: &Doc<'_>, incomparable: Incomparable<'_>) -> String {
    match incomparable {
        Incomparable::Kinds(one, other) => {
            format!("PathAwareValues are not comparable {one}, {other}")
        }
        Incomparable::Floats => "Float values are not comparable".to_owned(),
        Incomparable::NotStrings(one, other) => {
            format!(
                "Type not comparable, {}, {}",
                display(doc, one),
                display(doc, other)
            )
        }
        Incomparable::ListInScalar(one, other) => {
            format!(
                "Can not compare type {}, {}",
                display(doc, one),
                display(doc, other)
            )
        }
    }
}

/// Formats the note about an event as a whole.
pub fn note(doc: &Doc<'_>, note: Note<'_>) -> Option<String> {
    Some(match note {
        Note::None => return None,
        Note::Text(text) => text.to_owned(),
        Note::RightEmpty(empty) => {
            let clause = if empty.negated { "negated comparison" } else { "comparison" };
            format!(
                "The {clause} could not be performed: the reference on the right-hand side resolved to no values. If an empty reference is expected here, guard the clause with `when <reference> !empty {{ ... }}` so it is skipped rather than failed."
            )
        }
        Note::LeftEmpty => "The comparison could not be performed: the variable on the left-hand side resolved to no values, so there was nothing to compare. If an empty selection is expected here, guard the clause with `when <variable> !empty { ... }` so it is skipped rather than failed.".to_owned(),
        Note::NothingCompared(negated) => {
            let clause = if negated { "negated comparison" } else { "comparison" };
            format!(
                "The {clause} could not be performed: the query selected an empty collection. If one is expected here, guard the clause with `when <query> !empty {{ ... }}` so it is skipped rather than failed."
            )
        }
        Note::NoResource(name) => format!("no {name} in the input, so the type block had nothing to check"),
        Note::NoneSelected(name, None) => {
            format!("no {name} could be selected from the input, so the type block had nothing to check")
        }
        Note::NoneSelected(name, Some(missing)) => {
            format!("no {name} could be selected from the input: {}", why(doc, missing))
        }
        Note::AllExempt(name) => format!(
            "every {name} in the input was exempted by the type block's `when` condition, so none was checked"
        ),
        Note::NothingApplied(name) => {
            format!("no {name} in the input was checked: no clause in the type block applied to any of them")
        }
        Note::ExemptOrNothing(name) => format!(
            "no {name} in the input was checked: every one was either exempted by the type block's `when` condition or had no clause that applied to it"
        ),
        Note::ReferenceSkipped(rule) => format!(
            "the rule did not apply because a condition referenced rule [{rule}], which did not apply to this input"
        ),
    })
}

/// Formats why a rule was skipped.
pub fn reason(doc: &Doc<'_>, reason: SkipReason<'_>) -> String {
    match reason {
        SkipReason::Note(what) => note(doc, what).unwrap_or_default(),
        SkipReason::Undecided(what) => format!(
            "the rule did not apply because one of its conditions could not be decided: {}",
            incomparable(doc, what)
        ),
    }
}

impl Outcome<'_> {
    /// What an announced version of cfn-guard evaluates differently, without duplicates, in alphabetical order.
    pub fn notices(&self) -> std::collections::BTreeSet<String> {
        self.notices
            .iter()
            .map(|each| notice(self.program, *each))
            .collect()
    }
}

/// Formats what an announced version of cfn-guard evaluates differently.
fn notice(program: &Program, notice: Notice<'_>) -> String {
    match notice {
        Notice::Vacuous(clause) => format!(
            "DEPRECATION: GuardAccessClause#block{} passed without comparing anything, because the query selected an empty collection. From the next release this reports a failure, matching a missing key and an empty map. Guard the clause with `when <query> !empty {{ ... }}` if an empty collection is expected.",
            comparison(program, clause)
        ),
        Notice::IncomparableMembership(clause) => format!(
            "DEPRECATION: {} passed because the value could not be compared with any element of the list, which is currently read as \"not a member\". A future release fails closed here, as `!=` already does. Compare against values of the same kind, or use `!=` if that is the intent.",
            comparison(program, clause)
        ),
    }
}
