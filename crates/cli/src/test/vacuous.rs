//! Detection of rules and tests that check nothing, which cfn-guard accepts with exit code 0.

use std::path::Path;

use super::{Exit, Io};
use cfn_warden_guard::Outcome;
use cfn_warden_guard::unit_test::{self, Case};

/// Reasons why a run that met all expectations is not a success.
#[derive(Debug, Default)]
pub(super) struct VacuousTests {
    /// Files that tested nothing.
    untested: Vec<String>,
    /// Expectations that were not checked.
    unchecked: Vec<String>,
}

impl VacuousTests {
    /// Adds a rules file without rules.
    pub fn no_rules(&mut self, rules: &str) {
        self.untested
            .push(format!("{rules} has no rules, so that nothing was tested"));
    }

    /// Adds a rules file that cannot be read or parsed, which is reported elsewhere.
    pub fn broken_rules(&mut self, rules: &str) {
        self.untested.push(format!(
            "{rules} could not be read, so that nothing was tested"
        ));
    }

    /// Records the number of test files of a rules file.
    pub fn tested(&mut self, files: usize, tests: &Path) {
        if files == 0 {
            let tests = tests.display();
            self.untested.push(format!(
                "{tests} has no tests: expected files that end in .yaml, .yml, .json or .jsn"
            ));
        }
    }

    /// Adds a folder in which no rules file has tests.
    pub fn folder(&mut self, folder: &Path) {
        let folder = folder.display();
        self.untested.push(format!(
            "{folder} has no tests: expected rules files, each with its tests in an adjacent folder `tests`"
        ));
    }

    /// Records the tests of a file.
    pub fn cases(&mut self, file: &Path, cases: &[Case<'_>]) {
        let file = file.display();
        if cases.is_empty() {
            self.untested
                .push(format!("{file} has no tests: expected a list of tests"));
        } else if cases.iter().all(|case| case.expectations.is_empty()) {
            self.untested.push(format!(
                "{file} has no expectations: expected `expectations: {{rules: {{...}}}}`"
            ));
        }
    }

    /// Records the expectations of a test.
    pub fn case(&mut self, file: &Path, case: &Case<'_>, outcome: &Outcome<'_>) {
        for (name, near) in unit_test::unknown_rules(case, outcome) {
            let near = near
                .map(|near| format!(": did you mean `{near}`?"))
                .unwrap_or_default();
            let message = format!(
                "{} has an expectation for the unknown rule `{name}`{near}",
                file.display()
            );
            if !self.unchecked.contains(&message) {
                self.unchecked.push(message);
            }
        }
    }

    /// Returns the exit code of a run whose output lists each rule's expectation. Expectations of unknown rules are
    /// reported without changing the exit code.
    pub fn exit_code_for_listed_output(mut self, exit: Exit, io: &mut Io<'_>) -> Exit {
        if exit == Exit::OK && self.untested.is_empty() {
            self.unchecked.drain(..).for_each(|what| io.eprint(what));
        }
        self.exit_code(exit, io)
    }

    /// Returns the exit code of a run. cfn-guard's code takes precedence unless it is 0.
    pub fn exit_code(self, exit: Exit, io: &mut Io<'_>) -> Exit {
        if exit != Exit::OK {
            return exit;
        }
        for what in self.untested.iter().chain(&self.unchecked) {
            io.eprint(what);
        }
        match (self.untested.is_empty(), self.unchecked.is_empty()) {
            (false, _) => Exit::ERROR,
            (true, false) => Exit::GUARD_TEST,
            (true, true) => Exit::OK,
        }
    }
}
