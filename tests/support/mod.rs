//! What tests share.

pub mod annotation;
pub mod damage;
