//! A project file with the files that it extends.

use std::path::{Path, PathBuf};

use super::file::{self, EXTENDS, ProjectFile, Source};
use super::merge::{Merged, ProjectSetting};
use crate::documents;
use crate::files::{self, File};
use crate::pinned::{Location, Reference};
use cfn_warden_arguments::Choices;
use cfn_warden_arguments::settings::{self, Key};
use cfn_warden_engine::error::{Error, Mistake};
use cfn_warden_engine::waivers::Waiver;
use cfn_warden_report::counted;
use cfn_warden_syntax::place;

/// The setting with the folder for fetched files.
const CACHE: &str = "cache";
/// Maximum number of files in a chain: organization, division, team and more.
const MAX_FILES: usize = 16;

/// The settings of a project: its file, and the files that it extends.
pub struct Project {
    /// The path of the project's own file, relative to the working directory.
    pub path: PathBuf,
    /// The names of the files that it extends, the nearest first.
    pub extended: Vec<String>,
    /// The files on this machine that the settings are from.
    pub files: Vec<PathBuf>,
    /// The settings and where they are.
    pub settings: Vec<ProjectSetting>,
    /// The tables `[[waiver]]` of all files.
    pub waivers: Vec<Waiver>,
}

/// Reads a project file and those that it extends. Fetched files are kept in `cache`, or in the folder that the setting of the
/// nearest file names.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read; [`Error::Value`] with all mistakes of a file and their places, or the place of
/// `extends` if the extended file cannot be used.
pub fn read(path: &Path, cache: Option<PathBuf>, choices: &Choices) -> Result<Project, Error> {
    let name = path.to_string_lossy().into_owned();
    if !path.exists() {
        return Err(Error::Read {
            path: name,
            reason: documents::missing(path),
        });
    }
    let keys = settings::keys(choices);
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let own = Source {
        name,
        folder: folder.clone(),
        is_remote: false,
    };
    let mut last = parse(files::bytes(path)?, &own, &keys, "")?;
    let mut cache = cache;
    let mut files = vec![path.to_owned()];
    let mut chain = Vec::new();
    while let Some((reference, at)) = last.extends.take() {
        cache = cache.or_else(|| own_cache(&last));
        let here = place(&last.name, Some(at));
        let wrong = |reason: String| Error::Value {
            name: here.clone(),
            reason,
        };
        let source = source_of(&reference, &folder);
        if let Location::Path(path) = &reference.location {
            let known = files
                .iter()
                .position(|known| files::real(known) == files::real(path));
            if let Some(start) = known {
                let circle = files.iter().skip(start).chain(files.get(start));
                let names: Vec<_> = circle.map(|path| path.to_string_lossy()).collect();
                let names = names.join(" -> ");
                return Err(wrong(format!("`{EXTENDS}` is a circle: {names}")));
            }
            files.push(path.clone());
        }
        if chain.len() + 1 == MAX_FILES {
            return Err(wrong(format!(
                "`{EXTENDS}`: more than {MAX_FILES} files extend one another"
            )));
        }
        let content = reference.read(cache.as_deref()).map_err(wrong)?;
        let next = parse(content, &source, &keys, &format!("\nextended by {here}"))?;
        chain.push(std::mem::replace(&mut last, next));
    }
    let extended = chain
        .iter()
        .skip(1)
        .chain([&last])
        .map(|file| file.name.clone())
        .filter(|name| *name != own.name)
        .collect();
    let mut merged = Merged::default();
    for file in std::iter::once(last).chain(chain.into_iter().rev()) {
        let name = file.name.clone();
        merged
            .add(file, &keys)
            .map_err(|mistakes| wrong_file(&name, &mistakes, ""))?;
    }
    Ok(Project {
        path: path.to_owned(),
        extended,
        files,
        settings: merged.settings,
        waivers: merged.waivers,
    })
}

/// Returns the folder for fetched files that a file sets.
fn own_cache(file: &ProjectFile) -> Option<PathBuf> {
    let (setting, _) = file
        .settings
        .iter()
        .find(|(setting, _)| setting.key == CACHE)?;
    setting.values.first().map(PathBuf::from)
}

fn source_of(reference: &Reference, project_folder: &Path) -> Source {
    let name = reference.location.to_string();
    match &reference.location {
        Location::Path(path) => Source {
            name,
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            is_remote: false,
        },
        _ => Source {
            name,
            folder: project_folder.to_owned(),
            is_remote: true,
        },
    }
}

/// Parses a file; `extended_by` is a line about the file that extends it.
fn parse(
    content: Vec<u8>,
    source: &Source,
    keys: &[Key],
    extended_by: &str,
) -> Result<ProjectFile, Error> {
    let file = File {
        name: source.name.clone(),
        content,
    };
    file::parse(&file.text()?, source, keys)
        .map_err(|mistakes| wrong_file(&source.name, &mistakes, extended_by))
}

fn wrong_file(name: &str, mistakes: &[Mistake], extended_by: &str) -> Error {
    let lines: Vec<String> = mistakes.iter().map(|mistake| mistake.line(name)).collect();
    Error::Value {
        name: name.to_owned(),
        reason: format!(
            "{}\n{}{extended_by}",
            counted(lines.len(), "mistake"),
            lines.join("\n")
        ),
    }
}
