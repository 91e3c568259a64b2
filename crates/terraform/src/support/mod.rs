//! Shared code of functions.

pub mod cidr;
pub mod clock;
pub mod codec;
pub mod csv;
pub mod files;
pub mod format;
pub mod glob;
pub mod go;
pub mod graphemes;
pub mod hash;
pub mod hcl_text;
pub mod json;
pub mod list;
pub mod path;
pub mod pattern;
pub mod re2;
pub mod rsa;
pub mod similar;
pub mod template;
pub mod yaml;
