//! Tests of the shell completion scripts: every shell accepts its script and completes the commands.

use std::io::Write;
use std::process::{Command, Stdio};

use cfn_warden::cli::Exit;

use crate::cli::{Ended, run};

const COMMANDS: [&str; 9] = [
    "check",
    "completions",
    "invoke",
    "lint",
    "parse-tree",
    "rulegen",
    "rules",
    "test",
    "validate",
];

fn script(shell: &str) -> String {
    let Ended { exit, out, err } = run(&["completions", "--shell", shell], "");
    assert_eq!((exit, err), (Exit::OK, String::new()));
    out
}

/// Runs a shell on a script and returns its output and success; `None` if the shell is not installed.
fn read_by(shell: &str, arguments: &[&str], script: &str) -> Option<(bool, String)> {
    let mut command = Command::new(shell);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    child
        .stdin
        .take()
        .unwrap()
        .write_all(script.as_bytes())
        .unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stdout).into_owned()
        + &String::from_utf8_lossy(&ended.stderr);
    Some((ended.status.success(), said))
}

#[test]
fn every_script_names_the_commands_and_parses() {
    for shell in ["bash", "zsh", "fish"] {
        let script = script(shell);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
        for option in ["rules-file", "show-summary", "input-params", "print-yaml"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
        let parsed = read_by(shell, &["-n"], &script);
        assert!(
            parsed.is_none() || parsed == Some((true, String::new())),
            "{shell}: {parsed:?}"
        );
    }
}

#[test]
fn bash_completes_a_command_and_the_values_of_its_options() {
    let script = script("bash");
    let function = script
        .split("complete -F ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap();
    let complete = |words: &str| {
        let last = words.split(' ').count() - 1;
        let ask = [
            format!("COMP_WORDS=({words}) COMP_CWORD={last}"),
            format!(
                "{function} cfn-warden \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{last}-1]}}\""
            ),
            "echo \"${COMPREPLY[@]}\"\n".to_owned(),
        ];
        read_by(
            "bash",
            &["--norc"],
            &format!("{script}\n{}", ask.join("\n")),
        )
        .map(|(_, said)| said)
    };
    for (words, completed) in [
        ("cfn-warden val", "validate\n"),
        ("cfn-warden validate --struc", "--structured\n"),
        ("cfn-warden completions --shell f", "fish\n"),
    ] {
        let found = complete(words);
        assert!(
            found.is_none() || found.as_deref() == Some(completed),
            "{words}: {found:?}"
        );
    }
}
