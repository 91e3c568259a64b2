//! Tests of Terraform's language, compared with recorded answers of Terraform 1.11.4.

mod cli;
mod conditions;
mod console;
mod damaged;
mod fixes;
mod generated;
mod harness;
mod hostile;
mod modules;
mod outputs;
mod plan;
mod policy;
mod printed;
mod provider;
mod provider_schema;
pub mod rules;
mod schema;
mod schema_command;
mod schema_hostile;
mod sound;
pub mod support;
mod unknowns;
pub mod variables;
