//! Static analysis of regular expressions.

use fancy_regex::{Assertion, Expr};

use super::class;

/// The largest weight; fancy-regex compiles up to 10 MiB. [`weight`] is at least twice the measured size of the parts.
const MAX_WEIGHT: usize = 10_000_000;
/// The maximum depth analyzed; fancy-regex rejects deeper expressions at some depth.
const MAX_DEPTH: usize = 50;
/// The maximum repetition count analyzed.
const MAX_REPETITIONS: usize = 10_000;

/// Whether fancy-regex is certain to compile an expression. Compiling takes a thousand times longer than this check.
pub fn compiles_for_certain(expr: &Expr) -> bool {
    is_common(expr, MAX_DEPTH) && weight(expr) <= MAX_WEIGHT
}

/// Whether all parts of an expression are valid and mean the same without Unicode on ASCII texts. Case folding crosses
/// the ASCII boundary only for `k` and `s`, which also fold within ASCII.
pub(super) fn is_common(expr: &Expr, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match expr {
        Expr::Empty | Expr::Any { .. } => true,
        Expr::Assertion(assertion) => matches!(
            assertion,
            Assertion::StartText
                | Assertion::EndText
                | Assertion::StartLine { crlf: false }
                | Assertion::EndLine { crlf: false }
        ),
        Expr::Literal { val, .. } => val.is_ascii(),
        Expr::Concat(all) | Expr::Alt(all) => all.iter().all(|part| is_common(part, depth)),
        Expr::Group(inner) => is_common(inner, depth),
        Expr::Repeat { child, lo, hi, .. } => {
            lo <= hi
                && *lo <= MAX_REPETITIONS
                && (*hi <= MAX_REPETITIONS || *hi == usize::MAX)
                && is_common(child, depth)
        }
        Expr::Delegate { inner, .. } => class::characters(inner, false).is_some(),
        _ => false,
    }
}

/// The approximate number of states of an expression.
pub(super) fn size(expr: &Expr) -> u64 {
    weight(expr) as u64 / 1_000
}

/// An upper bound of the compiled size in bytes, for [`is_common`] expressions.
fn weight(expr: &Expr) -> usize {
    let all = |parts: &[Expr]| parts.iter().map(weight).fold(1_000, usize::saturating_add);
    match expr {
        Expr::Any { .. } => 2_500,
        Expr::Concat(parts) | Expr::Alt(parts) => all(parts),
        Expr::Group(inner) => weight(inner).saturating_add(1_000),
        Expr::Repeat { child, lo, hi, .. } => {
            let times = if *hi == usize::MAX {
                lo.saturating_add(1)
            } else {
                *hi
            };
            weight(child)
                .saturating_add(1_000)
                .saturating_mul(times.max(1))
        }
        Expr::Delegate { inner, .. } => {
            let classes = [
                ("\\w", 110_000),
                ("\\W", 110_000),
                ("\\d", 30_000),
                ("\\D", 30_000),
                ("\\", 5_000),
            ];
            classes
                .iter()
                .filter(|(class, _)| inner.contains(class))
                .map(|(_, bytes)| bytes)
                .sum::<usize>()
                + 2_500
        }
        _ => 1_000,
    }
}

/// How many bytes an expression, with its lookaround, may read from one position; `None` if any number.
pub(super) fn reach(expr: &Expr) -> Option<u64> {
    const CHARACTER: u64 = char::MAX_LEN_UTF8 as u64;
    let sum = |parts: &[Expr]| {
        parts
            .iter()
            .map(reach)
            .try_fold(0, |sum: u64, part| sum.checked_add(part?))
    };
    match expr {
        Expr::Empty | Expr::Assertion(_) | Expr::KeepOut | Expr::ContinueFromPreviousMatchEnd => {
            Some(0)
        }
        Expr::Any { .. } => Some(CHARACTER),
        // Another case of a character may have more bytes.
        Expr::Literal { val, .. } => (val.len() as u64).checked_mul(CHARACTER),
        Expr::Delegate { size, .. } => (*size as u64).checked_mul(CHARACTER),
        Expr::Concat(parts) | Expr::Alt(parts) => sum(parts),
        Expr::Group(inner) | Expr::LookAround(inner, _) | Expr::AtomicGroup(inner) => reach(inner),
        Expr::Repeat { hi: usize::MAX, .. } => None,
        Expr::Repeat { child, hi, .. } => reach(child)?.checked_mul(*hi as u64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(pattern: &str) -> bool {
        compiles_for_certain(&Expr::parse_tree(pattern).unwrap().expr)
    }

    #[test]
    fn common_expressions_are_recognized() {
        for pattern in [
            r"arn:aws[a-z0-9\-]*:acm:[a-z0-9\-]+:\d{12}:certificate\/[\w\-]{1,64}",
            r"(.*)\.s3(-external-\d|[-\.][a-z]*-[a-z]*-[0-9])?\.amazonaws\.com(\.cn)?$",
            "(?i)none",
            "^[^a-z]$",
            "a|b|",
            "[a-]",
            "[-a]",
            "[^-a]",
            "[-]",
        ] {
            assert!(certain(pattern), "{pattern}");
        }
        for pattern in [
            "[z-a]",
            "[a-z&&[b]]",
            "[a--b]",
            "é",
            r"\bx",
            "(?=a)",
            r"(a)\1",
            "[é]",
            r"\pL",
            "[a-Z]",
            "[--a]",
            "[^]",
            "[]a]",
        ] {
            let tree = Expr::parse_tree(pattern);
            assert!(
                !tree.is_ok_and(|tree| compiles_for_certain(&tree.expr)),
                "{pattern}"
            );
        }
    }

    #[test]
    fn reach_is_bounded_without_repetition_and_references() {
        for (pattern, expected) in [
            (r"(?<!\w)password", Some(36)),
            ("(?=b)b", Some(8)),
            (r"(?i)(?<![a-z])secret", Some(28)),
            ("a{3}|.{2}", Some(20)),
            ("(?=.*b)b", None),
            (r"(a)\1", None),
        ] {
            assert_eq!(
                reach(&Expr::parse_tree(pattern).unwrap().expr),
                expected,
                "{pattern}"
            );
        }
    }

    #[test]
    fn certain_expressions_compile_up_to_the_maximum() {
        let parts = [
            ".",
            "(?s:.)",
            "[^a]",
            "(?i:[^a])",
            r"\s",
            r"\S",
            r"\d",
            r"\D",
            r"\w",
            r"\W",
            r"[^\d_]",
            r"[^\w\-]",
            r"[^\s\d\w]",
            r"[\W\d]",
            r"(?i:[\D])",
            "(a|b|)",
            "(?i:[a-z_\\-])",
            "(?:a*?)",
            "(?i:k)",
        ];
        for part in parts {
            let of = |times: usize| format!("{part}{{{times}}}");
            let (mut low, mut high) = (1, MAX_REPETITIONS + 1);
            while high - low > 1 {
                let middle = usize::midpoint(low, high);
                if certain(&of(middle)) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            assert!(
                fancy_regex::Regex::new(&of(low)).is_ok(),
                "{part} {low} times"
            );
        }
    }
}
