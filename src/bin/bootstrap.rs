//! The Lambda function.

fn main() {}
