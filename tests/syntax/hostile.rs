//! Malicious documents result in an error in linear time, never in a panic.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Limits, Value};

/// Returns the message of the first error; empty if there is none.
fn error(text: &str) -> String {
    let arena = Bump::new();
    syntax::parse(&arena, text, "t.yaml")
        .errors
        .first()
        .map_or(String::new(), |error| error.message.to_string())
}

#[test]
fn nesting_is_limited() {
    let many = 100_000;
    let too_deep = "Template could not be parsed: there are more than 200 nested collections; this is not supported";
    for open in [
        "[", "{", "{a: ", "- ", "? ", "a: [", "!Sub [", "[{", "{\"a\": ", "[ ",
    ] {
        let text = open.repeat(many);
        assert!(!error(&text).is_empty(), "{open:?}");
    }
    for (open, close) in [
        ("[", "]"),
        ("{\"a\": ", "}"),
        ("{? ", "}"),
        ("[{a: ", "}]"),
        ("!Join [", "]"),
    ] {
        let text = format!("{}1{}", open.repeat(many), close.repeat(many));
        assert_eq!(error(&text), too_deep, "{open:?}");
    }
    assert_eq!(error(&"- ".repeat(many)), too_deep);
    let block: String = (0..1000)
        .map(|depth| format!("{}a:\n", " ".repeat(depth)))
        .collect();
    assert_eq!(error(&block), too_deep);
    let short = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(error(&short(200)), "");
    assert_eq!(error(&short(201)), too_deep);
    assert_eq!(
        error(&format!("{}x{}", "!A [".repeat(100), "]".repeat(100))),
        ""
    );
}

#[test]
fn aliases_cannot_blow_a_text_up() {
    let amplified = "Template resolves to more than 250000 nodes once YAML aliases are expanded; this is not supported \
                     and may indicate YAML alias amplification";
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..30 {
        let item = format!("*a{}", level - 1);
        laughs.push_str(&format!(
            "a{level}: &a{level} [{}]\n",
            [item.as_str(); 10].join(", ")
        ));
    }
    assert_eq!(error(&laughs), amplified);
    let mut merges = "a0: &a0 {k: v}\n".to_owned();
    for level in 1..60 {
        merges.push_str(&format!(
            "a{level}: &a{level} {{<<: [*a{0}, *a{0}]}}\n",
            level - 1
        ));
    }
    assert_eq!(error(&merges), amplified);
    let mut empty = "a0: &a0 {}\n".to_owned();
    for level in 1..60 {
        empty.push_str(&format!(
            "a{level}: &a{level} {{<<: [*a{0}, *a{0}]}}\n",
            level - 1
        ));
    }
    assert_eq!(error(&empty), "", "merging nothing is nothing");
    let mut chain = "l: [&a0 {k: v}\n".to_owned();
    for level in 1..20_000 {
        chain.push_str(&format!(", &a{level} {{<<: *a{}}}\n", level - 1));
    }
    chain.push_str("]\n<<: *a19999\n");
    assert!(
        error(&chain).ends_with("there are more than 200 nested merges; this is not supported")
    );
    assert!(error("a: &a [*a]").contains("found unconstructable recursive node"));
    assert_eq!(error("a: &a {<<: *a, b: 1}"), "", "as in cfn-lint");
    let plenty = format!("a: &a {{k: v}}\nb:\n{}", "- *a\n".repeat(100_000));
    assert_eq!(error(&plenty), "", "200,002 values");
    let too_many = format!("a: &a {{k: v}}\nb:\n{}", "- *a\n".repeat(125_000));
    assert_eq!(error(&too_many), amplified);
}

#[test]
fn long_things_are_read_in_linear_time() {
    let size = 300_000;
    let long = "k".repeat(size);
    assert_eq!(
        error(&format!("{long}: 1\n")),
        "mapping values are not allowed in this context"
    );
    assert_eq!(
        error(&format!("{{\"{long}\": 1}}")),
        "did not find expected ',' or '}'"
    );
    assert_eq!(error(&format!("? {long}\n: 1\n")), "");
    assert_eq!(error(&format!("a: {long}")), "");
    assert_eq!(error(&format!("a: |\n  {long}")), "");
    assert_eq!(error(&format!("{{\"a\": \"{long}\"}}")), "");
    for (piece, expected) in [
        ("\n", ""),
        (" ", ""),
        ("# c\n", ""),
        ("\t", "found character that cannot start any token"),
        (
            "---\n",
            "Template could not be parsed: expected a single document in the stream",
        ),
        ("%TAG !a! x\n", "found duplicate %TAG directive"),
        ("'", ""),
        ("''", ""),
        ("\"", "did not find expected <document start>"),
        ("a\n", ""),
        ("- a\n", ""),
        ("&a ", "did not find expected <document start>"),
        ("*a ", "Template could not be parsed: found undefined alias"),
        ("!a ", "did not find expected <document start>"),
        (
            "<<: 1\n",
            "Template could not be parsed: while constructing a mapping",
        ),
        ("\u{2028}", ""),
        ("\u{1f600}", ""),
        (
            "\0",
            "Template could not be parsed: unacceptable character #x0000",
        ),
        ("[],", "did not find expected <document start>"),
    ] {
        let found = error(&piece.repeat(size / piece.len()));
        assert!(
            found.starts_with(expected) && found.is_empty() == expected.is_empty(),
            "{piece:?}: {found}"
        );
    }
    let keys: String = (0..50_000).map(|n| format!("k{n}: 1\n")).collect();
    assert_eq!(error(&keys), "");
    assert_eq!(
        error(&format!("{keys}k5: 2\n")),
        "Duplicate found 'k5' (line 6)"
    );
    let tags: String = (0..20_000).map(|n| format!("%TAG !a{n}! x\n")).collect();
    assert_eq!(error(&format!("{tags}---\na: 1\n")), "");
    let same: String = "a: 1\n".repeat(50_000);
    let arena = Bump::new();
    assert_eq!(syntax::parse(&arena, &same, "t.yaml").errors.len(), 50_000);
}

#[test]
fn numbers_of_any_length() {
    let digits = |count: usize| "9".repeat(count);
    let arena = Bump::new();
    let text = format!("{{a: {}, b: -{}}}", digits(4300), digits(20));
    let tree = syntax::parse(&arena, &text, "t.yaml").tree.unwrap();
    assert!(
        matches!(tree.root.get("a").unwrap().value, Value::BigInt(found) if found == digits(4300))
    );
    assert!(matches!(
        tree.root.get("b").unwrap().value,
        Value::BigInt("-99999999999999999999")
    ));
    for number in [
        digits(4301),
        digits(1_000_000),
        format!("0x{}", "f".repeat(1_000_000)),
        "1:2".repeat(300_000),
    ] {
        assert!(
            error(&format!("a: {number}")).contains("Exceeds the limit (4300 digits)"),
            "{}",
            &number[..5]
        );
    }
    assert_eq!(error(&format!("a: 1.{}", digits(1_000_000))), "");
    assert_eq!(
        error(&format!("a: 1{}.5", ":0".repeat(200))),
        "Template could not be parsed: int too large to convert to float"
    );
}

#[test]
fn limits_are_said_plainly() {
    let arena = Bump::new();
    let said = |text: &str, limits: Limits| {
        syntax::parse_within(&arena, text, "t.yaml", &limits)
            .errors
            .first()
            .map(|error| error.message.clone())
    };
    let small = Limits {
        bytes: 10,
        ..Limits::default()
    };
    assert_eq!(
        said("a: 123456789", small).as_deref(),
        Some("Template could not be parsed: it has 12 bytes, more than the limit of 10; split it")
    );
    let few = Limits {
        nodes: 100,
        ..Limits::default()
    };
    for text in [format!("[{}1]", "1, ".repeat(200)), "- a\n".repeat(200)] {
        let expected =
            "Template could not be parsed: there are more than 100 nodes; this is not supported";
        assert_eq!(said(&text, few).as_deref(), Some(expected));
    }
}
