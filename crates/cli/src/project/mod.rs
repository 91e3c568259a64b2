//! The project file, `cfn-warden.toml`: options of `check`, and of `validate` where it has them, as settings.

mod file;
mod problems;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use self::file::{Project, TERRAFORM};
use super::documents;
use super::files::{self, File};
use cfn_warden_arguments::settings::{self as arguments, Setting};
use cfn_warden_arguments::{Choices, Command, Message, parse};
use cfn_warden_engine::error::{Error, Mistake};
use cfn_warden_report::counted;

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

impl CommandLine<'_> {
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
        let project = read(&path, choices).map_err(Failure::Project)?;
        let settings: Vec<Setting> = project
            .settings
            .iter()
            .map(|(setting, _)| setting.clone())
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
        let mut options = self.words.iter().skip(2).take_while(|word| *word != "--");
        while let Some(word) = options.next() {
            match word.to_str() {
                Some("--no-config") => return None,
                Some("--config") => return options.next().map(PathBuf::from),
                Some(text) if text.starts_with("--config=") => {
                    return text.strip_prefix("--config=").map(PathBuf::from);
                }
                _ => {}
            }
        }
        find()
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

/// Reads a project file.
///
/// # Errors
/// [`Error::Read`] if it cannot be read; [`Error::Value`] with all mistakes and their places.
pub fn read(path: &Path, choices: &Choices) -> Result<Project, Error> {
    let name = path.to_string_lossy().into_owned();
    if !path.exists() {
        return Err(Error::Read {
            path: name,
            reason: documents::missing(path),
        });
    }
    let text = File {
        name: name.clone(),
        content: files::bytes(path)?,
    }
    .text()?;
    file::parse(&text, path, &arguments::keys(choices)).map_err(|mistakes| wrong(&name, &mistakes))
}

fn wrong(name: &str, mistakes: &[Mistake]) -> Error {
    let lines: Vec<String> = mistakes.iter().map(|mistake| mistake.line(name)).collect();
    Error::Value {
        name: name.to_owned(),
        reason: format!("{}\n{}", counted(lines.len(), "mistake"), lines.join("\n")),
    }
}
