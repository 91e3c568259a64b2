//! The checks of the keywords, one file each.
//!
//! Each file contains `pub static KEYWORD`: the keyword's symbol and its check. A check reads a [`Assertion`](super::Assertion)
//! (keyword value, instance, context) and adds violations with [`Assertion::fail`](super::Assertion::fail), which takes the
//! facts.

pub use additional_properties::check as additional_properties_check;
pub use enum_::check as enum_check;
pub use enum_case_insensitive::check as enum_case_insensitive_check;
pub use exclusive_maximum::check as exclusive_maximum_check;
pub use exclusive_minimum::check as exclusive_minimum_check;
pub use maximum::check as maximum_check;
pub use minimum::check as minimum_check;
pub use multiple_of::check as multiple_of_check;
pub use pattern::check as pattern_check;
pub use pattern_properties::check as pattern_properties_check;
pub use properties::check as properties_check;
pub use ref_::resolve as resolve_ref;
pub use type_::check as type_check;
pub use unique_items::repeats;

// index: KEYWORD Keyword
use super::Keyword;

// begin index
mod additional_properties;
mod all_of;
mod any_of;
mod cfn_context;
mod cfn_gather;
mod cfn_unresolved;
mod const_;
mod contains;
mod dependencies;
mod dependent_excluded;
mod dependent_required;
mod dynamic_validation;
mod enum_;
mod enum_case_insensitive;
mod exclusive_maximum;
mod exclusive_minimum;
mod if_;
mod items;
mod max_items;
mod max_length;
mod max_properties;
mod max_unique_items;
mod maximum;
mod min_items;
mod min_length;
mod min_properties;
mod minimum;
mod multiple_of;
mod not;
mod one_of;
mod pattern;
mod pattern_properties;
mod prefix_items;
mod properties;
mod property_names;
mod ref_;
mod required;
mod required_or;
mod required_xor;
mod type_;
mod unique_items;
mod unique_keys;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Keyword] = &[
    &additional_properties::KEYWORD,
    &all_of::KEYWORD,
    &any_of::KEYWORD,
    &cfn_context::KEYWORD,
    &cfn_gather::KEYWORD,
    &cfn_unresolved::KEYWORD,
    &const_::KEYWORD,
    &contains::KEYWORD,
    &dependencies::KEYWORD,
    &dependent_excluded::KEYWORD,
    &dependent_required::KEYWORD,
    &dynamic_validation::KEYWORD,
    &enum_::KEYWORD,
    &enum_case_insensitive::KEYWORD,
    &exclusive_maximum::KEYWORD,
    &exclusive_minimum::KEYWORD,
    &if_::KEYWORD,
    &items::KEYWORD,
    &max_items::KEYWORD,
    &max_length::KEYWORD,
    &max_properties::KEYWORD,
    &max_unique_items::KEYWORD,
    &maximum::KEYWORD,
    &min_items::KEYWORD,
    &min_length::KEYWORD,
    &min_properties::KEYWORD,
    &minimum::KEYWORD,
    &multiple_of::KEYWORD,
    &not::KEYWORD,
    &one_of::KEYWORD,
    &pattern::KEYWORD,
    &pattern_properties::KEYWORD,
    &prefix_items::KEYWORD,
    &properties::KEYWORD,
    &property_names::KEYWORD,
    &ref_::KEYWORD,
    &required::KEYWORD,
    &required_or::KEYWORD,
    &required_xor::KEYWORD,
    &type_::KEYWORD,
    &unique_items::KEYWORD,
    &unique_keys::KEYWORD,
];
// end index
