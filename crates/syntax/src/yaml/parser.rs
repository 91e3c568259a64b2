//! Tokens to events: libyaml 0.2.5's state machine.

use std::collections::HashMap;

use bumpalo::Bump;

use super::error::{Problem, YamlError};
use super::event::{Event, EventKind, FullTag, Properties};
use super::mark::Mark;
use super::scanner::Scanner;
use super::token::{ScalarStyle, Token, TokenKind};
use crate::limits::SurrogatePairs;

/// The production to parse next.
#[derive(Debug, Clone, Copy)]
enum State {
    StreamStart,
    ImplicitDocumentStart,
    DocumentStart,
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockSequenceFirstEntry,
    BlockSequenceEntry,
    IndentlessSequenceEntry,
    BlockMappingFirstKey,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceFirstEntry,
    FlowSequenceEntry,
    FlowSequenceEntryMappingKey,
    FlowSequenceEntryMappingValue,
    FlowSequenceEntryMappingEnd,
    FlowMappingFirstKey,
    FlowMappingKey,
    FlowMappingValue,
    FlowMappingEmptyValue,
    End,
}

/// The kinds of node allowed at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Allowed {
    Flow,
    Block,
    /// Also a sequence whose `-` is not indented relative to its key.
    BlockOrIndentless,
}

/// The maximum length of a tag prefix, in bytes.
const PREFIX_LENGTH: usize = 256;

/// A parser that reads events from a text.
pub struct Parser<'a> {
    scanner: Scanner<'a>,
    state: State,
    states: Vec<State>,
    marks: Vec<Mark>,
    tags: HashMap<&'a str, &'a str>,
}

type Result<T> = std::result::Result<T, YamlError>;

impl<'a> Parser<'a> {
    /// Returns a parser at the start of a text. Scalars that differ from the source are allocated in the arena.
    pub fn new(arena: &'a Bump, text: &'a str, surrogate_pairs: SurrogatePairs) -> Self {
        Parser {
            scanner: Scanner::new(arena, text, surrogate_pairs),
            state: State::StreamStart,
            states: Vec::new(),
            marks: Vec::new(),
            tags: HashMap::new(),
        }
    }

    /// Returns the next event. Must not be called again after the end of the stream or an error.
    ///
    /// # Errors
    /// Returns the first error in the text.
    pub fn next_event(&mut self) -> Result<Event<'a>> {
        match self.state {
            State::StreamStart => self.stream_start(),
            State::ImplicitDocumentStart => self.document_start(true),
            State::DocumentStart => self.document_start(false),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::BlockNode => self.node(Allowed::Block),
            State::BlockSequenceFirstEntry => self.block_sequence_entry(true),
            State::BlockSequenceEntry => self.block_sequence_entry(false),
            State::IndentlessSequenceEntry => self.indentless_sequence_entry(),
            State::BlockMappingFirstKey => self.block_mapping_key(true),
            State::BlockMappingKey => self.block_mapping_key(false),
            State::BlockMappingValue => self.block_mapping_value(),
            State::FlowSequenceFirstEntry => self.flow_sequence_entry(true),
            State::FlowSequenceEntry => self.flow_sequence_entry(false),
            State::FlowSequenceEntryMappingKey => self.flow_sequence_entry_mapping_key(),
            State::FlowSequenceEntryMappingValue => self.flow_sequence_entry_mapping_value(),
            State::FlowSequenceEntryMappingEnd => {
                let start = self.scanner.peek()?.start;
                self.state = State::FlowSequenceEntry;
                Ok(Event {
                    kind: EventKind::MappingEnd,
                    start,
                    end: start,
                })
            }
            State::FlowMappingFirstKey => self.flow_mapping_key(true),
            State::FlowMappingKey => self.flow_mapping_key(false),
            State::FlowMappingValue => self.flow_mapping_value(false),
            State::FlowMappingEmptyValue => self.flow_mapping_value(true),
            State::End => {
                let end = self.scanner.peek()?.end;
                Ok(Event {
                    kind: EventKind::StreamEnd,
                    start: end,
                    end,
                })
            }
        }
    }

    fn pop_state(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    /// Consumes a token and returns the next one.
    fn advance(&mut self) -> Result<Token<'a>> {
        self.scanner.take();
        self.scanner.peek()
    }

    /// Returns an error in the collection that started at the last mark.
    fn collection_fault(
        &mut self,
        context: &'static str,
        problem: &'static str,
        mark: Mark,
    ) -> YamlError {
        let start = self.marks.pop().unwrap_or_default();
        YamlError::Parser(Problem {
            context: Some((context, start)),
            problem,
            mark,
        })
    }

    fn stream_start(&mut self) -> Result<Event<'a>> {
        let token = self.scanner.peek()?;
        self.scanner.take();
        self.state = State::ImplicitDocumentStart;
        Ok(Event {
            kind: EventKind::StreamStart,
            start: token.start,
            end: token.start,
        })
    }

    fn document_start(&mut self, implicit: bool) -> Result<Event<'a>> {
        let mut token = self.scanner.peek()?;
        if !implicit {
            while token.kind == TokenKind::DocumentEnd {
                token = self.advance()?;
            }
        }
        if token.kind == TokenKind::StreamEnd {
            self.scanner.take();
            self.state = State::End;
            return Ok(Event {
                kind: EventKind::StreamEnd,
                start: token.start,
                end: token.end,
            });
        }
        let bare = !matches!(
            token.kind,
            TokenKind::VersionDirective { .. }
                | TokenKind::TagDirective { .. }
                | TokenKind::DocumentStart
        );
        let start = token.start;
        self.directives()?;
        self.states.push(State::DocumentEnd);
        if implicit && bare {
            self.state = State::BlockNode;
            return Ok(Event {
                kind: EventKind::DocumentStart { implicit: true },
                start,
                end: start,
            });
        }
        let token = self.scanner.peek()?;
        if token.kind != TokenKind::DocumentStart {
            let problem = "did not find expected <document start>";
            return Err(YamlError::Parser(Problem {
                context: None,
                problem,
                mark: token.start,
            }));
        }
        self.state = State::DocumentContent;
        self.scanner.take();
        Ok(Event {
            kind: EventKind::DocumentStart { implicit: false },
            start,
            end: token.end,
        })
    }

    fn document_content(&mut self) -> Result<Event<'a>> {
        let token = self.scanner.peek()?;
        match token.kind {
            TokenKind::VersionDirective { .. }
            | TokenKind::TagDirective { .. }
            | TokenKind::DocumentStart
            | TokenKind::DocumentEnd
            | TokenKind::StreamEnd => {
                self.pop_state();
                Ok(empty_scalar(token.start))
            }
            _ => self.node(Allowed::Block),
        }
    }

    fn document_end(&mut self) -> Result<Event<'a>> {
        let token = self.scanner.peek()?;
        let explicit = token.kind == TokenKind::DocumentEnd;
        if explicit {
            self.scanner.take();
        }
        self.tags.clear();
        self.state = State::DocumentStart;
        let end = if explicit { token.end } else { token.start };
        Ok(Event {
            kind: EventKind::DocumentEnd {
                implicit: !explicit,
            },
            start: token.start,
            end,
        })
    }

    fn directives(&mut self) -> Result<()> {
        let error = |problem, mark| {
            Err(YamlError::Parser(Problem {
                context: None,
                problem,
                mark,
            }))
        };
        let mut versioned = false;
        let mut token = self.scanner.peek()?;
        loop {
            match token.kind {
                TokenKind::VersionDirective { .. } if versioned => {
                    return error("found duplicate %YAML directive", token.start);
                }
                TokenKind::VersionDirective {
                    major: 1,
                    minor: 1 | 2,
                } => versioned = true,
                TokenKind::VersionDirective { .. } => {
                    return error("found incompatible YAML document", token.start);
                }
                TokenKind::TagDirective { handle, prefix } => {
                    if prefix.len() > PREFIX_LENGTH {
                        return Err(YamlError::Limit {
                            what: "bytes in the prefix of a tag",
                            limit: PREFIX_LENGTH,
                        });
                    }
                    if self.tags.insert(handle, prefix).is_some() {
                        return error("found duplicate %TAG directive", token.start);
                    }
                }
                _ => break,
            }
            token = self.advance()?;
        }
        self.tags.entry("!").or_insert("!");
        self.tags.entry("!!").or_insert("tag:yaml.org,2002:");
        Ok(())
    }

    fn node(&mut self, allowed: Allowed) -> Result<Event<'a>> {
        let mut token = self.scanner.peek()?;
        if let TokenKind::Alias(name) = token.kind {
            self.pop_state();
            self.scanner.take();
            return Ok(Event {
                kind: EventKind::Alias(name),
                start: token.start,
                end: token.end,
            });
        }
        let (start, mut end) = (token.start, token.start);
        let mut anchor = None;
        let mut tag = None;
        loop {
            match token.kind {
                TokenKind::Anchor(name) if anchor.is_none() => anchor = Some(name),
                TokenKind::Tag { handle, suffix } if tag.is_none() => {
                    tag = Some((handle, suffix, token.start))
                }
                _ => break,
            }
            end = token.end;
            token = self.advance()?;
        }
        let tag = tag.map(|tag| self.resolve(tag, start)).transpose()?;
        let properties = Properties { anchor, tag };
        let (kind, state) = match token.kind {
            TokenKind::BlockEntry if allowed == Allowed::BlockOrIndentless => (
                EventKind::SequenceStart {
                    properties,
                    flow: false,
                },
                State::IndentlessSequenceEntry,
            ),
            TokenKind::Scalar { value, style } => {
                self.pop_state();
                self.scanner.take();
                let plain = style == ScalarStyle::Plain;
                let neutral = tag.is_some_and(|tag| tag.prefix.is_empty() && tag.suffix == "!");
                let plain_implicit = plain && tag.is_none() || neutral;
                let quoted_implicit = !plain_implicit && tag.is_none();
                let kind = EventKind::Scalar {
                    properties,
                    value,
                    plain_implicit,
                    quoted_implicit,
                    style,
                };
                return Ok(Event {
                    kind,
                    start,
                    end: token.end,
                });
            }
            TokenKind::FlowSequenceStart => (
                EventKind::SequenceStart {
                    properties,
                    flow: true,
                },
                State::FlowSequenceFirstEntry,
            ),
            TokenKind::FlowMappingStart => (
                EventKind::MappingStart {
                    properties,
                    flow: true,
                },
                State::FlowMappingFirstKey,
            ),
            TokenKind::BlockSequenceStart if allowed != Allowed::Flow => (
                EventKind::SequenceStart {
                    properties,
                    flow: false,
                },
                State::BlockSequenceFirstEntry,
            ),
            TokenKind::BlockMappingStart if allowed != Allowed::Flow => (
                EventKind::MappingStart {
                    properties,
                    flow: false,
                },
                State::BlockMappingFirstKey,
            ),
            _ if anchor.is_some() || tag.is_some() => {
                self.pop_state();
                let kind = EventKind::Scalar {
                    properties,
                    value: "",
                    plain_implicit: tag.is_none(),
                    quoted_implicit: false,
                    style: ScalarStyle::Plain,
                };
                return Ok(Event { kind, start, end });
            }
            _ => {
                let context = if allowed == Allowed::Flow {
                    "while parsing a flow node"
                } else {
                    "while parsing a block node"
                };
                let problem = "did not find expected node content";
                return Err(YamlError::Parser(Problem {
                    context: Some((context, start)),
                    problem,
                    mark: token.start,
                }));
            }
        };
        self.state = state;
        Ok(Event {
            kind,
            start,
            end: token.end,
        })
    }

    fn resolve(
        &self,
        (handle, suffix, mark): (&'a str, &'a str, Mark),
        start: Mark,
    ) -> Result<FullTag<'a>> {
        if handle.is_empty() {
            return Ok(FullTag { prefix: "", suffix });
        }
        match self.tags.get(handle) {
            Some(prefix) => Ok(FullTag { prefix, suffix }),
            None => {
                let context = Some(("while parsing a node", start));
                Err(YamlError::Parser(Problem {
                    context,
                    problem: "found undefined tag handle",
                    mark,
                }))
            }
        }
    }
}

fn empty_scalar<'a>(mark: Mark) -> Event<'a> {
    let kind = EventKind::Scalar {
        properties: Properties::default(),
        value: "",
        plain_implicit: true,
        quoted_implicit: false,
        style: ScalarStyle::Plain,
    };
    Event {
        kind,
        start: mark,
        end: mark,
    }
}

mod collection;
