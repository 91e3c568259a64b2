//! The constants of the format.

/// The first line, before the version.
pub const MAGIC: &str = "cfn-warden knowledge";
/// The version of the format.
pub const VERSION: &str = "1";
/// Maximum size of a file in bytes: a few times that of the bundled knowledge base.
pub const MOST_BYTES: usize = 32 << 20;
