//! What is skipped in folders that are searched for documents.

/// Something in a folder that is not a document of the run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkippedFile {
    /// The path.
    pub file: String,
    /// Why it was skipped.
    pub reason: SkipReason,
}

/// Why something in a folder was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// A document that is not a template, and to which no rule applies.
    NotTemplate,
    /// A link to a folder: links are not followed.
    LinkToFolder,
    /// A named pipe, socket or device.
    NotRegularFile,
}

impl SkipReason {
    /// All reasons.
    pub const ALL: [SkipReason; 3] = [
        SkipReason::NotTemplate,
        SkipReason::LinkToFolder,
        SkipReason::NotRegularFile,
    ];

    /// Returns the reason for one file.
    pub fn text(self) -> &'static str {
        match self {
            SkipReason::NotTemplate => "not a template",
            SkipReason::LinkToFolder => "a link to a folder",
            SkipReason::NotRegularFile => "not a regular file",
        }
    }

    /// Returns the reason for several files.
    pub fn plural(self) -> &'static str {
        match self {
            SkipReason::NotTemplate => "not templates",
            SkipReason::LinkToFolder => "links to folders",
            SkipReason::NotRegularFile => "not regular files",
        }
    }
}
