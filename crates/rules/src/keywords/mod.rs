//! Rules for schema keywords in resource properties: IDs for violations, and redefined keywords.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e3002_properties;
mod e3003_required;
mod e3008_prefix_items;
mod e3012_type;
mod e3014_required_xor;
mod e3017_any_of;
mod e3018_one_of;
mod e3020_dependent_excluded;
mod e3021_dependent_required;
mod e3024_tagging;
mod e3030_enum;
mod e3031_pattern;
mod e3032_items;
mod e3033_length;
mod e3034_range;
mod e3037_unique_items;
mod e3040_read_only;
mod e3058_required_or;
mod e3065_max_unique_items;
mod i3037_repeated_items;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e3002_properties::RULE,
    &e3003_required::RULE,
    &e3008_prefix_items::RULE,
    &e3012_type::RULE,
    &e3014_required_xor::RULE,
    &e3017_any_of::RULE,
    &e3018_one_of::RULE,
    &e3020_dependent_excluded::RULE,
    &e3021_dependent_required::RULE,
    &e3024_tagging::RULE,
    &e3030_enum::RULE,
    &e3031_pattern::RULE,
    &e3032_items::RULE,
    &e3033_length::RULE,
    &e3034_range::RULE,
    &e3037_unique_items::RULE,
    &e3040_read_only::RULE,
    &e3058_required_or::RULE,
    &e3065_max_unique_items::RULE,
    &i3037_repeated_items::RULE,
];
// end index
