//! How long the text of a template may be. What comes from standard input is not measured.

use std::borrow::Cow;

use crate::lint::Rule;
use crate::lint::rule::{Check, Lint, Sink};
use crate::schema::{Fault, Operand, Trail};

/// E1002
pub static RULE: Rule = Rule {
    id: "E1002",
    title: "The template is not too long",
    description: "The text of a template is longer than CloudFormation takes",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    tags: &["limits"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// How many bytes a template in S3 may have.
const MOST: usize = 1_000_000;
const NEARLY: usize = MOST / 10 * 9;

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let size = lint.input.text.len();
    let trail = Trail::ROOT.names(lint.arena, ["Template"]);
    let operands = [Operand::Count(size), Operand::Count(MOST)];
    match size {
        _ if lint.input.name.is_empty() => {}
        _ if size > MOST => {
            let fault = Fault::new("The template file size ({} bytes) exceeds the limit ({} bytes)", operands);
            sink.report(trail, lint.template.root, fault);
        }
        _ if size > NEARLY => {
            let words = "The template file size ({} bytes) is approaching the limit ({} bytes)";
            sink.report_as("I1002", trail, lint.template.root, Fault::new(words, operands));
        }
        _ => {}
    }
}
