//! The symbols of the keywords of JSON Schema and of cfn-lint's additions, and of the names of types.
//!
//! A key of a [`Pack`](super::Pack) that is one of these keywords has the keyword's number as its symbol in every pack,
//! so code matches on constants instead of comparing text. The order of this list is part of the pack format: after a
//! change, run `make schemas` (or `make repack`, without network access) to rebuild the embedded pack.

use std::sync::LazyLock;

macro_rules! keywords {
    ($($name:ident $text:literal)*) => {
        /// Every keyword; the index is the symbol.
        pub const ALL: &[&str] = &[$($text),*];
        keywords!(@number 0u32; $($name $text)*);
    };
    (@number $number:expr; $name:ident $text:literal $($rest:tt)*) => {
        #[doc = concat!("The symbol of `", $text, "`.")]
        pub const $name: u32 = $number;
        keywords!(@number $name + 1; $($rest)*);
    };
    (@number $number:expr;) => {};
}

keywords! {
    // JSON Schema draft 7, with `prefixItems` and the dependencies of later drafts
    REF "$ref"
    ID "$id"
    SCHEMA "$schema"
    COMMENT "$comment"
    ADDITIONAL_ITEMS "additionalItems"
    ADDITIONAL_PROPERTIES "additionalProperties"
    ALL_OF "allOf"
    ANY_OF "anyOf"
    CONST "const"
    CONTAINS "contains"
    CONTENT_ENCODING "contentEncoding"
    CONTENT_MEDIA_TYPE "contentMediaType"
    DEFAULT "default"
    DEFINITIONS "definitions"
    DEPENDENCIES "dependencies"
    DEPENDENT_REQUIRED "dependentRequired"
    DEPENDENT_SCHEMAS "dependentSchemas"
    DESCRIPTION "description"
    ELSE "else"
    ENUM "enum"
    EXAMPLES "examples"
    EXCLUSIVE_MAXIMUM "exclusiveMaximum"
    EXCLUSIVE_MINIMUM "exclusiveMinimum"
    FORMAT "format"
    IF "if"
    ITEMS "items"
    MAX_CONTAINS "maxContains"
    MAX_ITEMS "maxItems"
    MAX_LENGTH "maxLength"
    MAX_PROPERTIES "maxProperties"
    MAXIMUM "maximum"
    MIN_CONTAINS "minContains"
    MIN_ITEMS "minItems"
    MIN_LENGTH "minLength"
    MIN_PROPERTIES "minProperties"
    MINIMUM "minimum"
    MULTIPLE_OF "multipleOf"
    NOT "not"
    ONE_OF "oneOf"
    PATTERN "pattern"
    PATTERN_PROPERTIES "patternProperties"
    PREFIX_ITEMS "prefixItems"
    PROPERTIES "properties"
    PROPERTY_NAMES "propertyNames"
    READ_ONLY "readOnly"
    REQUIRED "required"
    THEN "then"
    TITLE "title"
    TYPE "type"
    UNIQUE_ITEMS "uniqueItems"
    WRITE_ONLY "writeOnly"

    // cfn-lint's additions
    CFN_CONTEXT "cfnContext"
    CFN_GATHER "cfnGather"
    CFN_LINT "cfnLint"
    CFN_UNRESOLVED "cfnUnresolved"
    DEPENDENT_EXCLUDED "dependentExcluded"
    DYNAMIC_VALIDATION "dynamicValidation"
    ENUM_CASE_INSENSITIVE "enumCaseInsensitive"
    MAX_UNIQUE_ITEMS "maxUniqueItems"
    MESSAGE "message"
    REQUIRED_OR "requiredOr"
    REQUIRED_XOR "requiredXor"
    UNIQUE_KEYS "uniqueKeys"
    CONDITION "condition"
    DYNAMIC_REFERENCE "dynamicReference"
    DYNAMIC_REFERENCE_SPACES "dynamicReferenceSpaces"
    RAW_PSEUDO_PARAMETER "rawPseudoParameter"
    FN_AND "fn_and"
    FN_BASE64 "fn_base64"
    FN_CIDR "fn_cidr"
    FN_CONTAINS "fn_contains"
    FN_EQUALS "fn_equals"
    FN_FIND_IN_MAP "fn_findinmap"
    FN_FOR_EACH "fn_foreach"
    FN_GET_ATT "fn_getatt"
    FN_GET_AZS "fn_getazs"
    FN_GET_STACK_OUTPUT "fn_getstackoutput"
    FN_IF "fn_if"
    FN_IMPORT_VALUE "fn_importvalue"
    FN_ITEMS "fn_items"
    FN_JOIN "fn_join"
    FN_LENGTH "fn_length"
    FN_NOT "fn_not"
    FN_OR "fn_or"
    FN_SELECT "fn_select"
    FN_SPLIT "fn_split"
    FN_SUB "fn_sub"
    FN_TO_JSON_STRING "fn_tojsonstring"
    FN_TRANSFORM "fn_transform"
    REF_FUNCTION "ref"

    // used inside cfn-lint's additions
    CONTEXT "context"
    CONDITIONS "conditions"
    DATA "$data"
    FILTER "filter"
    FUNCTIONS "functions"
    GATHER "gather"
    LOOKUP "$lookup"
    MAPPINGS "mappings"
    PATH_CHECK "pathCheck"
    PSEUDO_PARAMETERS "pseudoParameters"
    REFERENCE "reference"
    REFERENCES "references"
    REFS "refs"
    SCHEMA_OF_CONTEXT "schema"
    TRANSFORM_CHECK "transformCheck"

    // other members of a resource type's schema
    ADDITIONAL_IDENTIFIERS "additionalIdentifiers"
    CREATE_ONLY_PROPERTIES "createOnlyProperties"
    DEPRECATED_PROPERTIES "deprecatedProperties"
    LIFECYCLE "lifecycle"
    PRIMARY_IDENTIFIER "primaryIdentifier"
    READ_ONLY_PROPERTIES "readOnlyProperties"
    TAGGABLE "taggable"
    TAGGING "tagging"
    TYPE_NAME "typeName"
    WRITE_ONLY_PROPERTIES "writeOnlyProperties"

    // values of `type`
    ARRAY "array"
    BOOLEAN "boolean"
    DATE "date"
    INTEGER "integer"
    NULL "null"
    NUMBER "number"
    OBJECT "object"
    STRING "string"
}

/// The keywords with their symbols, sorted by text.
static BY_WORD: LazyLock<Vec<(&str, u32)>> = LazyLock::new(|| {
    let mut words: Vec<_> = ALL.iter().copied().zip(0..).collect();
    words.sort_unstable();
    words
});

/// Returns the symbol of a keyword, or `None` for any other text.
pub fn symbol(word: &str) -> Option<u32> {
    let place = BY_WORD
        .binary_search_by_key(&word, |(word, _)| *word)
        .ok()?;
    BY_WORD.get(place).map(|(_, symbol)| *symbol)
}

/// Returns whether a keyword is evaluated once per scenario.
pub const fn is_grouping(symbol: u32) -> bool {
    matches!(
        symbol,
        DEPENDENCIES
            | DEPENDENT_EXCLUDED
            | DEPENDENT_REQUIRED
            | ELSE
            | IF
            | MAX_ITEMS
            | MAX_PROPERTIES
            | MIN_ITEMS
            | MIN_PROPERTIES
            | REQUIRED
            | REQUIRED_OR
            | REQUIRED_XOR
            | THEN
            | UNIQUE_ITEMS
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_list_indices_and_keywords_are_unique() {
        assert_eq!(ALL[REF as usize], "$ref");
        assert_eq!(ALL[UNIQUE_KEYS as usize], "uniqueKeys");
        assert_eq!(ALL[STRING as usize], "string");
        assert_eq!(ALL.len(), STRING as usize + 1);
        for (place, word) in ALL.iter().enumerate() {
            assert_eq!(symbol(word), Some(place as u32), "{word} stands twice");
        }
        assert_eq!(symbol("Type"), None);
    }
}
