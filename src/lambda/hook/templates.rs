//! Evaluation of stacks and change sets: the template and, for change sets, each resource as it will be.

use bumpalo::Bump;

use super::document::{self, Templates};
use super::effect::Known;
use super::evaluate::Evaluation;
use super::failure::Failure;
use super::invocation::Context;
use super::judge::{Engines, Judge};
use super::overlay::{self, Side};
use super::payload::Payload;
use crate::engine;
use crate::engine::coverage::{Kind, NotSeen};
use crate::lambda::config::HookFindings;
use cfn_warden_syntax::{Path, Tree};

/// Evaluates the operation on a stack or the creation of a change set.
pub fn evaluate(
    mut judge: Judge<'_>,
    context: &Context,
    about: Templates<'_>,
    payload: &Payload,
) -> Result<Evaluation, Failure> {
    let text = payload.template.as_deref().ok_or(Failure::Payload("the template is missing"))?;
    let (arena, other_arena) = (Bump::new(), Bump::new());
    let template = document::read(&arena, text, "template")?;
    if template.root.as_map().is_none() {
        return Err(Failure::Payload("the template is not a map"));
    }
    let previous = previous(&other_arena, payload, &mut judge);
    if judge.lints() && judge.function.config.registry_types {
        judge.look_up(engine::unknown_types([text.as_bytes()]));
    }
    let sections = document::of_templates(context, about, previous.as_ref().map(|(_, tree)| tree));
    let changes = match about {
        Templates::Stack(_) => &[],
        Templates::ChangeSet(_, changes) => changes,
    };
    let after = overlay::of(&template, changes, Side::After, &judge);
    let mut run = judge.judge(text, &sections, judge.engines());
    overlay::judge(&judge, after, &sections, &mut run);
    if judge.function.config.hook.findings == HookFindings::Changed {
        let sections = document::of_templates(context, about, None);
        let before = overlay::of(previous.as_ref().map_or(&template, |(_, tree)| tree), changes, Side::Before, &judge);
        let engines = Engines { covers: false, ..judge.engines() };
        let mut known = Known::default();
        if let Some((text, _)) = &previous {
            known.add(&judge.judge(text, &sections, engines).findings);
        }
        // Documented change set events have no previous template: the previous resources follow from the changes.
        if let Some(before) = before.filter(|_| previous.is_some() || payload.previous.is_none()) {
            let mut findings = judge.judge(&before.json, &sections, engines).findings;
            let is_known = |path: &Path| engine::logical_id(path).is_some_and(|id| before.knows(id));
            findings.retain(|finding| finding.path.as_ref().is_none_or(is_known));
            known.add(&findings);
        }
        run.findings.retain(|finding| !known.accounts_for(finding));
    }
    judge.run.merge(run);
    Ok(Evaluation::Checked { run: Box::new(judge.run), placed: true })
}

/// Parses the previous template. An unreadable one must not block its own replacement: it is recorded, and all
/// findings count as new.
fn previous<'a>(arena: &'a Bump, payload: &'a Payload, judge: &mut Judge<'_>) -> Option<(&'a str, Tree<'a>)> {
    let text = payload.previous.as_deref()?;
    match document::read(arena, text, "previous template") {
        Ok(tree) => Some((text, tree)),
        Err(failure) => {
            let reason = format!("{failure}; rules do not see it, and all findings count as new");
            judge.add(NotSeen::of(Kind::PreviousTemplate, "previous template", reason));
            None
        }
    }
}
