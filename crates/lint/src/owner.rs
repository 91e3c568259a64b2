//! Maps the keywords of a schema to rule IDs.
//!
//! An owner's table does two things. It sets the rule ID of violations by keyword ([`Owner`]). And if the rule for a
//! keyword has a [`Check::Keyword`](super::rule::Check::Keyword), that check redefines the keyword in the owner's schema
//! and in all schemas nested in it.

use cfn_warden_schema::{self as schema, Evaluation, Owner, Table, keyword};
use cfn_warden_syntax::finding::RuleId;

/// An owner and the keywords that it redefines.
#[derive(Debug)]
pub struct KeywordOwner {
    /// Default rule, and rules by keyword.
    pub owner: Owner,
    /// Checks with which the owner itself redefines keywords, by keyword symbol.
    pub checks: &'static [(u32, schema::Check)],
}

impl KeywordOwner {
    /// Returns a table with the checks of the owner and its rules.
    pub fn table<'a>(&'static self, evaluation: &Evaluation<'a>, base: &'a Table) -> &'a Table {
        evaluation.owner_table(base, &self.owner, self.checks)
    }
}

macro_rules! keyword_owner {
    ($(#[$doc:meta])* $name:ident, $rule:literal, [$(($symbol:ident, $id:literal)),* $(,)?] $(, own: [$(($own:ident, $check:expr)),*])?) => {
        $(#[$doc])*
        pub static $name: KeywordOwner = KeywordOwner {
            owner: Owner { rule: RuleId::new($rule), by_keyword: &[$((keyword::$symbol, RuleId::new($id))),*] },
            checks: &[$($((keyword::$own, $check as schema::Check)),*)?],
        };
    };
}

keyword_owner! {
    /// The template as a whole: violations that no other owner claims.
    TEMPLATE, "E1001", [
        (CFN_LINT, "E1101"),
        (CONDITION, "E8007"),
        (DYNAMIC_REFERENCE, "E1050"),
        (DYNAMIC_REFERENCE_SPACES, "W1053"),
        (RAW_PSEUDO_PARAMETER, "W1054"),
        (FN_AND, "E8004"),
        (FN_BASE64, "E1021"),
        (FN_CIDR, "E1024"),
        (FN_EQUALS, "E8003"),
        (FN_FIND_IN_MAP, "E1011"),
        (FN_FOR_EACH, "E1032"),
        (FN_GET_ATT, "E1010"),
        (FN_GET_AZS, "E1015"),
        (FN_GET_STACK_OUTPUT, "E1033"),
        (FN_IF, "E1028"),
        (FN_IMPORT_VALUE, "E1016"),
        (FN_JOIN, "E1022"),
        (FN_LENGTH, "E1030"),
        (FN_NOT, "E8005"),
        (FN_OR, "E8006"),
        (FN_SELECT, "E1017"),
        (FN_SPLIT, "E1018"),
        (FN_SUB, "E1019"),
        (FN_TO_JSON_STRING, "E1031"),
        (FORMAT, "E1103"),
        (REF_FUNCTION, "E1020"),
    ]
}

keyword_owner! {
    /// The `Resources` section.
    RESOURCES, "E3001", [(MAX_PROPERTIES, "E3010"), (PROPERTY_NAMES, "E3011")],
    own: [(PATTERN_PROPERTIES, super::attaching::pattern_properties)]
}

keyword_owner! {
    /// The `Parameters` section.
    PARAMETERS, "E2001", [(MAX_LENGTH, "E2011")],
    own: [(PATTERN_PROPERTIES, super::attaching::pattern_properties)]
}

keyword_owner! {
    /// The `Mappings` section.
    MAPPINGS, "E7001", [(MAX_PROPERTIES, "E7010"), (MAX_LENGTH, "E7002")]
}

keyword_owner! {
    /// The `Outputs` section.
    OUTPUTS, "E6001", [
        (PROPERTY_NAMES, "E6011"),
        (MAX_LENGTH, "E6011"),
        (PATTERN, "E6004"),
        (REQUIRED, "E6002"),
        (TYPE, "E6003"),
        (MAX_PROPERTIES, "E6010"),
    ], own: [(PATTERN_PROPERTIES, super::attaching::pattern_properties)]
}

keyword_owner! {
    /// The metadata of a resource.
    RESOURCE_METADATA, "E3028", [], own: [
        (PROPERTIES, super::attaching::properties),
        (ADDITIONAL_PROPERTIES, super::attaching::additional_properties)
    ]
}

keyword_owner! {
    /// The `Rules` section.
    RULES, "E1700", [], own: [(PATTERN_PROPERTIES, super::attaching::pattern_properties)]
}

keyword_owner! {
    /// A resource's properties.
    PROPERTIES, "E3002", [
        (ADDITIONAL_PROPERTIES, "E3002"),
        (ANY_OF, "E3017"),
        (PROPERTIES, "E3002"),
        (DEPENDENT_EXCLUDED, "E3020"),
        (DEPENDENT_REQUIRED, "E3021"),
        (REQUIRED, "E3003"),
        (REQUIRED_OR, "E3058"),
        (REQUIRED_XOR, "E3014"),
        (ENUM, "E3030"),
        (ENUM_CASE_INSENSITIVE, "E3030"),
        (TYPE, "E3012"),
        (MIN_LENGTH, "E3033"),
        (MAX_LENGTH, "E3033"),
        (UNIQUE_ITEMS, "E3037"),
        (MAXIMUM, "E3034"),
        (MINIMUM, "E3034"),
        (EXCLUSIVE_MAXIMUM, "E3034"),
        (EXCLUSIVE_MINIMUM, "E3034"),
        (MAX_ITEMS, "E3032"),
        (MAX_UNIQUE_ITEMS, "E3065"),
        (MIN_ITEMS, "E3032"),
        (PATTERN, "E3031"),
        (PREFIX_ITEMS, "E3008"),
        (ONE_OF, "E3018"),
        (CFN_LINT, "E1101"),
        (TAGGING, "E3024"),
        (LIFECYCLE, "E3710"),
    ]
}
