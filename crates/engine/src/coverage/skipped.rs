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
    /// A file with a hidden name or in a hidden folder that looks like a template or Terraform configuration.
    Hidden,
    /// A file in a folder of installed packages that looks like a template or Terraform configuration.
    Vendored,
    /// A file of an assembly of the AWS CDK that looks like a template and that the manifest does not name as one.
    NotInManifest,
    /// The `cdk.json` of an app of the AWS CDK without an assembly, which `cdk synth` writes.
    NotSynthesized,
    /// A service of the Serverless Framework without a package, which `serverless package` writes.
    NotPackaged,
    /// An output of `sam build`, which a template is the source of.
    SamBuild,
    /// A document or Terraform configuration that does not differ from the revision of `check --changed-since`.
    Unchanged,
}

impl SkipReason {
    /// All reasons.
    pub const ALL: [SkipReason; 10] = [
        SkipReason::NotTemplate,
        SkipReason::LinkToFolder,
        SkipReason::NotRegularFile,
        SkipReason::Hidden,
        SkipReason::Vendored,
        SkipReason::NotInManifest,
        SkipReason::NotSynthesized,
        SkipReason::NotPackaged,
        SkipReason::SamBuild,
        SkipReason::Unchanged,
    ];

    /// Returns the reason for one file.
    pub fn text(self) -> &'static str {
        match self {
            SkipReason::NotTemplate => "not a template",
            SkipReason::LinkToFolder => "a link to a folder",
            SkipReason::NotRegularFile => "not a regular file",
            SkipReason::Hidden => "a hidden file",
            SkipReason::Vendored => "a file in node_modules",
            SkipReason::NotInManifest => "not a template of the manifest",
            SkipReason::NotSynthesized => "a CDK app without an assembly; `cdk synth` writes it",
            SkipReason::NotPackaged => {
                "a Serverless Framework service without a package; `serverless package` writes it"
            }
            SkipReason::SamBuild => "an output of `sam build`",
            SkipReason::Unchanged => "not changed",
        }
    }

    /// Returns the reason for several files.
    pub fn plural(self) -> &'static str {
        match self {
            SkipReason::NotTemplate => "not templates",
            SkipReason::LinkToFolder => "links to folders",
            SkipReason::NotRegularFile => "not regular files",
            SkipReason::Hidden => "hidden files",
            SkipReason::Vendored => "files in node_modules",
            SkipReason::NotInManifest => "not templates of the manifest",
            SkipReason::NotSynthesized => "CDK apps without an assembly; `cdk synth` writes it",
            SkipReason::NotPackaged => {
                "Serverless Framework services without a package; `serverless package` writes it"
            }
            SkipReason::SamBuild => "outputs of `sam build`",
            SkipReason::Unchanged => "not changed",
        }
    }
}
