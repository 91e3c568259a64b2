//! Fuzzy constraints, `(?:foo){e<=1}`. Fuzzy matching is not supported, but the syntax of constraints determines which
//! patterns are rejected: `regex` reads every `{` before `d`, `e`, `i` or `s` as one, and fails on `^{env}-x$`.

use super::PatternError;
use super::parse::Parser;
use super::source::ParseStop;

/// A constraint in braces.
pub(super) struct Fuzzy {
    /// Whether the constraint allows any errors: `{e<=0}` does not and has no effect.
    pub(super) allows_errors: bool,
}

/// Minimum and maximum number of errors by kind (`d`, `e`, `i`, `s`).
#[derive(Default)]
struct Constraints {
    limits: Vec<(char, u64, Option<u64>)>,
    equation: bool,
}

const LIMIT: u64 = 0xffff_ffff;

impl Parser<'_> {
    /// Parses a constraint after a `{` that does not start a quantifier; returns `None` if the brace is a literal.
    pub(super) fn fuzzy(&mut self) -> Result<Option<Fuzzy>, ParseStop> {
        let before = self.source.at;
        let mut constraints = Constraints::default();
        match self.fuzzy_items(&mut constraints) {
            Ok(()) => {}
            Err(ParseStop::OtherConstruct) => {
                self.source.at = before;
                return Ok(None);
            }
            refused => refused?,
        }
        if self.source.matches(":") {
            self.fuzzy_test()?;
        }
        if !self.source.matches("}") {
            return self.source.refuse("expected }", self.source.at);
        }
        let none = |kind: char| constraints.limits.contains(&(kind, 0, Some(0)));
        let allows_errors = !(none('e') || (none('s') && none('i') && none('d')));
        Ok(Some(Fuzzy { allows_errors }))
    }

    fn fuzzy_items(&mut self, constraints: &mut Constraints) -> Result<(), ParseStop> {
        loop {
            let before = self.source.at;
            match self.cost(constraints) {
                Err(ParseStop::OtherConstruct) => {
                    self.source.at = before;
                    self.equation(constraints)?;
                }
                done => done?,
            }
            if !self.source.matches(",") {
                return Ok(());
            }
        }
    }

    /// Parses `e`, `e<=2` or `1<=e<=2`.
    fn cost(&mut self, constraints: &mut Constraints) -> Result<(), ParseStop> {
        let before = self.source.at;
        match self.source.get() {
            Some(c) if c.is_ascii_alphabetic() => {
                let kind = kind(constraints, Some(c))?;
                let Some(inclusive) = self.compare() else {
                    constraints.limits.push((kind, 0, None));
                    return Ok(());
                };
                let at = self.source.at;
                let most = self
                    .limit()?
                    .checked_sub(u64::from(!inclusive))
                    .filter(|most| *most <= LIMIT);
                let Some(most) = most else {
                    return self.source.refuse("bad fuzzy cost limit", at);
                };
                constraints.limits.push((kind, 0, Some(most)));
            }
            Some(c) if c.is_ascii_digit() => {
                self.source.at = before;
                let least = self.limit()?;
                let least_inclusive = self.compare().ok_or(ParseStop::OtherConstruct)?;
                let next = self.source.get();
                let kind = kind(constraints, next)?;
                let inclusive = self.compare().ok_or(ParseStop::OtherConstruct)?;
                let at = self.source.at;
                let most = self.limit()?.checked_sub(u64::from(!inclusive));
                let least = least.saturating_add(u64::from(!least_inclusive));
                let Some(most) = most.filter(|most| least <= *most) else {
                    return self.source.refuse("bad fuzzy cost limit", at);
                };
                constraints.limits.push((kind, least, Some(most)));
            }
            _ => return Err(ParseStop::OtherConstruct),
        }
        Ok(())
    }

    fn limit(&mut self) -> Result<u64, ParseStop> {
        let at = self.source.at;
        let digits = self.source.digits();
        if digits.is_empty() {
            return self.source.refuse("bad fuzzy cost limit", at);
        }
        Ok(digits.parse().unwrap_or(u64::MAX))
    }

    /// Parses `<=` (true) or `<` (false).
    fn compare(&mut self) -> Option<bool> {
        if self.source.matches("<=") {
            return Some(true);
        }
        self.source.matches("<").then_some(false)
    }

    /// Parses `2i+2d+1s<=4`.
    fn equation(&mut self, constraints: &mut Constraints) -> Result<(), ParseStop> {
        if constraints.equation {
            return self
                .source
                .refuse("more than one cost equation", self.source.at);
        }
        let mut seen = Vec::new();
        loop {
            self.source.digits();
            match self.source.get() {
                Some(c @ ('d' | 'i' | 's')) if seen.contains(&c) => {
                    return self.source.refuse("repeated fuzzy cost", self.source.at);
                }
                Some(c @ ('d' | 'i' | 's')) => seen.push(c),
                Some(_) => return Err(ParseStop::OtherConstruct),
                None => {}
            }
            if !self.source.matches("+") {
                break;
            }
        }
        let inclusive = self.compare().ok_or(ParseStop::OtherConstruct)?;
        let digits = self.source.digits();
        if digits.is_empty() {
            // `regex` fails on the missing number with the message of Python's `int`.
            let message = "invalid literal for int() with base 10: ''";
            return Err(ParseStop::Refused(PatternError::Raised(message.to_owned())));
        }
        let most = digits
            .parse::<u64>()
            .unwrap_or(u64::MAX)
            .checked_sub(u64::from(!inclusive));
        if most.is_none_or(|most| most > LIMIT) {
            return self.source.refuse("bad fuzzy cost limit", self.source.at);
        }
        constraints.equation = true;
        Ok(())
    }

    /// Parses the character class that a constraint applies to.
    fn fuzzy_test(&mut self) -> Result<(), ParseStop> {
        let before = self.source.at;
        match self.source.get() {
            Some('\\') => self.escape().map(|_| ()),
            Some('[') => self.set().map(|_| ()),
            Some('.') => Ok(()),
            None | Some('(' | ')' | '|' | '?' | '*' | '+' | '{' | '^' | '$' | '#') => {
                self.source.refuse("expected character set", before)
            }
            Some(_) => Ok(()),
        }
    }
}

/// Checks the kind of error that a constraint limits; each can occur once.
fn kind(constraints: &Constraints, c: Option<char>) -> Result<char, ParseStop> {
    match c {
        // `regex` treats the end of the pattern as a kind, and then reports the missing text after it.
        None => Ok(' '),
        Some(c @ ('d' | 'e' | 'i' | 's'))
            if !constraints.limits.iter().any(|(kind, ..)| *kind == c) =>
        {
            Ok(c)
        }
        Some(_) => Err(ParseStop::OtherConstruct),
    }
}
