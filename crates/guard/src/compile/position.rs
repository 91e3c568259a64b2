//! Positions of clauses.

use super::program::Clause;
use cfn_warden_syntax::Position;

/// Returns the position of a clause; `when` blocks have none.
pub fn of(clause: &Clause) -> Option<Position> {
    let at = match clause {
        Clause::Comparison(comparison) => comparison.at,
        Clause::Reference(reference) => reference.at,
        Clause::Call(call) => call.rule.at,
        Clause::Block(block) => block.at,
        Clause::Type(block) => block.at,
        Clause::When(_) => return None,
    };
    Some(at.start)
}
