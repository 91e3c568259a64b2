//! The text of a project file.

use cfn_warden_arguments::settings::{Form, Key};

use crate::project::TERRAFORM;

/// A setting and its origin.
pub struct Line<'k> {
    /// The option that it sets.
    pub key: &'k Key,
    /// The values, in the form that the option has on the command line.
    pub values: Vec<String>,
    /// Where the values come from, if that is shown: the place of each, or one place of all.
    pub origins: Vec<String>,
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
        origins,
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
    format!("{} = {value}{}\n", key.name, remark(origins))
}

/// Returns the tables of a key whose option has the form `NAME=VALUE` or `NAME:KEY=VALUE`.
fn table(
    prefix: &str,
    Line {
        key,
        values,
        origins,
    }: &Line<'_>,
) -> String {
    let mut text = String::new();
    let mut open = None;
    // The heading has the place if it is the same for all entries.
    let is_one_place = origins.windows(2).all(|pair| pair.first() == pair.last());
    let (of_heading, of_entries) = if is_one_place {
        (origins.as_slice(), &[][..])
    } else {
        (&[][..], origins.as_slice())
    };
    for (index, value) in values.iter().enumerate() {
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
                remark(of_heading)
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
        let origin = of_entries.get(index).map(std::slice::from_ref);
        text.push_str(&format!(
            "{} = {value}{}\n",
            name_of(name),
            remark(origin.unwrap_or_default())
        ));
    }
    text
}

/// Returns a comment with the places, each once.
fn remark(origins: &[String]) -> String {
    let mut places: Vec<&str> = Vec::new();
    for origin in origins {
        if !places.contains(&origin.as_str()) {
            places.push(origin);
        }
    }
    if places.is_empty() {
        String::new()
    } else {
        format!("  # {}", places.join(", "))
    }
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
