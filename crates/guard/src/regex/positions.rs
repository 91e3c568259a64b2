//! Matching of short ASCII texts by expressions that are not compiled, which takes longer than a few searches.
//!
//! A set of positions is a number: bit `n` is the position before byte `n`. From the positions at which an expression may
//! start follow those at which it may end, so nothing is tried twice.

use fancy_regex::{Assertion, Expr};

use super::class::{self, bit};

/// The length of the longest text whose positions, with the one after its last byte, fit in a set.
const MAX_TEXT: usize = 127;
/// The number of expressions that a search may visit: repetitions inside others visit theirs many times.
const MAX_VISITS: u32 = 2_000;

/// Whether an expression matches anywhere in an ASCII text; `None` if the text is too long or the search takes too many
/// steps. The expression is one of those that [`is_common`](super::analysis::is_common) accepts.
pub(super) fn is_match(expr: &Expr, text: &str) -> Option<bool> {
    let text = text.as_bytes();
    if text.len() > MAX_TEXT {
        return None;
    }
    let everywhere = u128::MAX >> (MAX_TEXT - text.len());
    Search {
        text,
        visits_left: MAX_VISITS,
    }
    .ends(expr, everywhere)
    .map(|ends| ends != 0)
}

struct Search<'t> {
    text: &'t [u8],
    visits_left: u32,
}

impl Search<'_> {
    /// Returns where matches end that start at one of these positions.
    fn ends(&mut self, expr: &Expr, starts: u128) -> Option<u128> {
        self.visits_left = self.visits_left.checked_sub(1)?;
        if let Some(accepted) = self.accepted(expr) {
            return Some((starts & accepted) << 1);
        }
        match expr {
            Expr::Empty => Some(starts),
            Expr::Assertion(assertion) => Some(starts & self.holds(*assertion)?),
            Expr::Literal { val, casei } => Some(
                val.bytes()
                    .fold(starts, |at, byte| self.literal(at, byte, *casei)),
            ),
            Expr::Concat(parts) => parts
                .iter()
                .try_fold(starts, |at, part| self.ends(part, at)),
            Expr::Alt(branches) => branches
                .iter()
                .try_fold(0, |all, each| Some(all | self.ends(each, starts)?)),
            Expr::Group(inner) => self.ends(inner, starts),
            Expr::Repeat { child, lo, hi, .. } => self.repeat(child, *lo, *hi, starts),
            _ => None,
        }
    }

    fn repeat(&mut self, child: &Expr, lo: usize, hi: usize, starts: u128) -> Option<u128> {
        let accepted = self.accepted(child);
        let mut next = |starts: u128| match accepted {
            Some(accepted) => Some((starts & accepted) << 1),
            None => self.ends(child, starts),
        };
        let mut latest = starts;
        for _ in 0..lo {
            let before = latest;
            latest = next(before)?;
            if latest == before || latest == 0 {
                break;
            }
        }
        // From a position that was reached before, with fewer repetitions, nothing else can be reached.
        let mut all = latest;
        for _ in lo..hi {
            latest = next(latest)? & !all;
            all |= latest;
            if latest == 0 {
                break;
            }
        }
        Some(all)
    }

    fn literal(&self, starts: u128, byte: u8, any_case: bool) -> u128 {
        let (mut rest, mut ends) = (starts, 0);
        while rest != 0 {
            let start = rest & rest.wrapping_neg();
            rest ^= start;
            let found = self.text.get(start.trailing_zeros() as usize);
            if found.is_some_and(|found| {
                *found == byte || any_case && found.eq_ignore_ascii_case(&byte)
            }) {
                ends |= start << 1;
            }
        }
        ends
    }

    /// Returns the positions before the bytes that an expression of one character accepts; `None` for other expressions.
    fn accepted(&self, expr: &Expr) -> Option<u128> {
        match expr {
            Expr::Any { newline: true } => Some(self.before(u128::MAX)),
            Expr::Any { newline: false } => Some(self.before(!bit(b'\n'))),
            Expr::Delegate { inner, casei, .. } => {
                class::characters(inner, *casei).map(|set| self.before(set))
            }
            _ => None,
        }
    }

    /// Returns the positions before the bytes of a set.
    fn before(&self, set: u128) -> u128 {
        self.text.iter().rev().fold(0, |positions, byte| {
            positions << 1 | u128::from(set & bit(*byte) != 0)
        })
    }

    fn holds(&self, assertion: Assertion) -> Option<u128> {
        let newlines = || self.before(bit(b'\n'));
        let end = 1 << self.text.len();
        match assertion {
            Assertion::StartText => Some(1),
            Assertion::EndText => Some(end),
            Assertion::StartLine { crlf: false } => Some(newlines() << 1 | 1),
            Assertion::EndLine { crlf: false } => Some(newlines() | end),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::analysis::is_common;
    use super::*;

    /// Numbers that look random, and are the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % end
        }

        fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
            of[self.below(of.len())]
        }

        fn pattern(&mut self, depth: usize) -> String {
            let atoms = [
                "a", "b", "K", "-", ".", r"\d", r"\W", r"\S", r"\.", "[a-c]", "[^a-k]", "[-b]",
                r"[\w\-]", "[K-]", "(?s:.)", "^", "$", "(?m:^)", "(?m:$)", "",
            ];
            let repetitions = ["*", "+", "?", "{2}", "{0,2}", "{2,}", "{1,3}?", "*?"];
            match self.below(if depth == 0 { 3 } else { 9 }) {
                0..3 => self.one(&atoms).to_owned(),
                3 => format!("(?:{}){}", self.pattern(depth - 1), self.one(&repetitions)),
                4 => format!("({}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
                5 => format!("(?i:{})", self.pattern(depth - 1)),
                _ => self.pattern(depth - 1) + &self.pattern(depth - 1),
            }
        }
    }

    #[test]
    fn it_matches_what_fancy_regex_matches() {
        let mut numbers = Numbers(1);
        let mut compared = 0;
        for _ in 0..1_000 {
            let pattern = numbers.pattern(4);
            let Ok(tree) = Expr::parse_tree(&pattern) else {
                continue;
            };
            assert!(is_common(&tree.expr, 50), "{pattern}");
            let Ok(full) = fancy_regex::Regex::new(&pattern) else {
                continue;
            };
            for _ in 0..20 {
                let length = numbers.below(10);
                let text: String = (0..length)
                    .map(|_| numbers.one(&["a", "b", "k", "K", "1", ".", "-", "\n", "_"]))
                    .collect();
                assert_eq!(
                    is_match(&tree.expr, &text),
                    full.is_match(&text).ok(),
                    "{pattern} in {text:?}"
                );
                compared += 1;
            }
        }
        assert!(compared > 15_000, "{compared}");
    }

    #[test]
    fn texts_and_searches_have_limits() {
        let expr = |pattern: &str| Expr::parse_tree(pattern).unwrap().expr;
        let text = "a".repeat(MAX_TEXT);
        assert_eq!(is_match(&expr("^a*$"), &text), Some(true));
        assert_eq!(is_match(&expr("a{128}"), &text), Some(false));
        assert_eq!(is_match(&expr("a"), &format!("{text}a")), None);
        let branches = format!("^(?:{}ab)*$", "b|".repeat(50));
        assert_eq!(is_match(&expr(&branches), "ababab"), Some(true));
        assert_eq!(is_match(&expr(&branches), &"ab".repeat(MAX_TEXT / 2)), None);
    }
}
