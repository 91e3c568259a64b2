//! How the rules of a policy count: not at all, as warnings, or in full, and from which day.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use super::waivers::is_date;
use cfn_warden_lint as lint;
use cfn_warden_syntax::finding::{Engine, Finding};

/// How the findings of a rule count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Enforcement {
    /// The rule is not evaluated, and its findings are removed.
    Off,
    /// They are warnings that do not count.
    Warn,
    /// They count.
    #[default]
    Enforce,
    /// They count from this day on, in UTC, and are warnings before: `2027-01-31`.
    EnforceFrom(String),
}

impl FromStr for Enforcement {
    type Err = String;

    fn from_str(text: &str) -> Result<Enforcement, String> {
        match (text, text.strip_prefix("enforce from ").map(str::trim)) {
            ("off", _) => Ok(Enforcement::Off),
            ("warn", _) => Ok(Enforcement::Warn),
            ("enforce", _) => Ok(Enforcement::Enforce),
            (_, Some(day)) if is_date(day) => Ok(Enforcement::EnforceFrom(day.to_owned())),
            (_, Some(day)) => Err(format!(
                "invalid date `{day}`; expected one such as 2027-01-31"
            )),
            _ => Err(format!(
                "invalid enforcement `{text}`; expected off, warn, enforce or enforce from DATE"
            )),
        }
    }
}

impl fmt::Display for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Enforcement::Off => f.write_str("off"),
            Enforcement::Warn => f.write_str("warn"),
            Enforcement::Enforce => f.write_str("enforce"),
            Enforcement::EnforceFrom(day) => write!(f, "enforce from {day}"),
        }
    }
}

/// The enforcement of the rules of a policy; those that it does not name are enforced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Enforcements {
    /// By the ID of a control or the name of a Guard rule.
    rules: HashMap<String, Enforcement>,
    /// By the beginning of the ID of a lint rule: `E3012`, `W`.
    lint: Vec<(String, Enforcement)>,
}

impl Enforcements {
    /// Sets the enforcement of a control or Guard rule.
    pub fn set_rule(&mut self, rule: &str, enforcement: Enforcement) {
        self.rules.insert(rule.to_owned(), enforcement);
    }

    /// Sets the enforcement of the lint rules whose IDs begin with this.
    pub fn set_lint(&mut self, prefix: &str, enforcement: Enforcement) {
        self.lint.push((prefix.to_owned(), enforcement));
    }

    /// Adds those of another policy, which replace those of the same rules.
    pub fn extend(&mut self, other: Enforcements) {
        self.rules.extend(other.rules);
        self.lint.extend(other.lint);
    }

    /// Returns the enforcement of a control or Guard rule.
    pub fn of_rule(&self, rule: &str) -> &Enforcement {
        self.rules.get(rule).unwrap_or(&Enforcement::Enforce)
    }

    /// Returns the lint rules with an enforcement of their own.
    pub fn of_lint(&self) -> impl Iterator<Item = (&str, &Enforcement)> {
        self.lint
            .iter()
            .map(|(prefix, enforcement)| (prefix.as_str(), enforcement))
    }

    /// Returns the enforcement of the rule of a finding.
    pub fn of(&self, finding: &Finding) -> &Enforcement {
        let id = finding.rule.id.as_ref();
        if finding.engine != Engine::Lint {
            return self.of_rule(id);
        }
        let covering = self
            .lint
            .iter()
            .filter(|(prefix, _)| id.starts_with(prefix));
        // `max_by_key` returns the last of equals.
        covering
            .max_by_key(|(prefix, _)| prefix.len())
            .map_or(&Enforcement::Enforce, |(_, enforcement)| enforcement)
    }
}

/// Returns the day of a time in seconds since the Unix epoch, in UTC: `2027-01-31`.
pub fn today(now: i64) -> String {
    lint::Input {
        now,
        ..lint::Input::default()
    }
    .today()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enforcements_are_written_as_they_are_read() {
        for text in ["off", "warn", "enforce", "enforce from 2027-01-31"] {
            assert_eq!(text.parse::<Enforcement>().unwrap().to_string(), text);
        }
        for (text, message) in [
            (
                "enforced",
                "invalid enforcement `enforced`; expected off, warn, enforce or enforce from DATE",
            ),
            (
                "enforce from 2027-02-30",
                "invalid date `2027-02-30`; expected one such as 2027-01-31",
            ),
        ] {
            assert_eq!(text.parse::<Enforcement>().unwrap_err(), message);
        }
    }
}
