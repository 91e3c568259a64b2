//! An email address; like JSON Schema's reference checkers, only requires an `@`.

use super::Format;

/// The `email` format.
pub static FORMAT: Format = Format { name: "email", check: |text| text.contains('@').into() };
