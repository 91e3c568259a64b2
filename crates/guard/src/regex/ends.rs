//! What an expression asks of the beginning and the end of a text. It decides many texts when only these are known:
//! `:policy\/(Admin|Power)$` matches no text that ends in `:policy/ReadOnly`.

use fancy_regex::{Assertion, Expr};

/// The maximum number of texts that a part of an expression is written out to, and of bytes in one of them.
const MAX_TEXTS: usize = 64;
const MAX_BYTES: usize = 256;

/// What an expression asks of both ends of a text.
#[derive(Debug, Default)]
pub(super) struct Ends {
    start: Option<Vec<Required>>,
    end: Option<Vec<Required>>,
    /// Whether letters may have another case.
    is_insensitive: bool,
}

/// A text that has to be at one end.
#[derive(Debug)]
struct Required {
    text: String,
    extent: Extent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The expression asks for more than that.
    Part,
    /// A text with this end matches.
    Only,
    /// The whole text is equal to it.
    Whole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Start,
    End,
}

impl Ends {
    pub(super) fn of(pattern: &str) -> Ends {
        let Ok(tree) = Expr::parse_tree(pattern) else {
            return Ends::default();
        };
        Ends {
            start: required(&tree.expr, Side::Start),
            end: required(&tree.expr, Side::End),
            is_insensitive: is_insensitive(&tree.expr),
        }
    }

    /// Returns whether the expression has the same result for all texts with this beginning and end, which do not overlap.
    pub(super) fn decide(&self, prefix: &str, suffix: &str) -> bool {
        if self.is_insensitive && !(prefix.is_ascii() && suffix.is_ascii()) {
            return false;
        }
        let excluded = |all: &Option<Vec<Required>>, side| {
            all.as_ref().is_some_and(|all| {
                !all.iter()
                    .any(|one| self.is_possible(one, (prefix, suffix), side))
            })
        };
        let is_certain = |all: &Option<Vec<Required>>, side| {
            let known = if side == Side::Start { prefix } else { suffix };
            let is_there =
                |one: &Required| one.extent == Extent::Only && is_at(known, &one.text, side, false);
            all.iter().flatten().any(is_there)
        };
        [(&self.start, Side::Start), (&self.end, Side::End)]
            .into_iter()
            .any(|(all, side)| excluded(all, side) || is_certain(all, side))
    }

    fn is_possible(&self, one: &Required, (prefix, suffix): (&str, &str), side: Side) -> bool {
        let (text, ignores) = (&one.text, self.is_insensitive);
        if ignores && !text.is_ascii() {
            return true;
        }
        if one.extent == Extent::Whole {
            let known = prefix.len().saturating_add(suffix.len());
            return text.len() >= known
                && is_at(text, prefix, Side::Start, ignores)
                && is_at(text, suffix, Side::End, ignores);
        }
        let known = if side == Side::Start { prefix } else { suffix };
        is_at(known, text, side, ignores)
            || (known.len() < text.len() && is_at(text, known, side, ignores))
    }
}

/// Returns whether a text has another one at one end.
fn is_at(text: &str, part: &str, side: Side, ignores_case: bool) -> bool {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let Some(rest) = text.len().checked_sub(part.len()) else {
        return false;
    };
    let own = match side {
        Side::Start => text.get(..part.len()),
        Side::End => text.get(rest..),
    };
    own.is_some_and(|own| own == part || (ignores_case && own.eq_ignore_ascii_case(part)))
}

/// Returns texts, one of them at an end of every text that matches; `None` if any end can match.
fn required(expr: &Expr, side: Side) -> Option<Vec<Required>> {
    match expr {
        Expr::Alt(branches) => {
            let mut all = Vec::new();
            for branch in branches {
                all.extend(required(branch, side)?);
                if all.len() > MAX_TEXTS {
                    return None;
                }
            }
            Some(all)
        }
        Expr::Group(inner) => required(inner, side),
        Expr::Concat(parts) => {
            let (anchor, far) = match side {
                Side::Start => (Assertion::StartText, Assertion::EndText),
                Side::End => (Assertion::EndText, Assertion::StartText),
            };
            let mut inwards: Vec<&Expr> =
                parts.iter().filter(|part| **part != Expr::Empty).collect();
            if side == Side::End {
                inwards.reverse();
            }
            let (first, rest) = inwards.split_first()?;
            if **first != Expr::Assertion(anchor) {
                return None;
            }
            let (mut all, mut extent) = (vec![String::new()], Extent::Only);
            for part in rest {
                if **part == Expr::Assertion(far) {
                    extent = Extent::Whole;
                    break;
                }
                let joined = texts(part).and_then(|own| match side {
                    Side::Start => joined(&all, &own),
                    Side::End => joined(&own, &all),
                });
                let Some(longer) = joined else {
                    extent = Extent::Part;
                    break;
                };
                all = longer;
            }
            Some(
                all.into_iter()
                    .map(|text| Required { text, extent })
                    .collect(),
            )
        }
        _ => None,
    }
}

/// Returns all texts that an expression matches, if they are few.
fn texts(expr: &Expr) -> Option<Vec<String>> {
    match expr {
        Expr::Empty => Some(vec![String::new()]),
        Expr::Literal { val, .. } => Some(vec![val.clone()]),
        Expr::Delegate { inner, .. } => {
            let one = inner.strip_prefix('[')?.strip_suffix(']')?;
            let mut chars = one.chars();
            let char = chars
                .next()
                .filter(|char| !matches!(char, '^' | '\\' | '['))?;
            chars.next().is_none().then(|| vec![char.to_string()])
        }
        Expr::Group(inner) => texts(inner),
        Expr::Concat(parts) => parts
            .iter()
            .try_fold(vec![String::new()], |all, part| joined(&all, &texts(part)?)),
        Expr::Alt(branches) => {
            let all: Option<Vec<Vec<String>>> = branches.iter().map(texts).collect();
            Some(all?.concat()).filter(|all| all.len() <= MAX_TEXTS)
        }
        Expr::Repeat {
            child,
            lo: 0,
            hi: 1,
            ..
        } => {
            let mut all = texts(child)?;
            all.push(String::new());
            Some(all)
        }
        _ => None,
    }
}

/// Returns each text of one list before each of another.
fn joined(one: &[String], other: &[String]) -> Option<Vec<String>> {
    if one.len().saturating_mul(other.len()) > MAX_TEXTS {
        return None;
    }
    let all: Vec<String> = one
        .iter()
        .flat_map(|one| other.iter().map(move |other| format!("{one}{other}")))
        .collect();
    all.iter()
        .all(|text| text.len() <= MAX_BYTES)
        .then_some(all)
}

fn is_insensitive(expr: &Expr) -> bool {
    match expr {
        Expr::Literal { casei, .. } | Expr::Delegate { casei, .. } => *casei,
        Expr::Concat(all) | Expr::Alt(all) => all.iter().any(is_insensitive),
        Expr::Group(inner) | Expr::Repeat { child: inner, .. } => is_insensitive(inner),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: &[&str] = &[
        r"\/0+$",
        r"\/0$",
        r"^[*]$",
        r"^[^*?]*$",
        r"(?i)^(udp|icmp)$",
        r"^arn:",
        r":iam::aws:policy\/(Admin|Power|job-function\/Sys)$",
        r"^arn:.*:(kms|[*]):.*:([*]|(key|alias)\/[*])$",
        r"[*?]",
        r"a|b$",
        r"(a|b)$",
        r"^a$|^b$",
        r"(?i)FALSE$",
        r"^(a|)b?c$",
        r"",
        r"$",
        r"^",
        r"(?m)a$",
        r"a\z",
        r"\bpolicy$",
        r"^(?!x)a$",
        r"aws:kms$",
        r"(?i)k$",
    ];
    const PARTS: &[&str] = &[
        "",
        "*",
        "a",
        "b",
        "c",
        "k",
        "\u{212a}",
        "/0",
        "0",
        "/32",
        "arn:",
        "arn:aws:kms:",
        ":key/*",
        ":*",
        "udp",
        "UDP",
        ":iam::aws:policy/Admin",
        "policy/Admin",
        ":iam::aws:policy/ReadOnly",
        "x",
        "false",
        "aws:kms",
        "\n",
        "ac",
        "bc",
    ];

    #[test]
    fn what_is_decided_holds_for_every_text_in_between() {
        let mut decided = 0;
        for pattern in PATTERNS {
            let (ends, regex) = (Ends::of(pattern), fancy_regex::Regex::new(pattern).unwrap());
            for (prefix, suffix) in PARTS
                .iter()
                .flat_map(|one| PARTS.iter().map(move |other| (one, other)))
            {
                if !ends.decide(prefix, suffix) {
                    continue;
                }
                decided += 1;
                let matches = |middle: &str| {
                    regex
                        .is_match(&format!("{prefix}{middle}{suffix}"))
                        .unwrap()
                };
                for (one, other) in PARTS
                    .iter()
                    .flat_map(|one| PARTS.iter().map(move |other| (one, other)))
                {
                    let middle = format!("{one}{other}");
                    assert_eq!(
                        matches(&middle),
                        matches(""),
                        "{pattern}: {prefix:?} {middle:?} {suffix:?}"
                    );
                }
            }
        }
        assert!(decided > 1000, "{decided}");
    }

    #[test]
    fn ends_that_differ_decide() {
        let decide =
            |pattern: &str, prefix: &str, suffix: &str| Ends::of(pattern).decide(prefix, suffix);
        assert!(decide(
            r":policy\/(Admin|Power)$",
            "arn:",
            ":policy/ReadOnly"
        ));
        assert!(decide(r":policy\/(Admin|Power)$", "arn:", ":policy/Power"));
        assert!(!decide(r":policy\/(Admin|Power)$", "arn:", "Power"));
        assert!(decide(r"\/0$", "", "/32") && !decide(r"\/0$", "10.", ""));
        assert!(decide(r"^[*]$", "arn:", "") && !decide(r"^[*]$", "", ""));
    }
}
