use super::{Check, CheckInput, Report};
use crate::check::claim::{Claim, contradict};
use crate::check::walk::{ClauseContext, Item};
use cfn_warden_syntax::finding::Severity;

/// Clauses that contradict each other.
pub static CHECK: Check = Check {
    id: "contradiction",
    title: "Contradictory clauses",
    description: "All clauses of a block, filter or `when` must hold. If two of them contradict each other, the block \
                  always fails, the filter selects nothing, or the body of the `when` is never evaluated. Use `or` \
                  for alternatives.",
    severity: Severity::Error,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        let Item::All(comparisons, context) = item else {
            return;
        };
        let claims: Vec<_> = comparisons
            .iter()
            .filter_map(|one| Some((*one, Claim::of(one)?)))
            .collect();
        for (at, (one, claim)) in claims.iter().enumerate() {
            let earlier = claims.iter().take(at).find(|(other, earlier)| {
                other.query.parts == one.query.parts && contradict(earlier, claim)
            });
            if let Some((other, _)) = earlier {
                let effect = match context {
                    ClauseContext::Body => "this block always fails",
                    ClauseContext::Filter => "the filter selects nothing",
                    ClauseContext::Conditions => "the body of this `when` is never evaluated",
                };
                let earlier = input.text_of(other.span);
                let line = other.location.line;
                report.add(
                    one.span,
                    format!(
                        "this contradicts `{}` (line {line}); {effect}",
                        spaced(earlier)
                    ),
                );
            }
        }
    });
}

/// Returns a clause on one line, without its message.
fn spaced(text: &str) -> String {
    let clause = text.split_once("<<").map_or(text, |(clause, _)| clause);
    clause.split_whitespace().collect::<Vec<_>>().join(" ")
}
