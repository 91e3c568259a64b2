//! `terraform eval`: the value of an expression.

use super::{disk, module};
use crate::{Exit, Io};
use cfn_warden_arguments::terraform::eval::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_terraform::{Host, Marks, Rng, Value, evaluate_expression, plain};

/// Prints the value of the expression.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Error> {
    let disk = module::open(&args.module)?;
    let host = Host {
        clock: Some(disk::now()),
        rng: Some(Rng::new(disk::seed())),
        language: module::language(args.module.language_version),
        ..disk.host()
    };
    let value = match evaluate_expression(&module::settings(&args.module, &host), &args.expression)
    {
        Ok(value) => value,
        Err(errors) => {
            errors.into_iter().for_each(|error| io.eprint_error(error));
            return Ok(Exit::NO_VALUE);
        }
    };
    let text = if args.as_type {
        value.ty().notation()
    } else {
        text_of(&value)
    };
    io.print(|out| writeln!(out, "{text}"))?;
    Ok(Exit::OK)
}

fn text_of(value: &Value) -> String {
    if value.marks().has(Marks::SENSITIVE.and(Marks::EPHEMERAL)) {
        return "(sensitive value)".to_owned();
    }
    if !value.is_known() {
        "(not known)".to_owned()
    } else {
        format!("{:#}", plain(value))
    }
}
