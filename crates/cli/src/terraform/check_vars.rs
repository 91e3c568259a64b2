//! `terraform check-vars`: values of a module's variables checked against their types and validation rules.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use bumpalo::Bump;

use super::disk::{self, Disk};
use super::module;
use crate::{Exit, Io, files};
use cfn_warden_arguments::terraform::check_vars::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{self as engine, FailOn};
use cfn_warden_report::{self as report, Paint};
use cfn_warden_terraform::schema::Additional;
use cfn_warden_terraform::variables::{Check, Conversion};
use cfn_warden_terraform::{Files, Host, Settings, VariableSources};

/// The module's files, overlaid with files from the command line.
struct OverlaidFiles<'d> {
    module: &'d Disk,
    named: BTreeMap<String, Rc<[u8]>>,
}

impl Files for OverlaidFiles<'_> {
    fn read(&self, path: &str) -> Option<Rc<[u8]>> {
        self.named
            .get(path)
            .cloned()
            .or_else(|| self.module.read(path))
    }

    fn list(&self, folder: &str) -> Option<Vec<String>> {
        self.module.list(folder)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.module.folders(folder)
    }

    fn unreadable(&self, folder: &str) -> Vec<String> {
        self.module.unreadable(folder)
    }

    fn is_link_outside(&self, path: &str) -> bool {
        self.module.is_link_outside(path)
    }
}

/// Checks the values.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Result<Exit, Error> {
    let disk = Disk::open(Some(&args.folder), args.root.as_deref())?;
    let folder = disk.host().folder;
    let inside = |path: &str| {
        if folder == "." {
            path.to_owned()
        } else {
            format!("{folder}/{path}")
        }
    };
    let mut named = BTreeMap::new();
    let mut shown = BTreeMap::new();
    let mut files_in_order = Vec::new();
    for (number, path) in args.variable_files.iter().enumerate() {
        let name = placeholder(number, path);
        named.insert(inside(&name), files::read(path, io)?.content.into());
        shown.insert(inside(&name), path.to_string_lossy().into_owned());
        files_in_order.push(name);
    }
    let files = OverlaidFiles {
        module: &disk,
        named,
    };
    let host = Host {
        files: &files,
        language: module::language(args.language_version),
        ..disk.host()
    };
    let settings = Settings {
        variable_sources: VariableSources {
            environment: disk::variables("TF_VAR_"),
            files: files_in_order,
            values: args.variables.clone(),
            ..VariableSources::default()
        },
        ..Settings::new(&host)
    };
    let request = Check {
        settings: &settings,
        conversion: if args.strict {
            Conversion::Strict
        } else {
            Conversion::AsTerraform
        },
        additional: if args.disallow_additional_properties {
            Additional::Refused
        } else {
            Additional::Allowed
        },
        name: &|path| {
            shown
                .get(path)
                .cloned()
                .unwrap_or_else(|| name_of(args, &folder, path))
        },
    };
    let arena = Bump::new();
    let fail_on = if args.fail_on_warning {
        FailOn::Warning
    } else {
        FailOn::Error
    };
    let mut run = engine::check_variables(&request, fail_on, &arena);
    for issue in &mut run.incomplete {
        for (placeholder, name) in &shown {
            issue.message.edit_each(&mut |operand, _| {
                *operand = operand.replace(placeholder, name);
            });
        }
    }
    if let Some(format) = report::by_name(&args.format) {
        io.print(|out| format.write(&run, paint, out))?;
    }
    Ok(Exit::of_status(run.status()))
}

/// Returns a placeholder path for a file of the command line, which no file of the module can have.
fn placeholder(number: usize, path: &Path) -> String {
    let suffix = if path
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        ".tfvars.json"
    } else {
        ".tfvars"
    };
    format!("\u{1}{number}{suffix}")
}

/// Returns the path of a module file relative to where the user is.
fn name_of(args: &Args, folder: &str, path: &str) -> String {
    let path = match path
        .strip_prefix(folder)
        .and_then(|rest| rest.strip_prefix('/'))
    {
        Some(inside) => inside,
        None if path == folder => return args.folder.to_string_lossy().into_owned(),
        None => path,
    };
    if args.folder == Path::new(".") {
        path.to_owned()
    } else {
        args.folder.join(path).to_string_lossy().into_owned()
    }
}
