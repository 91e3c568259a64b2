//! `validate`: cfn-guard's command of the same name, with its options, output and exit codes.

mod data;
mod deployments;
mod folder;
pub(super) mod input;
mod plain;
mod shared;
mod structured;

pub(super) use self::shared::{DEPTH, failed, options};

use super::{Exit, Io, coverage};
use cfn_warden_arguments::validate::{Args, Format, Summary};
use cfn_warden_engine::Configuration;
use cfn_warden_guard::report::console::{Paint, StatusFilter};

/// Evaluates the rules of a command line.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Exit {
    match checked(args).and_then(|()| validate(args, paint, io)) {
        Ok(exit) => exit,
        Err(error) => failed(io, &error),
    }
}

/// Rejects combinations of options that clap's attributes cannot express.
fn checked(args: &Args) -> Result<(), String> {
    if args.rules.is_empty() && !args.payload {
        return Err("`--rules` requires at least one rules file".to_owned());
    }
    let summary = !shown(args).is_empty();
    let wrong = match (args.structured, args.output_format) {
        (true, _) if summary => {
            "Cannot provide a summary-type other than `none` when the `structured` flag is present"
        }
        (true, Format::SingleLineSummary) => {
            "single-line-summary is not able to be used when the `structured` flag is present"
        }
        (false, Format::Junit) => "the structured flag must be set when output is set to junit",
        (false, Format::Sarif) => "the structured flag must be set when output is set to sarif",
        _ => return Ok(()),
    };
    Err(wrong.to_owned())
}

fn validate(args: &Args, paint: Paint, io: &mut Io<'_>) -> Result<Exit, String> {
    let mut inputs = input::read(args, io)?;
    inputs
        .configurations
        .values()
        .flat_map(Configuration::not_seen)
        .for_each(|part| coverage::warn(part, io));
    let is_failing = match coverage::scope(args.deployments) {
        Some(scope) => deployments::expand(args, scope, &mut inputs, io)?,
        None => false,
    };
    let exit = match args.structured {
        true => structured::run(args, paint, &inputs, io)?,
        false => plain::run(
            &plain::PrintOptions {
                args,
                shown: shown(args),
                paint,
            },
            &inputs,
            io,
        )?,
    };
    Ok(if is_failing && exit == Exit::OK {
        Exit::GUARD_FAIL
    } else {
        exit
    })
}

/// Returns the rules to show in the summary. `none` cancels the values before it.
fn shown(args: &Args) -> StatusFilter {
    args.show_summary
        .iter()
        .fold(StatusFilter::default(), |shown, one| match one {
            Summary::Pass => StatusFilter {
                pass: true,
                ..shown
            },
            Summary::Fail => StatusFilter {
                fail: true,
                ..shown
            },
            Summary::Skip => StatusFilter {
                skip: true,
                ..shown
            },
            Summary::All => StatusFilter {
                pass: true,
                fail: true,
                skip: true,
            },
            Summary::None => StatusFilter::default(),
        })
}
