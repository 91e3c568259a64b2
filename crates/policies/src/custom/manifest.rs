//! Manifests of packs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::file::{MANIFEST, PackFile, text};
use cfn_warden_engine::Enforcement;
use cfn_warden_engine::error::Mistake;
use cfn_warden_engine::toml;
use cfn_warden_engine::waivers::file::WAIVER;
use cfn_warden_engine::waivers::{Units, Waiver};
use cfn_warden_syntax::control::ControlSeverity;
use cfn_warden_syntax::names;
use cfn_warden_syntax::{LineIndex, Position};

/// The content of a manifest; values that name something have their places.
#[derive(Debug, Default)]
pub struct Manifest {
    pub name: String,
    pub title: String,
    pub version: String,
    /// Files and folders; empty for all Guard files.
    pub rules: Vec<(String, Position)>,
    /// Bundled packs and controls.
    pub controls: Vec<(String, Position)>,
    /// Severities by control.
    pub severities: BTreeMap<String, (ControlSeverity, Position)>,
    /// Frameworks by control.
    pub frameworks: BTreeMap<String, (Vec<String>, Position)>,
    /// How rules count, by control, beginning of the ID of a lint rule, or `*`.
    pub enforcement: BTreeMap<String, (Enforcement, Position)>,
    /// Who is responsible, by control.
    pub owners: BTreeMap<String, (String, Position)>,
    /// Accounts by organisational unit.
    pub units: Units,
    /// Files of waivers.
    pub waiver_files: Vec<(String, Position)>,
    /// The waivers in the manifest.
    pub waivers: Vec<Waiver>,
}

const KEYS: [&str; 12] = [
    "name",
    "title",
    "version",
    "rules",
    "controls",
    "severities",
    "frameworks",
    "enforcement",
    "owners",
    "units",
    "waivers",
    WAIVER,
];

/// Reads the manifest of a pack.
///
/// # Errors
/// All mistakes, by place.
pub fn read(files: &[PackFile]) -> Result<Manifest, Vec<String>> {
    let file = files.iter().find(|file| file.name == MANIFEST);
    let file = file.ok_or_else(|| vec![format!("the pack has no `{MANIFEST}`")])?;
    let text = text(file).map_err(|mistake| vec![mistake])?;
    parse(text).map_err(|mut mistakes| {
        mistakes.sort_by_key(|mistake| (mistake.at.line, mistake.at.column));
        mistakes
            .iter()
            .map(|mistake| mistake.line(MANIFEST))
            .collect()
    })
}

fn parse(text: &str) -> Result<Manifest, Vec<Mistake>> {
    let lines = LineIndex::new(text);
    let root = toml::parse(text, &lines)?;
    let (mut manifest, mut mistakes) = (Manifest::default(), Vec::new());
    for (key, value) in root.get_ref() {
        if key.get_ref() == WAIVER {
            manifest.waivers = toml::waivers::tables(key, value, &lines, MANIFEST, &mut mistakes);
            continue;
        }
        if let Err(mistake) = entry(key, value, &lines, &mut manifest) {
            mistakes.push(mistake);
        }
    }
    for (key, value) in [("name", &manifest.name), ("version", &manifest.version)] {
        if value.is_empty() && !root.get_ref().contains_key(key) {
            mistakes.push(Mistake {
                at: Position { line: 1, column: 1 },
                message: format!("`{key}` is missing"),
            });
        }
    }
    if mistakes.is_empty() {
        Ok(manifest)
    } else {
        Err(mistakes)
    }
}

type Key<'t> = Spanned<Cow<'t, str>>;
type Value<'t> = Spanned<DeValue<'t>>;

fn entry(
    key: &Key<'_>,
    value: &Value<'_>,
    lines: &LineIndex<'_>,
    manifest: &mut Manifest,
) -> Result<(), Mistake> {
    match key.get_ref().as_ref() {
        "name" => manifest.name = string(value, lines)?.0,
        "title" => manifest.title = string(value, lines)?.0,
        "version" => manifest.version = string(value, lines)?.0,
        "rules" => manifest.rules = strings(value, lines)?,
        "controls" => manifest.controls = strings(value, lines)?,
        "severities" => {
            for (id, value) in table(value, lines)? {
                let (name, at) = string(value, lines)?;
                let severity = name.parse().map_err(|message| Mistake { at, message })?;
                manifest
                    .severities
                    .insert(id.get_ref().to_string(), (severity, position(id, lines)));
            }
        }
        "frameworks" => {
            for (id, value) in table(value, lines)? {
                let names = strings(value, lines)?
                    .into_iter()
                    .map(|(name, _)| name)
                    .collect();
                manifest
                    .frameworks
                    .insert(id.get_ref().to_string(), (names, position(id, lines)));
            }
        }
        "enforcement" => {
            for (id, value) in table(value, lines)? {
                let (words, at) = string(value, lines)?;
                let enforcement = words.parse().map_err(|message| Mistake { at, message })?;
                manifest
                    .enforcement
                    .insert(id.get_ref().to_string(), (enforcement, position(id, lines)));
            }
        }
        "owners" => {
            for (id, value) in table(value, lines)? {
                let (owner, _) = string(value, lines)?;
                manifest
                    .owners
                    .insert(id.get_ref().to_string(), (owner, position(id, lines)));
            }
        }
        "units" => {
            for (unit, value) in table(value, lines)? {
                let accounts = strings(value, lines)?
                    .into_iter()
                    .map(account_id)
                    .collect::<Result<_, _>>()?;
                manifest.units.insert(unit.get_ref().to_string(), accounts);
            }
        }
        "waivers" => manifest.waiver_files = strings(value, lines)?,
        unknown => {
            let message = format!("unknown key `{unknown}`; {}", names::one_of(unknown, &KEYS));
            return Err(Mistake {
                at: position(key, lines),
                message,
            });
        }
    }
    Ok(())
}

/// Returns the ID of an account: twelve digits.
fn account_id((id, at): (String, Position)) -> Result<String, Mistake> {
    let is_one = id.len() == 12 && id.bytes().all(|byte| byte.is_ascii_digit());
    if is_one {
        Ok(id)
    } else {
        Err(Mistake {
            at,
            message: format!("invalid account `{id}`; expected twelve digits"),
        })
    }
}

fn string(value: &Value<'_>, lines: &LineIndex<'_>) -> Result<(String, Position), Mistake> {
    let at = position(value, lines);
    match value.get_ref() {
        DeValue::String(text) if !text.is_empty() => Ok((text.clone().into_owned(), at)),
        DeValue::String(_) => Err(Mistake {
            at,
            message: "the string is empty".to_owned(),
        }),
        _ => Err(Mistake {
            at,
            message: "expected a string".to_owned(),
        }),
    }
}

fn strings(value: &Value<'_>, lines: &LineIndex<'_>) -> Result<Vec<(String, Position)>, Mistake> {
    match value.get_ref() {
        DeValue::Array(items) => items.iter().map(|item| string(item, lines)).collect(),
        _ => Err(Mistake {
            at: position(value, lines),
            message: "expected a list of strings".to_owned(),
        }),
    }
}

fn table<'v, 't>(value: &'v Value<'t>, lines: &LineIndex<'_>) -> Result<&'v DeTable<'t>, Mistake> {
    match value.get_ref() {
        DeValue::Table(entries) => Ok(entries),
        _ => Err(Mistake {
            at: position(value, lines),
            message: "expected a table".to_owned(),
        }),
    }
}

fn position<T>(part: &Spanned<T>, lines: &LineIndex<'_>) -> Position {
    lines.position(part.span().start)
}
