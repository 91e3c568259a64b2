//! The name of the program: as a link or a copy, it has the command lines of cfn-lint and cfn-guard.

use std::ffi::OsStr;

/// The program that a command line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Program {
    /// cfn-warden: any other name.
    #[default]
    CfnWarden,
    /// cfn-lint.
    CfnLint,
    /// cfn-guard.
    CfnGuard,
}

impl Program {
    /// Returns the program that the first word of a command line names. Folders and `.exe` do not count.
    pub fn called(word: &OsStr) -> Program {
        let word = word.to_string_lossy().to_ascii_lowercase();
        let file = word.rsplit(['/', '\\']).next().unwrap_or_default();
        match file.strip_suffix(".exe").unwrap_or(file) {
            "cfn-lint" => Program::CfnLint,
            "cfn-guard" => Program::CfnGuard,
            _ => Program::CfnWarden,
        }
    }
}
