//! An email address. Only requires an `@`, as Python's `jsonschema` does.

use crate::format::Format;

/// The `email` format.
pub static FORMAT: Format = Format {
    name: "email",
    check: |text| text.contains('@').into(),
};
