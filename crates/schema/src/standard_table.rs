//! The table of the standard checks.

use super::evaluation::{Assertion, Evaluation};
use super::table::{Check, Table};
use super::violation::Violations;
use super::{keyword, keywords};

impl Table {
    /// Creates the table of JSON Schema's keywords and cfn-lint's additions.
    pub fn standard() -> Table {
        let functions = FUNCTIONS
            .iter()
            .map(|symbol| (*symbol, unknown_in_composites as Check));
        Table::empty()
            .with(functions)
            .with(keywords::ALL.iter().map(|word| (word.symbol, word.check)))
    }
}

/// Keywords of functions whose value is unknown inside composite keywords, even if no rule validates them.
const FUNCTIONS: &[u32] = &[
    keyword::REF_FUNCTION,
    keyword::FN_BASE64,
    keyword::FN_CIDR,
    keyword::FN_FIND_IN_MAP,
    keyword::FN_GET_ATT,
    keyword::FN_GET_AZS,
    keyword::FN_IMPORT_VALUE,
    keyword::FN_JOIN,
    keyword::FN_SELECT,
    keyword::FN_SPLIT,
    keyword::FN_SUB,
    keyword::FN_TRANSFORM,
    keyword::FN_TO_JSON_STRING,
    keyword::FN_LENGTH,
    keyword::FN_IF,
    keyword::FN_GET_STACK_OUTPUT,
];

fn unknown_in_composites<'a>(
    _: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    if assertion.cx.purpose.decides() {
        assertion.unknown(out);
    }
}
