//! The language server: messages of an editor in, messages of the server out.
//!
//! - [`server`]: the loop over messages; [`open`]: the open documents; [`requests`]: the answers; [`capabilities`]: what is offered
//! - [`worker`]: the thread that checks documents; [`host`]: what the caller provides: checks, schemas, a clock
//! - [`text`]: the text of an open document, with the positions of the protocol; [`diagnostic`] and [`action`]: findings
//!   and fixes as values of the protocol
//! - [`outline`]: the structure of a text that may not parse; [`template`]: names, hovers, completions and symbols of
//!   templates; [`guard`]: those of Guard rules
//!
//! Nothing here reads files or the clock.

pub mod action;
pub mod capabilities;
pub mod diagnostic;
pub mod guard;
pub mod host;
mod markdown;
pub mod open;
pub mod outline;
pub mod requests;
mod rule;
pub mod server;
pub mod template;
pub mod text;
pub mod uri;
mod waive;
pub mod worker;

pub use lsp_server::Message;
