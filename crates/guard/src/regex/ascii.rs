//! Matching of ASCII texts.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use fancy_regex::Expr;
use regex_automata::meta::{self, Regex};
use regex_automata::util::syntax;

use super::analysis::{is_common, size};
use super::backtracking;
use super::positions;

/// The maximum depth of an expression.
const MAX_DEPTH: usize = 50;
/// The maximum length of a case-insensitive needle: the search compares it at every offset of a text.
const MAX_ANY_CASE_NEEDLE: usize = 64;

/// The length up to which texts, such as names of types, are searched byte by byte.
const SHORT_TEXT: usize = 64;

/// The number of searches after which compiling the expression takes less time than further ones without.
const UNCOMPILED_SEARCHES: u32 = 32;

/// The number of threads that search with an expression without waiting for each other's memory.
const CAPACITY: usize = 8;

/// An expression that matches ASCII texts only.
#[derive(Debug)]
pub(super) struct AsciiRegex {
    needle: Needle,
    /// Whether the expression consists of the needle alone.
    is_literal: bool,
    /// The approximate number of states.
    size: u64,
    expr: Expr,
    /// The number of searches in texts with the needle.
    searches: AtomicU32,
    /// The expression, compiled without Unicode.
    compiled: OnceLock<Option<Regex>>,
}

/// A substring that every match contains.
#[derive(Debug, Default, Clone)]
struct Needle {
    text: String,
    any_case: bool,
}

impl AsciiRegex {
    /// Parses an expression; `None` if it may mean something else without Unicode.
    pub(super) fn of(text: &str) -> Option<AsciiRegex> {
        let tree = Expr::parse_tree(text).ok()?;
        if !is_common(&tree.expr, MAX_DEPTH) {
            return None;
        }
        let mut search = Search::default();
        let mut is_literal = search.literals_of(&tree.expr);
        search.cut();
        if search.longest.any_case && search.longest.text.len() > MAX_ANY_CASE_NEEDLE {
            search.longest = Needle::default();
            is_literal = false;
        }
        let size = size(&tree.expr);
        let needle = search.longest;
        let searches = AtomicU32::new(0);
        Some(AsciiRegex {
            is_literal,
            needle,
            size,
            expr: tree.expr,
            searches,
            compiled: OnceLock::new(),
        })
    }

    /// The steps that a search is charged as.
    pub(super) fn cost(&self, text: &str) -> u64 {
        backtracking::cost(self.size, text.len())
    }

    /// Whether the expression matches in an ASCII text; `None` if it does not compile.
    pub(super) fn is_match(&self, text: &str) -> Option<bool> {
        let contains_needle = self.needle.is_in(text);
        if self.is_literal || !contains_needle {
            return Some(contains_needle);
        }
        let is_new = self.searches.fetch_add(1, Ordering::Relaxed) < UNCOMPILED_SEARCHES;
        let found = is_new
            .then(|| positions::is_match(&self.expr, text))
            .flatten();
        found.or_else(|| self.is_match_compiled(text))
    }

    fn is_match_compiled(&self, text: &str) -> Option<bool> {
        let compiled = self.compiled.get_or_init(|| compile(&self.expr)).as_ref()?;
        Some(compiled.is_match(text))
    }
}

fn compile(expr: &Expr) -> Option<Regex> {
    let mut text = String::new();
    expr.to_str(&mut text, 0);
    let syntax = syntax::Config::new().unicode(false).utf8(false);
    // A full DFA takes ten times longer to build than everything else, and rules match few texts; the lazy DFA grows as
    // needed.
    // Without a capacity, the number of processors is read, from five files.
    let config = meta::Config::new()
        .utf8_empty(false)
        .dfa(false)
        .pool_capacity(CAPACITY);
    meta::Builder::new()
        .syntax(syntax)
        .configure(config)
        .build(&text)
        .ok()
}

impl Needle {
    fn is_in(&self, text: &str) -> bool {
        // In a short text, `contains` calls a comparison for each offset.
        if !self.any_case && text.len() > SHORT_TEXT {
            return text.contains(&self.text);
        }
        let (text, needle) = (text.as_bytes(), self.text.as_bytes());
        let Some(first) = needle.first() else {
            return true;
        };
        text.windows(needle.len()).any(|part| match self.any_case {
            true => part.eq_ignore_ascii_case(needle),
            false => part.first() == Some(first) && part == needle,
        })
    }
}

/// Collects the longest run of literals among the parts that every match contains.
#[derive(Default)]
struct Search {
    run: Needle,
    longest: Needle,
}

impl Search {
    /// Visits an expression; returns whether it consists of a single run of literals.
    fn literals_of(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Literal { val, casei } => {
                let whole = self.run.text.is_empty() || self.run.any_case == *casei;
                if !whole {
                    self.cut();
                }
                self.run.any_case = *casei;
                self.run.text.push_str(val);
                whole
            }
            Expr::Concat(parts) => parts.iter().filter(|part| !self.literals_of(part)).count() == 0,
            Expr::Group(inner) => self.literals_of(inner),
            Expr::Empty => true,
            _ => {
                self.cut();
                false
            }
        }
    }

    fn cut(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run.text.len() > self.longest.text.len() {
            self.longest = run;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_matches_what_fancy_regex_matches() {
        let patterns = [
            "",
            "a",
            "(?i)a",
            "(?i)Ks",
            "(?i)aB",
            "a(?i)b",
            "ab(?i)cd|x",
            "^a",
            "b$",
            "(?m)^b$",
            "a.b",
            "(?s)a.b",
            "a*b+",
            "(ab)+?c",
            "a|b|",
            r"\d{2}",
            r"\D",
            r"\w+-\W",
            r"\s",
            r"\S{3}",
            "[a-f0-9]",
            "[^a-z]",
            r"(?i)[^k]",
            "(?i)[k-s]",
            r"[\w\-]{1,4}:",
            r"x(\d|[a-c.]*)?\.y$",
            "a{2,}",
            "a{0}",
            "(?i)[s]",
            r"[\D\d]",
            "^$",
            "(a)(b)c",
            "a-b",
            r"\/x",
        ];
        let texts = [
            "", "a", "A", "ks", "KS", "ab", "aB", "AB", "abCD", "ba", "a\nb", "b\n", "\n", "12",
            "1", "w- ", "abc-d:", "x1.y", "xab.y", "xzz.y", " ", "\t\x0b", "\x1c", "_", "aaa",
            "abab c", "ababc", "~", "-", "\\", "x/x", "/x", "\u{7f}",
        ];
        for pattern in patterns {
            let regex =
                AsciiRegex::of(pattern).unwrap_or_else(|| panic!("{pattern} is not ASCII-only"));
            let full = fancy_regex::Regex::new(pattern).unwrap();
            for text in texts {
                let expected = Some(full.is_match(text).unwrap());
                assert_eq!(regex.is_match(text), expected, "{pattern} in {text:?}");
                assert_eq!(
                    regex.is_match_compiled(text),
                    expected,
                    "{pattern}, compiled, in {text:?}"
                );
            }
        }
    }

    #[test]
    fn the_needle_is_the_longest_literal() {
        let needle = |pattern: &str| {
            let regex = AsciiRegex::of(pattern).unwrap();
            (regex.needle.text, regex.needle.any_case, regex.is_literal)
        };
        assert_eq!(needle("(?i)none"), ("none".to_owned(), true, true));
        assert_eq!(
            needle(r"arn:aws[a-z]*:acm:\d{12}:certificate\/x"),
            (":certificate/x".to_owned(), false, false)
        );
        let long = "a".repeat(MAX_ANY_CASE_NEEDLE + 1);
        assert_eq!(
            needle(&format!("(?i){long}")),
            (String::new(), false, false)
        );
        assert!(
            AsciiRegex::of(&format!("(?i){long}"))
                .is_some_and(|regex| regex.is_match(&long) == Some(true))
        );
        assert_eq!(needle("^a(bc)d*|x"), (String::new(), false, false));
        assert_eq!(needle("^a(bc)d*x"), ("abc".to_owned(), false, false));
        assert!(
            AsciiRegex::of(r"\bx").is_none()
                && AsciiRegex::of("é").is_none()
                && AsciiRegex::of(r"(?i)\u{212A}").is_none()
        );
    }
}
