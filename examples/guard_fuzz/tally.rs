//! Counts the results of the comparison.

use std::collections::BTreeMap;
use std::fmt;

use crate::compare::Verdict;
use crate::said::Said;

#[derive(Default)]
pub struct Tally {
    pub pairs: usize,
    /// Counts by cfn-guard's answer.
    said: BTreeMap<String, usize>,
    /// Counts by explanation.
    explained: BTreeMap<&'static str, usize>,
    /// Counts by kind of difference.
    different: BTreeMap<String, usize>,
    printed: usize,
}

impl Tally {
    pub fn add(&mut self, theirs: &Said, verdict: &Verdict) {
        self.pairs += 1;
        *self.said.entry(theirs.status().to_owned()).or_default() += 1;
        match verdict {
            Verdict::Same => {}
            Verdict::Explained(why) => self.explained(why),
            Verdict::Differs(how) => *self.different.entry(how.clone()).or_default() += 1,
        }
    }

    pub fn explained(&mut self, why: &'static str) {
        *self.explained.entry(why).or_default() += 1;
    }

    /// Counts a comparison of printed output.
    pub fn printed(&mut self, how: Option<&str>) {
        self.printed += 1;
        if let Some(how) = how {
            *self.different.entry(how.to_owned()).or_default() += 1;
        }
    }

    /// Returns the number of differences of a kind.
    pub fn of(&self, how: &str) -> usize {
        self.different.get(how).copied().unwrap_or_default()
    }

    pub fn differ(&self) -> usize {
        self.different.values().sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} pairs; cfn-guard:", self.pairs)?;
        self.said
            .iter()
            .try_for_each(|(what, count)| writeln!(f, "  {count:8} {what}"))?;
        writeln!(f, "{} outputs of command lines compared", self.printed)?;
        writeln!(f, "explained in docs/parity.md:")?;
        self.explained
            .iter()
            .try_for_each(|(what, count)| writeln!(f, "  {count:8} {what}"))?;
        writeln!(f, "differences: {}", self.differ())?;
        self.different
            .iter()
            .try_for_each(|(what, count)| writeln!(f, "  {count:8} {what}"))
    }
}
