//! Terraform's language against recorded answers of Terraform 1.11.4, and its modules.

mod console;
mod damaged;
mod harness;
mod hostile;
mod modules;
mod outputs;
mod plan;
mod provider;
mod schema;
mod support;
