//! IDs of lint rules in texts: in suppressions, settings and comments.

use std::ops::Range;

use cfn_warden_lint::Page;

/// Returns the description of the rule whose ID is at an offset, and the bytes of the ID.
pub fn named_at(text: &str, offset: usize) -> Option<(String, Range<usize>)> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
    let (before, after) = text.as_bytes().split_at_checked(offset)?;
    let start = offset.saturating_sub(before.iter().rev().take_while(|byte| is_part(byte)).count());
    let end = offset.saturating_add(after.iter().take_while(|byte| is_part(byte)).count());
    let id = text
        .get(start..end)
        .filter(|id| id.len() <= 8 && id.starts_with(['E', 'W', 'I']))?;
    let page = Page::of(id)?;
    let link = if page.source.is_empty() {
        String::new()
    } else {
        format!("\n\n[Documentation]({})", page.source)
    };
    let text = format!(
        "**{}**: {}\n\n{}.\n\nFix: {}{link}",
        page.id, page.title, page.description, page.fix
    );
    Some((text, start..end))
}

#[cfg(test)]
mod tests {
    use super::named_at;

    #[test]
    fn a_rule_id_in_a_comment_is_described() {
        let text = "# cfn-lint: disable=E3012,W2001\n";
        let (page, range) = named_at(text, text.find("012").unwrap()).unwrap();
        assert!(
            page.starts_with("**E3012**: Value has the wrong type"),
            "{page}"
        );
        assert_eq!(text.get(range), Some("E3012"));
        assert!(named_at(text, 3).is_none() && named_at(text, 999).is_none());
    }
}
