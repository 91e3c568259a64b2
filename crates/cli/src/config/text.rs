//! The text of a project file.

use cfn_warden_arguments::settings::{Form, Key};

use crate::project::TERRAFORM;

/// A setting and its origin.
pub struct Line<'k> {
    /// The option that it sets.
    pub key: &'k Key,
    /// The values, in the form that the option has on the command line.
    pub values: Vec<String>,
    /// Where the values come from, if that is shown.
    pub origin: Option<String>,
}

/// Returns TOML with these settings, in the order of the keys; tables come last.
pub fn of(lines: &[Line<'_>]) -> String {
    let is_table = |line: &&Line<'_>| matches!(line.key.form, Form::Table | Form::Tables);
    let of_table = |has: bool| move |line: &&Line<'_>| line.key.is_of_terraform == has;
    let plain = |has: bool| {
        lines
            .iter()
            .filter(of_table(has))
            .filter(move |line| !is_table(line))
    };
    let tables = |has: bool| lines.iter().filter(of_table(has)).filter(is_table);
    let mut text = String::new();
    plain(false).for_each(|line| text.push_str(&entry(line)));
    tables(false).for_each(|line| text.push_str(&table("", line)));
    if plain(true).next().is_some() {
        text.push_str(&format!("\n[{TERRAFORM}]\n"));
        plain(true).for_each(|line| text.push_str(&entry(line)));
    }
    tables(true).for_each(|line| text.push_str(&table(&format!("{TERRAFORM}."), line)));
    text.strip_prefix('\n').map(str::to_owned).unwrap_or(text)
}

fn entry(
    Line {
        key,
        values,
        origin,
    }: &Line<'_>,
) -> String {
    let value = match (key.form, values.as_slice()) {
        (Form::Switch, _) => "true".to_owned(),
        (Form::List, values) => {
            format!(
                "[{}]",
                values
                    .iter()
                    .map(|value| quoted(value))
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
        (_, values) => quoted(values.first().map(String::as_str).unwrap_or_default()),
    };
    format!("{} = {value}{}\n", key.name, remark(origin.as_deref()))
}

/// Returns the tables of a key whose option has the form `NAME=VALUE` or `NAME:KEY=VALUE`.
fn table(
    prefix: &str,
    Line {
        key,
        values,
        origin,
    }: &Line<'_>,
) -> String {
    let mut text = String::new();
    let mut open = None;
    for value in values {
        let (inner, entry) = match key.form {
            Form::Tables => value
                .split_once(':')
                .map_or((None, value.as_str()), |(name, rest)| (Some(name), rest)),
            _ => (None, value.as_str()),
        };
        if open != Some(inner) {
            let name = inner
                .map(|name| format!(".{}", name_of(name)))
                .unwrap_or_default();
            text.push_str(&format!(
                "\n[{prefix}{}{name}]{}\n",
                key.name,
                remark(origin.as_deref())
            ));
            open = Some(inner);
        }
        let (name, value) = entry.split_once('=').unwrap_or((entry, ""));
        let is_switch = key.form == Form::Tables && ["true", "false"].contains(&value);
        let value = if is_switch {
            value.to_owned()
        } else {
            quoted(value)
        };
        text.push_str(&format!("{} = {value}\n", name_of(name)));
    }
    text
}

fn remark(origin: Option<&str>) -> String {
    origin
        .map(|origin| format!("  # {origin}"))
        .unwrap_or_default()
}

fn name_of(name: &str) -> String {
    let is_bare = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// Returns a TOML string. Its escapes are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
