//! The keywords of the Guard language, for hovers.

/// Returns what a keyword does, in one or two sentences.
pub fn find(word: &str) -> Option<&'static str> {
    let same = |(names, _): &&(&[&str], &'static str)| names.contains(&word);
    KEYWORDS.iter().find(same).map(|(_, text)| *text)
}

const KEYWORDS: &[(&[&str], &str)] = &[
    (
        &["rule"],
        "Declares a rule: `rule NAME when CONDITIONS { CLAUSES }`. All its clauses must hold.",
    ),
    (
        &["let"],
        "Assigns a value, a query or the result of a function to a variable: `let NAME = VALUE`, used as `%NAME`.",
    ),
    (
        &["when"],
        "The conditions under which a rule or block is evaluated. If they do not hold, it is skipped.",
    ),
    (
        &["some", "SOME"],
        "One of the selected values is enough for the clause to hold.",
    ),
    (&["this"], "The current value."),
    (
        &["keys"],
        "In a filter, the keys of a map: `[ keys == /^aws/ ]`.",
    ),
    (&["not", "NOT"], "The clause must not hold."),
    (
        &["or", "OR"],
        "One of the clauses is enough. `or` binds more tightly than a new line.",
    ),
    (
        &["in", "IN"],
        "The value is an item of a list, is in a range, or is a substring of a string.",
    ),
    (
        &["exists", "EXISTS"],
        "The query finds a value; null is a value.",
    ),
    (
        &["empty", "EMPTY"],
        "The value is a string, list or map of length 0, or is missing.",
    ),
    (&["is_string", "IS_STRING"], "The value is a string."),
    (&["is_list", "IS_LIST"], "The value is a list."),
    (&["is_struct", "IS_STRUCT"], "The value is a map."),
    (&["is_bool", "IS_BOOL"], "The value is a boolean."),
    (&["is_int", "IS_INT"], "The value is an integer."),
    (&["is_float", "IS_FLOAT"], "The value is a float."),
    (&["is_null", "IS_NULL"], "The value is null."),
];
