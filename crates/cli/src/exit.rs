//! Exit codes of all commands.

use cfn_warden_engine::Status;

/// A process exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit(pub u8);

impl Exit {
    /// Success.
    pub const OK: Exit = Exit(0);

    /// `check`, `rules`, `invoke`, `terraform`: invalid arguments or an unreadable file. `test`: no tests were found.
    pub const ERROR: Exit = Exit(1);
    /// `check`, `invoke`, `terraform check-vars`: not compliant.
    pub const NOT_COMPLIANT: Exit = Exit(2);

    /// `terraform`: an expression has no value.
    pub const NO_VALUE: Exit = Exit(2);

    /// `rules upgrade-check`: the versions give different verdicts.
    pub const DIFFERENT: Exit = Exit(3);

    /// `lint`: invalid arguments or configuration, as in cfn-lint.
    pub const LINT_USAGE: Exit = Exit(1);
    /// `lint`, bit: errors were found.
    pub const LINT_ERROR: Exit = Exit(2);
    /// `lint`, bit: warnings were found.
    pub const LINT_WARNING: Exit = Exit(4);
    /// `lint`, bit: informational findings were found.
    pub const LINT_INFORMATIONAL: Exit = Exit(8);
    /// `lint`: unknown region.
    pub const LINT_REGION: Exit = Exit(32);

    /// `validate`, `test`, `parse-tree`: invalid arguments, as in cfn-guard.
    pub const GUARD_USAGE: Exit = Exit(2);
    /// `validate`: a rules file does not parse.
    pub const GUARD_RULES: Exit = Exit(5);
    /// `test`: a test failed, or expects a status of an unknown rule.
    pub const GUARD_TEST: Exit = Exit(7);
    /// `validate`: a rule failed.
    pub const GUARD_FAIL: Exit = Exit(19);
    /// `validate`, `test`, `parse-tree`: a file cannot be read, or an evaluation error occurred.
    pub const GUARD_ERROR: Exit = Exit(255);

    /// Returns the exit code of a command whose result is a verdict.
    pub fn of_status(status: Status) -> Exit {
        match status {
            Status::Pass => Exit::OK,
            Status::Fail | Status::Error => Exit::NOT_COMPLIANT,
        }
    }

    /// Combines the bits of two exit codes.
    pub fn and(self, other: Exit) -> Exit {
        Exit(self.0 | other.0)
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        exit.0.into()
    }
}
