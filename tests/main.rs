//! All tests in one binary, to link once.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test that meets the unexpected should stop there"
)]

mod adopting;
mod answer;
mod aws;
mod baseline;
mod bootstrap;
mod budget;
mod bundles;
mod by_name;
mod cdk;
mod changed_since;
mod cli;
mod command_line;
mod compat;
mod completions;
mod config;
mod config_command;
mod deadline;
mod deployability;
mod deployment;
mod deployments;
mod document;
mod doors;
mod draft7;
mod extends;
mod fetch;
mod fixes;
mod forgery;
mod formats;
mod gitignore;
mod guard;
mod harness;
mod hidden_files;
mod hook;
mod hostile;
mod hostile_gate;
mod html;
mod identity;
mod invoke;
mod knowledge;
mod knowledge_files;
mod lambda;
mod language_extensions;
mod lint;
mod lint_options;
mod lint_outputs;
mod lsp;
mod max_findings;
mod memory;
mod model;
mod noise;
mod operations;
mod own_words;
mod packs;
mod pages;
mod parameters;
mod pattern;
mod policies;
mod policies_terraform;
mod policy_year;
mod python;
mod readings;
mod recorded;
mod release;
mod replay;
mod report;
mod result_schema;
mod scenarios;
mod schema;
mod search;
mod secrets;
mod selection;
mod serverless;
mod severities;
mod shell;
mod shown;
mod silence;
mod sources;
mod support;
mod suppressions;
mod syntax;
mod table;
mod terraform;
mod tidy;
mod visible_text;
mod waivers;
mod walks;
mod watch;
