//! cfn-guard's report formats, rendered from recorded outcomes.
//!
//! A report is a tree of references; texts and values are rendered only when it is written.

pub mod console;
mod failures;
pub mod json;
pub mod lambda;
mod message;
mod model;
pub mod sarif;
mod serialize;
mod tree;
mod value;
mod verbose;

pub use self::failures::FileReport;
pub use self::message::Messages;
pub use self::model::{BinaryCheck, ClauseReport, Operator, RenderContext, UnaryCheck};
pub use self::verbose::Records;
