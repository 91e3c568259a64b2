//! Messages and spans of YAML errors, as in cfn-lint's E0000.

use super::compose::ComposeError;
use super::error::{Problem, YamlError};
use super::mark::{Mark, position};
use crate::error::NO_LOCATION;
use crate::python;
use crate::{Operand, Position, Span, SyntaxError, Text, text};

/// Returns the syntax error for a composer error.
pub(super) fn syntax_error(error: &ComposeError) -> SyntaxError {
    match error {
        ComposeError::Yaml(YamlError::Scanner(problem) | YamlError::Parser(problem)) => {
            placed(problem)
        }
        ComposeError::Yaml(YamlError::Reader { character, offset }) => unplaced(text!(
            "unacceptable character #x{}: control characters are not allowed\n  in \"<unicode string>\", position {}",
            Operand::Value(&format!("{:04x}", u32::from(*character))),
            *offset
        )),
        ComposeError::Yaml(YamlError::TagEncoding) => {
            unplaced("a tag has escaped octets (such as %C0) that are not valid UTF-8".into())
        }
        ComposeError::Yaml(YamlError::Limit { what, limit }) => unplaced(self::limit(what, *limit)),
        ComposeError::UndefinedAlias(mark) => {
            let problem = marked(None, ("found undefined alias".into(), *mark));
            unplaced(problem).at(*mark)
        }
        ComposeError::DuplicateAnchor { first, second } => {
            let context = Some(("found duplicate anchor; first occurrence", *first));
            unplaced(marked(context, ("second occurrence".into(), *second))).at(*second)
        }
        ComposeError::ManyDocuments { first, second } => {
            let context = Some(("expected a single document in the stream", *first));
            unplaced(marked(
                context,
                ("but found another document".into(), *second),
            ))
            .at(*second)
        }
    }
}

/// Returns a libyaml error with its location, one column wide.
fn placed(problem: &Problem) -> SyntaxError {
    let start = position(problem.mark);
    let end = Position {
        line: start.line,
        column: start.column.saturating_add(1),
    };
    SyntaxError::new(Text::own(problem.problem), Span { start, end })
}

impl SyntaxError {
    /// Says where the error is.
    pub(super) fn at(self, mark: Mark) -> SyntaxError {
        let start = position(mark);
        SyntaxError {
            place: Some(Span { start, end: start }),
            ..self
        }
    }
}

/// Returns an error that cfn-lint reports without a location.
pub(super) fn unplaced(what: Text) -> SyntaxError {
    SyntaxError::new(text!("Template could not be parsed: {}", what), NO_LOCATION)
}

/// Returns the message for an exceeded limit of cfn-warden.
pub(super) fn limit(what: &'static str, limit: usize) -> Text {
    text!(
        "there are more than {} {}; this is not supported",
        limit,
        what
    )
}

/// Returns the error for too much text after alias expansion.
pub(super) fn aliased_bytes(limit: usize) -> SyntaxError {
    let message = text!(
        "Template could not be parsed: it has more than {} bytes of text once YAML aliases are expanded; alias shorter texts, \
         or fewer of them",
        limit
    );
    SyntaxError::new(message, NO_LOCATION)
}

/// Returns cfn-lint's error for too many nodes after alias expansion.
pub(super) fn aliased(limit: usize) -> SyntaxError {
    let message = text!(
        "Template resolves to more than {} nodes once YAML aliases are expanded; this is not supported and may indicate YAML \
         alias amplification",
        limit
    );
    SyntaxError::new(message, NO_LOCATION)
}

pub(super) fn no_constructor(tag: &str, mark: Mark) -> Text {
    let problem = text!(
        "could not determine a constructor for the tag {}",
        Operand::Value(&python::repr_str(tag))
    );
    marked(None, (problem, mark))
}

/// Formats an error like `str()` of PyYAML's `MarkedYAMLError`: context and problem, each with its position.
pub(super) fn marked(context: Option<(&'static str, Mark)>, (problem, mark): (Text, Mark)) -> Text {
    let place = |mark: Mark| {
        let at = position(mark);
        text!(
            "  in \"<unicode string>\", line {}, column {}",
            at.line,
            at.column
        )
    };
    let mut lines = Vec::new();
    if let Some((context, begun)) = context {
        lines.push(Text::own(context));
        if begun != mark {
            lines.push(place(begun));
        }
    }
    lines.push(problem);
    lines.push(place(mark));
    Text::join(lines, "\n")
}
