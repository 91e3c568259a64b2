//! The direct reader against the exact one, which the recorded cases in `tests/syntax/` compare with libyaml.

use bumpalo::Bump;
use proptest::prelude::*;

use super::{Run, read};
use crate::limits::Limits;
use crate::yaml;

/// Returns whether the direct reader reads a text.
///
/// # Panics
/// Panics if the exact reader reads it in another way.
fn is_read(text: &str) -> bool {
    let arena = Bump::new();
    let Some(tree) = read(&arena, text, &Limits::default()) else {
        return false;
    };
    let yaml::Read::Done(exact) = yaml::read(&arena, text, &Limits::default()) else {
        panic!("an error: {text:?}")
    };
    assert!(exact.errors.is_empty(), "{:?}: {text:?}", exact.errors);
    assert_eq!(
        format!("{tree:?}"),
        format!("{:?}", exact.tree.unwrap()),
        "{text:?}"
    );
    true
}

#[test]
fn ordinary_documents_are_read() {
    for text in [
        "a: b",
        "a: b\n",
        "\u{feff}a: b\n",
        "---\na: b\n",
        "--- # c\n# d\n\na: b\n  ",
        "a:\n  b:\n    c: d\n ",
        "a:\n- b\n-\n- - c\n  - d: e\n    f: g\nh: i",
        "- a: b\n  c:\n  - d\n- e\n",
        "a:\nb:\n  - \n  -\nc: # c\n",
        "a: b c  # d\ne: f#g\nh : i\n",
        "a: b\n  c\n\n\n  d: \n".trim_end_matches(": \n"),
        "a: http://b:80/c\nd: :e\nf: -g\nh: ?i\n",
        "a: \"b\"\nc: 'd''e'\n\"f\": \"g\\n\\u00e9\\x41\"\n",
        "a: \"\\ud83d\\ude00 \\uDBFF\\uDFFF\"\n",
        "a: \"b \n\n  c\\\n   d\\\n\n e \"\nf: ' \n g'\n",
        "a: |\n  b\n   c\n\n  d\n\n\ne: >-\n  b\n  c\n\n   d\n  e\nf: |+\n  g\n\n",
        "a: |2\n   b\nc: >1-\n b\nd: |-2 # c\n    e\nf: |\ng: >\n",
        "a: |\n  b\n  ",
        "a: |\n  b",
        "a: !Ref b\nc: !Sub\n  - d\n  - {e: f}\ng: !Join\n- ''\n- - h\ni: !GetAtt j.k.l\n",
        "a: !GetAZs\nb: !If [c, !Ref d, !GetAZs ]\ne: !Rain::Embed f\n",
        "a: !Foo\n  b: c\nd: !Sub |\n  e\nf:\n  !Ref\n  g\n",
        "a: [b, \"c\" , 'd', {e: f, \"g\":h, }, [], {}, i j,\n  k\n l, m: n, # c\n\t\"o\"\t: p]\nq: {r: s} # t\n",
        "{\"a\": [1, -2.5, true, null, \"b\\\"\"],\n\t\"c\": {}}\n\n",
        "a: 012\nb: 1_0\nc: 2012-10-17\nd: ~\ne: yes\nf: .inf\n80: g\n1.5: h\nyes: i\n2012-10-17: j\n",
        "\u{e9}: \u{20ac} \u{1f600} # \u{e9}\nb: '\u{e9}' # c\n\"\u{e9}f\": c\n",
    ] {
        assert!(is_read(text), "{text:?}");
    }
}

#[test]
fn other_documents_are_left_to_the_exact_reader() {
    for text in [
        "",
        "a",
        "~",
        "|\n a\n",
        "a: &b c\n",
        "a: *b\n",
        "<<: {a: b}\n",
        "=: a\n",
        "~: a\n",
        "? a\n: b\n",
        "a: !!int 1\n",
        "a: b\na: c\n",
        "{a: b, a: c}\n",
        "1: b\n1.0: c\n",
        "a: b\n---\nc: d\n",
        "a: b\n...\n",
        "---#\na: b\n",
        "--- a: b\n",
        "%YAML 1.1\n---\na: b\n",
        "a: b\r\nc: d\n",
        "a: b\u{85}c: d\n",
        "a: b\u{2028}c: d\n",
        "a: \u{7}\n",
        "# \u{7}\na: b\n",
        "a: \"\\d\"\n",
        "a: \"\\ud83d\"\n",
        "a: \"\\ud83d\\ud83d\"\n",
        "a: \"\\ude00\\ud83d\"\n",
        "a: b: c\n",
        "a: - b\n",
        "a: b\n  c: d\n",
        "a:\n  b: c\n d: e\n",
        "a: 'b' c\n",
        "a:\n\tb: c\n",
        "-\ta\n",
        "a: [b\n",
        "a: [b]]\n",
        "a: {b: c: d}\n",
        "a: \"b\n---\n\"\n",
        "a: 2012-13-01\n",
        "a: !GetAtt {}\n",
    ] {
        assert!(!is_read(text), "{text:?}");
    }
    let key = "k".repeat(1025);
    for text in [
        format!("{key}: a\n"),
        format!("{{{key}: a}}\n"),
        format!("a:\n  \"{key}\": b\n"),
    ] {
        assert!(!is_read(&text));
    }
}

#[test]
fn limits_are_those_of_the_exact_reader() {
    let arena = Bump::new();
    let is_read = |text: &str, limits: &Limits| read(&arena, text, limits).is_some();
    let nested = |depth: usize| format!("a: {}{}\n", "[".repeat(depth - 1), "]".repeat(depth - 1));
    assert!(is_read(&nested(200), &Limits::default()));
    assert!(!is_read(&nested(201), &Limits::default()));
    let block = |depth: usize| format!("{}a: b\n", "- ".repeat(depth - 1));
    assert!(is_read(&block(200), &Limits::default()));
    assert!(!is_read(&block(201), &Limits::default()));
    let tags = |depth: usize| format!("a: {}!B c{}\n", "!A [".repeat(depth), "]".repeat(depth));
    assert!(!is_read(
        &tags(99),
        &Limits {
            depth: 200,
            ..Limits::default()
        }
    ));
    assert!(is_read(
        &tags(98),
        &Limits {
            depth: 200,
            ..Limits::default()
        }
    ));
    let few = Limits {
        nodes: 6,
        aliased_nodes: 5,
        ..Limits::default()
    };
    assert!(is_read("a: [b, c, d]\n", &few));
    assert!(!is_read("a: [b, c, d, e]\n", &few));
    assert!(!is_read("a: [b, c, '&']\n", &few));
}

#[test]
fn runs_end_at_their_first_byte() {
    let ends = |run: Run, byte: u8| match run {
        _ if !(0x20..0x7F).contains(&byte) => true,
        Run::Line => false,
        Run::Block => b" :".contains(&byte),
        Run::Flow => b" :,[]{}".contains(&byte),
        Run::Single => byte == b'\'',
        Run::Double => b"\"\\".contains(&byte),
    };
    for run in [Run::Line, Run::Block, Run::Flow, Run::Single, Run::Double] {
        for (byte, length) in
            (0..=u8::MAX).flat_map(|byte| (0..24).map(move |length| (byte, length)))
        {
            let mut text = vec![b'x'; length];
            text.extend([byte, b'y', b'z', b'\n']);
            let expected = if ends(run, byte) { length } else { length + 3 };
            assert_eq!(run.length(&text), expected, "{run:?} {byte:#x}");
            let end = text.get(..=length).unwrap();
            assert_eq!(
                run.length(end),
                if ends(run, byte) { length } else { length + 1 },
                "{run:?} {byte:#x}"
            );
        }
    }
}

const PIECES: &[&str] = &[
    "a",
    "b c",
    "d: ",
    "e: f\n",
    "\n",
    "\n  ",
    "\n    ",
    "\n- ",
    "\n\n",
    " ",
    "  ",
    "\t",
    ": ",
    ":",
    "- ",
    "-",
    "? ",
    "#",
    " # c\n",
    "[",
    "]",
    "{",
    "}",
    ", ",
    ",",
    "[a, b]",
    "{a: b}",
    "\"",
    "'",
    "''",
    "\"a b\"",
    "'a'",
    "\\",
    "\\n",
    "\\\n",
    "\\u00e9",
    "|\n",
    "|-\n  ",
    ">\n  ",
    ">+\n",
    "|2\n",
    "!Ref ",
    "!Sub\n",
    "!GetAtt A.B",
    "!If [",
    "&a ",
    "*a",
    "<<: ",
    "~",
    "12",
    "012",
    "1.5",
    "2012-10-17",
    "yes",
    "---\n",
    "...",
    "%",
    "@",
    "\u{e9}",
    "\u{2028}",
    "\u{85}",
    "\u{feff}",
    "\r\n",
    "\0",
    "\u{1f600}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trees_are_those_of_the_exact_reader(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24)) {
        is_read(&pieces.concat());
        is_read(&format!("a:\n  {}", pieces.concat()));
    }
}
