//! Evaluation of a Hook invocation.

use super::document::Templates;
use super::error::HookError;
use super::evaluation::Evaluation;
use super::evaluator::Evaluator;
use super::invocation::{Invocation, Target};
use super::payload::Payload;
use super::{resource, templates};
use crate::call::Call;
use crate::policy::Deployed;
use cfn_warden_engine::coverage::{Kind, NotSeen};
use cfn_warden_syntax::{Operand, text};

/// Evaluates an invocation.
///
/// # Errors
/// [`HookError`] when the invocation cannot be evaluated.
pub fn evaluate(invocation: &Invocation<'_>, function: &Call<'_>) -> Result<Evaluation, HookError> {
    if !function.has_rules() && !function.config.hook.lint {
        return Err(HookError::NothingConfigured);
    }
    let context = &invocation.context;
    let mut incomplete = function.schemas().incomplete.clone();
    let deployed = Deployed::of(None, function, &mut incomplete);
    let with_evaluator = |evaluate: &dyn Fn(Evaluator<'_>) -> Result<Evaluation, HookError>| {
        let with = |policy: &Deployed<'_>| {
            Evaluator::with(context, function, policy, &incomplete, evaluate)
        };
        let mut evaluation = with(&deployed)?;
        if let Evaluation::Checked { run, .. } = &mut evaluation {
            let candidate = deployed
                .candidate()
                .map(|candidate| with(&candidate))
                .transpose()?;
            let with_candidate = candidate.as_ref().and_then(Evaluation::run);
            deployed.note(run, with_candidate);
        }
        Ok(evaluation)
    };
    match &invocation.target {
        Target::Resource(target) => {
            with_evaluator(&|evaluator| resource::evaluate(evaluator, context, target))
        }
        Target::Stack { name, payload } => match fetch(payload, function)? {
            Payload { template: None, .. } if context.deletes() => Ok(NO_TEMPLATE),
            payload => with_evaluator(&|evaluator| {
                templates::evaluate(evaluator, context, Templates::Stack(name), &payload)
            }),
        },
        Target::DeletedStack => Ok(NO_TEMPLATE),
        Target::ChangeSet { id, payload } => {
            let payload = fetch(payload, function)?;
            let changes = payload.changes.as_deref().unwrap_or_default();
            with_evaluator(&|evaluator| {
                templates::evaluate(
                    evaluator,
                    context,
                    Templates::ChangeSet(id, changes),
                    &payload,
                )
            })
        }
        Target::Unknown(name) => with_evaluator(&|evaluator| Ok(unknown(evaluator, name))),
    }
}

const NO_TEMPLATE: Evaluation = Evaluation::Nothing("stack deletions have no template");

fn fetch(url: &str, function: &Call<'_>) -> Result<Payload, HookError> {
    let document = function.fetch.presigned(url).map_err(HookError::Fetch)?;
    let payload = Payload::decode(&document)?;
    function
        .sizes()
        .check_hook(payload.texts())
        .map_err(HookError::TooLarge)?;
    Ok(payload)
}

/// Handles a target of an unknown kind, which CloudFormation may have added later.
fn unknown(mut evaluator: Evaluator<'_>, name: &str) -> Evaluation {
    let reason = text!(
        "target {} is not a resource type, a stack or a change set",
        Operand::Name(name)
    );
    evaluator.add(NotSeen::of(Kind::UnknownTarget, "", reason));
    evaluator.add(NotSeen::of(
        Kind::NothingChecked,
        "",
        "nothing of the target was checked",
    ));
    evaluator.finish([], None, false)
}
