//! Validates regular expressions when a rules file is parsed.

use fancy_regex::{Expr, Regex};

use crate::regex::compiles_for_certain;

/// The maximum number of parts of an expression with expanded repetition counts.
const MAX_PARTS: usize = 100_000;

/// Checks that an expression is valid; the error is the reason why not.
pub fn check(pattern: &str) -> Result<(), String> {
    if is_plain(pattern) {
        return Ok(());
    }
    let tree = Expr::parse_tree(pattern).map_err(|error| error.to_string())?;
    if parts(&tree.expr) > MAX_PARTS {
        return Err("the repetition counts are too large".to_owned());
    }
    if compiles_for_certain(&tree.expr) {
        return Ok(());
    }
    Regex::new(pattern)
        .map(|_| ())
        .map_err(|error| error.to_string())
}

/// Whether the expression is simple enough to be certain to compile. Most are, and compiling takes a hundred times
/// longer than this check.
fn is_plain(pattern: &str) -> bool {
    let literal = |c: char| c.is_ascii_alphanumeric() || " !\"%&',/:;<=>@_`~".contains(c);
    let mut characters = pattern.chars().peekable();
    // Whether the previous part can be repeated.
    let mut repeatable = false;
    while let Some(character) = characters.next() {
        repeatable = match character {
            '^' | '$' => false,
            '.' => true,
            '*' | '+' | '?' if repeatable => false,
            '\\' if characters
                .next()
                .is_some_and(|next| ".*+?^$|()[]{}/-\\".contains(next)) =>
            {
                true
            }
            _ if literal(character) => true,
            _ => return false,
        };
    }
    pattern.len() <= 1000
}

/// An upper bound of the number of compiled parts.
fn parts(expr: &Expr) -> usize {
    match expr {
        Expr::Concat(all) | Expr::Alt(all) => all.iter().map(parts).fold(1, usize::saturating_add),
        Expr::Group(inner) | Expr::AtomicGroup(inner) | Expr::LookAround(inner, _) => {
            parts(inner).saturating_add(1)
        }
        Expr::Repeat { child, lo, hi, .. } => {
            let times = if *hi == usize::MAX {
                lo.saturating_add(1)
            } else {
                *hi
            };
            parts(child).saturating_add(1).saturating_mul(times.max(1))
        }
        Expr::Conditional {
            condition,
            true_branch,
            false_branch,
        } => [condition, true_branch, false_branch]
            .into_iter()
            .map(|branch| parts(branch))
            .fold(1, usize::saturating_add),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_expressions_compile() {
        for pattern in [
            "",
            "^a.*b+$",
            r"\.\*\/",
            "arn:aws:s3:::x",
            "a?",
            "a-b",
            "a{",
            "(a)",
        ] {
            assert!(
                !is_plain(pattern) || Regex::new(pattern).is_ok(),
                "{pattern}"
            );
        }
        assert!(is_plain("^arn:.*$"));
        assert!(!is_plain("a**"));
    }

    #[test]
    fn invalid_expressions_are_rejected() {
        for pattern in ["(", "a**b(", "[", r"(?<=a*)b", r"\1", "(?=a){1000}{1000}"] {
            assert!(check(pattern).is_err(), "{pattern}");
        }
        for pattern in [r"\d{1,3}", "(?=a)b", r"(a)\1", "(?i)x", "[a-z]"] {
            assert_eq!(check(pattern), Ok(()), "{pattern}");
        }
    }
}
