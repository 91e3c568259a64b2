//! Arguments of `invoke`.

use std::path::PathBuf;

/// Answer an event as the deployed Lambda function would
#[derive(Debug, clap::Args)]
pub struct Args {
    /// JSON file with the event; `-` reads standard input
    pub event: PathBuf,
}
