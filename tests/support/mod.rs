//! What tests share.

pub mod annotation;
