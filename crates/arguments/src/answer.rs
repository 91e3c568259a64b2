//! Arguments of `answer`.

/// Read a check request (JSON) from standard input and print the report
#[derive(Debug, clap::Args)]
pub struct Args {}
