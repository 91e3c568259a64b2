//! `terraform`: what a module's configuration comes to, without Terraform.

mod disk;

use std::path::PathBuf;

use self::disk::Disk;
use super::{Exit, Io};
use crate::error::Error;
use crate::terraform::{
    CallModules, Chance, Given, Host, Marks, Settings, Value, evaluate, evaluate_expression, plain, show,
};

/// Evaluate Terraform configuration, without Terraform, providers or a network
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the value of an expression, as JSON
    Eval(EvalArgs),
    /// Print the evaluated module as JSON: variables, local values, outputs, resources, and the modules that it calls
    Show(ModuleArgs),
}

#[derive(Debug, clap::Args)]
struct EvalArgs {
    /// The expression, such as 'upper(var.name)'
    expression: String,
    /// Print the type instead
    #[arg(long = "type")]
    as_type: bool,
    #[command(flatten)]
    module: ModuleArgs,
}

#[derive(Debug, clap::Args)]
struct ModuleArgs {
    /// The root module's folder instead of this one
    #[arg(long, value_name = "DIR")]
    chdir: Option<PathBuf>,
    /// No file outside of this folder is read; the repository's if not given, or the root module's where there is none
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// A variable's value; may be given more than once
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// A file of variables' values; may be given more than once
    #[arg(long = "var-file", value_name = "FILE")]
    variable_files: Vec<String>,
    /// Which called modules are looked into
    #[arg(long, value_name = "TYPE", default_value = "local")]
    call_module_type: ModuleType,
    /// The source of a module that is not looked into; may be given more than once, or with commas
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    ignore_module: Vec<String>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum ModuleType {
    None,
    Local,
    All,
}

impl From<ModuleType> for CallModules {
    fn from(kind: ModuleType) -> CallModules {
        match kind {
            ModuleType::None => CallModules::None,
            ModuleType::Local => CallModules::Local,
            ModuleType::All => CallModules::All,
        }
    }
}

/// Carries out the command behind `terraform`.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let done = match &args.command {
        Command::Eval(args) => evaluated(args, io),
        Command::Show(args) => shown(args, io),
    };
    done.unwrap_or_else(|error| {
        io.complain(error);
        Exit::ERROR
    })
}

fn evaluated(args: &EvalArgs, io: &mut Io<'_>) -> Result<Exit, Error> {
    let disk = Disk::open(args.module.chdir.as_deref(), args.module.root.as_deref())?;
    let host = Host { clock: Some(disk::now()), chance: Some(Chance::new(disk::seed())), ..disk.host() };
    let value = match evaluate_expression(&args.module.settings(&host), &args.expression) {
        Ok(value) => value,
        Err(errors) => {
            errors.into_iter().for_each(|error| io.complain(error));
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

fn shown(args: &ModuleArgs, io: &mut Io<'_>) -> Result<Exit, Error> {
    let disk = Disk::open(args.chdir.as_deref(), args.root.as_deref())?;
    let host = disk.host();
    let run = evaluate(&args.settings(&host));
    let text = format!("{:#}\n", show(&run));
    io.print(|out| out.write_all(text.as_bytes()))?;
    for error in run.located() {
        io.complain(error);
    }
    Ok(if run.errors.is_empty() { Exit::OK } else { Exit::NO_VALUE })
}

impl ModuleArgs {
    fn settings<'s>(&self, host: &'s Host<'s>) -> Settings<'s> {
        let data_folder = disk::variable("TF_DATA_DIR").unwrap_or_else(|| ".terraform".to_owned());
        let chosen = disk::variable("TF_WORKSPACE").or_else(|| disk::chosen_workspace(host, &data_folder));
        Settings {
            given: Given {
                environment: disk::variables("TF_VAR_"),
                files: self.variable_files.clone(),
                values: self.variables.clone(),
            },
            call_modules: self.call_module_type.into(),
            ignored_modules: self.ignore_module.clone(),
            workspace: chosen.unwrap_or_else(|| "default".to_owned()),
            data_folder,
            ..Settings::new(host)
        }
    }
}
