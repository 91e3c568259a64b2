//! Arguments of `answer`.

/// Answer a check that a program in another language writes to standard input as JSON, as the npm package does
#[derive(Debug, clap::Args)]
pub struct Args {}
