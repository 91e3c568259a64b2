//! The exit codes of all commands, in one table.

/// What a process says when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit(pub u8);

impl Exit {
    /// Nothing to complain of.
    pub const OK: Exit = Exit(0);

    /// `check`, `rules`, `invoke`, `terraform`: the command line cannot be followed, or something named on it cannot be read.
    /// `test`: nothing was tested.
    pub const ERROR: Exit = Exit(1);
    /// `check`, `invoke`, `terraform check-vars`: something found makes the run not compliant.
    pub const NOT_COMPLIANT: Exit = Exit(2);

    /// `terraform`: something has no value.
    pub const NO_VALUE: Exit = Exit(2);

    /// `rules upgrade-check`: there are rules that the versions judge differently.
    pub const DIFFERENT: Exit = Exit(3);

    /// `lint`: wrong usage or configuration, as cfn-lint says it.
    pub const LINT_USAGE: Exit = Exit(1);
    /// `lint`, a bit: there are errors.
    pub const LINT_ERROR: Exit = Exit(2);
    /// `lint`, a bit: there are warnings.
    pub const LINT_WARNING: Exit = Exit(4);
    /// `lint`, a bit: there are informational findings.
    pub const LINT_INFORMATIONAL: Exit = Exit(8);
    /// `lint`: a region that is not known.
    pub const LINT_REGION: Exit = Exit(32);

    /// `validate`, `test`, `parse-tree`: wrong usage, as cfn-guard says it.
    pub const GUARD_USAGE: Exit = Exit(2);
    /// `validate`: a rules file does not parse.
    pub const GUARD_RULES: Exit = Exit(5);
    /// `test`: an expectation is not met, or is of a rule that does not exist.
    pub const GUARD_TEST: Exit = Exit(7);
    /// `validate`: a rule fails.
    pub const GUARD_FAIL: Exit = Exit(19);
    /// `validate`, `test`, `parse-tree`: an input cannot be read, or evaluation cannot go on.
    pub const GUARD_ERROR: Exit = Exit(255);

    /// Both of two bits.
    pub fn and(self, other: Exit) -> Exit {
        Exit(self.0 | other.0)
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        exit.0.into()
    }
}
