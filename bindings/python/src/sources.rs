//! Documents and rules as arguments: texts, files, names with texts, and values that are written as JSON.

use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyString, PyTuple};

use crate::SettingError;

/// A named text.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path or name; empty for a text without one.
    pub name: String,
    /// The bytes.
    pub content: Vec<u8>,
    /// Whether the text is that of a file.
    pub is_file: bool,
}

/// What an argument has, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A document.
    Document,
    /// Guard rules.
    Rules,
}

impl Kind {
    fn noun(self) -> &'static str {
        match self {
            Kind::Document => "a document",
            Kind::Rules => "Guard rules",
        }
    }

    /// Returns whether a text is probably the name of a file: it has one line, and nothing that the language needs.
    fn is_like_path(self, text: &str) -> bool {
        let needed: &[char] = match self {
            Kind::Document => &['\n', ':', '{', '['],
            Kind::Rules => &['\n', ' ', '{'],
        };
        !text.trim().is_empty() && !text.contains(needed)
    }
}

impl Source {
    /// Reads an argument; `what` names it, and `name` is the name of a text without one.
    ///
    /// # Errors
    /// `TypeError` for a value of another type, `SettingError` for a path as a string, `OSError` for an unreadable file.
    pub fn of(value: &Bound<'_, PyAny>, kind: Kind, what: &str, name: &str) -> PyResult<Source> {
        if let Ok(pair) = value.cast::<PyTuple>() {
            let (name, content): (String, Bound<'_, PyAny>) = pair.extract().map_err(|_| {
                PyTypeError::new_err(format!("{what}: expected a tuple of a name and a text"))
            })?;
            return Ok(Source {
                name,
                content: content_of(&content, kind, what)?,
                is_file: false,
            });
        }
        if let Ok(path) = value.call_method0("__fspath__") {
            return read(path.extract()?);
        }
        if let Some(text) = value
            .cast::<PyString>()
            .ok()
            .map(|text| text.to_cow())
            .transpose()?
            && kind.is_like_path(&text)
        {
            let noun = kind.noun();
            return Err(SettingError::new_err(format!(
                "{what}: `{text}` is not the text of {noun}; to read a file, pass pathlib.Path(\"{text}\")"
            )));
        }
        Ok(Source {
            name: name.to_owned(),
            content: content_of(value, kind, what)?,
            is_file: false,
        })
    }
}

fn content_of(value: &Bound<'_, PyAny>, kind: Kind, what: &str) -> PyResult<Vec<u8>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned().into_bytes());
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    if kind == Kind::Document && value.cast::<PyMapping>().is_ok() {
        let text = value.py().import("json")?.call_method1("dumps", (value,))?;
        return Ok(text.extract::<String>()?.into_bytes());
    }
    let dict = if kind == Kind::Document {
        ", a dict"
    } else {
        ""
    };
    let found = value.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "{what}: expected a str or bytes with the text of {}{dict}, a pathlib.Path, or a tuple (name, text), not {found}",
        kind.noun()
    )))
}

#[expect(
    clippy::disallowed_methods,
    reason = "the binding reads the files that its caller names"
)]
fn read(path: PathBuf) -> PyResult<Source> {
    let name = path.to_string_lossy().into_owned();
    match std::fs::read(&path) {
        Ok(content) => Ok(Source {
            name,
            content,
            is_file: true,
        }),
        // With these arguments, Python chooses the subclass, for example FileNotFoundError.
        Err(error) => Err(match error.raw_os_error() {
            Some(number) => PyOSError::new_err((number, error_text(&error), name)),
            None => PyOSError::new_err(format!("cannot read {name}: {error}")),
        }),
    }
}

/// Returns the system's message without the number that Rust adds.
fn error_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error")
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// Reads the templates of nested stacks that files refer to; those that cannot be read are not seen.
#[expect(
    clippy::disallowed_methods,
    reason = "the binding reads the files that its caller names"
)]
pub fn nested(documents: &[Source]) -> Vec<Source> {
    let files = documents.iter().filter(|one| one.is_file);
    let mut names: Vec<String> = files
        .flat_map(|one| {
            cfn_warden::nested_templates(&cfn_warden::Document::new(&one.name, &one.content))
        })
        .collect();
    names.sort();
    names.dedup();
    names.retain(|name| documents.iter().all(|one| one.name != *name));
    let read = |name: String| {
        Some(Source {
            content: std::fs::read(&name).ok()?,
            name,
            is_file: true,
        })
    };
    names.into_iter().filter_map(read).collect()
}
