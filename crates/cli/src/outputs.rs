//! `check --output`: reports in files, next to the one on standard output.

use std::path::{Path, PathBuf};

use super::files::{self, File};
use super::input_kind;
use super::terraform::folders;
use cfn_warden_engine::Run;
use cfn_warden_engine::error::Error;
use cfn_warden_lint::Wording;
use cfn_warden_report::{self as report, Format, Paint, formats};
use cfn_warden_syntax::names::nearest;

/// A report in a file.
#[derive(Debug)]
pub struct Output {
    pub format: &'static Format,
    path: PathBuf,
}

/// Parses the values of `--output`, each `FORMAT=FILE`. All reports of a run have the same words.
///
/// # Errors
/// [`Error::Value`] for a value of another form, an unknown format, a file that is named twice, and a format with other
/// words than `words`.
pub fn parse(values: &[String], words: Wording) -> Result<Vec<Output>, Error> {
    let mut outputs: Vec<Output> = Vec::new();
    for value in values {
        let wrong = |reason: String| Error::Value {
            name: format!("--output {value}"),
            reason,
        };
        let (format, path) = parse_one(value).map_err(wrong)?;
        if format.wording() != words {
            let reason = "cfn-lint's formats have cfn-lint's messages; all reports of a run need formats of one kind, also that of --format";
            return Err(wrong(reason.to_owned()));
        }
        if outputs.iter().any(|other| other.path == Path::new(path)) {
            return Err(wrong("another --output writes this file".to_owned()));
        }
        outputs.push(Output {
            format,
            path: PathBuf::from(path),
        });
    }
    Ok(outputs)
}

/// Returns the reports whose values are valid.
pub fn valid(values: &[String]) -> Vec<Output> {
    let parsed = values.iter().filter_map(|value| parse_one(value).ok());
    parsed
        .map(|(format, path)| Output {
            format,
            path: PathBuf::from(path),
        })
        .collect()
}

/// Parses one `FORMAT=FILE`.
///
/// # Errors
/// What is wrong with it.
pub fn parse_one(value: &str) -> Result<(&'static Format, &str), String> {
    let (name, path) = value
        .split_once('=')
        .filter(|(_, path)| !path.is_empty())
        .ok_or("expected FORMAT=FILE, for example sarif=report.sarif")?;
    if path == "-" {
        return Err(format!(
            "`-` is no file; --format {name} writes to standard output"
        ));
    }
    let format = report::by_name(name)
        .ok_or_else(|| format!("unknown format `{name}`{}", suggestion(name)))?;
    Ok((format, path))
}

fn suggestion(name: &str) -> String {
    let similar = nearest(name, formats::ALL.iter().map(|format| format.name));
    similar.map_or_else(
        || format!("; expected one of {}", report::names()),
        |similar| format!("; did you mean `{similar}`?"),
    )
}

/// Refuses reports that would replace a file that the run reads: one that is named, rules, or a template. Another document of a
/// folder may be the report of the last run.
///
/// # Errors
/// [`Error::Value`] for the first one.
pub fn keep(
    outputs: &[Output],
    named: &[PathBuf],
    read: &[&[File]],
    documents: &[File],
) -> Result<(), Error> {
    let is_kept = |path: &Path| {
        let path = same(path);
        let is_it = |file: &&File| same(Path::new(&file.name)) == path;
        named.iter().any(|named| same(named) == path)
            || read.iter().copied().flatten().any(|file| is_it(&file))
            || documents.iter().filter(is_it).any(input_kind::is_template)
            || folders::is_of_terraform(&path) && path.is_file()
    };
    match outputs.iter().find(|output| is_kept(&output.path)) {
        Some(Output { format, path }) => Err(Error::Value {
            name: format!("--output {}={}", format.name, path.display()),
            reason: "the run reads this file; expected another file for the report".to_owned(),
        }),
        None => Ok(()),
    }
}

/// What a run reads that may have ended before it was read.
pub enum Inputs {
    /// Files, and folders in which every file may be read.
    Named {
        files: Vec<PathBuf>,
        folders: Vec<PathBuf>,
    },
    /// The command line is invalid.
    Unknown,
}

impl Inputs {
    /// Returns whether a file may be an input.
    fn may_have(&self, path: &Path) -> bool {
        let Inputs::Named { files, folders } = self else {
            return true;
        };
        let real = same(path);
        let is_template = || {
            let content = files::bytes(path).unwrap_or_default();
            input_kind::is_template(&File {
                name: path.to_string_lossy().into_owned(),
                content,
            })
        };
        files.iter().any(|file| same(file) == real)
            || folders.iter().any(|folder| real.starts_with(same(folder)))
            || folders::is_of_terraform(&real)
            || is_template()
    }
}

/// Writes the reports of a run that ended with an error, except over files that may be inputs. Files that cannot be written are
/// left out: the run has its error.
pub fn write_replaceable(outputs: &[Output], inputs: &Inputs, run: &Run<'_>) {
    let may_write = |path: &Path| path.symlink_metadata().is_err() || !inputs.may_have(path);
    for output in outputs.iter().filter(|output| may_write(&output.path)) {
        let _ = write(std::slice::from_ref(output), run);
    }
}

/// Returns the path of a file without links, or its absolute path if it does not exist.
fn same(path: &Path) -> PathBuf {
    path.canonicalize()
        .unwrap_or_else(|_| files::absolute(path))
}

/// Writes the reports of a run.
///
/// # Errors
/// [`Error::Write`] for the first file that cannot be written.
pub fn write(outputs: &[Output], run: &Run<'_>) -> Result<(), Error> {
    for Output { format, path } in outputs {
        let mut report = Vec::new();
        // Writing to memory does not fail.
        let _ = format.write(run, Paint::Plain, &mut report);
        files::write_with_folders(path, &report)?;
    }
    Ok(())
}
