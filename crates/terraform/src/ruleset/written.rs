//! The texts of expressions that fixes write in other places. What a fix writes has to be read as one expression there.

use super::module::Module;
use super::walk::Use;
use crate::module::ResourceMode;
use crate::source::{Range, contains};
use crate::syntax::ast::{Expr, ExprKind, Name, Step};

impl Module<'_> {
    /// Returns the text of an expression for a place with this use, in parentheses if it needs them there. `None` if the
    /// text cannot be moved: a heredoc ends at the end of a line.
    pub fn written(&self, expr: &Expr, how: Use) -> Option<String> {
        let text = self.text(expr.range);
        if text.contains("<<") {
            return None;
        }
        let is_one_line = !text.contains('\n');
        let is_plain = match &expr.kind {
            ExprKind::Parentheses(_) => return Some(text),
            ExprKind::Tuple(_) | ExprKind::Object(_) | ExprKind::For(_) => true,
            ExprKind::Call(call) => text.starts_with(&format!("{}(", call.name.text)),
            ExprKind::Traversal(name, steps) => {
                is_one_line && !(how == Use::Base && self.takes_instance_key(name, steps))
            }
            ExprKind::Relative(..) | ExprKind::Index(..) => is_one_line,
            ExprKind::Splat(..)
            | ExprKind::Literal(_)
            | ExprKind::Template(_)
            | ExprKind::Wrapped(_) => is_one_line && how != Use::Base,
            ExprKind::Conditional(_)
            | ExprKind::Binary(..)
            | ExprKind::Not(_)
            | ExprKind::Minus(_) => is_one_line && how == Use::Value,
            ExprKind::Item => return None,
        };
        Some(if is_plain && how != Use::Key {
            text
        } else {
            format!("({text})")
        })
    }

    /// Returns the edit that writes a text in place of a range. `terraform fmt` writes no space between `in` or `if` and a
    /// parenthesis.
    pub fn replacement(&self, range: Range, text: String) -> (Range, String) {
        let start = usize::try_from(range.start).unwrap_or(usize::MAX);
        let is_after_keyword = text.starts_with('(')
            && self.with(|sources| {
                let before = sources
                    .get(range.file)
                    .and_then(|source| source.text.get(..start))
                    .unwrap_or("");
                ["in ", "if "]
                    .iter()
                    .filter_map(|keyword| before.strip_suffix(keyword))
                    .any(|before| {
                        !before.ends_with(|c: char| c.is_alphanumeric() || "_-".contains(c))
                    })
            });
        let start = range.start.saturating_sub(u32::from(is_after_keyword));
        (Range { start, ..range }, text)
    }

    /// Returns whether an index behind a reference would be read as the key of an instance: `aws_s3_bucket.b["k"]`.
    fn takes_instance_key(&self, name: &Name, steps: &[Step]) -> bool {
        match (&*name.text, steps) {
            ("data" | "ephemeral" | "resource", [_, _]) | ("module", [_]) => true,
            (_, [Step::Attribute(resource)]) => self.declared.resources.contains_key(&(
                ResourceMode::Managed,
                name.text.clone(),
                resource.text.clone(),
            )),
            _ => false,
        }
    }

    /// Returns whether a range has a comment outside of the ranges in it that a fix keeps.
    pub fn loses_comment(&self, range: Range, kept: &[Range]) -> bool {
        let mut comments = self.native().flat_map(|file| &file.body.comments);
        comments.any(|comment| {
            contains(range, *comment) && !kept.iter().any(|kept| contains(*kept, *comment))
        })
    }
}
