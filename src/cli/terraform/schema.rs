//! `terraform schema`: a module's variables as JSON Schema, with TerraSchema's options.

use std::path::{Path, PathBuf};

use super::disk::Disk;
use crate::cli::{Exit, Io, files};
use crate::error::Error;
use cfn_warden_terraform::schema::json::{Escapes, Json};
use cfn_warden_terraform::schema::{
    Additional, Compatibility, Nullable, Options, Requires, UntranslatedCondition, Variables, variables,
};

/// The module and the schema options.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the module
    #[arg(value_name = "DIR", default_value = ".", conflicts_with = "input")]
    folder: PathBuf,
    /// Folder of the module, by TerraSchema's option name
    #[arg(short, long, value_name = "DIR")]
    input: Option<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "FILE", default_value = "schema.json")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    overwrite: bool,
    /// Print the schema to standard output and nothing else
    #[arg(long)]
    stdout: bool,
    /// Write `{}` for a module without variables
    #[arg(long)]
    allow_empty: bool,
    /// Reject undeclared properties of the module and of objects
    #[arg(long)]
    disallow_additional_properties: bool,
    /// Require all variables and attributes, also those with a default
    #[arg(long)]
    require_all: bool,
    /// Let every variable be null unless it has `nullable = false`, as Terraform does
    #[arg(long)]
    nullable_all: bool,
    /// Write the variable declarations instead of a schema
    #[arg(long)]
    export_variables: bool,
    /// Escape `<`, `>` and `&`
    #[arg(long)]
    escape_json: bool,
    /// Log the files and variables read, and why validation rules are left out
    #[arg(long)]
    debug: bool,
    /// Read only the validation rules that TerraSchema reads, as it does
    #[arg(long)]
    compat: bool,
}

/// Writes the schema.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Error> {
    if !args.stdout {
        args.check_output(io)?;
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
    let schema = match args.build(&variables, folder, io)? {
        Ok(schema) => schema,
        Err(errors) => return Ok(print_errors(errors, io)),
    };
    let mut text = schema.indented(if args.escape_json { Escapes::Html } else { Escapes::Needed });
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
    errors.into_iter().for_each(|error| io.eprint(error));
    Exit::ERROR
}

fn log_sources(variables: &Variables, io: &mut Io<'_>) {
    for (file, names) in variables.by_file() {
        io.eprint(format_args!(
            "{file} declares {}",
            if names.is_empty() { "no variables".to_owned() } else { names.join(", ") }
        ));
    }
}

impl Args {
    /// Checks that the output file can be written, before any other work.
    fn check_output(&self, io: &mut Io<'_>) -> Result<(), Error> {
        let failed = |reason: &str| {
            let path = self.output.to_string_lossy().into_owned();
            Err(Error::Write { path, reason: reason.to_owned() })
        };
        if self.output.is_dir() {
            return failed("the path is a folder");
        }
        if self.output.exists() && !self.overwrite {
            return failed("the file exists; --overwrite replaces it");
        }
        if self.output.extension().is_none_or(|extension| extension != "json") {
            io.eprint(format_args!("warning: {} does not end in .json", self.output.to_string_lossy()));
        }
        Ok(())
    }

    fn build(&self, variables: &Variables, folder: &Path, io: &mut Io<'_>) -> Result<Result<Json, Vec<String>>, Error> {
        if variables.count() == 0 {
            let reason = "the module has no variables".to_owned();
            let folder = folder.to_string_lossy().into_owned();
            if !self.allow_empty {
                return Err(Error::Value { name: folder, reason: format!("{reason}; --allow-empty writes {{}}") });
            }
            if !self.stdout {
                io.eprint(format_args!("warning: {folder}: {reason}"));
            }
            return Ok(Ok(Json::Object(Default::default())));
        }
        if self.export_variables {
            return Ok(variables.export());
        }
        Ok(variables.schema(&self.options()).map(|schema| {
            if !self.stdout {
                schema.untranslated.iter().for_each(|untranslated| self.warn(untranslated, io));
            }
            schema.json
        }))
    }

    fn options(&self) -> Options {
        Options {
            additional: if self.disallow_additional_properties { Additional::Refused } else { Additional::Allowed },
            requires: if self.require_all { Requires::All } else { Requires::WithoutDefault },
            nullable: if self.nullable_all { Nullable::All } else { Nullable::AsDeclared },
            compatibility: if self.compat { Compatibility::TerraSchema } else { Compatibility::Full },
            ..Options::default()
        }
    }

    fn warn(&self, untranslated: &UntranslatedCondition, io: &mut Io<'_>) {
        let UntranslatedCondition { variable, condition, location, reasons } = untranslated;
        io.eprint(format_args!(
            "warning: {location}: left out a validation rule of {variable} that JSON Schema cannot express: {condition}"
        ));
        if self.debug {
            reasons.iter().for_each(|(form, reason)| io.eprint(format_args!("  {form}: {reason}")));
        }
    }
}
