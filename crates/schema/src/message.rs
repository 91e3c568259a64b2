//! Messages of rules: a format with placeholders, and borrowed operands. The text is rendered only when a report
//! needs it.
//!
//! The [`message!`](crate::message!) macro compares the number of placeholders with the number of operands at compile
//! time.

use super::pack::Json;
use cfn_warden_syntax::{Node, placeholder_count};

/// Maximum number of operands.
const MAX_OPERANDS: usize = 5;

/// A message of a rule.
#[derive(Debug, Clone, Copy)]
pub struct Message<'a> {
    format: &'static str,
    operands: [Operand<'a>; MAX_OPERANDS],
}

/// A text with `N` placeholders `{}`.
#[derive(Debug, Clone, Copy)]
pub struct MessageFormat<const N: usize>(&'static str);

/// An operand of a message.
#[derive(Debug, Clone, Copy)]
pub enum Operand<'a> {
    /// Not used by the format.
    None,
    /// A value of the document.
    Value(Node<'a>),
    /// A value of a schema.
    Json(Json<'a>),
    /// A list of strings.
    Names(&'a [&'a str]),
    /// Valid names that the template declares; the list can be long.
    Declared(&'a [&'a str]),
    /// A string, in quotes.
    Text(&'a str),
    /// A string without quotes.
    Plain(&'a str),
    /// A number.
    Count(usize),
}

/// Creates a [`Message`] from a literal or a constant and the array of its operands, one for each `{}`.
///
/// ```
/// use cfn_warden_schema::{Operand, message};
///
/// message!("array items are not unique");
/// message!("{} is not used in {}", [Operand::Text("Parameter"), Operand::Plain("Outputs")]);
/// ```
///
/// Another number of operands does not compile:
///
/// ```compile_fail
/// use cfn_warden_schema::{Operand, message};
///
/// message!("{} is not used in {}", [Operand::Text("Parameter")]);
/// ```
#[macro_export]
macro_rules! message {
    ($format:expr $(,)?) => {
        $crate::message!($format, [])
    };
    ($format:expr, $operands:expr $(,)?) => {
        $crate::Message::new(const { $crate::MessageFormat::new($format) }, $operands)
    };
}

impl<const N: usize> MessageFormat<N> {
    /// Creates a format. Evaluated at compile time, a wrong number of placeholders is a compile error.
    pub const fn new(text: &'static str) -> MessageFormat<N> {
        assert!(
            placeholder_count(text) == N,
            "the number of placeholders differs from the number of operands"
        );
        MessageFormat(text)
    }
}

impl<'a> Message<'a> {
    /// Creates a message. The operands replace the placeholders in order.
    pub fn new<const N: usize>(
        MessageFormat(format): MessageFormat<N>,
        operands: [Operand<'a>; N],
    ) -> Message<'a> {
        const { assert!(N <= MAX_OPERANDS, "too many operands") }
        let mut all = [Operand::None; MAX_OPERANDS];
        all.iter_mut()
            .zip(operands)
            .for_each(|(place, operand)| *place = operand);
        Message {
            format,
            operands: all,
        }
    }

    /// Adds operands that the format does not have, for other words about the same mistake.
    #[must_use]
    pub fn with_facts(mut self, facts: impl IntoIterator<Item = Operand<'a>>) -> Message<'a> {
        let unused = self.operands.iter_mut();
        unused
            .filter(|operand| matches!(operand, Operand::None))
            .zip(facts)
            .for_each(|(place, fact)| *place = fact);
        self
    }

    /// Creates a message from a text that is already complete. Braces have no special meaning.
    pub fn text(text: &'a str) -> Message<'a> {
        Message::new(const { MessageFormat::new("{}") }, [Operand::Plain(text)])
    }

    /// Returns the text before each placeholder with the operand that replaces it, and last the text after them with
    /// [`Operand::None`].
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, Operand<'a>)> {
        // Facts for other words follow the operands.
        let count = self.format.matches("{}").count();
        let operands = self.operands.into_iter().take(count);
        self.format.split("{}").zip(operands.chain([Operand::None]))
    }

    /// Returns the text with a placeholder `{}` for each operand.
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// Returns the operands; the unused ones are [`Operand::None`].
    pub fn operands(&self) -> &[Operand<'a>] {
        &self.operands
    }
}
