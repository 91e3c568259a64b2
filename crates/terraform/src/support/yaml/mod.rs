//! Values as YAML, and YAML as values.

mod decode;
mod encode;

pub use decode::decode;
pub use encode::encode;
