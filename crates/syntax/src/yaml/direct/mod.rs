//! A reader that builds the tree of an ordinary document, YAML or JSON, in one pass over its bytes.
//!
//! It knows what libyaml, PyYAML and cfn-lint do with valid documents, and returns `None` for everything else: errors, aliases,
//! merge keys, repeated keys, directives, several documents, keys after `?`, line breaks other than line feeds. The exact
//! reader then parses the document. Where both return a tree, the trees are equal.

mod block;
mod block_scalar;
mod bytes;
mod flow;
mod node;
mod scalar;
#[cfg(test)]
mod tests;

use bumpalo::Bump;

use self::bytes::{Run, spaces};
use crate::build::TreeBuilder;
use crate::limits::Limits;
use crate::tree::At;
use crate::{Node, NodeId, Position, Tree};

/// Returns the tree of a document, or `None` if the exact reader must parse it.
pub(crate) fn read<'a>(arena: &'a Bump, text: &'a str, limits: &Limits) -> Option<Tree<'a>> {
    // Positions have 32 bits.
    u32::try_from(text.len()).ok()?;
    let start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: start,
        line: 1,
        origin: start,
        build: TreeBuilder::new(arena, text.len()),
        scratch: String::new(),
        limits: *limits,
        depth: 0,
    };
    let root = reader.document()?;
    // cfn-lint counts nodes only if the text contains an ampersand, so that it may use an alias.
    let counted = reader.build.len() > limits.aliased_nodes && text.contains('&');
    (!counted && reader.build.len() <= limits.nodes).then(|| reader.build.finish(root))
}

/// What a tab before the next token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tabs {
    /// Part of the token, which is then invalid.
    Token,
    /// White space up to the end of the line.
    Line,
    /// White space.
    Space,
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// The offset of the cursor.
    at: usize,
    /// The 1-based line of the cursor.
    line: u32,
    /// What to subtract from an offset for its 0-based column: the start of the line and its continuation bytes so far.
    origin: usize,
    build: TreeBuilder<'a>,
    /// The text of a scalar that differs from the source.
    scratch: String,
    limits: Limits,
    /// The number of open collections.
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Reads the document up to its end.
    fn document(&mut self) -> Option<Node<'a>> {
        self.skip(Tabs::Token)?;
        self.skip_document_start()?;
        let root = match self.byte() {
            b'{' | b'[' => {
                let root = self.flow_node(NodeId(0), At::Root, false)?;
                self.end_line()?;
                root
            }
            _ => self.block_root()?,
        };
        self.is_end().then_some(root)
    }

    /// Returns the byte at the cursor, or 0 at the end: no token starts with NUL.
    #[inline]
    fn byte(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Returns the text from an offset to the cursor.
    #[inline]
    fn since(&self, from: usize) -> Option<&'a str> {
        self.text.get(from..self.at)
    }

    #[inline]
    fn is_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Whether a blank, a line feed or the end follows the byte at the cursor.
    #[inline]
    fn is_separated(&self) -> bool {
        matches!(
            self.bytes.get(self.at + 1),
            None | Some(b' ' | b'\n' | b'\t')
        )
    }

    /// Returns the 1-based column of the cursor.
    #[inline]
    fn column(&self) -> u32 {
        (self.at - self.origin) as u32 + 1
    }

    #[inline]
    fn position(&self) -> Position {
        Position {
            line: self.line,
            column: self.column(),
        }
    }

    /// Skips the line feed at the cursor.
    #[inline]
    fn new_line(&mut self) {
        self.at += 1;
        self.line += 1;
        self.origin = self.at;
    }

    /// Skips to the next token: white space, line feeds and comments.
    #[inline]
    fn skip(&mut self, tabs: Tabs) -> Option<()> {
        // A single space between two tokens.
        self.at += usize::from(self.byte() == b' ');
        if self.byte() > b' ' && self.byte() != b'#' {
            return Some(());
        }
        self.skip_space(tabs)
    }

    fn skip_space(&mut self, mut tabs: Tabs) -> Option<()> {
        loop {
            match self.byte() {
                b' ' => self.at += spaces(self.rest()),
                b'\n' => {
                    self.new_line();
                    if tabs == Tabs::Line {
                        tabs = Tabs::Token;
                    }
                }
                b'#' => self.skip_line()?,
                b'\t' if tabs == Tabs::Token => return None,
                b'\t' => self.at += 1,
                _ => return Some(()),
            }
        }
    }

    /// Skips the blanks at the cursor.
    #[inline]
    fn skip_blanks(&mut self) {
        while matches!(self.byte(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Skips to the next token after a node, which is on another line.
    #[inline]
    fn end_line(&mut self) -> Option<()> {
        let line = self.line;
        self.skip(Tabs::Line)?;
        (self.line != line || self.is_end()).then_some(())
    }

    /// Skips to the end of the line.
    fn skip_line(&mut self) -> Option<()> {
        loop {
            self.at += Run::Line.length(self.rest());
            match self.byte() {
                b'\n' => return Some(()),
                _ if self.is_end() => return Some(()),
                b'\t' => self.at += 1,
                _ => self.skip_wide()?,
            }
        }
    }

    /// Skips a character that is not ASCII; `None` if YAML does not allow it or breaks lines at it.
    fn skip_wide(&mut self) -> Option<()> {
        let found = self.text.get(self.at..)?.chars().next()?;
        let text = matches!(found, '\u{a0}'..='\u{2027}' | '\u{202a}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}' | '\u{10000}'..);
        self.at += found.len_utf8();
        self.origin += found.len_utf8() - 1;
        text.then_some(())
    }

    /// Skips `---` on a line of its own before the document. Without a blank after it, it is text.
    fn skip_document_start(&mut self) -> Option<()> {
        if self.column() != 1 || !self.rest().starts_with(b"---") {
            return Some(());
        }
        self.at += 2;
        if !self.is_separated() {
            return None;
        }
        self.at += 1;
        self.end_line()
    }

    /// Counts an open collection, or a short tag and what it contains; `None` beyond the limits.
    fn deepen(&mut self, levels: usize) -> Option<()> {
        self.depth += levels;
        (self.depth <= self.limits.depth && self.build.len() <= self.limits.nodes).then_some(())
    }
}
