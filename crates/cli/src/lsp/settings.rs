//! The settings of documents: those of `check` with the project file that applies.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::check::{self, Sources};
use crate::files::{self, File};
use crate::input_kind::{self, DOCUMENTS, RULES};
use crate::io::NoStreams;
use crate::project::{self, CommandLine, Failure, InEffect};
use crate::{packs, parameters, selection, severity, waivers};
use cfn_warden_arguments::check::Args;
use cfn_warden_arguments::{Choices, Command};
use cfn_warden_engine::SeverityOverride;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::waivers::Waiver;
use cfn_warden_lint::RuleSet;
use cfn_warden_policies::Policy;
use cfn_warden_schema::Knowledge;
use cfn_warden_template::{ParameterSet, Region};

/// The settings of the documents below a project file, and what they name.
pub struct Settings {
    /// The options of `check`.
    pub args: Args,
    rules: Vec<File>,
    policy: Policy,
    severities: Vec<SeverityOverride>,
    waivers: Vec<Waiver>,
    input_parameters: Vec<File>,
    parameters: Option<ParameterSet>,
    /// The files that they were read from, and their states.
    inputs: Vec<(PathBuf, State)>,
}

/// When a file was changed, and its length; `None` for a file that does not exist.
type State = Option<(SystemTime, u64)>;

impl Settings {
    /// Reads the settings of a project file; without one, those of a command line without options.
    ///
    /// # Errors
    /// What is wrong with the project file or a file that it names.
    pub fn read(config: Option<&Path>, choices: &Choices) -> Result<Settings, String> {
        let option = match config {
            Some(path) => format!("--config={}", path.to_string_lossy()),
            None => "--no-config".to_owned(),
        };
        // `check` without documents: each document is checked as if the command line named it.
        let words = ["cfn-warden", "check", &option].map(Into::into);
        let in_effect = CommandLine {
            words: &words,
            choices,
        }
        .in_effect()
        .map_err(|failure| match failure {
            Failure::Message(message) => message.plain(),
            Failure::Project(error) => error.to_string(),
        })?;
        let InEffect {
            command: Command::Check(args),
            project,
        } = in_effect
        else {
            return Err("expected options of `check`".to_owned());
        };
        let (waivers, files) = project
            .map(|project| (project.waivers, project.files))
            .unwrap_or_default();
        load(*args, waivers, files).map_err(|error| error.to_string())
    }

    /// Returns whether a file has changed since it was read.
    pub fn is_outdated(&self) -> bool {
        self.inputs
            .iter()
            .any(|(path, before)| state(path) != *before)
    }

    /// Returns what a request is made of; `nested` are the templates of nested stacks.
    pub fn sources<'s>(
        &'s self,
        nested: &'s [File],
        lint_rules: RuleSet,
        knowledge: &'s Knowledge,
    ) -> Sources<'s> {
        Sources {
            args: &self.args,
            outputs: &[],
            rules: &self.rules,
            policy: &self.policy,
            severities: &self.severities,
            waivers: &self.waivers,
            configurations: &[],
            input_parameters: &self.input_parameters,
            parameters: self.parameters.as_ref(),
            nested,
            assemblies: &[],
            lint_rules,
            knowledge,
            is_partial: false,
        }
    }
}

/// Reads what the options of `check` name. `project_files` are the project file and those that it extends.
fn load(
    args: Args,
    mut waivers: Vec<Waiver>,
    project_files: Vec<PathBuf>,
) -> Result<Settings, Error> {
    if let Some(name) = args
        .regions
        .iter()
        .find(|name| Region::named(name).is_none())
    {
        return Err(Error::Value {
            name: "--regions".to_owned(),
            reason: Region::unknown(name),
        });
    }
    selection::reject_unknown(&args.selection)?;
    // Before the files are read: one that changes meanwhile is read again.
    let inputs = project_files
        .into_iter()
        .chain(inputs(&args))
        .map(|path| (state(&path), path));
    let inputs = inputs.map(|(state, path)| (path, state)).collect();
    let policy = packs::selection::policy(
        &args.packs,
        args.pack_key.pack_key.as_deref(),
        args.cache.as_deref(),
    )?;
    waivers.extend(policy.waivers.iter().cloned());
    waivers.extend(
        args.waivers
            .as_deref()
            .map(waivers::read)
            .transpose()?
            .unwrap_or_default(),
    );
    let mut streams = NoStreams::default();
    let io = &mut streams.io(RuleSet::default());
    let rules = check::read(&args.rules, RULES, io)?;
    input_kind::reject_non_rules(&rules)?;
    Ok(Settings {
        rules,
        policy,
        severities: severity::overrides(&args.severity)?,
        waivers,
        input_parameters: check::read(&args.input_params, DOCUMENTS, io)?,
        parameters: parameters::values(&args.parameters, io)?,
        inputs,
        args,
    })
}

/// Returns the files that settings depend on. A file that is added to a folder changes the folder.
fn inputs(args: &Args) -> Vec<PathBuf> {
    let named = [&args.rules, &args.input_params]
        .into_iter()
        .flatten()
        .cloned();
    let single = [
        &args.parameters.parameter_file,
        &args.waivers,
        &args.baseline,
    ]
    .into_iter()
    .flatten()
    .cloned();
    let all: Vec<PathBuf> = named
        .chain(packs::selection::paths(&args.packs))
        .chain(single)
        .collect();
    let inside = all
        .iter()
        .flat_map(|path| files::below(path, &[]).unwrap_or_default());
    inside.chain(all.iter().cloned()).collect()
}

fn state(path: &Path) -> State {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Returns the project file that applies to the documents in a folder: in it or in one above, up to the root of the
/// repository.
pub fn nearest(folder: &Path) -> Option<PathBuf> {
    let folder = files::absolute(folder);
    for folder in folder.ancestors() {
        let path = folder.join(project::NAME);
        if path.is_file() {
            return Some(path);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}
