//! Responses to CloudFormation Hook invocations. On any error, the operation is not allowed.

mod annotation;
mod answer;
mod document;
mod error;
mod evaluate;
mod evaluation;
mod evaluator;
mod existing_findings;
mod invocation;
pub(super) mod message;
mod overlay;
mod payload;
mod report;
mod resource;
mod scope;
mod templates;
mod unknown_values;
mod value_schema;
mod write;

use std::time::Duration;

use error::HookError;
use evaluation::Evaluation;
use invocation::{Invocation, Target};
use report::ReportOutcome;

use super::call::Call;
use super::event::Fields;
use super::field;
use super::function::Handled;
use super::log::{InvocationKind::Hook, Log, Place, RuleNames};

/// Responds to a Hook invocation.
pub fn handle(fields: &Fields<'_>, call: &Call<'_>) -> Handled {
    let mut place = Place::default();
    let (answer, log) = evaluated(fields, call, &mut place).unwrap_or_else(|error| {
        (
            answer::of_error(&error, token(fields)),
            Log::of_failure(Hook, error.reason()),
        )
    });
    Handled {
        answer,
        log: Log { place, ..log },
    }
}

fn evaluated(
    fields: &Fields<'_>,
    call: &Call<'_>,
    place: &mut Place,
) -> Result<(String, Log), HookError> {
    if !call.config.problems.is_empty() {
        return Err(HookError::Settings(call.config.problems.clone()));
    }
    let invocation = Invocation::decode(fields)?;
    *place = invocation.place();
    if let Target::Resource(resource) = &invocation.target {
        call.sizes()
            .check_hook(resource.change.properties())
            .map_err(HookError::TooLarge)?;
    }
    let evaluation = evaluate::evaluate(&invocation, call)?;
    let written = match &evaluation {
        Evaluation::Nothing(_) => ReportOutcome::NotConfigured,
        Evaluation::Checked { run, .. } => {
            report::write(&invocation, run, token(fields).as_deref(), call)
        }
    };
    Ok((
        answer::of(&evaluation, &written, invocation.origin(), token(fields)),
        log(&evaluation),
    ))
}

/// Returns the response to an invocation that caused an internal error.
pub fn failed(fields: &Fields<'_>) -> Handled {
    of_error(&HookError::Internal, fields)
}

/// Returns the response to an invocation that timed out.
pub fn too_late(fields: &Fields<'_>, limit: Duration) -> Handled {
    of_error(&HookError::TooLate(limit), fields)
}

/// Returns the response to an invocation without an evaluation, whatever its event has.
fn of_error(error: &HookError, fields: &Fields<'_>) -> Handled {
    let place = Invocation::decode(fields)
        .map(|invocation| invocation.place())
        .unwrap_or_default();
    let log = Log {
        place,
        ..Log::of_failure(Hook, error.reason())
    };
    Handled {
        answer: answer::of_error(error, token(fields)),
        log,
    }
}

fn token(fields: &Fields<'_>) -> Option<String> {
    field::text(fields, "clientRequestToken")
}

fn log(evaluation: &Evaluation) -> Log {
    match evaluation {
        Evaluation::Nothing(_) => Log {
            status: Some(evaluation.status()),
            invocation: Hook,
            ..Log::default()
        },
        Evaluation::Checked { run, .. } => Log::of_run(run, Hook, RuleNames::OfSettings),
    }
}
