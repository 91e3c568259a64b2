//! The schemas of the function: a knowledge file in its own folder, in a layer or in S3, and additional schemas.

mod add;
mod follower;
mod own;

pub use self::add::SCHEMAS;
pub use self::follower::{Follower, KNOWLEDGE};
pub use self::own::{additional, own};
