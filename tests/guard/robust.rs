//! Data and rules that cfn-guard rejects, or on which it panics or does not terminate.

use bumpalo::Bump;
use cfn_warden_guard::{Language, unit_test};
use cfn_warden_syntax as syntax;

use super::{Verdicts, verdicts_as};

fn verdicts(rules: &str, data: &str) -> Result<Verdicts, String> {
    verdicts_as(Language::default(), rules, data)
}

fn verdict(rules: &str, data: &str) -> String {
    let found = verdicts(rules, data).unwrap_or_else(|error| panic!("{rules}: {error}"));
    found["r"][0].as_str().to_owned()
}

/// This expression requires backtracking to fail, and each letter doubles the number of steps.
const ENDLESS: &str = r"/^(a|a)*\1$/";

fn endless() -> String {
    format!("{{\"s\": \"{}b\", \"other\": \"x\"}}", "a".repeat(60))
}

#[test]
fn aliases_and_merge_keys_are_read() {
    let data = "base: &base {Type: T, Size: 5}\nsame: *base\nmore: {<<: *base, Size: 6}\nlist: [&one 1, *one]\n";
    let rules =
        "rule r { same == base same.Size == 5 more.Type == 'T' more.Size == 6 list == [1, 1] }";
    assert_eq!(verdict(rules, data), "PASS");
    // Each level refers to the one below twice: aliases must not be expanded.
    let levels: String = (1..40)
        .map(|at| format!("l{at}: &l{at} [*l{}, *l{}]\n", at - 1, at - 1))
        .collect();
    let found = verdicts("rule r { l39 exists }", &format!("l0: &l0 [1]\n{levels}"));
    assert!(
        found.is_err_and(|error| error.contains("read")),
        "aliases that grow without bound are refused"
    );
}

#[test]
fn expressions_that_take_too_many_steps_fail_their_clause() {
    for rules in [
        format!("rule r {{ s == {ENDLESS} }}"),
        format!("rule r {{ s != {ENDLESS} }}"),
        format!("rule r {{ s in ['y', {ENDLESS}] }}"),
        format!("rule r {{ s not in ['y', {ENDLESS}] }}"),
        format!("let none = {ENDLESS}\nrule p(x) {{ s != %x }}\nrule r {{ p({ENDLESS}) }}"),
        format!("rule r when s == {ENDLESS} {{ other exists }}"),
        format!("rule r {{ this[ keys == /^o/ ] exists s == {ENDLESS} }}"),
        r"let v = regex_replace(s, '^(a|a)*\1$', 'x') rule r { %v == 'x' }".to_owned(),
    ] {
        assert_eq!(verdict(&rules, &endless()), "FAIL", "{rules}");
    }
    // A failing clause does not affect others.
    let rules = format!("rule bad {{ s == {ENDLESS} }}\nrule r {{ other == 'x' }}");
    assert_eq!(verdict(&rules, &endless()), "PASS");
}

#[test]
fn lookaround_on_long_and_many_texts_is_cheap() {
    let rules = r"rule r { this !empty this.* != /(?<!\w)password/ this.* != /(?i)(?<![a-z])secret/ this.* != /(?=b)b/ }";
    let data = |count: usize, length: usize| {
        let texts: Vec<String> = (0..count)
            .map(|at| format!("\"k{at}\": \"{}\"", "a ".repeat(length / 2)))
            .collect();
        format!("{{{}}}", texts.join(","))
    };
    for (count, length) in [(1, 400_000), (10, 27_000), (200, 2_000), (4_000, 400)] {
        assert_eq!(
            verdict(rules, &data(count, length)),
            "PASS",
            "{count} texts of {length} bytes"
        );
    }
}

#[test]
fn filters_on_maps_and_literals_that_fail_do_not_panic() {
    let data = "m: {a: {x: 1}, b: {x: 2}}\nl: [{x: 1}]\n";
    for (rules, expected) in [
        ("rule r { m.*[ x > 0 ][ x == 1 ] exists }", "PASS"),
        ("rule r { l[0][ x == 1 ] exists }", "PASS"),
        ("rule r { m { this[ a exists ] exists } }", "PASS"),
        ("let v = 5\nrule r { %v !exists }", "FAIL"),
        ("let v = 5\nrule r { %v is_list }", "FAIL"),
        ("let v = 5\nrule r { %v empty }", "FAIL"),
    ] {
        assert_eq!(verdict(rules, data), expected, "{rules}");
    }
}

#[test]
fn data_with_only_comments_is_null() {
    assert_eq!(verdict("rule r { this is_null }", "# nothing\n"), "PASS");
}

/// cfn-guard reads tests with serde_yaml, which rejects repeated keys, also in JSON. Its data files can have repeated
/// keys.
#[test]
fn repeated_keys_in_test_files_are_errors() {
    let expected = "  expectations: {rules: {r: PASS}}\n";
    let cases = |input: &str| {
        let text = format!("- input: {input}\n{expected}");
        let arena = Bump::new();
        let tree = syntax::parse(&arena, &text, "").tree.expect(&text);
        unit_test::cases(&tree).map(|cases| cases.len())
    };
    assert_eq!(cases("{a: [{b: 1, c: 1}, {b: 1}]}"), Ok(1));
    assert_eq!(
        cases("{a: [{b: 1, b: 1}]}"),
        Err("duplicate entry with key \"b\" at line 1 column 22".to_owned())
    );
    assert_eq!(cases("{1: 1, '1': 1}"), Ok(1));
    assert_eq!(
        cases("{x: &x {b: 1}, <<: *x, <<: *x}"),
        Err("duplicate entry with key \"<<\" at line 1 column 33".to_owned())
    );
}
