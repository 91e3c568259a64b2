//! `terraform check-vars`: values of a module's variables checked against their types and validation rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use bumpalo::Bump;

use super::disk::{self, Disk};
use crate::cli::{Exit, Io, files};
use crate::engine::{self, FailOn, Status};
use crate::error::Error;
use crate::report::{self, Paint};
use cfn_warden_terraform::schema::Additional;
use cfn_warden_terraform::variables::{Check, Conversion};
use cfn_warden_terraform::{Files, Host, Settings, VariableSources};

/// The module and the values to check.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the module
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Read no files of the module outside of this folder [default: its repository, or the module itself]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Value of a variable; repeatable
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// File with variable values, .tfvars or .tfvars.json; repeatable
    #[arg(long = "var-file", value_name = "FILE")]
    variable_files: Vec<PathBuf>,
    /// Accept values that Terraform converts: "1" for a number, null for a part of a value
    #[arg(long)]
    coerce: bool,
    /// Reject undeclared values and attributes instead of warning
    #[arg(long)]
    disallow_additional_properties: bool,
    /// Report format
    #[arg(short, long, default_value = "pretty", value_parser = report::formats::ALL.iter().map(|f| f.name).collect::<Vec<_>>())]
    format: String,
    /// Treat warnings as errors
    #[arg(long)]
    fail_on_warning: bool,
}

/// The module's files, overlaid with files from the command line.
struct OverlaidFiles<'d> {
    module: &'d Disk,
    named: BTreeMap<String, Rc<[u8]>>,
}

impl Files for OverlaidFiles<'_> {
    fn read(&self, path: &str) -> Option<Rc<[u8]>> {
        self.named.get(path).cloned().or_else(|| self.module.read(path))
    }

    fn list(&self, folder: &str) -> Option<Vec<String>> {
        self.module.list(folder)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.module.folders(folder)
    }
}

/// Checks the values.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Result<Exit, Error> {
    let disk = Disk::open(Some(&args.folder), args.root.as_deref())?;
    let folder = disk.host().folder;
    let inside = |path: &str| if folder == "." { path.to_owned() } else { format!("{folder}/{path}") };
    let mut named = BTreeMap::new();
    let mut shown = BTreeMap::new();
    let mut files_in_order = Vec::new();
    for (number, path) in args.variable_files.iter().enumerate() {
        let name = placeholder(number, path);
        named.insert(inside(&name), files::read(path, io)?.content.into());
        shown.insert(inside(&name), path.to_string_lossy().into_owned());
        files_in_order.push(name);
    }
    let files = OverlaidFiles { module: &disk, named };
    let host = Host { files: &files, ..disk.host() };
    let settings = Settings {
        variable_sources: VariableSources {
            environment: disk::variables("TF_VAR_"),
            files: files_in_order,
            values: args.variables.clone(),
        },
        ..Settings::new(&host)
    };
    let request = Check {
        settings: &settings,
        conversion: if args.coerce { Conversion::AsTerraform } else { Conversion::Strict },
        additional: if args.disallow_additional_properties { Additional::Refused } else { Additional::Allowed },
        name: &|path| shown.get(path).cloned().unwrap_or_else(|| args.name_of(&folder, path)),
    };
    let arena = Bump::new();
    let fail_on = if args.fail_on_warning { FailOn::Warning } else { FailOn::Error };
    let run = engine::check_variables(&request, fail_on, &arena);
    if let Some(format) = report::by_name(&args.format) {
        io.print(|out| (format.render)(&run, paint, out))?;
    }
    Ok(match run.status() {
        Status::Pass => Exit::OK,
        Status::Fail | Status::Error => Exit::NOT_COMPLIANT,
    })
}

/// Returns a placeholder path for a file of the command line, which no file of the module can have.
fn placeholder(number: usize, path: &Path) -> String {
    let suffix = if path.extension().is_some_and(|extension| extension == "json") { ".tfvars.json" } else { ".tfvars" };
    format!("\0{number}{suffix}")
}

impl Args {
    /// Returns the path of a module file relative to where the user is.
    fn name_of(&self, folder: &str, path: &str) -> String {
        let path = match path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
            Some(inside) => inside,
            None if path == folder => return self.folder.to_string_lossy().into_owned(),
            None => path,
        };
        if self.folder == Path::new(".") {
            path.to_owned()
        } else {
            self.folder.join(path).to_string_lossy().into_owned()
        }
    }
}
