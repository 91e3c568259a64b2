//! Parser states inside a sequence or mapping.

use super::{Allowed, Parser, Result, State, empty_scalar};
use crate::yaml::event::{Event, EventKind, Properties};
use crate::yaml::mark::Mark;
use crate::yaml::token::{Token, TokenKind};

impl<'a> Parser<'a> {
    /// Returns the first token of a collection; skips the opening token if `first` is set.
    fn enter(&mut self, first: bool) -> Result<Token<'a>> {
        if first {
            let opening = self.scanner.peek()?;
            self.marks.push(opening.start);
            self.scanner.take();
        }
        self.scanner.peek()
    }

    fn leave(&mut self, kind: EventKind<'a>, token: Token<'a>) -> Event<'a> {
        self.pop_state();
        self.marks.pop();
        self.scanner.take();
        Event {
            kind,
            start: token.start,
            end: token.end,
        }
    }

    /// Parses a node and continues with `then`, or returns an empty scalar if the node is missing.
    fn node_or_empty(
        &mut self,
        is_node: bool,
        allowed: Allowed,
        then: State,
        mark: Mark,
    ) -> Result<Event<'a>> {
        if is_node {
            self.states.push(then);
            return self.node(allowed);
        }
        self.state = then;
        Ok(empty_scalar(mark))
    }

    pub(super) fn block_sequence_entry(&mut self, first: bool) -> Result<Event<'a>> {
        let token = self.enter(first)?;
        match token.kind {
            TokenKind::BlockEntry => {
                let next = self.advance()?;
                let is_node = !matches!(next.kind, TokenKind::BlockEntry | TokenKind::BlockEnd);
                self.node_or_empty(
                    is_node,
                    Allowed::Block,
                    State::BlockSequenceEntry,
                    token.end,
                )
            }
            TokenKind::BlockEnd => Ok(self.leave(EventKind::SequenceEnd, token)),
            _ => {
                let problem = "did not find expected '-' indicator";
                Err(self.collection_fault("while parsing a block collection", problem, token.start))
            }
        }
    }

    pub(super) fn indentless_sequence_entry(&mut self) -> Result<Event<'a>> {
        let token = self.scanner.peek()?;
        if token.kind != TokenKind::BlockEntry {
            self.pop_state();
            return Ok(Event {
                kind: EventKind::SequenceEnd,
                start: token.start,
                end: token.start,
            });
        }
        let next = self.advance()?;
        let is_node = !matches!(
            next.kind,
            TokenKind::BlockEntry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd
        );
        self.node_or_empty(
            is_node,
            Allowed::Block,
            State::IndentlessSequenceEntry,
            token.end,
        )
    }

    pub(super) fn block_mapping_key(&mut self, first: bool) -> Result<Event<'a>> {
        let token = self.enter(first)?;
        match token.kind {
            TokenKind::Key => {
                let next = self.advance()?;
                let is_node = !matches!(
                    next.kind,
                    TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd
                );
                self.node_or_empty(
                    is_node,
                    Allowed::BlockOrIndentless,
                    State::BlockMappingValue,
                    token.end,
                )
            }
            TokenKind::BlockEnd => Ok(self.leave(EventKind::MappingEnd, token)),
            _ => {
                let problem = "did not find expected key";
                Err(self.collection_fault("while parsing a block mapping", problem, token.start))
            }
        }
    }

    pub(super) fn block_mapping_value(&mut self) -> Result<Event<'a>> {
        let token = self.scanner.peek()?;
        if token.kind != TokenKind::Value {
            self.state = State::BlockMappingKey;
            return Ok(empty_scalar(token.start));
        }
        let next = self.advance()?;
        let is_node = !matches!(
            next.kind,
            TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd
        );
        self.node_or_empty(
            is_node,
            Allowed::BlockOrIndentless,
            State::BlockMappingKey,
            token.end,
        )
    }

    pub(super) fn flow_sequence_entry(&mut self, first: bool) -> Result<Event<'a>> {
        let mut token = self.enter(first)?;
        if token.kind != TokenKind::FlowSequenceEnd && !first {
            if token.kind != TokenKind::FlowEntry {
                let problem = "did not find expected ',' or ']'";
                return Err(self.collection_fault(
                    "while parsing a flow sequence",
                    problem,
                    token.start,
                ));
            }
            token = self.advance()?;
        }
        match token.kind {
            TokenKind::FlowSequenceEnd => Ok(self.leave(EventKind::SequenceEnd, token)),
            // `[a: b]` is a mapping with one entry.
            TokenKind::Key => {
                self.scanner.take();
                self.state = State::FlowSequenceEntryMappingKey;
                let kind = EventKind::MappingStart {
                    properties: Properties::default(),
                    flow: true,
                };
                Ok(Event {
                    kind,
                    start: token.start,
                    end: token.end,
                })
            }
            _ => {
                self.states.push(State::FlowSequenceEntry);
                self.node(Allowed::Flow)
            }
        }
    }

    pub(super) fn flow_sequence_entry_mapping_key(&mut self) -> Result<Event<'a>> {
        let token = self.scanner.peek()?;
        let is_node = !matches!(
            token.kind,
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd
        );
        if !is_node {
            // libyaml also skips the `:` here, so the value is empty.
            self.scanner.take();
        }
        self.node_or_empty(
            is_node,
            Allowed::Flow,
            State::FlowSequenceEntryMappingValue,
            token.end,
        )
    }

    pub(super) fn flow_sequence_entry_mapping_value(&mut self) -> Result<Event<'a>> {
        let mut token = self.scanner.peek()?;
        let mut is_node = false;
        if token.kind == TokenKind::Value {
            token = self.advance()?;
            is_node = !matches!(
                token.kind,
                TokenKind::FlowEntry | TokenKind::FlowSequenceEnd
            );
        }
        self.node_or_empty(
            is_node,
            Allowed::Flow,
            State::FlowSequenceEntryMappingEnd,
            token.start,
        )
    }

    pub(super) fn flow_mapping_key(&mut self, first: bool) -> Result<Event<'a>> {
        let mut token = self.enter(first)?;
        if token.kind != TokenKind::FlowMappingEnd && !first {
            if token.kind != TokenKind::FlowEntry {
                let problem = "did not find expected ',' or '}'";
                return Err(self.collection_fault(
                    "while parsing a flow mapping",
                    problem,
                    token.start,
                ));
            }
            token = self.advance()?;
        }
        match token.kind {
            TokenKind::FlowMappingEnd => Ok(self.leave(EventKind::MappingEnd, token)),
            TokenKind::Key => {
                let next = self.advance()?;
                let is_node = !matches!(
                    next.kind,
                    TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd
                );
                self.node_or_empty(is_node, Allowed::Flow, State::FlowMappingValue, next.start)
            }
            _ => {
                self.states.push(State::FlowMappingEmptyValue);
                self.node(Allowed::Flow)
            }
        }
    }

    pub(super) fn flow_mapping_value(&mut self, empty: bool) -> Result<Event<'a>> {
        let mut token = self.scanner.peek()?;
        let mut is_node = false;
        if !empty && token.kind == TokenKind::Value {
            token = self.advance()?;
            is_node = !matches!(token.kind, TokenKind::FlowEntry | TokenKind::FlowMappingEnd);
        }
        self.node_or_empty(is_node, Allowed::Flow, State::FlowMappingKey, token.start)
    }
}
