//! A project file and those that it extends as one: the order of settings, and what a file may not weaken.

use super::file::ProjectFile;
use crate::packs::selection::is_path as is_pack_path;
use cfn_warden_arguments::settings::{DOCUMENTS, Form, Key, Setting};
use cfn_warden_engine::error::Mistake;
use cfn_warden_engine::waivers::Waiver;
use cfn_warden_engine::waivers::file::WAIVER;
use cfn_warden_syntax::place;

/// The lists that say what a project has: they are replaced. Other lists say what is checked and how: they are added to.
const REPLACED_LISTS: [&str; 2] = [DOCUMENTS, "regions"];
/// The lists to which more can be added without a weaker check.
const STRICTER_WHEN_LONGER: [&str; 3] = ["rules", "mandatory-checks", "include-checks"];
/// The values of settings that can be stricter, from the weakest to the strictest.
const STRICTNESS: [(&str, &[&str]); 4] = [
    ("fail-on", &["never", "error", "warning"]),
    ("lint", &["off", "templates", "all"]),
    ("template-suppressions", &["allow", "deny"]),
    ("unknown", &["pass", "warn", "fail"]),
];
/// The setting with a file of waivers. A lock of it is one of `[[waiver]]`, too.
const WAIVERS: &str = "waivers";

/// A setting with the places that it is from.
#[derive(Debug, Clone)]
pub struct ProjectSetting {
    /// The setting.
    pub setting: Setting,
    /// The place of each value; of a switch, its place.
    pub origins: Vec<String>,
}

/// The settings of a chain of files.
#[derive(Debug, Default)]
pub struct Merged {
    /// The settings, in the order of the files.
    pub settings: Vec<ProjectSetting>,
    /// The waivers of all files.
    pub waivers: Vec<Waiver>,
    /// The locked keys, and where they are locked.
    locked: Vec<(String, String)>,
}

impl Merged {
    /// Adds a file that extends those before.
    ///
    /// # Errors
    /// The settings of the file that weaken what those before lock.
    pub fn add(&mut self, file: ProjectFile, keys: &[Key]) -> Result<(), Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let find_key = |name: &str| keys.iter().find(|key| key.name == name);
        for (setting, at) in file.settings {
            let Some(key) = find_key(&setting.key) else {
                continue;
            };
            let removed = self.excluded_by(key, &setting, keys);
            for name in std::iter::once(&setting.key).chain(&removed) {
                let Some(locked_at) = self.locked_at(name) else {
                    continue;
                };
                let why = if *name == setting.key {
                    self.why_weaker(key, &setting)
                } else {
                    Some(format!("`{}` would replace it", setting.key))
                };
                mistakes.extend(why.map(|why| Mistake {
                    at,
                    message: format!("`{name}` is locked by {locked_at}: {why}"),
                }));
            }
            self.settings
                .retain(|known| !removed.contains(&known.setting.key));
            self.set(key, setting, &place(&file.name, Some(at)));
        }
        for (name, at) in file.switched_off {
            mistakes.extend(self.locked_at(&name).map(|locked_at| Mistake {
                at,
                message: format!(
                    "`{name}` is locked by {locked_at}: a file that extends it may not turn it off"
                ),
            }));
            self.settings.retain(|known| known.setting.key != name);
        }
        if let Some(locked_at) = self.locked_at(WAIVER) {
            mistakes.extend(file.waivers.iter().map(|waiver| Mistake {
                at: waiver.source.at,
                message: format!(
                    "`{WAIVER}` is locked by {locked_at}: a file that extends it may not have waivers"
                ),
            }));
        }
        self.waivers.extend(file.waivers);
        let locked = file
            .locked
            .into_iter()
            .map(|(name, at)| (name, place(&file.name, Some(at))));
        self.locked.extend(locked);
        mistakes.sort_by_key(|mistake| (mistake.at.line, mistake.at.column));
        if mistakes.is_empty() {
            Ok(())
        } else {
            Err(mistakes)
        }
    }

    fn find(&self, name: &str) -> Option<&ProjectSetting> {
        self.settings.iter().find(|known| known.setting.key == name)
    }

    /// Returns where a key is locked.
    fn locked_at(&self, name: &str) -> Option<&str> {
        let normalized = |name: &str| if name == WAIVERS { WAIVER } else { name }.to_owned();
        self.locked
            .iter()
            .find(|(locked, _)| normalized(locked) == normalized(name))
            .map(|(_, locked_at)| locked_at.as_str())
    }

    /// Returns the keys of the settings that a new one excludes, as an option on the command line does.
    fn excluded_by(&self, key: &Key, setting: &Setting, keys: &[Key]) -> Vec<String> {
        if key.is_default(&setting.values) {
            return Vec::new();
        }
        let is_excluded = |known: &&ProjectSetting| {
            let name = &known.setting.key;
            let excludes = |other: &Key| other.name == *name && other.conflicts.contains(&key.name);
            key.conflicts.contains(name) || keys.iter().any(excludes)
        };
        self.settings
            .iter()
            .filter(is_excluded)
            .map(|known| known.setting.key.clone())
            .collect()
    }

    /// Returns why a new setting of a locked key is weaker than the one before; `None` if it is not.
    fn why_weaker(&self, key: &Key, setting: &Setting) -> Option<String> {
        let before = self.find(&key.name).map(|known| &known.setting.values);
        if before == Some(&setting.values) {
            return None;
        }
        let is_new = |value: &&String| before.is_none_or(|before| !before.contains(value));
        let added = || setting.values.iter().filter(is_new);
        if STRICTER_WHEN_LONGER.contains(&key.name.as_str()) {
            return None;
        }
        if let Some((_, order)) = STRICTNESS.iter().find(|(name, _)| *name == key.name) {
            let rank = |value: &String| order.iter().position(|known| known == value);
            let new = setting.values.first()?;
            let old = before
                .and_then(|values| values.first())
                .or(key.defaults.first());
            // Without a value before and a default, the program decides by document.
            let least = old.map_or(Some(order.len().saturating_sub(1)), rank);
            return (rank(new) < least).then(|| match old {
                Some(old) => format!("\"{new}\" is weaker than \"{old}\""),
                None => format!("\"{new}\" can be weaker than the default"),
            });
        }
        match key.name.as_str() {
            "severity" => added()
                .find(|value| !value.ends_with("=error"))
                .map(|value| {
                    format!(
                        "only `error` may be added, not `{}`",
                        value.replacen('=', " = ", 1)
                    )
                }),
            // One value may be a list, as on the command line.
            "coverage" => added()
                .find(|value| value.split(',').any(|part| !part.ends_with("=fail")))
                .map(|value| {
                    format!(
                        "only `fail` may be added, not `{}`",
                        value.replacen('=', " = ", 1)
                    )
                }),
            // A pack says how its rules and lint rules count, and has waivers.
            "packs" => added()
                .find(|value| value.split(',').any(is_pack_path))
                .map(|value| {
                    format!("only bundled packs and controls may be added, not `{value}`")
                }),
            _ => Some("a file that extends it may not set it".to_owned()),
        }
    }

    /// Replaces a setting or adds to it.
    fn set(&mut self, key: &Key, setting: Setting, origin: &str) {
        let origins = vec![origin.to_owned(); setting.values.len().max(1)];
        let added = ProjectSetting { setting, origins };
        let known = self
            .settings
            .iter_mut()
            .find(|known| known.setting.key == key.name);
        let Some(known) = known else {
            self.settings.push(added);
            return;
        };
        match key.form {
            Form::List if REPLACED_LISTS.contains(&key.name.as_str()) => *known = added,
            Form::Switch | Form::Text => *known = added,
            Form::List => known.extend(added, |value| value),
            Form::Table | Form::Tables => known.extend(added, |value| {
                value.split_once('=').map_or(value, |(name, _)| name)
            }),
        }
    }
}

impl ProjectSetting {
    /// Adds values. One with the same name as a value before replaces it.
    fn extend(&mut self, added: ProjectSetting, name_of: impl Fn(&str) -> &str) {
        for (value, origin) in added.setting.values.into_iter().zip(added.origins) {
            let same = self
                .setting
                .values
                .iter()
                .position(|known| name_of(known) == name_of(&value));
            if let Some(index) = same {
                self.setting.values.remove(index);
                self.origins.remove(index);
            }
            self.setting.values.push(value);
            self.origins.push(origin);
        }
    }

    /// Returns the first place, for messages about the whole setting.
    pub fn origin(&self) -> &str {
        self.origins.first().map(String::as_str).unwrap_or_default()
    }
}
