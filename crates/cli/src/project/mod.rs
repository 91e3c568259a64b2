//! The project file, `cfn-warden.toml`: options of `check`, and of `validate` where it has them, as settings.

mod chain;
mod file;
mod merge;
mod problems;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use self::chain::{Project, read};
pub use self::file::{EXTENDS, LOCKED, TERRAFORM};
use super::files;
use cfn_warden_arguments::settings::{self as arguments, Setting};
use cfn_warden_arguments::{Choices, Command, Message, parse};
use cfn_warden_engine::error::Error;

/// The name of the project file.
pub const NAME: &str = "cfn-warden.toml";
/// The commands that read it.
const COMMANDS: [&str; 2] = ["check", "validate"];

/// The words of a command line, and what is needed to parse them.
#[derive(Clone, Copy)]
pub struct CommandLine<'l> {
    /// The words, with the name of the program.
    pub words: &'l [OsString],
    /// The values of options that the analysis defines.
    pub choices: &'l Choices,
}

/// A command with the settings of the project file.
pub struct InEffect {
    /// The command with its options and settings.
    pub command: Command,
    /// The project file, if there is one.
    pub project: Option<Project>,
}

/// Why there is no command.
pub enum Failure {
    /// Help, the version or a usage error.
    Message(Message),
    /// The project file cannot be used.
    Project(Error),
}

impl<'l> CommandLine<'l> {
    /// Returns the command. Settings of the project file apply unless an option replaces them.
    ///
    /// # Errors
    /// A message in place of the command, or what is wrong with the project file.
    pub fn in_effect(self) -> Result<InEffect, Failure> {
        let CommandLine { words, choices } = self;
        let reads_it = words
            .get(1)
            .is_some_and(|name| COMMANDS.iter().any(|reads| name == reads));
        let Some(path) = reads_it.then(|| self.named_or_found()).flatten() else {
            return Ok(InEffect {
                command: parse(words, choices).map_err(Failure::Message)?,
                project: None,
            });
        };
        // Help needs no file.
        if let Some(help) = parse(words, choices)
            .err()
            .filter(|message| !message.is_error())
        {
            return Err(Failure::Message(help));
        }
        let cache = self.option("--cache").map(PathBuf::from);
        let project = read(&path, cache, choices).map_err(Failure::Project)?;
        let settings: Vec<Setting> = project
            .settings
            .iter()
            .map(|known| known.setting.clone())
            .filter(|setting| self.uses(setting))
            .collect();
        let command = arguments::parse_with(words, &settings, choices).map_err(Failure::Message)?;
        Ok(InEffect {
            command,
            project: Some(project),
        })
    }

    /// Returns whether the command uses a setting. `validate` refuses parameter values without a view that needs them.
    fn uses(self, setting: &Setting) -> bool {
        let needs_view = ["parameters", "parameter-file"].contains(&setting.key.as_str());
        let has_view = |word: &OsString| {
            let word = word.to_string_lossy();
            word == "--resolve" || word.starts_with("--deployments")
        };
        !needs_view
            || self.words.get(1).is_none_or(|name| name != "validate")
            || self.words.iter().any(has_view)
    }

    /// Returns the file that `--config` names, or the one found; `None` with `--no-config`.
    fn named_or_found(self) -> Option<PathBuf> {
        if self.options().any(|word| word == "--no-config") {
            return None;
        }
        self.option("--config").map(PathBuf::from).or_else(find)
    }

    /// Returns the value of an option that is read before the others.
    fn option(self, name: &str) -> Option<OsString> {
        let mut options = self.options();
        while let Some(word) = options.next() {
            if word == name {
                return options.next().cloned();
            }
            let value = word.to_str().and_then(|word| word.strip_prefix(name));
            if let Some(value) = value.and_then(|rest| rest.strip_prefix('=')) {
                return Some(value.into());
            }
        }
        None
    }

    fn options(self) -> impl Iterator<Item = &'l OsString> {
        self.words.iter().skip(2).take_while(|word| *word != "--")
    }
}

/// Finds the project file of the working directory: in it or in a folder above, up to the root of the repository.
pub fn find() -> Option<PathBuf> {
    let here = files::absolute(Path::new(""));
    let mut folder = PathBuf::new();
    for ancestor in here.ancestors() {
        let path = folder.join(NAME);
        if path.is_file() {
            return Some(path);
        }
        if ancestor.join(".git").exists() {
            return None;
        }
        folder.push("..");
    }
    None
}
