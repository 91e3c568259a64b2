//! `terraform schema`: a module's variables as JSON Schema, with TerraSchema's options.

use std::path::Path;

use super::disk::Disk;
use crate::{Exit, Io, files};
use cfn_warden_arguments::terraform::schema::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_terraform::schema::json::{Escapes, Json};
use cfn_warden_terraform::schema::{
    Additional, Compatibility, Nullable, Options, Requires, UntranslatedCondition, Variables,
    variables,
};

/// Writes the schema.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Error> {
    if !args.stdout {
        check_output(args, io)?;
    }
    let folder = args.input.as_deref().unwrap_or(&args.folder);
    let disk = Disk::open(Some(folder), None)?;
    let variables = match variables(&disk.host()) {
        Ok(variables) => variables,
        Err(errors) => return Ok(print_errors(errors, io)),
    };
    if args.debug && !args.stdout {
        log_sources(&variables, io);
    }
    let schema = match build(args, &variables, folder, io)? {
        Ok(schema) => schema,
        Err(errors) => return Ok(print_errors(errors, io)),
    };
    let mut text = schema.indented(if args.escape_json {
        Escapes::Html
    } else {
        Escapes::Needed
    });
    text.push('\n');
    if args.stdout {
        // TerraSchema ends its output with an empty line.
        io.print(|out| writeln!(out, "{text}"))?;
        return Ok(Exit::OK);
    }
    files::write_with_folders(&args.output, text.as_bytes())?;
    io.eprint(format_args!("wrote {}", args.output.to_string_lossy()));
    Ok(Exit::OK)
}

fn print_errors(errors: Vec<String>, io: &mut Io<'_>) -> Exit {
    errors.into_iter().for_each(|error| io.eprint_error(error));
    Exit::ERROR
}

fn log_sources(variables: &Variables, io: &mut Io<'_>) {
    for (file, names) in variables.by_file() {
        io.eprint(format_args!(
            "{file} declares {}",
            if names.is_empty() {
                "no variables".to_owned()
            } else {
                names.join(", ")
            }
        ));
    }
}

/// Checks that the output file can be written, before any other work.
fn check_output(args: &Args, io: &mut Io<'_>) -> Result<(), Error> {
    let failed = |reason: &str| {
        let path = args.output.to_string_lossy().into_owned();
        Err(Error::Write {
            path,
            reason: reason.to_owned(),
        })
    };
    if args.output.is_dir() {
        return failed("the path is a folder");
    }
    if args.output.exists() && !args.overwrite {
        return failed("the file exists; --overwrite replaces it");
    }
    if args
        .output
        .extension()
        .is_none_or(|extension| extension != "json")
    {
        io.eprint(format_args!(
            "warning: {} does not end in .json",
            args.output.to_string_lossy()
        ));
    }
    Ok(())
}

fn build(
    args: &Args,
    variables: &Variables,
    folder: &Path,
    io: &mut Io<'_>,
) -> Result<Result<Json, Vec<String>>, Error> {
    if variables.count() == 0 {
        let reason = "the module has no variables".to_owned();
        let folder = folder.to_string_lossy().into_owned();
        if !args.allow_empty {
            return Err(Error::Value {
                name: folder,
                reason: format!("{reason}; --allow-empty writes {{}}"),
            });
        }
        if !args.stdout {
            io.eprint(format_args!("warning: {folder}: {reason}"));
        }
        return Ok(Ok(Json::Object(Default::default())));
    }
    if args.export_variables {
        return Ok(variables.export());
    }
    Ok(variables.schema(&options(args)).map(|schema| {
        schema
            .untranslated
            .iter()
            .for_each(|untranslated| warn(args, untranslated, io));
        schema.json
    }))
}

fn options(args: &Args) -> Options {
    Options {
        additional: if args.disallow_additional_properties {
            Additional::Refused
        } else {
            Additional::Allowed
        },
        requires: if args.require_all {
            Requires::All
        } else {
            Requires::WithoutDefault
        },
        nullable: if args.nullable_all {
            Nullable::All
        } else {
            Nullable::AsDeclared
        },
        compatibility: if args.compat {
            Compatibility::TerraSchema
        } else {
            Compatibility::Full
        },
        ..Options::default()
    }
}

fn warn(args: &Args, untranslated: &UntranslatedCondition, io: &mut Io<'_>) {
    let UntranslatedCondition {
        variable,
        condition,
        location,
        reasons,
    } = untranslated;
    io.eprint(format_args!(
        "warning: {location}: left out a validation rule of {variable} that JSON Schema cannot express: {condition}"
    ));
    if args.debug {
        reasons
            .iter()
            .for_each(|(form, reason)| io.eprint(format_args!("  {form}: {reason}")));
    }
}
