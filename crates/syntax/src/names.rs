//! Names in messages: shortened lists and suggestions.

use std::cmp::Reverse;

/// Lists the first `most` names and the number of the rest: `a, b and 3 more`.
pub fn listed<'n>(names: impl IntoIterator<Item = &'n str>, most: usize) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let shown = names
        .iter()
        .take(most)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().checked_sub(most) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}

/// Returns the most similar name, if any is similar enough to suggest.
pub fn nearest<'n>(unknown: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    most_like(unknown, names, 0.7)
}

/// Returns what to write in place of an unknown name: `` did you mean `Name`? ``, or what `otherwise` returns if no name is
/// similar.
pub fn instead<'n>(
    unknown: &str,
    names: impl IntoIterator<Item = &'n str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    nearest(unknown, names).map_or_else(otherwise, |near| format!("did you mean `{near}`?"))
}

/// Returns what to write in place of a name that is not among a few: the most similar one, or all.
pub fn one_of(unknown: &str, names: &[&str]) -> String {
    instead(unknown, names.iter().copied(), || {
        format!("expected one of {}", names.join(", "))
    })
}

/// The maximum number of names that are compared by their edit distance, which is quadratic in their length.
const COMPARED: usize = 20;
/// The maximum length of these names in bytes.
const LONGEST: usize = 100;

/// Returns the most similar name whose similarity is at least `alike` (0 to 1); the first one of equals. Of many names, only
/// those that share most of their beginning and end with the unknown one are compared.
pub fn most_like<'n>(
    unknown: &str,
    names: impl IntoIterator<Item = &'n str>,
    alike: f64,
) -> Option<&'n str> {
    let compared = compared(unknown, names);
    let unknown = unknown.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for name in compared {
        let likeness = strsim::normalized_damerau_levenshtein(&unknown, &name.to_lowercase());
        if likeness >= alike && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Returns the names to compare with an unknown one, in their order: at most `COMPARED` of at most `LONGEST` bytes.
fn compared<'n>(unknown: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    // The ratio of the lengths is an upper bound of the similarity.
    let is_close = |name: &&str| {
        let (short, long) = (unknown.len().min(name.len()), unknown.len().max(name.len()));
        short.saturating_mul(10) >= long.saturating_mul(7) && long <= LONGEST
    };
    let mut close: Vec<(usize, &str)> = names.into_iter().filter(is_close).enumerate().collect();
    if close.len() > COMPARED {
        close.sort_by_cached_key(|(_, name)| Reverse(shared_ends(name, unknown)));
        close.truncate(COMPARED);
        close.sort_unstable_by_key(|(index, _)| *index);
    }
    close.into_iter().map(|(_, name)| name).collect()
}

/// Returns the number of bytes that two names share at their beginning and end, ignoring case.
pub fn shared_ends(name: &str, other: &str) -> usize {
    let same = |(one, other): &(u8, u8)| one.eq_ignore_ascii_case(other);
    let begins = name.bytes().zip(other.bytes()).take_while(same).count();
    let ends = name
        .bytes()
        .rev()
        .zip(other.bytes().rev())
        .take_while(same)
        .count();
    begins.saturating_add(ends).min(name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_the_first_and_count_the_rest() {
        assert_eq!(listed(["a", "b"], 2), "a, b");
        assert_eq!(listed(["a", "b", "c"], 2), "a, b and 1 more");
        assert_eq!(listed([], 2), "");
    }

    #[test]
    fn the_nearest_name_is_like_the_unknown_one() {
        assert_eq!(
            nearest("encryptd", ["other", "Encrypted"]),
            Some("Encrypted")
        );
        assert_eq!(nearest("encryptd", ["versioned"]), None);
    }

    #[test]
    fn the_nearest_of_many_names_is_found() {
        let names: Vec<String> = (0..5000)
            .map(|number| format!("AWS::Service{number}::Topic"))
            .collect();
        let all = || names.iter().map(String::as_str).chain(["AWS::SNS::Topic"]);
        assert_eq!(nearest("AWS::SNS::Topics", all()), Some("AWS::SNS::Topic"));
        assert_eq!(nearest("aws::sns::tpoic", all()), Some("AWS::SNS::Topic"));
    }

    #[test]
    fn few_short_names_are_compared() {
        let names: Vec<String> = (0..5000)
            .map(|number| format!("Parameter{number}"))
            .collect();
        assert_eq!(
            compared("Parameter", names.iter().map(String::as_str)).len(),
            COMPARED
        );
        let long = "a".repeat(LONGEST + 1);
        assert!(compared(&long, [long.as_str()]).is_empty());
    }
}
