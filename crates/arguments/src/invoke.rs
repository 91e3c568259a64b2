//! Arguments of `invoke`.

use std::path::PathBuf;

/// The heading of the options that make a Hook event of files.
const HOOK: &str = "Hook events";

/// Answer an event as the deployed Lambda function would
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").args(["event", "stack", "change_set", "resource"]).required(true))]
pub struct Args {
    /// JSON file with the event; `-` reads standard input
    pub event: Option<PathBuf>,
    /// Answer as the Hook does for a stack with this template
    #[arg(long, value_name = "TEMPLATE", help_heading = HOOK)]
    pub stack: Option<PathBuf>,
    /// Answer as the Hook does for a change set with this template
    #[arg(long, value_name = "TEMPLATE", help_heading = HOOK)]
    pub change_set: Option<PathBuf>,
    /// Answer as the Hook does for a resource of this type with the properties in a JSON file
    #[arg(long, num_args = 2, value_names = ["TYPE", "FILE"], help_heading = HOOK)]
    pub resource: Option<Vec<String>>,
    /// The deployed template, or the resource's properties before the change: the operation is an update
    #[arg(long, value_name = "FILE", help_heading = HOOK, conflicts_with = "event")]
    pub previous: Option<PathBuf>,
    /// The changes of the change set: what `aws cloudformation describe-change-set --include-property-values` prints
    #[arg(long, value_name = "FILE", help_heading = HOOK, requires = "change_set", conflicts_with_all = ["stack", "resource"])]
    pub changes: Option<PathBuf>,
    /// The operation deletes the resource, which has these properties
    #[arg(long, help_heading = HOOK, requires = "resource", conflicts_with_all = ["previous", "stack", "change_set"])]
    pub delete: bool,
    /// The name of the stack
    #[arg(long, value_name = "NAME", help_heading = HOOK, conflicts_with = "event", default_value = "my-stack")]
    pub stack_name: String,
    /// The account of the stack
    #[arg(long, value_name = "ID", help_heading = HOOK, conflicts_with = "event", default_value = "000000000000")]
    pub account: String,
    /// The region of the stack [default: that of the environment, or us-east-1]
    #[arg(long, help_heading = HOOK, conflicts_with = "event")]
    pub region: Option<String>,
}
