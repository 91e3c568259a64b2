//! Rules, input parameters and waivers in the function's own folder.
#![expect(
    clippy::disallowed_methods,
    reason = "the function's own folder is read here, once at start"
)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive;
use super::config::{Config, Rules};
use super::text::{Text, is_rules};
use cfn_warden_engine::error::Error;

/// Files in the function's own folder.
#[derive(Debug, Clone, Default)]
pub struct Files {
    /// The texts, sorted by path.
    pub texts: Arc<[Text]>,
    /// The paths of other files.
    pub skipped: Arc<[String]>,
}

/// Reads the rules files below the configured folder; empty without one.
///
/// # Errors
/// [`Error::Value`] when the folder or a file in it cannot be read, or there are no rules.
pub fn deployed(config: &Config) -> Result<Files, Error> {
    const SETTING: &str = "WARDEN_RULES";
    let Rules::Folder(folder) = &config.rules else {
        return Ok(Files::default());
    };
    let (mut files, mut others) = (Vec::new(), Vec::new());
    collect(folder, &mut files, &mut others)
        .map_err(|(path, error)| unreadable(SETTING, &path, &error))?;
    files.sort();
    others.sort();
    let named = |path: &PathBuf| {
        path.strip_prefix(folder)
            .unwrap_or(path)
            .to_string_lossy()
            .into_owned()
    };
    let skipped: Vec<String> = others.iter().map(named).collect();
    if files.is_empty() {
        let reason = format!("{}: {}", folder.display(), archive::no_rules(&skipped));
        return Err(Error::Value {
            name: SETTING.to_owned(),
            reason,
        });
    }
    let text = |path: &PathBuf| {
        read(SETTING, path).map(|content| Text {
            name: named(path),
            content,
        })
    };
    let texts: Vec<Text> = files.iter().map(text).collect::<Result<_, _>>()?;
    Ok(Files {
        texts: texts.into(),
        skipped: skipped.into(),
    })
}

/// Reads the file in the function's own folder that a setting names; empty without one.
///
/// # Errors
/// [`Error::Value`] when it cannot be read.
pub fn file(setting: &str, location: &Rules) -> Result<Arc<[Text]>, Error> {
    let Rules::Folder(path) = location else {
        return Ok(Arc::default());
    };
    let content = read(setting, path)?;
    Ok(Arc::new([Text {
        name: path.to_string_lossy().into_owned(),
        content,
    }]))
}

fn read(setting: &str, path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|error| unreadable(setting, path, &error))
}

fn collect(
    folder: &Path,
    files: &mut Vec<PathBuf>,
    others: &mut Vec<PathBuf>,
) -> Result<(), (PathBuf, std::io::Error)> {
    let unreadable = |error| (folder.to_owned(), error);
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            collect(&path, files, others)?;
        } else if is_rules(&path.to_string_lossy()) {
            files.push(path);
        } else {
            others.push(path);
        }
    }
    Ok(())
}

fn unreadable(setting: &str, path: &Path, error: &std::io::Error) -> Error {
    let reason = Error::Read {
        path: path.display().to_string(),
        reason: error.to_string(),
    }
    .to_string();
    Error::Value {
        name: setting.to_owned(),
        reason,
    }
}
