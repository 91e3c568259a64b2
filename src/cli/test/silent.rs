//! What cfn-guard passes over with exit code 0: rules and tests that check nothing.

use std::path::Path;

use super::{Exit, Io};
use cfn_warden_guard::Outcome;
use cfn_warden_guard::unit_test::{self, Case};

/// Reasons why a run that met all expectations is no success.
#[derive(Debug, Default)]
pub(super) struct Silent {
    /// Nothing was tested.
    untested: Vec<String>,
    /// An expectation was not checked.
    unchecked: Vec<String>,
}

impl Silent {
    /// A rules file that has no rules.
    pub fn no_rules(&mut self, rules: &str) {
        self.untested.push(format!("{rules} has no rules, so that nothing was tested: expected a rule"));
    }

    /// A rules file that cannot be read or does not parse, which is said elsewhere.
    pub fn broken_rules(&mut self, rules: &str) {
        self.untested.push(format!("{rules} could not be read, so that nothing was tested"));
    }

    /// What a rules file was tested with.
    pub fn tested(&mut self, files: usize, tests: &Path) {
        if files == 0 {
            let tests = tests.display();
            self.untested.push(format!("{tests} has no tests: expected files that end in .yaml, .yml, .json or .jsn"));
        }
    }

    /// A folder without any rules file that has tests.
    pub fn folder(&mut self, folder: &Path) {
        let folder = folder.display();
        self.untested.push(format!(
            "there are no tests in {folder}: expected rules files, each with its tests in a folder `tests` beside it"
        ));
    }

    /// The tests of a file.
    pub fn cases(&mut self, file: &Path, cases: &[Case<'_>]) {
        let file = file.display();
        if cases.is_empty() {
            self.untested.push(format!("{file} has no tests: expected a list of tests"));
        } else if cases.iter().all(|case| case.expectations.is_empty()) {
            self.untested
                .push(format!("{file} expects nothing of any rule: expected `expectations: {{rules: {{...}}}}`"));
        }
    }

    /// The expectations of a test.
    pub fn case(&mut self, file: &Path, case: &Case<'_>, outcome: &Outcome<'_>) {
        for (name, near) in unit_test::unknown_rules(case, outcome) {
            let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
            let message = format!("{} expects something of `{name}`, which is not a rule{near}", file.display());
            if !self.unchecked.contains(&message) {
                self.unchecked.push(message);
            }
        }
    }

    /// The exit code of a run whose output lists what was expected of each rule: names that are not rules are reported, and
    /// do not change it.
    pub fn settle_listed(mut self, exit: Exit, io: &mut Io<'_>) -> Exit {
        if exit == Exit::OK && self.untested.is_empty() {
            self.unchecked.drain(..).for_each(|what| io.complain(what));
        }
        self.settle(exit, io)
    }

    /// The exit code of a run: that of cfn-guard where it tells of something, too.
    pub fn settle(self, exit: Exit, io: &mut Io<'_>) -> Exit {
        if exit != Exit::OK {
            return exit;
        }
        for what in self.untested.iter().chain(&self.unchecked) {
            io.complain(what);
        }
        match (self.untested.is_empty(), self.unchecked.is_empty()) {
            (false, _) => Exit::ERROR,
            (true, false) => Exit::GUARD_TEST,
            (true, true) => Exit::OK,
        }
    }
}
