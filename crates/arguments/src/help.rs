//! The help of the program: its commands by task.

use std::fmt::Write as _;

use clap::Command;
use clap::builder::StyledStr;

/// The commands by task, in the order of the help.
const TASKS: [(&str, &[&str]); 6] = [
    (
        "Check, explain and fix",
        &["check", "explain", "terraform", "config"],
    ),
    ("Policies and rules", &["packs", "rules", "bundle"]),
    (
        "Drop-in replacements for cfn-lint and cfn-guard",
        &["lint", "validate", "test", "parse-tree", "rulegen"],
    ),
    ("Lambda function", &["invoke"]),
    ("Editors and other programs", &["lsp", "model", "answer"]),
    (
        "Schemas, completions and help",
        &["knowledge", "completions", HELP],
    ),
];
/// The command that clap adds.
const HELP: &str = "help";
const ABOUT_HELP: &str = "Print the help of a command";

/// The options of `check` by what they are about; those of its other headings say so themselves.
const HEADINGS: [(&str, &[&str]); 5] = [
    (
        "Documents",
        &["exclude", "changed-since", "lint", "regions"],
    ),
    (
        "Rules and policies",
        &[
            "rules",
            "packs",
            "pack-key",
            "cache",
            "ignore-checks",
            "include-checks",
            "mandatory-checks",
            "include-experimental",
            "configure-rule",
            "knowledge",
            "knowledge-key",
            "schemas",
            "semantics",
            "dialect",
        ],
    ),
    (
        "What rules see",
        &[
            "parameters",
            "parameter-file",
            "resolve",
            "input-params",
            "view",
            "deployments",
            "unknown",
            "coverage",
            "fail-on-skip",
        ],
    ),
    (
        "Reports",
        &[
            "format",
            "output",
            "max-findings",
            "notes",
            "quiet",
            "color",
        ],
    ),
    (
        "Severities and accepted findings",
        &[
            "severity",
            "fail-on",
            "template-suppressions",
            "waivers",
            "baseline",
            "update-baseline",
            "reason",
            "until",
            "owner",
        ],
    ),
];

/// Adds headings to the options of `check`.
pub(crate) fn with_headings(check: Command) -> Command {
    check.mut_args(|option| {
        let name = option.get_long().unwrap_or_default();
        let heading = HEADINGS.iter().find(|(_, names)| names.contains(&name));
        match heading {
            Some((heading, _)) => option.help_heading(*heading),
            None => option,
        }
    })
}

/// Lists the commands by task in the help of the program, not by name.
pub(crate) fn with_tasks(commands: Command) -> Command {
    let mut template = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    let styles = commands.get_styles();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    let names = TASKS.iter().flat_map(|(_, names)| *names);
    let width = names.map(|name| name.len()).max().unwrap_or_default();
    for (task, names) in TASKS {
        let _ = writeln!(template, "\n{header}{task}:{header:#}");
        for name in names {
            let about = match commands.find_subcommand(name).and_then(Command::get_about) {
                Some(about) => about.to_string(),
                None => ABOUT_HELP.to_owned(),
            };
            let _ = writeln!(
                template,
                "  {literal}{name}{literal:#}{:1$}  {about}",
                "",
                width.saturating_sub(name.len())
            );
        }
    }
    let _ = write!(
        template,
        "\n{header}Options:{header:#}\n{{options}}\n\n`cfn-warden COMMAND --help` lists the options of a command.\n"
    );
    commands.help_template(StyledStr::from(template))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_has_one_task() {
        let commands = crate::Cli::command();
        let mut known: Vec<&str> = commands.get_subcommands().map(Command::get_name).collect();
        known.push(HELP);
        let mut listed: Vec<&str> = TASKS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn every_option_of_check_has_one_heading() {
        let commands = crate::Cli::command();
        let check = commands.find_subcommand("check").unwrap();
        let mut listed: Vec<&str> = HEADINGS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut known: Vec<&str> = check
            .get_arguments()
            .filter(|option| option.get_help_heading().is_none())
            .filter_map(|option| option.get_long())
            .filter(|name| *name != "watch")
            .collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, known);
    }
}
