//! `terraform eval`: the value of an expression.

use super::disk;
use super::module::ModuleArgs;
use crate::cli::{Exit, Io};
use crate::error::Error;
use cfn_warden_terraform::{Host, Marks, Rng, Value, evaluate_expression, plain};

/// The expression and the module to evaluate it in.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Expression, such as 'upper(var.name)'
    expression: String,
    /// Print the type instead of the value
    #[arg(long = "type")]
    as_type: bool,
    #[command(flatten)]
    module: ModuleArgs,
}

/// Prints the value of the expression.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Error> {
    let disk = args.module.disk()?;
    let host = Host { clock: Some(disk::now()), rng: Some(Rng::new(disk::seed())), ..disk.host() };
    let value = match evaluate_expression(&args.module.settings(&host), &args.expression) {
        Ok(value) => value,
        Err(errors) => {
            errors.into_iter().for_each(|error| io.eprint(error));
            return Ok(Exit::NO_VALUE);
        }
    };
    let text = if args.as_type { value.ty().notation() } else { text_of(&value) };
    io.print(|out| writeln!(out, "{text}"))?;
    Ok(Exit::OK)
}

fn text_of(value: &Value) -> String {
    if value.marks().has(Marks::SENSITIVE.and(Marks::EPHEMERAL)) {
        return "(sensitive value)".to_owned();
    }
    if !value.is_known() { "(not known)".to_owned() } else { format!("{:#}", plain(value)) }
}
