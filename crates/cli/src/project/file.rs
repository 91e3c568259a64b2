//! The text of a project file.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::problems;
use crate::packs::selection::is_path as is_pack_path;
use crate::pinned::{self, Location, Reference};
use cfn_warden_arguments::settings::{ACTIONS, DOCUMENTS, Form, Key, Setting};
use cfn_warden_engine::error::Mistake;
use cfn_warden_engine::toml;
use cfn_warden_engine::waivers::file::WAIVER;
use cfn_warden_engine::waivers::{Scope, Waiver};
use cfn_warden_syntax::names::nearest;
use cfn_warden_syntax::{LineIndex, Position};

/// The table of the options about Terraform configurations.
pub const TERRAFORM: &str = "terraform";

/// The key with the file that this one extends.
pub const EXTENDS: &str = "extends";
/// The key with the settings that a file that extends this one may not weaken.
pub const LOCKED: &str = "locked";

/// A project file by itself, without those that it extends.
#[derive(Debug, Default)]
pub struct ProjectFile {
    /// The name in messages: the path relative to the working directory, or the URL.
    pub name: String,
    /// The settings and where they are.
    pub settings: Vec<(Setting, Position)>,
    /// The switches that are off and where they are: they replace those of an extended file.
    pub switched_off: Vec<(String, Position)>,
    /// Its tables `[[waiver]]`.
    pub waivers: Vec<Waiver>,
    /// The file that it extends.
    pub extends: Option<(Reference, Position)>,
    /// The settings that files that extend this one may not weaken.
    pub locked: Vec<(String, Position)>,
}

/// Why a file from a URL has no paths.
const NO_FOLDER: &str = "a file from a URL has no folder that a path can be relative to; `extends` and `packs` can be URLs with checksums";

/// Where a project file is.
#[derive(Debug, Clone)]
pub struct Source {
    /// The name in messages.
    pub name: String,
    /// The folder that paths in the file are relative to; for a file from a URL, that of the project.
    pub folder: PathBuf,
    /// Whether the file is from a URL. It has no folder, so that its settings cannot be paths.
    pub is_remote: bool,
}

type Name<'t> = Spanned<Cow<'t, str>>;
type Value<'t> = Spanned<DeValue<'t>>;

/// Parses the text of a project file. Paths and patterns in the file are relative to its
/// folder; those returned are relative to the working directory.
///
/// # Errors
/// All mistakes, by place.
pub fn parse(text: &str, source: &Source, keys: &[Key]) -> Result<ProjectFile, Vec<Mistake>> {
    let lines = LineIndex::new(text);
    let root = toml::parse(text, &lines)?;
    let mut reader = Reader {
        keys,
        source,
        lines: &lines,
        file: ProjectFile {
            name: source.name.clone(),
            ..ProjectFile::default()
        },
        mistakes: Vec::new(),
    };
    for (name, value) in root.get_ref() {
        match (name.get_ref().as_ref(), value.get_ref()) {
            (WAIVER, _) => {
                reader.file.waivers =
                    toml::waivers::tables(name, value, &lines, &source.name, &mut reader.mistakes);
            }
            (EXTENDS, _) => reader.extends(value),
            (LOCKED, _) => reader.locked(value),
            (TERRAFORM, DeValue::Table(options)) => reader.table(options, Some(TERRAFORM)),
            (TERRAFORM, _) => reader.mistake(value, "expected a table".to_owned()),
            _ => reader.setting(name, value, None),
        }
    }
    reader.reject_conflicts();
    let Reader {
        mut file,
        mut mistakes,
        ..
    } = reader;
    file.settings.sort_by_key(|(_, at)| (at.line, at.column));
    if mistakes.is_empty() {
        let waivers = std::mem::take(&mut file.waivers);
        file.waivers = waivers
            .into_iter()
            .map(|waiver| relative(waiver, &source.folder))
            .collect();
        return Ok(file);
    }
    mistakes.sort_by_key(|mistake| (mistake.at.line, mistake.at.column));
    Err(mistakes)
}

/// Returns a waiver whose scope names files relative to the working directory.
fn relative(mut waiver: Waiver, folder: &Path) -> Waiver {
    if let Scope::Patterns(patterns) = &mut waiver.scope
        && let Some(file) = patterns.file.as_mut().filter(|file| !file.starts_with('*'))
    {
        *file = problems::joined(folder, file);
    }
    waiver
}

struct Reader<'r> {
    keys: &'r [Key],
    source: &'r Source,
    lines: &'r LineIndex<'r>,
    file: ProjectFile,
    mistakes: Vec<Mistake>,
}

impl Reader<'_> {
    fn extends(&mut self, value: &Value<'_>) {
        let at = self.position(value);
        let DeValue::String(text) = value.get_ref() else {
            return self.mistake(value, "expected a string: a path or URL".to_owned());
        };
        let reference = Reference::parse(text).and_then(|reference| {
            if self.source.is_remote && reference.is_path() {
                return Err(NO_FOLDER.to_owned());
            }
            let location = match reference.location {
                Location::Path(path) => {
                    let path = problems::joined(&self.source.folder, &path.to_string_lossy());
                    Location::Path(path.into())
                }
                other => other,
            };
            Ok(Reference {
                location,
                ..reference
            })
        });
        match reference {
            Ok(reference) => self.file.extends = Some((reference, at)),
            Err(reason) => self.mistake(value, format!("`{EXTENDS}`: {reason}")),
        }
    }

    fn locked(&mut self, value: &Value<'_>) {
        let DeValue::Array(items) = value.get_ref() else {
            return self.mistake(value, "expected a list of keys".to_owned());
        };
        for item in items {
            let Some(name) = item.get_ref().as_str() else {
                self.mistake(item, "expected a key".to_owned());
                continue;
            };
            let names = || {
                self.keys
                    .iter()
                    .map(|key| key.name.as_str())
                    .chain([WAIVER])
            };
            if names().any(|known| known == name) {
                let at = self.position(item);
                self.file.locked.push((name.to_owned(), at));
                continue;
            }
            let hint = match nearest(name, names()) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => "; expected the name of a setting".to_owned(),
            };
            self.mistake(item, format!("unknown key `{name}`{hint}"));
        }
    }

    fn table(&mut self, options: &DeTable<'_>, table: Option<&str>) {
        options
            .iter()
            .for_each(|(name, value)| self.setting(name, value, table));
    }

    /// Rejects settings that exclude each other.
    fn reject_conflicts(&mut self) {
        let key = |setting: &Setting| self.keys.iter().find(|key| key.name == setting.key);
        let excludes = |one: &Setting, other: &Setting| {
            key(one).is_some_and(|key| key.conflicts.contains(&other.key))
        };
        let is_default =
            |setting: &Setting| key(setting).is_some_and(|key| key.is_default(&setting.values));
        let all = || {
            self.file
                .settings
                .iter()
                .filter(|(setting, _)| !is_default(setting))
        };
        let pairs = all().flat_map(|one| all().map(move |other| (one, other)));
        let wrong = pairs.filter(|((one, _), (other, _))| excludes(one, other));
        let mistake =
            |((one, at), (other, _)): (&(Setting, Position), &(Setting, Position))| Mistake {
                at: *at,
                message: format!("`{}` cannot be used with `{}`", one.key, other.key),
            };
        let mistakes: Vec<Mistake> = wrong.map(mistake).collect();
        self.mistakes.extend(mistakes);
    }

    fn setting(&mut self, name: &Name<'_>, value: &Value<'_>, table: Option<&str>) {
        let is_here = |key: &&Key| key.is_of_terraform == table.is_some();
        let Some(key) = self
            .keys
            .iter()
            .filter(is_here)
            .find(|key| key.name == **name.get_ref())
        else {
            let message = self.unknown(name.get_ref(), table);
            self.mistakes.push(Mistake {
                at: self.position(name),
                message,
            });
            return;
        };
        let at = self.position(name);
        if key.form == Form::Switch && value.get_ref().as_bool() == Some(false) {
            self.file.switched_off.push((key.name.clone(), at));
            return;
        }
        let Some(values) = self.values(key, value) else {
            return;
        };
        let folder = &self.source.folder;
        for (text, at) in &values {
            let problem = problems::refusal(key, text)
                .or_else(|| self.without_folder(key, text))
                .or_else(|| problems::of_value(key, text, folder));
            self.mistakes
                .extend(problem.map(|message| Mistake { at: *at, message }));
        }
        let values: Vec<String> = values
            .into_iter()
            .map(|(text, _)| problems::from_here(key, &text, folder))
            .collect();
        if !values.is_empty() || key.form == Form::Switch {
            self.file.settings.push((
                Setting {
                    key: key.name.clone(),
                    values,
                },
                at,
            ));
        }
    }

    /// Returns why a file from a URL cannot have a value: it is a path.
    fn without_folder(&self, key: &Key, text: &str) -> Option<String> {
        let is_path = match key.name.as_str() {
            "packs" => is_pack_path(text) && !pinned::is_url(text),
            "output" | "var-file" | DOCUMENTS => true,
            _ => key.is_path,
        };
        (self.source.is_remote && is_path).then(|| format!("`{}`: {NO_FOLDER}", key.name))
    }

    /// Returns the values of a setting in the form that the option has on the command line, with their places; `None` if it
    /// has another form, or is a switch that is off.
    fn values(&mut self, key: &Key, value: &Value<'_>) -> Option<Vec<(String, Position)>> {
        let at = self.position(value);
        let expected = match (key.form, value.get_ref()) {
            (Form::Switch, DeValue::Boolean(is_on)) => return is_on.then(Vec::new),
            (Form::Text, _) if text(value).is_some() => return Some(vec![(text(value)?, at)]),
            (Form::List, DeValue::String(one)) => {
                return Some(vec![(one.clone().into_owned(), at)]);
            }
            (Form::List, DeValue::Array(items)) => {
                let items: Vec<_> = items
                    .iter()
                    .map(|item| self.item(item, "expected a string"))
                    .collect();
                return items.into_iter().collect();
            }
            (Form::Table, DeValue::Table(entries)) => return self.entries(entries),
            (Form::Tables, DeValue::Table(tables)) => {
                let mut all = Vec::new();
                for (name, value) in tables {
                    let DeValue::Table(entries) = value.get_ref() else {
                        self.mistake(value, "expected a table".to_owned());
                        continue;
                    };
                    let entries = self.entries(entries).unwrap_or_default();
                    all.extend(
                        entries
                            .into_iter()
                            .map(|(entry, at)| (format!("{}:{entry}", name.get_ref()), at)),
                    );
                }
                return Some(all);
            }
            (Form::Switch, _) => "expected true or false",
            (Form::Text, _) => "expected a string",
            (Form::List, _) => "expected a list of strings",
            (Form::Table | Form::Tables, _) => "expected a table",
        };
        self.mistake(value, expected.to_owned());
        None
    }

    fn entries(&mut self, entries: &DeTable<'_>) -> Option<Vec<(String, Position)>> {
        let expected = "expected a string, a number, true, false or a list of them";
        let entry = |(name, value): (&Name<'_>, &Value<'_>)| {
            let (text, at) = self.item(value, expected)?;
            Some((format!("{}={text}", name.get_ref()), at))
        };
        // All mistakes, not only the first.
        let all: Vec<_> = entries.iter().map(entry).collect();
        all.into_iter().collect()
    }

    /// Returns the text of a value. A list is its items with commas between them, as CloudFormation has lists.
    fn item(&mut self, value: &Value<'_>, expected: &str) -> Option<(String, Position)> {
        let list = |items: &[Value<'_>]| items.iter().map(text).collect::<Option<Vec<String>>>();
        let found = match value.get_ref() {
            DeValue::Array(items) => list(items).map(|items| items.join(",")),
            _ => text(value),
        };
        if found.is_none() {
            self.mistake(value, expected.to_owned());
        }
        Some((found?, self.position(value)))
    }

    fn unknown(&self, name: &str, table: Option<&str>) -> String {
        let full = |key: &Key| match key.is_of_terraform {
            true => format!("{TERRAFORM}.{}", key.name),
            false => key.name.clone(),
        };
        let names: Vec<String> = self
            .keys
            .iter()
            .map(full)
            .chain([WAIVER, EXTENDS, LOCKED].map(str::to_owned))
            .collect();
        let shown = table
            .map(|table| format!("{table}.{name}"))
            .unwrap_or_else(|| name.to_owned());
        if ACTIONS.contains(&name) {
            return format!("`{name}` is an option of the command line, not a setting");
        }
        // Options that are in another table, and cfn-lint's spelling.
        let written = name.replace('_', "-");
        let same = names
            .iter()
            .find(|known| known.rsplit('.').next() == Some(&written))
            .map(String::as_str);
        let written = table
            .map(|table| format!("{table}.{written}"))
            .unwrap_or(written);
        match same.or_else(|| nearest(&written, names.iter().map(String::as_str))) {
            Some(near) => format!("unknown key `{shown}`; did you mean `{near}`?"),
            None => format!("unknown key `{shown}`; `cfn-warden config --schema` lists the keys"),
        }
    }

    fn position<T>(&self, spanned: &Spanned<T>) -> Position {
        self.lines.position(spanned.span().start)
    }

    fn mistake(&mut self, value: &Value<'_>, message: String) {
        let at = self.position(value);
        self.mistakes.push(Mistake { at, message });
    }
}

/// Returns the text of a scalar.
fn text(value: &Value<'_>) -> Option<String> {
    Some(match value.get_ref() {
        DeValue::String(text) => text.clone().into_owned(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(is) => is.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(_) | DeValue::Table(_) => return None,
    })
}
