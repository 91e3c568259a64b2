//! CSV.

use cfn_warden_syntax::{Text, text};

/// Parses records. All must have as many fields as the first one. Empty lines are ignored.
pub fn records(text: &str) -> Result<Vec<Vec<String>>, Text> {
    let mut records: Vec<Vec<String>> = Vec::new();
    let mut rest = text;
    let mut line = 1usize;
    while !rest.is_empty() {
        if let Some(after) = rest
            .strip_prefix('\n')
            .or_else(|| rest.strip_prefix("\r\n"))
        {
            rest = after;
            line = line.saturating_add(1);
            continue;
        }
        let start = line;
        let mut record = Vec::new();
        loop {
            let (field, after, newlines) = field(rest, line)?;
            line = line.saturating_add(newlines);
            record.push(field);
            rest = after;
            match rest.strip_prefix(',') {
                Some(after) => rest = after,
                None => break,
            }
        }
        rest = rest
            .strip_prefix("\r\n")
            .or_else(|| rest.strip_prefix('\n'))
            .unwrap_or(rest);
        line = line.saturating_add(1);
        if records
            .first()
            .is_some_and(|first| first.len() != record.len())
        {
            return Err(text!(
                "CSV parse error on line {}: wrong number of fields",
                start
            ));
        }
        records.push(record);
    }
    Ok(records)
}

/// Parses a field. Returns it with the remaining text and the number of newlines in it.
fn field(text: &str, line: usize) -> Result<(String, &str, usize), Text> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', '\n']).unwrap_or(text.len());
        let (field, after) = text.split_at_checked(end).unwrap_or((text, ""));
        let (field, after) = match field.strip_suffix('\r') {
            Some(field) if after.starts_with('\n') || after.is_empty() => (field, after),
            _ => (field, after),
        };
        if field.contains('"') {
            return Err(text!(
                "CSV parse error on line {}: bare \" in non-quoted-field",
                line
            ));
        }
        return Ok((field.to_owned(), after, 0));
    };
    let mut value = String::new();
    let mut rest = quoted;
    loop {
        let Some((before, after)) = rest.split_once('"') else {
            return Err(text!(
                "CSV parse error on line {}: extraneous or missing \" in quoted-field",
                line
            ));
        };
        value.push_str(before);
        if let Some(more) = after.strip_prefix('"') {
            value.push('"');
            rest = more;
            continue;
        }
        if !after.is_empty() && !after.starts_with([',', '\n']) && !after.starts_with("\r\n") {
            return Err(text!(
                "CSV parse error on line {}: extraneous or missing \" in quoted-field",
                line
            ));
        }
        let newlines = value.bytes().filter(|byte| *byte == b'\n').count();
        return Ok((value, after, newlines));
    }
}
