//! `config --import`: a project file with the settings of a `.cfnlintrc`.

use std::path::Path;

use super::printed::Printed;
use super::text::{self, Line};
use crate::documents::is_pattern;
use crate::lint::config_file::{self, ConfigFile};
use cfn_warden_arguments::settings::{DOCUMENTS, Key};
use cfn_warden_engine::error::Error;
use cfn_warden_template::parameter_values::Literal;

/// The lists of cfn-lint and our keys.
const LISTS: [(&str, &str); 6] = [
    ("templates", DOCUMENTS),
    ("ignore_templates", "exclude"),
    ("regions", "regions"),
    ("ignore_checks", "ignore-checks"),
    ("include_checks", "include-checks"),
    ("mandatory_checks", "mandatory-checks"),
];

/// Returns a project file with the settings of a configuration file of cfn-lint, and a remark for each setting that has no
/// counterpart.
///
/// # Errors
/// [`Error::Read`] with the first error of the file, in cfn-lint's words.
pub fn converted(path: &Path, keys: &[Key]) -> Result<Printed, Error> {
    let name = path.to_string_lossy();
    let read = config_file::settings(Some(path), None);
    let read = read.map_err(|reason| Error::Read {
        path: name.clone().into_owned(),
        reason: reason
            .strip_prefix(&format!("cannot read {name}: "))
            .unwrap_or(&reason)
            .to_owned(),
    })?;
    let mut remarks = Vec::new();
    let found = settings(read, &mut remarks);
    let line = |(key, values): &(&str, Vec<String>)| {
        let key = keys.iter().find(|known| known.name == *key)?;
        Some(Line {
            key,
            values: values.clone(),
            origins: Vec::new(),
        })
    };
    // In the order of the keys, as `--show` has it.
    let mut lines: Vec<Line<'_>> = found.iter().filter_map(line).collect();
    lines.sort_by_key(|line| keys.iter().position(|key| key.name == line.key.name));
    let remarks = remarks
        .into_iter()
        .map(|remark| format!("{name}: {remark}"))
        .collect();
    Ok(Printed {
        text: text::of(&lines),
        remarks,
    })
}

/// Returns keys with values, in the form that the option has on the command line.
fn settings(mut read: ConfigFile, remarks: &mut Vec<String>) -> Vec<(&'static str, Vec<String>)> {
    let mut found = Vec::new();
    let has = |list: &str| read.lists.get(list).is_some_and(|list| !list.is_empty());
    if has("ignore_templates")
        && read
            .lists
            .get("templates")
            .into_iter()
            .flatten()
            .any(|text| is_pattern(text))
    {
        let remark = "`ignore_templates`: `exclude` leaves files out of folders, not out of what a pattern in `documents` \
                      matches; name the folder there";
        remarks.push(remark.to_owned());
    }
    for (theirs, ours) in LISTS {
        found.extend(
            read.lists
                .remove(theirs)
                .filter(|list| !list.is_empty())
                .map(|list| (ours, list)),
        );
    }
    if read.switches.remove("include_experimental") == Some(true) {
        found.push(("include-experimental", Vec::new()));
    }
    let format = read.texts.remove("format");
    match (read.texts.remove("output_file"), format) {
        (Some(file), format) => {
            found.push((
                "output",
                vec![format!("{}={file}", format.as_deref().unwrap_or("pretty"))],
            ));
        }
        (None, Some(format)) => found.push(("format", vec![format])),
        (None, None) => {}
    }
    match read.texts.remove("non_zero_exit_code").as_deref() {
        Some("none") => found.push(("fail-on", vec!["never".to_owned()])),
        Some("informational") | None => {}
        Some(level) => found.push(("fail-on", vec![level.to_owned()])),
    }
    let options = read
        .configure_rules
        .into_iter()
        .flatten()
        .flat_map(|(rule, options)| {
            options
                .into_iter()
                .map(move |(name, values)| format!("{rule}:{name}={}", values.join(",")))
        });
    let options: Vec<String> = options.collect();
    if !options.is_empty() {
        found.push(("configure-rule", options));
    }
    match read.parameters.as_deref() {
        Some([set]) => {
            let texts = set.values.iter().filter_map(|value| match &value.value {
                Literal::Text(text) => Some(format!("{}={text}", value.name)),
                _ => None,
            });
            found.push(("parameters", texts.collect()));
        }
        Some([_, _, ..]) => {
            remarks.push("`parameters` has several sets of values; `check` has one".to_owned())
        }
        _ => {}
    }
    let others = read.lists.keys().chain(read.texts.keys());
    let others = others.chain(
        read.switches
            .iter()
            .filter(|(_, is_on)| **is_on)
            .map(|(name, _)| name),
    );
    remarks.extend(
        others.map(|name| format!("`{name}` has no counterpart in `check`; `lint` reads it")),
    );
    found
}
