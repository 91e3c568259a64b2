//! Difficult documents, against recordings of PyYAML's C loader and cfn-lint's decoder (`scripts/syntax_cases.py`).

use super::dump;

#[derive(serde::Deserialize)]
struct Case {
    text: String,
    events: Vec<String>,
    decoded: Vec<String>,
}

fn cases() -> Vec<Case> {
    let recorded = include_str!("cases.jsonl");
    let cases: Vec<Case> = recorded
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(cases.len() > 150, "the cases were not found");
    cases
}

#[test]
fn events_are_libyamls() {
    for case in cases() {
        let found = dump::events(&case.text);
        assert_eq!(
            found.lines().collect::<Vec<_>>(),
            case.events,
            "{:?}",
            case.text
        );
    }
}

#[test]
fn trees_and_errors_are_cfn_lints() {
    for case in cases() {
        let found = dump::decoded(case.text.as_bytes(), "t.yaml");
        let same = found.len() == case.decoded.len()
            && found.iter().zip(&case.decoded).all(|(a, b)| agrees(a, b));
        assert!(
            same,
            "{:?}\nfound    {found:#?}\nexpected {:#?}",
            case.text, case.decoded
        );
    }
}

/// Whether a location matches. Any does if cfn-lint has none (`-`), or an invented one (`!GetAtt {a: b}`).
fn agrees(found: &str, expected: &str) -> bool {
    let value = |line: &str| line.split_once(' ').map(|(_, value)| value.to_owned());
    let placeless = expected.starts_with("- ") || expected.starts_with("2:2-2:2 dict");
    found == expected || placeless && value(found) == value(expected)
}

#[test]
fn a_forbidden_character_is_met_by_the_chunk() {
    // libyaml reads 16,384 bytes at once: a token error is reported first only if it is in an earlier chunk.
    let first = |text: &str| dump::events(text).lines().last().unwrap().to_owned();
    let fault = "a: ]\n";
    let fill = |length: usize| format!("#{}\n", "x".repeat(length - 2));
    assert_eq!(
        first(&format!("{fault}{}\u{7}", fill(100))),
        "ERROR reader 7 105"
    );
    let far = format!("{fault}{}\u{7}", fill(16_384));
    assert_eq!(
        first(&far),
        "ERROR parser while parsing a block node 0:3 / did not find expected node content 0:3"
    );
    // A two-byte character across the boundary belongs to the next chunk.
    let across = format!("{fault}{}\u{80}", fill(16_384 - 5 - 1));
    assert_eq!(across.len(), 16_385);
    assert_eq!(first(&across), first(&far));
}
