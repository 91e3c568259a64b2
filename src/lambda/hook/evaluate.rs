//! Evaluation of a Hook invocation.

use super::document::Templates;
use super::failure::Failure;
use super::invocation::{Invocation, Target};
use super::judge::Judge;
use super::payload::Payload;
use super::{resource, templates};
use crate::engine::Run;
use crate::engine::coverage::{Kind, NotSeen};
use crate::lambda::call::Call;

/// The result of an evaluation.
#[derive(Debug)]
pub enum Evaluation {
    /// There was nothing to evaluate, for this reason.
    Nothing(&'static str),
    /// The target was checked.
    Checked {
        /// The findings and incomplete checks, without documents.
        run: Box<Run<'static>>,
        /// Whether positions refer to the user's own template.
        placed: bool,
    },
}

/// Evaluates an invocation.
///
/// # Errors
/// [`HookError`] when the invocation cannot be evaluated.
pub fn evaluate(invocation: &Invocation<'_>, function: &Call<'_>) -> Result<Evaluation, Failure> {
    if !function.has_rules() && !function.config.hook.lint {
        return Err(Failure::NothingConfigured);
    }
    let context = &invocation.context;
    let judge = |judged: &dyn Fn(Judge<'_>) -> Result<Evaluation, Failure>| Judge::with(context, function, judged);
    match &invocation.target {
        Target::Resource(target) => judge(&|judge| resource::evaluate(judge, context, target)),
        Target::Stack { name, payload } => match fetch(payload, function)? {
            Payload { template: None, .. } if context.deletes() => Ok(NO_TEMPLATE),
            payload => judge(&|judge| templates::evaluate(judge, context, Templates::Stack(name), &payload)),
        },
        Target::DeletedStack => Ok(NO_TEMPLATE),
        Target::ChangeSet { id, payload } => {
            let payload = fetch(payload, function)?;
            let changes = payload.changes.as_deref().unwrap_or_default();
            judge(&|judge| templates::evaluate(judge, context, Templates::ChangeSet(id, changes), &payload))
        }
        Target::Unknown(name) => judge(&|judge| Ok(unknown(judge, name))),
    }
}

const NO_TEMPLATE: Evaluation = Evaluation::Nothing("stack deletions have no template");

fn fetch(url: &str, function: &Call<'_>) -> Result<Payload, Failure> {
    let document = function.fetch.presigned(url).map_err(Failure::Fetch)?;
    let payload = Payload::decode(&document)?;
    function.sizes().check_hook(payload.texts()).map_err(Failure::TooLarge)?;
    Ok(payload)
}

/// Handles a target of an unknown kind, which CloudFormation may have added later.
fn unknown(mut judge: Judge<'_>, name: &str) -> Evaluation {
    let reason = format!("target {name} is not a resource type, a stack or a change set");
    judge.add(NotSeen::of(Kind::UnknownTarget, "", reason));
    judge.add(NotSeen::of(Kind::NothingChecked, "", "nothing of the target was checked"));
    Evaluation::Checked { run: Box::new(judge.run), placed: false }
}
