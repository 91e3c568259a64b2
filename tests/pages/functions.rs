//! The pages of Guard functions.

use cfn_warden::report::pages::Kind;
use cfn_warden_guard::syntax::signature::find;

use super::{all, form, section};
use crate::guard::language_reference::check_examples;

const UPSTREAM: &str =
    "(https://github.com/aws-cloudformation/cloudformation-guard/blob/3.2.1/docs/FUNCTIONS.md";

#[test]
fn pages_of_functions_have_their_sections() {
    let mut wrong = Vec::new();
    for (name, page) in all(Kind::Function) {
        let sections = [
            ("Signature", &*format!("`{name}(")),
            ("Result", ""),
            ("Edge cases", "| input | result |"),
            ("References", UPSTREAM),
            ("References", "\n- Since: "),
        ];
        wrong.extend(
            form(&name, &page, &sections)
                .into_iter()
                .map(|problem| format!("{name}: {problem}")),
        );
        let signature = section(&page, "Signature").unwrap_or_default();
        let arguments = signature
            .lines()
            .filter(|line| line.starts_with("| `"))
            .count();
        let call = signature.split('`').nth(1).unwrap_or_default();
        let in_call = call
            .split(['(', ')', ','])
            .filter(|part| !part.trim().is_empty())
            .count()
            - 1;
        let arity = find(&name).map(|function| function.arity);
        if Some(arguments) != arity || Some(in_call) != arity {
            wrong.push(format!(
                "{name}: the function takes {arity:?} arguments, the page lists {arguments}: {call}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_of_functions_have_the_stated_verdicts() {
    for (name, page) in all(Kind::Function) {
        let examples = section(&page, "Examples").unwrap_or_default();
        assert!(check_examples(&name, examples) > 0, "{name}: no examples");
        for verdict in ["# PASS\n", "# FAIL\n"] {
            assert!(
                examples.contains(verdict),
                "{name}: no example with {verdict}"
            );
        }
    }
}
