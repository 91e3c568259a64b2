//! Generated conditions: the schema accepts every value that Terraform accepts.

use cfn_warden::engine::Status;
use cfn_warden_schema::Pack;
use cfn_warden_schema::draft7::validate;
use cfn_warden_terraform::schema::{Nullable, Options, Schema, variables};
use cfn_warden_terraform::{FileSet, Host};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::variables::{STRICT, checked};

const TEXT: &str = "string";
const NUMBER: &str = "number";
const LIST: &str = "list(string)";
const MAP: &str = "map(number)";
const OBJECT: &str = "object({ a = string, b = optional(number) })";

fn one_of(words: &'static [&'static str]) -> BoxedStrategy<String> {
    prop::sample::select(words).prop_map(str::to_owned).boxed()
}

/// Generates a condition for a type, given the name of its subject.
fn simple(ty: &'static str, subject: &str) -> BoxedStrategy<String> {
    let s = subject.to_owned();
    let word = || one_of(&["\"\"", "\"a\"", "\"ab\"", "\"b.a\"", "\"A1\""]);
    let number = || one_of(&["0", "1", "2", "-1.5", "2.5"]);
    let compared = move |left: BoxedStrategy<String>, right: BoxedStrategy<String>| {
        (
            left,
            one_of(&["<", "<=", ">", ">=", "==", "!="]),
            right,
            any::<bool>(),
        )
            .prop_map(|(left, operator, right, swap)| {
                if swap {
                    format!("{right} {operator} {left}")
                } else {
                    format!("{left} {operator} {right}")
                }
            })
    };
    let length = |s: &str| {
        compared(
            Just(format!("length({s})")).boxed(),
            one_of(&["1", "2", "3"]),
        )
        .boxed()
    };
    // `length(...) != N` is translated only for N = 0, which is not generated.
    let length = |s: &str| {
        length(s)
            .prop_filter("a form", |text| !text.contains("!="))
            .boxed()
    };
    match ty {
        TEXT => {
            let pattern = one_of(&["^a", "b$", "[[:upper:]]", "^[a-z]*$", "\\\\d", "a|b"]);
            let forms = [
                "contains([W, W], S)",
                "!contains([W], S)",
                "S == W || W == S",
                "S != W",
                "startswith(S, W)",
                "endswith(S, W)",
            ];
            let of_words = (prop::sample::select(forms.to_vec()), word(), word()).prop_map({
                let s = s.clone();
                move |(form, one, two)| {
                    form.replacen('W', &one, 1)
                        .replace('W', &two)
                        .replace('S', &s)
                }
            });
            let of_pattern = (pattern, any::<bool>()).prop_map({
                let s = s.clone();
                move |(pattern, can)| match can {
                    true => format!("can(regex(\"{pattern}\", {s}))"),
                    false => format!("length(regexall(\"{pattern}\", {s})) > 0"),
                }
            });
            prop_oneof![of_words, of_pattern, length(&s)].boxed()
        }
        NUMBER => prop_oneof![
            3 => compared(Just(s.clone()).boxed(), number()),
            1 => Just(format!("floor({s}) == {s}")),
            1 => Just(format!("contains([1, 2.5], {s})")),
        ]
        .boxed(),
        LIST => prop_oneof![
            length(&s),
            Just(format!("length(distinct({s})) == length({s})")),
            conditions(TEXT, "v").prop_map({
                let s = s.clone();
                move |each| format!("alltrue([for v in {s} : {each}])")
            }),
        ]
        .boxed(),
        MAP => prop_oneof![
            length(&s),
            simple(NUMBER, "v")
                .prop_map(move |each| format!("alltrue([for k, v in {s} : {each}])")),
        ]
        .boxed(),
        _ => prop_oneof![
            conditions(TEXT, &format!("{s}.a")),
            conditions(NUMBER, &format!("{s}.b")),
            conditions(NUMBER, &format!("{s}[\"b\"]"))
                .prop_map(move |condition| format!("{s}.b == null || {condition}")),
        ]
        .boxed(),
    }
}

fn conditions(ty: &'static str, subject: &str) -> BoxedStrategy<String> {
    let leaf = simple(ty, subject);
    let subject = subject.to_owned();
    leaf.prop_recursive(2, 6, 2, move |inner| {
        let subject = subject.clone();
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("({one}) && {two}")),
            (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("({one} || ({two}))")),
            inner.prop_map(move |one| format!("{subject} == null || ({one})")),
        ]
    })
    .boxed()
}

fn value(ty: &'static str) -> BoxedStrategy<Value> {
    let text = || {
        prop_oneof![
            one_of(&["", "a", "ab", "b.a", "A1", "abc"]),
            "[abA1.]{0,3}".prop_map(|text: String| text)
        ]
    };
    let number = || {
        prop::sample::select(vec![
            json!(0),
            json!(1),
            json!(2),
            json!(-1.5),
            json!(2.5),
            json!(7),
        ])
    };
    match ty {
        TEXT => text().prop_map(Value::from).boxed(),
        NUMBER => number().boxed(),
        LIST => prop::collection::vec(text(), 0..4)
            .prop_map(Value::from)
            .boxed(),
        MAP => prop::collection::btree_map(text(), number(), 0..4)
            .prop_map(|map| json!(map))
            .boxed(),
        _ => (text(), prop::option::of(number()))
            .prop_map(|(a, b)| b.map_or_else(|| json!({ "a": a }), |b| json!({ "a": a, "b": b })))
            .boxed(),
    }
}

fn cases() -> impl Strategy<Value = (&'static str, Vec<String>, Value)> {
    prop::sample::select(vec![TEXT, NUMBER, LIST, MAP, OBJECT]).prop_flat_map(|ty| {
        (
            Just(ty),
            prop::collection::vec(conditions(ty, "var.x"), 1..3),
            prop_oneof![9 => value(ty), 1 => Just(Value::Null)],
        )
    })
}

fn schema(module: &str) -> Schema {
    let files = FileSet::from_iter([("main.tf", module)]);
    let options = Options {
        nullable: Nullable::All,
        ..Options::default()
    };
    variables(&Host::from_files(&files))
        .unwrap()
        .schema(&options)
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn what_terraform_takes_the_schema_takes((ty, conditions, value) in cases()) {
        let blocks = conditions.iter().map(|condition| {
            format!("  validation {{\n    condition = {condition}\n    error_message = \"No.\"\n  }}\n")
        });
        let module = format!("variable \"x\" {{\n  type = {ty}\n{}}}\n", blocks.collect::<String>());
        let values = json!({ "x": value }).to_string();
        let files = [("main.tf", module.as_str()), ("terraform.tfvars.json", values.as_str())];
        let status = checked(&files, STRICT, |run| run.status());
        prop_assert!(status != Status::Error, "{module}");
        let made = schema(&module);
        prop_assert!(made.untranslated.is_empty(), "{:?}", made.untranslated);
        if status == Status::Pass {
            let [schema, values_pack] = [&made.json.line(), &values].map(|text| Pack::from_json(text).unwrap());
            let validation = validate(&schema, &values_pack, |_| ());
            prop_assert_eq!(validation.violations, vec![], "{} takes {}", module, values);
        }
    }
}
