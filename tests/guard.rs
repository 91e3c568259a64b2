//! The Guard evaluator, its language, reports and commands.

mod by_type;
mod checks;
mod dialect;
mod fixtures;
mod fuzz;
mod harness;
mod lambda;
mod language;
pub mod language_reference;
mod notices;
mod options;
mod outputs;
mod parse_tree;
mod reading;
mod repeats;
mod robust;
mod rulegen;
mod semantics;
mod silence;
mod spellings;
mod upgrade;
mod verdicts;

use verdicts::{Verdicts, recorded_lines, verdicts, verdicts_as};
