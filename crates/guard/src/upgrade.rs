//! Compares two versions of cfn-guard on a document: the rules with different verdicts, the clauses and data
//! responsible, and the changes that explain them.

mod clauses;

use std::collections::HashMap;

use self::clauses::numbered;
pub use self::clauses::{ClauseDifference, Data, DataLocation};
use super::{
    Change, Detail, Dialect, Language, Options, ParseError, Rules, Semantics, Status, Version,
    evaluate,
};

/// A rules file to compare.
#[derive(Debug, Clone, Copy)]
pub struct RulesText<'s> {
    /// The name of the file.
    pub name: &'s str,
    /// The text of the file.
    pub text: &'s str,
    /// The dialect of the file.
    pub dialect: Dialect,
}

/// The versions to compare.
#[derive(Debug, Clone, Copy)]
pub struct Versions {
    /// The current version.
    pub from: Version,
    /// The target version.
    pub to: Version,
}

/// A rules file, parsed by both versions.
#[derive(Debug)]
pub struct VersionPair<'s> {
    rules: RulesText<'s>,
    versions: Versions,
    from: Result<Rules, Vec<ParseError>>,
    to: Result<Rules, Vec<ParseError>>,
}

/// A rule with different verdicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The name of the rule; `None` if one version cannot evaluate the whole file.
    pub rule: Option<String>,
    /// The verdict of the current version.
    pub from: Verdict,
    /// The verdict of the target version.
    pub to: Verdict,
    /// The changes that each cause the difference on their own; empty if only several together do.
    pub changes: Vec<Change>,
    /// The clauses that cause the difference.
    pub clauses: Vec<ClauseDifference>,
}

/// The result of a rule in one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The verdict of the rule, or of the file.
    Status(Status),
    /// This version does not find the rule in the file.
    Absent,
    /// The error for which the file is not evaluated.
    Error(String),
}

/// The verdicts of all rules, by name and number of preceding rules of the same name; or the error.
type Verdicts = Result<HashMap<(String, usize), Status>, String>;

impl<'s> VersionPair<'s> {
    /// Parses a rules file with both versions.
    ///
    /// # Errors
    /// The syntax errors of the target version, if neither version accepts the file.
    pub fn new(
        rules: RulesText<'s>,
        versions: Versions,
    ) -> Result<VersionPair<'s>, Vec<ParseError>> {
        let read = |version: Version| rules.read(version.into());
        match (read(versions.from), read(versions.to)) {
            (Err(_), Err(errors)) => Err(errors),
            (from, to) => Ok(VersionPair {
                rules,
                versions,
                from,
                to,
            }),
        }
    }

    /// The number of rules.
    pub fn count(&self) -> usize {
        let count = |rules: &Result<Rules, _>| {
            rules
                .as_ref()
                .map_or(0, |rules: &Rules| rules.program.rules.len())
        };
        count(&self.from).max(count(&self.to))
    }

    /// Returns the rules with different verdicts, in file order.
    ///
    /// # Errors
    /// The error of the target version, if neither version can evaluate the file.
    pub fn compare(&self, data: Data<'_>) -> Result<Vec<Difference>, String> {
        let from = verdicts(self.from.as_ref(), data);
        let to = verdicts(self.to.as_ref(), data);
        let keys = match (&from, &to) {
            (Err(_), Err(error)) => return Err(error.clone()),
            (Ok(_), Ok(_)) => self.keys(),
            _ => vec![None],
        };
        let differing: Vec<_> = keys
            .into_iter()
            .map(|key| {
                (
                    verdict(&from, key.as_ref()),
                    verdict(&to, key.as_ref()),
                    key,
                )
            })
            .filter(|(from, to, _)| from != to)
            .collect();
        if differing.is_empty() {
            return Ok(Vec::new());
        }
        let variants = self.variants(data);
        let explained = differing.into_iter().map(|(from, to, key)| {
            let changes = responsible(&variants, key.as_ref(), &from, &to);
            let clauses = match (&self.from, &self.to, &key) {
                (Ok(from), Ok(to), Some(key)) => {
                    clauses::differing([from, to], self.rules.text, key, data)
                }
                _ => Vec::new(),
            };
            Difference {
                rule: key.map(|(name, _)| name),
                from,
                to,
                changes,
                clauses,
            }
        });
        Ok(explained.collect())
    }

    /// Returns the verdicts with each change applied alone: toggled in the current version, and toggled in the target
    /// version.
    fn variants(&self, data: Data<'_>) -> Vec<(Change, Verdicts, Verdicts)> {
        let [from, to] = [self.versions.from, self.versions.to].map(Semantics::from);
        let judged = |semantics| verdicts(self.rules.read(semantics).as_ref(), data);
        let toggled = |of: Semantics, change| {
            if of.has(change) {
                of.without(change)
            } else {
                of.with(change)
            }
        };
        from.differences(to)
            .map(|change| {
                (
                    change,
                    judged(toggled(from, change)),
                    judged(toggled(to, change)),
                )
            })
            .collect()
    }

    /// Returns the rules that either version finds in the file.
    fn keys(&self) -> Vec<Option<(String, usize)>> {
        let mut keys: Vec<Option<(String, usize)>> = Vec::new();
        for rules in [&self.to, &self.from].into_iter().flatten() {
            let mut counts = HashMap::new();
            for rule in &rules.program.rules {
                let key = Some(numbered(&rule.name, &mut counts));
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }
}

impl RulesText<'_> {
    fn read(&self, semantics: Semantics) -> Result<Rules, Vec<ParseError>> {
        Rules::parse_as(
            Language {
                dialect: self.dialect,
                semantics,
            },
            self.name,
            self.text,
        )
    }
}

/// Returns the changes that each make a difference: those whose removal from the target version restores the old
/// verdict; otherwise, those whose removal changes the new verdict; otherwise, those whose addition to the current
/// version changes the old verdict.
fn responsible(
    variants: &[(Change, Verdicts, Verdicts)],
    key: Option<&(String, usize)>,
    from: &Verdict,
    to: &Verdict,
) -> Vec<Change> {
    let which = |test: &dyn Fn(Verdict, Verdict) -> bool| -> Vec<Change> {
        let chosen = variants
            .iter()
            .filter(|(_, done, undone)| test(verdict(done, key), verdict(undone, key)));
        chosen.map(|(change, ..)| *change).collect()
    };
    let restoring = which(&|_, undone| undone == *from);
    if !restoring.is_empty() {
        return restoring;
    }
    let undoing = which(&|_, undone| undone != *to);
    if !undoing.is_empty() {
        return undoing;
    }
    which(&|done, _| done != *from)
}

fn verdicts(rules: Result<&Rules, &Vec<ParseError>>, data: Data<'_>) -> Verdicts {
    let rules = rules.map_err(|errors| match errors.first() {
        Some(error) => format!(
            "{}:{}: {}",
            error.position.line,
            error.position.column,
            error.sentence()
        ),
        None => String::new(),
    })?;
    let options = Options {
        detail: Detail::Failures,
        now: data.now,
    };
    let outcome = evaluate(rules, data.doc, &options).map_err(|error| error.to_string())?;
    let mut counts = HashMap::new();
    Ok(outcome
        .rules()
        .map(|(name, status)| (numbered(name, &mut counts), status))
        .collect())
}

fn verdict(verdicts: &Verdicts, key: Option<&(String, usize)>) -> Verdict {
    match (verdicts, key) {
        (Err(error), _) => Verdict::Error(error.clone()),
        (Ok(all), None) => Verdict::Status(all.values().copied().fold(Status::Skip, Status::and)),
        (Ok(all), Some(key)) => all
            .get(key)
            .map_or(Verdict::Absent, |status| Verdict::Status(*status)),
    }
}
