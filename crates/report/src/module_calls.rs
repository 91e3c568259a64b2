//! What findings in a Terraform module say without the call of the module: a module that is called several times has the same
//! problem in each call.

use std::borrow::Cow;

use cfn_warden_syntax::Text;
use cfn_warden_syntax::finding::Finding;

/// What the engine adds to the message of a finding in a called module, before the place of the call and a parenthesis.
const CALLED_AT: &str = " (in a module called at ";

/// Returns a finding without the call of its module: its message has neither the place of the call nor the module's address, nor
/// have the other texts. The second value is the place of the call, `main.tf:4`.
pub fn without_call(finding: &Finding) -> (Cow<'_, Finding>, Option<String>) {
    let module = finding.address().map_or("", module_prefix);
    let (message, call) = split_call(&finding.message);
    if module.is_empty() && call.is_none() {
        return (Cow::Borrowed(finding), None);
    }
    let mut own = Finding {
        message,
        ..finding.clone()
    };
    if !module.is_empty() {
        let unknowns = own
            .deployments
            .iter_mut()
            .flat_map(|note| &mut note.unknowns);
        let texts = [&mut own.message]
            .into_iter()
            .chain(&mut own.remediation)
            .chain(unknowns);
        for text in texts {
            text.edit_each(&mut |operand, _| *operand = operand.replace(module, ""));
        }
    }
    (Cow::Owned(own), call)
}

/// Returns a message with the places of calls.
pub fn with_calls(message: &Text, calls: &[&str], most: usize) -> Text {
    let (first, rest) = match calls {
        [] => return message.clone(),
        [call] => return message_with(message, format!("{CALLED_AT}{call})")),
        calls => calls.split_at(calls.len().min(most)),
    };
    let more = match rest.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    message_with(
        message,
        format!(" (in modules called at {}{more})", first.join(", ")),
    )
}

fn message_with(message: &Text, words: String) -> Text {
    let mut text = message.clone();
    text.push(Text::known(words));
    text
}

/// Splits the place of the call from a message.
fn split_call(message: &Text) -> (Text, Option<String>) {
    let text = message.as_str();
    let found = text.strip_suffix(')').and_then(|inner| {
        let start = inner.rfind(CALLED_AT)?;
        Some((start, inner.get(start.saturating_add(CALLED_AT.len())..)?))
    });
    match found {
        Some((start, call)) => (message.part(0..start), Some(call.to_owned())),
        None => (message.clone(), None),
    }
}

/// Returns the address of the module of a resource, with the dot after it: `module.a["x.y"].module.b.`.
fn module_prefix(address: &str) -> &str {
    let mut end = 0_usize;
    while let Some(rest) = address
        .get(end..)
        .filter(|rest| rest.starts_with("module."))
    {
        let Some(length) = module_step(rest) else {
            break;
        };
        end = end.saturating_add(length);
    }
    address.get(..end).unwrap_or_default()
}

/// Returns the length of the first `module.name.` or `module.name["key"].` of an address.
fn module_step(address: &str) -> Option<usize> {
    let (mut is_text, mut is_escaped) = (false, false);
    for (at, letter) in address.char_indices().skip("module.".len()) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' => is_text = !is_text,
            '.' if !is_text => return Some(at.saturating_add(1)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_the_start_of_an_address() {
        for (address, prefix) in [
            ("aws_s3_bucket.b", ""),
            ("data.aws_s3_bucket.b", ""),
            ("module.a.aws_s3_bucket.b", "module.a."),
            (
                "module.a[\"x.y\"].module.b[0].aws_s3_bucket.b[\"module.c.\"]",
                "module.a[\"x.y\"].module.b[0].",
            ),
            ("module.a[\"\\\".\"].data.d.d", "module.a[\"\\\".\"]."),
            ("module.a", ""),
        ] {
            assert_eq!(module_prefix(address), prefix, "{address}");
        }
    }

    #[test]
    fn the_places_of_calls_are_listed() {
        let message = Text::own("x");
        let with = |calls: &[&str]| with_calls(&message, calls, 2).to_string();
        assert_eq!(with(&[]), "x");
        assert_eq!(with(&["a:1"]), "x (in a module called at a:1)");
        assert_eq!(with(&["a:1", "b:2"]), "x (in modules called at a:1, b:2)");
        assert_eq!(
            with(&["a:1", "b:2", "c:3", "d:4"]),
            "x (in modules called at a:1, b:2 and 2 more)"
        );
        let (text, call) = split_call(&Text::own("x (in a module called at a:1, then b:2)"));
        assert_eq!(
            (text.as_str(), call.as_deref()),
            ("x", Some("a:1, then b:2"))
        );
    }
}
