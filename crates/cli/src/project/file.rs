//! The text of a project file.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::problems;
use cfn_warden_arguments::settings::{ACTIONS, Form, Key, Setting};
use cfn_warden_engine::error::Mistake;
use cfn_warden_engine::toml;
use cfn_warden_engine::waivers::file::WAIVER;
use cfn_warden_engine::waivers::{Scope, Waiver};
use cfn_warden_syntax::names::nearest;
use cfn_warden_syntax::{LineIndex, Position};

/// The table of the options about Terraform configurations.
pub const TERRAFORM: &str = "terraform";

/// A project file.
pub struct Project {
    /// The path, relative to the working directory.
    pub path: PathBuf,
    /// The settings and where they are.
    pub settings: Vec<(Setting, Position)>,
    /// Its tables `[[waiver]]`.
    pub waivers: Vec<Waiver>,
}

type Name<'t> = Spanned<Cow<'t, str>>;
type Value<'t> = Spanned<DeValue<'t>>;

/// Parses the text of a project file. Paths and patterns in the file are relative to its
/// folder; those returned are relative to the working directory.
///
/// # Errors
/// All mistakes, by place.
pub fn parse(text: &str, path: &Path, keys: &[Key]) -> Result<Project, Vec<Mistake>> {
    let lines = LineIndex::new(text);
    let root = toml::parse(text, &lines)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut reader = Reader {
        keys,
        folder,
        lines: &lines,
        settings: Vec::new(),
        mistakes: Vec::new(),
    };
    let mut own = Vec::new();
    for (name, value) in root.get_ref() {
        match (name.get_ref().as_ref(), value.get_ref()) {
            (WAIVER, _) => {
                own = toml::waivers::tables(
                    name,
                    value,
                    &lines,
                    &path.to_string_lossy(),
                    &mut reader.mistakes,
                );
            }
            (TERRAFORM, DeValue::Table(options)) => reader.table(options, Some(TERRAFORM)),
            (TERRAFORM, _) => reader.mistake(value, "expected a table".to_owned()),
            _ => reader.setting(name, value, None),
        }
    }
    reader.reject_conflicts();
    let Reader {
        mut settings,
        mut mistakes,
        ..
    } = reader;
    settings.sort_by_key(|(_, at)| (at.line, at.column));
    if mistakes.is_empty() {
        let waivers = own
            .into_iter()
            .map(|waiver| relative(waiver, folder))
            .collect();
        return Ok(Project {
            path: path.to_owned(),
            settings,
            waivers,
        });
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
    folder: &'r Path,
    lines: &'r LineIndex<'r>,
    settings: Vec<(Setting, Position)>,
    mistakes: Vec<Mistake>,
}

impl Reader<'_> {
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
            self.settings
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
        let Some(values) = self.values(key, value) else {
            return;
        };
        let at = self.position(name);
        for (text, at) in &values {
            let problem =
                problems::refusal(key, text).or_else(|| problems::of_value(key, text, self.folder));
            self.mistakes
                .extend(problem.map(|message| Mistake { at: *at, message }));
        }
        let values: Vec<String> = values
            .into_iter()
            .map(|(text, _)| problems::from_here(key, &text, self.folder))
            .collect();
        if !values.is_empty() || key.form == Form::Switch {
            self.settings.push((
                Setting {
                    key: key.name.clone(),
                    values,
                },
                at,
            ));
        }
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
            .chain([WAIVER.to_owned()])
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
