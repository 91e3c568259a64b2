//! `terraform schema`: a module's variables as JSON Schema, with TerraSchema's options.

use std::path::{Path, PathBuf};

use super::disk::Disk;
use crate::cli::{Exit, Io, files};
use crate::error::Error;
use cfn_warden_terraform::schema::json::{Escapes, Json};
use cfn_warden_terraform::schema::{
    Additional, Compatibility, Nullable, Options, Requires, UntranslatedCondition, Variables, variables,
};

/// What is made of which module.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The module's folder
    #[arg(value_name = "DIR", default_value = ".", conflicts_with = "input")]
    folder: PathBuf,
    /// The module's folder, as TerraSchema names it
    #[arg(short, long, value_name = "DIR")]
    input: Option<PathBuf>,
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = "schema.json")]
    output: PathBuf,
    /// Replace the file where it is there already
    #[arg(long)]
    overwrite: bool,
    /// Print it instead of writing a file, and print nothing else
    #[arg(long)]
    stdout: bool,
    /// Where the module has no variables, write `{}`
    #[arg(long)]
    allow_empty: bool,
    /// Refuse properties that are not declared, of the module and of objects
    #[arg(long)]
    disallow_additional_properties: bool,
    /// Require all variables and all attributes, those with a default too
    #[arg(long)]
    require_all: bool,
    /// Let every variable be null that does not say `nullable = false`, as Terraform does
    #[arg(long)]
    nullable_all: bool,
    /// Write what is declared of the variables instead of a schema
    #[arg(long)]
    export_variables: bool,
    /// Escape `<`, `>` and `&`
    #[arg(long)]
    escape_json: bool,
    /// Say which files and variables are read, and why a condition is left out
    #[arg(long)]
    debug: bool,
    /// Read only the conditions that TerraSchema reads, as it does
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
        Err(errors) => return Ok(wrong(errors, io)),
    };
    if args.debug && !args.stdout {
        tell(&variables, io);
    }
    let made = match args.made(&variables, folder, io)? {
        Ok(made) => made,
        Err(errors) => return Ok(wrong(errors, io)),
    };
    let mut text = made.indented(if args.escape_json { Escapes::Html } else { Escapes::Needed });
    text.push('\n');
    if args.stdout {
        // TerraSchema ends it with an empty line.
        io.print(|out| writeln!(out, "{text}"))?;
        return Ok(Exit::OK);
    }
    files::write_with_folders(&args.output, text.as_bytes())?;
    io.complain(format_args!("{} is written", args.output.to_string_lossy()));
    Ok(Exit::OK)
}

fn wrong(errors: Vec<String>, io: &mut Io<'_>) -> Exit {
    errors.into_iter().for_each(|error| io.complain(error));
    Exit::ERROR
}

fn tell(variables: &Variables, io: &mut Io<'_>) {
    for (file, names) in variables.by_file() {
        io.complain(format_args!(
            "{file} declares {}",
            if names.is_empty() { "no variable".to_owned() } else { names.join(", ") }
        ));
    }
}

impl Args {
    /// Whether the file can be written, before there is any work.
    fn check_output(&self, io: &mut Io<'_>) -> Result<(), Error> {
        let failed = |reason: &str| {
            let path = self.output.to_string_lossy().into_owned();
            Err(Error::Write { path, reason: reason.to_owned() })
        };
        if self.output.is_dir() {
            return failed("it is a folder");
        }
        if self.output.exists() && !self.overwrite {
            return failed("it is there already; --overwrite replaces it");
        }
        if self.output.extension().is_none_or(|extension| extension != "json") {
            io.complain(format_args!("warning: {} does not end in .json", self.output.to_string_lossy()));
        }
        Ok(())
    }

    fn made(&self, variables: &Variables, folder: &Path, io: &mut Io<'_>) -> Result<Result<Json, Vec<String>>, Error> {
        if variables.count() == 0 {
            let reason = "its files declare no variables".to_owned();
            let folder = folder.to_string_lossy().into_owned();
            if !self.allow_empty {
                return Err(Error::Value { name: folder, reason: format!("{reason}; --allow-empty writes {{}}") });
            }
            if !self.stdout {
                io.complain(format_args!("warning: {folder}: {reason}"));
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
        io.complain(format_args!(
            "warning: {location}: the schema does not say this condition of {variable}: {condition}"
        ));
        if self.debug {
            reasons.iter().for_each(|(form, reason)| io.complain(format_args!("  {form}: {reason}")));
        }
    }
}
