//! Selection and order of rules and data files.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::folder::{Entry, Reader};
use crate::terraform::{folders, options};
use crate::{Io, content, coverage, parameters};
use cfn_warden_arguments::validate::Args;
use cfn_warden_engine::{Configuration, Incomplete};
use cfn_warden_syntax::place;
use cfn_warden_template::ParameterSet;

/// Extensions of data files; others are ignored, even if the command line names them.
const DATA: &[&str] = &[".yaml", ".yml", ".json", ".jsn", ".template"];
/// Extensions of rules files in folders.
const RULES: &[&str] = &[".guard", ".ruleset"];

/// A file's text and its name in reports.
pub struct File {
    pub name: String,
    pub text: String,
}

/// A rules file, whose text is in memory only while it is parsed, unless it is [loaded](RulesFile::load).
pub struct RulesFile {
    /// The name in reports.
    pub name: String,
    source: Source,
}

enum Source {
    Path(PathBuf),
    Text(String),
}

impl RulesFile {
    /// Returns the text, which the buffer may hold.
    pub fn text<'b>(&'b self, buffer: &'b mut Vec<u8>) -> Result<&'b str, String> {
        match &self.source {
            Source::Path(path) => content::text_in(buffer, path).map_err(unreadable),
            Source::Text(text) => Ok(text),
        }
    }

    /// Reads the file for more than one use. One that cannot be read is an error where it is parsed.
    pub fn load(&mut self) {
        if let Source::Path(path) = &self.source
            && let Ok(text) = content::text(path)
        {
            self.source = Source::Text(text);
        }
    }

    /// Returns the text if it is in memory.
    pub fn loaded(&self) -> Option<&str> {
        match &self.source {
            Source::Path(_) => None,
            Source::Text(text) => Some(text),
        }
    }
}

/// The inputs of a run.
#[derive(Default)]
pub struct Inputs {
    pub rules: Vec<RulesFile>,
    pub data: Vec<File>,
    /// The Terraform configurations among the data, by the name of the file created from each.
    pub configurations: BTreeMap<String, Configuration>,
    pub parameters: Vec<File>,
    /// The parameter values for resolving templates, if requested.
    pub deployed: Option<ParameterSet>,
    /// The parameter values of the data that are deployments of a template, by name.
    pub deployments: BTreeMap<String, ParameterSet>,
}

/// Finds all files that a command line names, and reads those that are not rules.
pub fn read(args: &Args, io: &mut Io<'_>) -> Result<Inputs, String> {
    let by_time = args.last_modified;
    let mut inputs = Inputs::default();
    let values = parameters::values(&args.deployed, io).map_err(|error| error.to_string())?;
    if values.is_some() && !args.deployed.resolve && coverage::scope(args.deployments).is_none() {
        return Err(
            "--parameters and --parameter-file require --resolve or --deployments".to_owned(),
        );
    }
    inputs.deployed = args.deployed.resolve.then(|| values.unwrap_or_default());
    if args.payload {
        payload(&mut inputs, io)?;
    } else if args.data.is_empty() {
        inputs.data.push(File {
            name: "STDIN".to_owned(),
            text: stdin(io)?,
        });
    }
    let (mut paths, mut plans) = (Vec::new(), Vec::new());
    for path in &args.data {
        let configuration = folders::itself(path);
        if path.is_dir() || configuration.is_none() {
            paths.push(path.clone());
        }
        plans.extend(configuration);
    }
    for folder in &plans {
        planned(args, folder, &mut inputs)?;
    }
    // What is part of a configuration, and what Terraform installed there, is in its plan.
    let is_planned = |path: &Path| {
        let inside = plans
            .iter()
            .find_map(|folder| path.strip_prefix(folder).ok());
        inside.is_some_and(|inside| {
            folders::is_of_terraform(path) || inside.starts_with(".terraform")
        })
    };
    for path in all(&paths, by_time)?
        .into_iter()
        .filter(|path| !is_planned(path))
    {
        let name = path
            .canonicalize()
            .map_err(|error| format!("I/O error when reading {error}"))?;
        let name = name.to_string_lossy().into_owned();
        if DATA.iter().any(|ending| name.ends_with(ending)) {
            inputs.data.push(File {
                text: text(&path)?,
                name,
            });
        }
    }
    for path in all(&args.input_params, by_time)? {
        let name = file_name(&path);
        if DATA.iter().any(|ending| name.ends_with(ending)) {
            inputs.parameters.push(File {
                text: text(&path)?,
                name,
            });
        }
    }
    for path in &args.rules {
        let is_named = path.is_file();
        for file in all(std::slice::from_ref(path), by_time)? {
            let name = file_name(&file);
            if is_named || RULES.iter().any(|ending| name.ends_with(ending)) {
                inputs.rules.push(RulesFile {
                    name,
                    source: Source::Path(file),
                });
            }
        }
    }
    Ok(inputs)
}

/// Adds the plan of a configuration. An incomplete configuration is an error: verdicts on the rest of it would be
/// misleading.
fn planned(args: &Args, folder: &Path, inputs: &mut Inputs) -> Result<(), String> {
    let configuration = options::configuration(&args.terraform, folder, folder)
        .map_err(|error| error.to_string())?;
    let incomplete = configuration.incomplete();
    if !incomplete.is_empty() {
        let line =
            |issue: &Incomplete| format!("{}: {}", place(&issue.file, issue.at), issue.message);
        return Err(incomplete.iter().map(line).collect::<Vec<_>>().join("\n"));
    }
    let name = folder
        .canonicalize()
        .unwrap_or_else(|_| folder.to_owned())
        .to_string_lossy()
        .into_owned();
    inputs.data.push(File {
        name: name.clone(),
        text: configuration.text.clone(),
    });
    inputs.configurations.insert(name, configuration);
    Ok(())
}

/// Returns the files at some paths; folders are searched recursively.
pub fn all(paths: &[PathBuf], by_time: bool) -> Result<Vec<PathBuf>, String> {
    let (mut reader, mut found) = (Reader::default(), Vec::new());
    for path in paths {
        if !path.exists() {
            return Err(format!("The path `{}` does not exist", path.display()));
        }
        below(path.clone(), by_time, &mut reader, &mut found);
    }
    Ok(found)
}

/// Searches a folder. Links to files count as files; links to folders are not followed; unreadable folders are
/// skipped.
fn below(path: PathBuf, by_time: bool, reader: &mut Reader, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        found.push(path);
        return;
    }
    let mut open = vec![(path, Entry::Folder)];
    while let Some((path, entry)) = open.pop() {
        if matches!(entry, Entry::File) {
            found.push(path);
            continue;
        }
        let first = open.len();
        reader.read(&path, &mut open);
        let found = open.get_mut(first..).unwrap_or_default();
        // The last one is next.
        if by_time {
            found.reverse();
            found.sort_by_cached_key(|(path, _)| {
                Reverse(
                    path.symlink_metadata()
                        .and_then(|entry| entry.modified())
                        .ok(),
                )
            });
        } else {
            // The paths differ after that of the folder only.
            let parent = path.as_os_str().len();
            found.sort_unstable_by(|(one, _), (other, _)| {
                let [one, other] =
                    [one, other].map(|path| path.as_os_str().as_encoded_bytes().get(parent..));
                other.cmp(&one)
            });
        }
    }
}

/// Reads a file.
pub fn text(path: &Path) -> Result<String, String> {
    content::text(path).map_err(unreadable)
}

fn unreadable(error: std::io::Error) -> String {
    format!("I/O error when reading {error}")
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn stdin(io: &mut Io<'_>) -> Result<String, String> {
    let mut text = String::new();
    match io.stdin.read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(unreadable(error)),
    }
}

/// The payload that cfn-guard reads.
#[derive(serde::Deserialize)]
struct Payload {
    rules: Vec<String>,
    data: Vec<String>,
}

/// The payload with documents written as JSON objects.
#[derive(serde::Deserialize)]
struct Written<'t> {
    rules: Vec<String>,
    #[serde(borrow)]
    data: Vec<&'t serde_json::value::RawValue>,
}

fn payload(inputs: &mut Inputs, io: &mut Io<'_>) -> Result<(), String> {
    let text = stdin(io)?;
    let payload = match serde_json::from_str(&text) {
        Ok(payload) => payload,
        Err(error) => {
            written(&text).ok_or_else(|| format!("Parser Error when parsing `{error}`"))?
        }
    };
    let data = payload.data.into_iter().zip(1..);
    inputs.data = data
        .map(|(text, at)| File {
            name: format!("DATA_STDIN[{at}]"),
            text,
        })
        .collect();
    let rules = payload.rules.into_iter().map(Source::Text).zip(1..);
    inputs.rules = rules
        .map(|(source, at)| RulesFile {
            name: format!("RULES_STDIN[{at}]"),
            source,
        })
        .collect();
    Ok(())
}

/// Parses a payload whose documents may be objects, as in the Guard user guide.
fn written(text: &str) -> Option<Payload> {
    let payload: Written<'_> = serde_json::from_str(text).ok()?;
    let document = |raw: &&serde_json::value::RawValue| match raw.get().as_bytes().first() {
        Some(b'{') => Some(raw.get().to_owned()),
        _ => serde_json::from_str(raw.get()).ok(),
    };
    Some(Payload {
        rules: payload.rules,
        data: payload.data.iter().map(document).collect::<Option<_>>()?,
    })
}
