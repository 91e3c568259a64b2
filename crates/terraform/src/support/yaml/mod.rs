//! YAML encoding and decoding of values.

mod decode;
mod encode;

pub use decode::decode;
pub use encode::encode;
