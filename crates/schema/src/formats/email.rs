//! An address for mail, as far as JSON Schema's checkers look.

use super::Format;

/// `email`
pub static FORMAT: Format = Format { name: "email", check: |text| text.contains('@').into() };
