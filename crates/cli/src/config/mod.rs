//! `config`: shows the project file, describes it, and converts it from and to other settings.

mod import;
mod lambda;
mod printed;
mod schema;
mod show;
mod text;

use self::printed::Printed;
use super::{Exit, Io, project};
use cfn_warden_arguments::Choices;
use cfn_warden_arguments::config::Args;
use cfn_warden_arguments::settings;
use cfn_warden_engine::error::Error;

/// Prints what a command line asks for.
pub fn run(args: &Args, choices: &Choices, io: &mut Io<'_>) -> Exit {
    let printed = printed(args, choices).and_then(|printed| {
        printed.remarks.iter().for_each(|remark| io.eprint(remark));
        io.print(|out| out.write_all(printed.text.as_bytes()))
    });
    match printed {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}

fn printed(args: &Args, choices: &Choices) -> Result<Printed, Error> {
    let keys = settings::keys(choices);
    if args.schema {
        return Ok(Printed {
            text: schema::of(&keys),
            remarks: Vec::new(),
        });
    }
    if let Some(path) = &args.import {
        return import::converted(path, &keys);
    }
    let path = args.config.clone().or_else(project::find);
    let project = path
        .as_deref()
        .map(|path| project::read(path, args.cache.clone(), choices))
        .transpose()?;
    match (args.lambda, args.lambda_waivers) {
        (true, _) => Ok(lambda::converted(project.as_ref())),
        (_, true) => lambda::waivers_of(project.as_ref()),
        _ => Ok(Printed {
            text: show::of(project.as_ref(), &keys),
            remarks: Vec::new(),
        }),
    }
}
