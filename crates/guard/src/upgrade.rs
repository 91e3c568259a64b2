//! Which rules two versions of cfn-guard judge differently on a document, in which clause, on which data, and by which
//! changes.

mod clauses;

use std::collections::HashMap;

pub use self::clauses::{ClauseDifference, DataPlace};
use super::{Change, Detail, Dialect, Doc, Language, Options, ParseError, Rules, Semantics, Status, Version, evaluate};
use cfn_warden_syntax::Tree;

/// A rules file to be compared.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its text.
    pub text: &'s str,
    /// What it is written in.
    pub dialect: Dialect,
}

/// The versions to compare.
#[derive(Debug, Clone, Copy)]
pub struct Versions {
    /// The one that is left.
    pub from: Version,
    /// The one that comes.
    pub to: Version,
}

/// A document to compare them on.
#[derive(Debug, Clone, Copy)]
pub struct Data<'d> {
    /// The document.
    pub doc: &'d Doc<'d>,
    /// What it was read from.
    pub tree: &'d Tree<'d>,
    /// Seconds since 1970, for `now()`.
    pub now: i64,
}

/// A rules file, read as both versions read it.
#[derive(Debug)]
pub struct Pair<'s> {
    subject: Subject<'s>,
    versions: Versions,
    from: Result<Rules, Vec<ParseError>>,
    to: Result<Rules, Vec<ParseError>>,
}

/// A rule that is judged differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The rule; `None` where it is the whole file that one version does not evaluate.
    pub rule: Option<String>,
    /// The verdict of the version that is left.
    pub from: Verdict,
    /// The verdict of the one that comes.
    pub to: Verdict,
    /// The changes each of which makes the difference by itself; empty where only several together do.
    pub changes: Vec<Change>,
    /// Where it begins.
    pub clauses: Vec<ClauseDifference>,
}

/// What a version says of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Its verdict, or that of the file.
    Status(Status),
    /// As this version reads the file there is no such rule.
    None,
    /// The file is not evaluated: why.
    Error(String),
}

/// The verdicts of all rules: of each its name, and how many of that name stand before it.
type Verdicts = Result<HashMap<(String, usize), Status>, String>;

impl<'s> Pair<'s> {
    /// Reads a rules file as two versions do.
    ///
    /// # Errors
    /// The mistakes of a file that neither version accepts.
    pub fn new(subject: Subject<'s>, versions: Versions) -> Result<Pair<'s>, Vec<ParseError>> {
        let read = |version: Version| subject.read(version.into());
        match (read(versions.from), read(versions.to)) {
            (Err(_), Err(errors)) => Err(errors),
            (from, to) => Ok(Pair { subject, versions, from, to }),
        }
    }

    /// How many rules there are.
    pub fn count(&self) -> usize {
        let count = |rules: &Result<Rules, _>| rules.as_ref().map_or(0, |rules: &Rules| rules.program.rules.len());
        count(&self.from).max(count(&self.to))
    }

    /// The rules that the two versions judge differently, in the order of the file.
    ///
    /// # Errors
    /// Why neither of them evaluates the file.
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
            .map(|key| (verdict(&from, key.as_ref()), verdict(&to, key.as_ref()), key))
            .filter(|(from, to, _)| from != to)
            .collect();
        if differing.is_empty() {
            return Ok(Vec::new());
        }
        let variants = self.variants(data);
        let explained = differing.into_iter().map(|(from, to, key)| {
            let changes = responsible(&variants, key.as_ref(), &from, &to);
            let clauses = match (&self.from, &self.to, &key) {
                (Ok(from), Ok(to), Some(key)) => clauses::differing([from, to], self.subject.text, key, data),
                _ => Vec::new(),
            };
            Difference { rule: key.map(|(name, _)| name), from, to, changes, clauses }
        });
        Ok(explained.collect())
    }

    /// The verdicts with each change by itself: added to the version that is left, and taken from the one that comes.
    fn variants(&self, data: Data<'_>) -> Vec<(Change, Verdicts, Verdicts)> {
        let [from, to] = [self.versions.from, self.versions.to].map(Semantics::from);
        let judged = |semantics| verdicts(self.subject.read(semantics).as_ref(), data);
        let toggled = |of: Semantics, change| if of.has(change) { of.without(change) } else { of.with(change) };
        from.differences(to)
            .map(|change| (change, judged(toggled(from, change)), judged(toggled(to, change))))
            .collect()
    }

    /// The rules of the file as either version reads it.
    fn keys(&self) -> Vec<Option<(String, usize)>> {
        let mut keys: Vec<Option<(String, usize)>> = Vec::new();
        for rules in [&self.to, &self.from].into_iter().flatten() {
            let mut seen = HashMap::new();
            for rule in &rules.program.rules {
                let key = Some(numbered(&rule.name, &mut seen));
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }
}

impl Subject<'_> {
    fn read(&self, semantics: Semantics) -> Result<Rules, Vec<ParseError>> {
        Rules::parse_as(Language { dialect: self.dialect, semantics }, self.name, self.text)
    }
}

/// The changes each of which makes a difference: those without which the verdict is the one before; or else those without
/// which it is another; or else those that alone make it another.
fn responsible(
    variants: &[(Change, Verdicts, Verdicts)],
    key: Option<&(String, usize)>,
    from: &Verdict,
    to: &Verdict,
) -> Vec<Change> {
    let which = |test: &dyn Fn(Verdict, Verdict) -> bool| -> Vec<Change> {
        let chosen = variants.iter().filter(|(_, done, undone)| test(verdict(done, key), verdict(undone, key)));
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
        Some(error) => format!("{}:{}: {}", error.position.line, error.position.column, error.sentence()),
        None => String::new(),
    })?;
    let options = Options { detail: Detail::Failures, now: data.now };
    let outcome = evaluate(rules, data.doc, &options).map_err(|error| error.to_string())?;
    let mut seen = HashMap::new();
    Ok(outcome.rules().map(|(name, status)| (numbered(name, &mut seen), status)).collect())
}

/// A rule's name with the number of those before it that have the same.
fn numbered<'n>(name: &'n str, seen: &mut HashMap<&'n str, usize>) -> (String, usize) {
    let count = seen.entry(name).or_default();
    let before = *count;
    *count = before.saturating_add(1);
    (name.to_owned(), before)
}

fn verdict(verdicts: &Verdicts, key: Option<&(String, usize)>) -> Verdict {
    match (verdicts, key) {
        (Err(error), _) => Verdict::Error(error.clone()),
        (Ok(all), None) => Verdict::Status(all.values().copied().fold(Status::Skip, Status::and)),
        (Ok(all), Some(key)) => all.get(key).map_or(Verdict::None, |status| Verdict::Status(*status)),
    }
}
