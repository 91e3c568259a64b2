//! The rules language. Fixtures are recorded from cfn-guard 3.2.1: `ok/NAME.json` and `.yaml` are the output of
//! `cfn-guard parse-tree -r NAME.guard`, with and without `-p`; `err/NAME.txt` contains the error below `---`.

use std::path::{Path, PathBuf};

use cfn_warden_guard::parse_tree::parse_tree;
use cfn_warden_guard::syntax::ast::{Clause, Literal, Operand, QueryPart, RuleClause, RulesFile};
use cfn_warden_guard::syntax::{Dialect, Language, ParseError, parse, parse_as};
use cfn_warden_guard::yaml::to_yaml;
use proptest::prelude::*;

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = crate::recorded::root()
        .join("tests/guard/syntax")
        .join(folder);
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "guard")
    });
    found.sort();
    assert!(found.len() > 5, "the fixtures were not found");
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn errors(errors: &[ParseError]) -> String {
    errors
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn valid_files_have_the_parse_tree_of_cfn_guard() {
    for path in fixtures("ok") {
        let tree = match parse("", &read(&path)) {
            Ok(file) => parse_tree(&file),
            Err(found) => panic!("{}: {}", path.display(), errors(&found)),
        };
        assert_eq!(
            format!("{tree:#}\n"),
            read(&path.with_extension("json")),
            "{}",
            path.display()
        );
        let yaml = path.with_extension("yaml");
        if yaml.exists() {
            assert_eq!(to_yaml(&tree), read(&yaml), "{}", path.display());
        }
    }
}

#[test]
fn invalid_files_have_the_expected_errors() {
    for path in fixtures("err") {
        let text = read(&path);
        let found = parse("", &text).expect_err(&path.display().to_string());
        let actual = format!(
            "{}\n---\n{}\n",
            errors(&found),
            found[0].cfn_guard.render(&text)
        );
        assert_eq!(
            actual,
            read(&path.with_extension("txt")),
            "{}",
            path.display()
        );
    }
}

/// Snippets generated from the grammar and from damaged tokens, each with cfn-guard's result: null, or its error.
#[test]
fn recorded_snippets_have_the_results_of_cfn_guard() {
    let recorded = crate::recorded::root().join("tests/guard/syntax/snippets.jsonl");
    let mut accepted = 0;
    for line in read(&recorded).lines() {
        let (text, error): (String, Option<String>) = serde_json::from_str(line).unwrap();
        let found = parse("", &text)
            .err()
            .map(|found| found[0].cfn_guard.render(&text));
        assert_eq!(found, error, "{text}");
        accepted += usize::from(error.is_none());
    }
    assert!(accepted > 200, "only {accepted} snippets are accepted");
}

#[test]
fn top_level_clauses_form_the_default_rule() {
    let file = parse(
        "s3.guard",
        "rule later { a exists }\nb exists\nlet c = 1\nd exists",
    )
    .unwrap();
    let names: Vec<_> = file
        .rules
        .iter()
        .map(|rule| (rule.name.as_ref(), rule.is_default))
        .collect();
    assert_eq!(names, [("s3.guard/default", true), ("later", false)]);
    assert_eq!(file.rules[0].block.conjunctions.len(), 2);
    assert_eq!(parse("", "# nothing").unwrap(), RulesFile::default());
}

/// Rules that cfn-guard accepts are parsed identically in both dialects, unless they contain calls or escapes.
#[test]
fn the_extended_dialect_accepts_calls_as_heads_and_escapes() {
    let text = r#"rule a { count(b.*) >= 1 not to_lower(c)[0] == "d" p(1) when now() > 5 { join(e, ",") { this exists } } }"#;
    assert!(parse("", text).is_err());
    let extended = |text: &str| {
        parse_as(Dialect::Extended.into(), "", text)
            .unwrap_or_else(|found| panic!("{text}: {}", errors(&found)))
    };
    let file = extended(text);
    let mut kinds = Vec::new();
    for clause in file.rules[0].block.conjunctions.iter().flatten() {
        kinds.push(match clause {
            RuleClause::Clause(Clause::Comparison(one))
                if matches!(one.query.parts[0], QueryPart::Call(_)) =>
            {
                "function"
            }
            RuleClause::Clause(Clause::Call(_)) => "rule",
            RuleClause::When(_) => "when",
            _ => "other",
        });
    }
    assert_eq!(kinds, ["function", "function", "rule", "when"]);
    for (written, meant) in [
        (r#""\n\t\u0041\d""#, "\n\tA\\d"),
        (r#""\\""#, "\\"),
        (r"'it\'s'", "it's"),
        (r#""\u12""#, "\\u12"),
    ] {
        let file = extended(&format!("let a = {written}"));
        assert!(
            matches!(&file.assignments[0].value, Operand::Literal(Literal::String(text), _) if **text == *meant),
            "{written}"
        );
    }
    assert!(parse_as(Dialect::Extended.into(), "", r#"let a = "open\""#).is_err());
    for path in fixtures("ok") {
        let text = read(&path);
        // `[ keys == to_lower("K") ]` is a key filter in the extended dialect, and a filter on a property `keys` in
        // cfn-guard.
        if !text.contains('\\') && !text.contains("keys == to_lower") {
            let extended = parse_as(Dialect::Extended.into(), "", &text);
            let same = parse("", &text)
                == extended.map(|file| RulesFile {
                    language: Language::default(),
                    ..file
                });
            assert!(same, "{}", path.display());
        }
    }
}

#[test]
fn errors_name_the_file() {
    let found = parse("my.guard", "a ==\n").unwrap_err();
    assert!(
        found[0]
            .to_string()
            .starts_with("my.guard:1:5: unexpected end of the file\n"),
        "{}",
        found[0]
    );
    assert!(
        found[0]
            .cfn_guard
            .render("a ==\n")
            .contains("parsing file my.guard at line 1 at column 5,")
    );
}

#[test]
fn nesting_is_bounded() {
    // The text before, the nested start, the middle, the nested end, and the text after.
    let shapes = [
        ["let x = ", "[", "1", "]", ""],
        ["let x = ", "{ a: ", "1", "}", ""],
        ["let x = ", "to_lower(", "a", ")", ""],
        ["p(", "to_lower(", "a", ")", ")"],
        ["", "a[ ", "a", " exists ]", " exists"],
        ["", "a { ", "a exists", " }", ""],
        ["", "when a exists { ", "a exists", " }", ""],
        ["rule r { ", "a[ keys == ", "a", " ]", " exists }"],
    ];
    for [before, open, core, close, behind] in shapes {
        let deep = |levels: usize| {
            format!(
                "{before}{}{core}{}{behind}",
                open.repeat(levels),
                close.repeat(levels)
            )
        };
        let accepted =
            parse("", &deep(120)).unwrap_or_else(|found| panic!("{open}: {}", errors(&found)));
        assert!(!parse_tree(&accepted).is_null());
        let found = errors(&parse("", &deep(100_000)).expect_err(open));
        assert!(
            found.contains("nested more than 128 levels deep"),
            "{open}: {}",
            &found[..300]
        );
    }
}

/// Each level of this text is parsed twice: without a limit on backtracking, parsing would take exponential time.
#[test]
fn backtracking_is_bounded() {
    let open = "when in\n a[ ";
    let text = format!("{}b exists{}", open.repeat(100), " ] exists\n".repeat(100));
    assert!(parse("", &text).is_err());
    let calls = format!("rule r {{ {}1{} }}", "p(".repeat(100), ")".repeat(100));
    assert!(parse("", &calls).is_err());
}

proptest! {
    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        let _ = parse("", &text);
    }

    #[test]
    fn any_tokens_are_answered(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..60)) {
        let text = tokens.concat();
        match parse("x", &text) {
            Ok(file) => prop_assert!(to_yaml(&parse_tree(&file)).ends_with('\n')),
            Err(found) => prop_assert!(found.iter().all(|error| error.position.line > 0 && !error.message.is_empty())),
        }
    }
}

const TOKENS: &[&str] = &[
    "a",
    "%v",
    "this",
    "some ",
    "keys",
    "when ",
    " or ",
    "not ",
    "!",
    "in ",
    "exists",
    "empty",
    "rule r ",
    "let x",
    " = ",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<<",
    ">>",
    "==",
    "<",
    "/x/",
    "/(/",
    "\"s\"",
    "'",
    "\\",
    "1",
    "-1.5e",
    "r[1,2]",
    "r(",
    ".",
    ".*",
    "[*]",
    ",",
    ":",
    "|",
    "#",
    "\n",
    " ",
    "\t",
    "AWS::S3::Bucket ",
    "::",
    "é",
    "😀",
    "\u{a0}",
    "count(",
    "p(",
    "null",
    "true",
];
