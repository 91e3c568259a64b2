//! Answers expressions as `terraform console` does: `console FILE < EXPRESSIONS` evaluates each line in the module of one
//! file, and prints an object with `value` and `type`, or `error`. `scripts/terraform_fuzz.py` compares the answers.

#![allow(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a development tool, which reads its own input"
)]

#[path = "../../../tests/terraform/printed.rs"]
mod printed;

use std::io::Write;

use cfn_warden_terraform::{FileSet, Host, Language, Settings, evaluate_expression};

fn main() {
    let file = std::env::args()
        .nth(1)
        .expect("the path of the module's file");
    let text = std::fs::read_to_string(file).expect("a readable file");
    let answer = move || {
        let files = FileSet::from_iter([("main.tf", text.as_str())]);
        for expression in std::io::stdin().lines() {
            let expression = expression.expect("text");
            let host = Host {
                root: "/work".to_owned(),
                language: Language::V1_11,
                ..Host::from_files(&files)
            };
            let row = match evaluate_expression(&Settings::new(&host), &expression) {
                Ok(value) => {
                    serde_json::json!({"value": printed::printed(&value), "type": value.ty().notation()})
                }
                Err(errors) => serde_json::json!({"error": errors.join(" | ")}),
            };
            writeln!(std::io::stdout(), "{row}").expect("a reader");
        }
    };
    // Recursion needs several times more stack in debug builds.
    std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(answer)
        .expect("a thread")
        .join()
        .expect("an answer");
}
