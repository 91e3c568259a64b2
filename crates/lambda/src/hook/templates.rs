//! Evaluation of stacks and change sets: the template and, for change sets, each resource as it will be.

use bumpalo::Bump;

use super::document::{self, Templates};
use super::error::HookError;
use super::evaluation::Evaluation;
use super::evaluator::{Engines, Evaluator};
use super::existing_findings::ExistingFindings;
use super::invocation::Context;
use super::overlay::{self, Side};
use super::payload::Payload;
use crate::config::HookFindings;
use cfn_warden_engine as engine;
use cfn_warden_engine::coverage::{Kind, NotSeen};
use cfn_warden_syntax::{Path, Tree, text};

/// Evaluates the operation on a stack or the creation of a change set.
pub fn evaluate(
    mut evaluator: Evaluator<'_>,
    context: &Context,
    about: Templates<'_>,
    payload: &Payload,
) -> Result<Evaluation, HookError> {
    if context.deletes() && !evaluator.has_rules() {
        return Ok(Evaluation::Nothing(
            "the stack is deleted and no Guard rules are configured",
        ));
    }
    let text = payload
        .template
        .as_deref()
        .ok_or(HookError::Payload("the template is missing"))?;
    let (arena, other_arena) = (Bump::new(), Bump::new());
    let template = document::read(&arena, text, "template")?;
    if template.root.as_map().is_none() {
        return Err(HookError::Payload("the template is not a map"));
    }
    let previous = previous(&other_arena, payload, &mut evaluator);
    if evaluator.lints() && evaluator.function.config.registry_types {
        evaluator.look_up(engine::unknown_types(
            &evaluator.function.schemas().knowledge,
            [text.as_bytes()],
        ));
    }
    let sections = document::of_templates(context, about, previous.as_ref().map(|(_, tree)| tree));
    let changes = match about {
        Templates::Stack(_) => &[],
        Templates::ChangeSet(_, changes) => changes,
    };
    let after = overlay::of(&template, changes, Side::After, &evaluator);
    let mut part = evaluator.check(text, &sections, evaluator.engines());
    part.add_incomplete(changes.iter().filter_map(overlay::unreadable));
    let mut known = None;
    if evaluator.function.config.hook.findings == HookFindings::Changed {
        let sections = document::of_templates(context, about, None);
        let before = overlay::of(
            previous.as_ref().map_or(&template, |(_, tree)| tree),
            changes,
            Side::Before,
            &evaluator,
        );
        let engines = Engines {
            covers: false,
            ..evaluator.engines()
        };
        let existing = known.insert(ExistingFindings::default());
        let findings_on =
            |text: &str| evaluator.findings_before([evaluator.check(text, &sections, engines)]);
        if let Some((text, _)) = &previous {
            existing.add(&findings_on(text));
        }
        // Documented change set events have no previous template: the previous resources follow from the changes.
        if let Some(before) = before.filter(|_| previous.is_some() || payload.previous.is_none()) {
            let mut findings = findings_on(&before.json);
            let is_known =
                |path: &Path| engine::logical_id(path).is_some_and(|id| before.knows(id));
            findings.retain(|finding| finding.path.as_ref().is_none_or(is_known));
            existing.add(&findings);
        }
    }
    if let Some(after) = &after {
        overlay::evaluate(&evaluator, after, &sections, &mut part, known.as_ref());
    }
    let known = known.as_mut().map(ExistingFindings::as_known);
    Ok(evaluator.finish([part], known, true))
}

/// Parses the previous template. An unreadable one must not block its own replacement: it is recorded, and all
/// findings count as new.
fn previous<'a>(
    arena: &'a Bump,
    payload: &'a Payload,
    evaluator: &mut Evaluator<'_>,
) -> Option<(&'a str, Tree<'a>)> {
    let text = payload.previous.as_deref()?;
    let why = match document::read(arena, text, "previous template") {
        Ok(tree) if tree.root.as_map().is_some() => return Some((text, tree)),
        Ok(_) => text!("previous template: it is not a map"),
        Err(error) => error.text(),
    };
    let reason = text!(
        "{}; rules do not see it, and all findings count as new",
        why
    );
    evaluator.add(NotSeen::of(
        Kind::PreviousTemplate,
        "previous template",
        reason,
    ));
    None
}
