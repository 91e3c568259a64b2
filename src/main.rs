//! The `cfn-warden` command line.

fn main() {}
