use super::{Check, CheckInput, Report};
use crate::check::literals::regexes;
use crate::check::walk::Item;
use crate::syntax::ast::{Operand, Test};
use cfn_warden_syntax::finding::Severity;

/// `(?!i)` instead of `(?i)`.
pub static CHECK: Check = Check {
    id: "negated-flag",
    title: "Negative lookahead instead of a flag",
    description: "`(?!i)` at the start of a regular expression is a negative lookahead: it matches if no `i` follows, \
                  and matching stays case-sensitive. The flag for case-insensitive matching is `(?i)`.",
    severity: Severity::Error,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        let operand = match item {
            Item::Comparison(one) => match &one.test {
                Test::Binary { right, .. } => right,
                Test::Unary { .. } => return,
            },
            Item::Assignment(one) => &one.value,
            Item::KeyFilter(filter, _) => &filter.right,
            _ => return,
        };
        let Operand::Literal(literal, span) = operand else {
            return;
        };
        for expression in regexes(literal) {
            if let Some(flags) = flags(expression) {
                report.add(
                    *span,
                    format!(
                        "`(?!{flags})` is a negative lookahead; the flag is written `(?{flags})`"
                    ),
                );
            }
        }
    });
}

fn flags(expression: &str) -> Option<&str> {
    let (flags, _) = expression.strip_prefix("(?!")?.split_once(')')?;
    (!flags.is_empty() && flags.bytes().all(|flag| b"imsx".contains(&flag))).then_some(flags)
}
