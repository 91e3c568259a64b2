//! Every keyword of the schema engine with small schemas, against cfn-lint's answers in tests/schema/keywords.jsonl
//! (`scripts/record_keywords.py`).

use std::collections::BTreeSet;

use bumpalo::Bump;
use cfn_warden_lint as lint;
use cfn_warden_lint::rule::Check as RuleCheck;
use cfn_warden_schema::evaluation::Inputs;
use cfn_warden_schema::mode::{
    AttachedRules, DynamicReferences, PseudoValues, ResourceReferences, TypeMatching,
};
use cfn_warden_schema::options::Options;
use cfn_warden_schema::place::Places;
use cfn_warden_schema::{
    Assertion, Budget, Context, Evaluation, Knowledge, Limits, Pack, Step, Table, Violation,
    ViolationKind, Violations, keyword, keywords,
};
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::{Compat, Function, Functions, PseudoParameters, Regions, Template};
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("schema/template.json");

/// Validates a value against a schema; returns keyword, path, message and branches of each violation, and whether it is
/// undecided.
fn found(template: &str, line: &Value, value: &Value) -> Vec<Value> {
    validated(template, line, value, &table(), |violations| {
        sorted(violations.iter().map(record).collect())
    })
}

/// Validates a value against a schema with these keywords.
fn validated<R>(
    template: &str,
    line: &Value,
    value: &Value,
    table: &Table,
    read: impl FnOnce(&[Violation<'_>]) -> R,
) -> R {
    let arena = Bump::new();
    let tree = syntax::parse(&arena, template, "template.json")
        .tree
        .unwrap();
    // A scalar is not a document, so the value is wrapped in a list.
    let text = format!("[{value}]");
    let instance = syntax::parse(&arena, &text, "value.json")
        .tree
        .unwrap()
        .root
        .as_list()
        .unwrap()[0];
    let (pack, template) = (
        Pack::from_json(&line["schema"].to_string()).unwrap(),
        Template::of(&arena, tree.root),
    );
    let options = Options {
        compat: Compat::CFN_LINT,
        ..Options::default()
    };
    let (knowledge, places) = (Knowledge::bundled(), Places::of([]));
    let budget = Budget::new(&arena, Limits::default());
    let evaluation = Evaluation::new(Inputs {
        arena: &arena,
        tree: &tree,
        template: &template,
        options: &options,
        knowledge: &knowledge,
        places: &places,
        rules: &cfn_warden_rules::bundled().registry().checks,
        budget: &budget,
    });
    let cx = Context {
        functions: Functions::of(&functions()),
        pseudos: PseudoParameters::ALL,
        resources: ResourceReferences::Allowed,
        regions: Regions::PRIMARY,
        types: if line["strict"] == true {
            TypeMatching::Exact
        } else {
            TypeMatching::Converted
        },
        pseudo_values: PseudoValues::Known,
        attached_rules: AttachedRules::Run,
        dynamic_references: DynamicReferences::Find,
        ..Context::of_json_schema(table, pack.root())
    };
    let mut out = Violations::new();
    evaluation.check(&cx, pack.root(), instance, &mut out);
    assert_eq!(budget.reached().count(), 0);
    read(&out.into_list())
}

fn functions() -> Vec<Function> {
    Function::ALL
        .iter()
        .copied()
        .filter(|function| Functions::PROPERTIES.has(*function))
        .collect()
}

/// Returns the keywords of the engine, and `format` as its rule implements it.
fn table() -> Table {
    let of_rule = cfn_warden_rules::bundled()
        .registry()
        .rules()
        .find(|rule| rule.id.as_str() == "E1103")
        .unwrap()
        .checks
        .iter();
    let of_rule = of_rule.filter_map(|check| match check {
        RuleCheck::Keyword(symbol, check) => Some((*symbol, *check)),
        _ => None,
    });
    Table::standard().with(of_rule)
}

fn record(violation: &Violation<'_>) -> Value {
    let word = keyword::ALL.get(violation.keyword as usize).copied();
    let steps = violation
        .shown_at
        .unwrap_or(violation.instance_path)
        .steps();
    let path = steps.iter().map(|step| match step {
        Step::Index(index) => json!(index),
        step => json!(step.text().unwrap()),
    });
    let children = sorted(violation.children.iter().map(record).collect());
    match violation.unknown {
        // Undecided violations have no message.
        true => json!([word, path.collect::<Value>(), "", children, true]),
        false => json!([
            word,
            path.collect::<Value>(),
            lint::message::render(&violation.kind),
            children
        ]),
    }
}

fn sorted(mut list: Vec<Value>) -> Vec<Value> {
    list.sort_by_key(Value::to_string);
    list
}

/// Converts cfn-lint's record to the same form: without a message if the answer is undecided.
fn recorded(found: &Value) -> Vec<Value> {
    let of = |one: &Value| {
        let mut one = one.clone();
        one[3] = recorded(&one[3]).into();
        if one.get(4).is_some() {
            one[2] = json!("");
        }
        one
    };
    sorted(found.as_array().unwrap().iter().map(of).collect())
}

fn lines() -> Vec<Value> {
    include_str!("schema/keywords.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn small_schemas_match_cfn_lint() {
    let mut wrong = Vec::new();
    let mut cases = 0;
    for line in lines() {
        for case in line["cases"].as_array().unwrap() {
            cases += 1;
            let (ours, theirs) = (found(TEMPLATE, &line, &case[0]), recorded(&case[1]));
            if ours != theirs {
                let [ours, theirs] = [ours, theirs].map(Value::from);
                wrong.push(format!(
                    "{} on {}\n  cfn-lint {theirs}\n  ours     {ours}",
                    line["schema"], case[0]
                ));
            }
        }
    }
    assert!(cases > 500, "{cases}");
    assert!(
        wrong.is_empty(),
        "{} of {cases}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A check that only warns.
fn warn<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    out.push(Violation {
        rule: Some(RuleId::new("W0000")),
        ..assertion.violation(ViolationKind::Unknown)
    });
}

#[test]
fn errors_in_branches_come_before_warnings() {
    let line =
        json!({"schema": {"anyOf": [{"format": "warns", "minLength": 9}, {"type": "array"}]}});
    let table = Table::standard().with([(keyword::FORMAT, warn as _)]);
    let words = validated(TEMPLATE, &line, &json!("x"), &table, |violations| {
        let word = |violation: &Violation<'_>| keyword::ALL[violation.keyword as usize];
        violations
            .iter()
            .flat_map(|violation| &violation.children)
            .map(word)
            .collect::<Vec<_>>()
    });
    assert_eq!(words, ["minLength", "type", "format"]);
}

/// Keywords without cases in keywords.jsonl, by reason.
const WITHOUT_CASES: &[(&str, &[&str])] = &[
    (
        "annotations, or keywords of drafts that cfn-lint does not support",
        &[
            "$schema",
            "$comment",
            "additionalItems",
            "contentEncoding",
            "contentMediaType",
            "default",
            "dependentSchemas",
            "description",
            "examples",
            "readOnly",
            "title",
            "writeOnly",
        ],
    ),
    (
        "parts of a keyword that has cases",
        &[
            "context",
            "conditions",
            "filter",
            "functions",
            "gather",
            "mappings",
            "pathCheck",
            "pseudoParameters",
            "reference",
            "references",
            "refs",
            "schema",
            "transformCheck",
        ],
    ),
    (
        "metadata of a resource type",
        &[
            "additionalIdentifiers",
            "createOnlyProperties",
            "deprecatedProperties",
            "primaryIdentifier",
            "readOnlyProperties",
            "taggable",
            "typeName",
            "writeOnlyProperties",
        ],
    ),
    (
        "checks of a rule, tested by its fixtures: E1101, E3024, E3710, E1050, W1053, W1054",
        &[
            "cfnLint",
            "tagging",
            "lifecycle",
            "dynamicReference",
            "dynamicReferenceSpaces",
            "rawPseudoParameter",
        ],
    ),
    (
        "functions of conditions and rules, tested by the fixtures of E8003 to E8007 and E1700",
        &[
            "condition",
            "fn_and",
            "fn_contains",
            "fn_equals",
            "fn_not",
            "fn_or",
        ],
    ),
    (
        "values of `type`, tested by its cases",
        &[
            "array", "boolean", "date", "integer", "null", "number", "object", "string",
        ],
    ),
    (
        "loops, which are expanded before the evaluation, tested by the fixtures of E1032",
        &["fn_foreach", "fn_items"],
    ),
];

#[test]
fn every_keyword_has_a_case_or_a_reason_not_to() {
    let tested: BTreeSet<String> = lines()
        .iter()
        .map(|line| line["keyword"].as_str().unwrap().to_owned())
        .collect();
    let exempt: BTreeSet<String> = WITHOUT_CASES
        .iter()
        .flat_map(|(_, words)| words.iter().map(|word| (*word).to_owned()))
        .collect();
    let both: Vec<_> = tested.intersection(&exempt).collect();
    assert!(both.is_empty(), "{both:?}");
    let missing: Vec<_> = keyword::ALL
        .iter()
        .filter(|word| !tested.contains(**word) && !exempt.contains(**word))
        .collect();
    assert!(
        missing.is_empty(),
        "no line of tests/schema/keywords.jsonl is about {missing:?}"
    );
    for own in keywords::ALL {
        let word = keyword::ALL[own.symbol as usize];
        assert!(tested.contains(word), "{word} has a check and no case");
    }
}

#[test]
fn every_registered_keyword_has_valid_and_invalid_cases() {
    for own in keywords::ALL {
        let word = keyword::ALL[own.symbol as usize];
        let of_word = lines().into_iter().filter(|line| line["keyword"] == word);
        let answers: Vec<bool> = of_word
            .flat_map(|line| line["cases"].as_array().unwrap().clone())
            .map(|case| case[1].as_array().unwrap().is_empty())
            .collect();
        let is_only_unknown = word == "cfnUnresolved";
        assert!(answers.contains(&false), "{word} is never violated");
        assert!(
            is_only_unknown || answers.contains(&true),
            "{word} is always violated"
        );
    }
}
