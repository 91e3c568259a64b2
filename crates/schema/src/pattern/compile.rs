//! Compiles a syntax tree to a program.

use super::ast::{Assert, Fold, Node, Repeat};
use super::parse::Parsed;
use super::program::{CharTest, Direction, Inst, NOWHERE, Program};
use super::set::Set;

struct Compiler {
    program: Program,
    references: Vec<u32>,
}

/// Compiles the syntax tree of a pattern.
pub(super) fn compile(parsed: Parsed) -> Program {
    // Capturing groups are only recorded if something refers to them.
    let groups = if parsed.references.is_empty() {
        0
    } else {
        parsed.groups + 1
    };
    let program = Program {
        insts: Vec::new(),
        sets: Vec::new(),
        groups,
        loops: 0,
        anchored: false,
        first: None,
    };
    let mut compiler = Compiler {
        program,
        references: parsed.references,
    };
    compiler.node(parsed.root, Direction::Forward);
    compiler.emit(Inst::Match);
    let mut program = compiler.program;
    for at in 0..program.insts.len() {
        make_possessive(&mut program, at);
    }
    program.anchored = first_instruction(&program) == Some(Inst::Assert(Assert::Start));
    program.first = match first_tests(&program).as_deref() {
        Some([only]) => Some(*only),
        Some(tests) => any_of(&mut program, tests),
        None => None,
    };
    program
}

impl Compiler {
    fn emit(&mut self, inst: Inst) -> u32 {
        self.program.insts.push(inst);
        self.next() - 1
    }

    /// Returns the index of the next instruction.
    fn next(&self) -> u32 {
        u32::try_from(self.program.insts.len()).unwrap_or(NOWHERE)
    }

    /// Overwrites an instruction whose targets were unknown when it was added.
    fn set(&mut self, at: u32, inst: Inst) {
        if let Some(slot) = self.program.insts.get_mut(at as usize) {
            *slot = inst;
        }
    }

    fn node(&mut self, node: Node, direction: Direction) {
        let node = match self.char_test(node) {
            Ok(char_test) => {
                self.emit(Inst::CharTest(char_test, direction));
                return;
            }
            Err(node) => node,
        };
        match node {
            Node::Sequence(parts) if direction == Direction::Back => parts
                .into_iter()
                .rev()
                .for_each(|part| self.node(part, direction)),
            Node::Sequence(parts) => parts
                .into_iter()
                .for_each(|part| self.node(part, direction)),
            Node::Branch(branches) => self.branch(branches, direction),
            Node::Group(group, body) => self.group(group, *body, direction),
            Node::Repeat {
                body,
                min,
                max,
                kind,
            } => self.repeat(*body, min, max, kind, direction),
            Node::Look {
                behind,
                positive,
                body,
            } => {
                let start = self.emit(Inst::Fail);
                self.node(*body, look_direction(behind));
                let end = self.emit(Inst::Fail);
                let next = self.next();
                let (on_fail, then) = if positive {
                    (NOWHERE, next)
                } else {
                    (next, NOWHERE)
                };
                self.set(start, Inst::Sub { on_fail });
                self.set(end, Inst::SubEnd { keep: false, then });
            }
            Node::LookConditional {
                behind,
                positive,
                body,
                yes,
                no,
            } => {
                let start = self.emit(Inst::Fail);
                self.node(*body, look_direction(behind));
                let end = self.emit(Inst::Fail);
                let (yes, no) = self.either(*yes, *no, direction);
                let (on_fail, then) = if positive { (no, yes) } else { (yes, no) };
                self.set(start, Inst::Sub { on_fail });
                self.set(end, Inst::SubEnd { keep: false, then });
            }
            Node::Conditional { reference, yes, no } => {
                let start = self.emit(Inst::Fail);
                let (_, no) = self.either(*yes, *no, direction);
                let group = self.references.get(reference).copied().unwrap_or(0);
                self.set(start, Inst::IfGroup { group, no });
            }
            Node::Atomic(body) => self.atomic(|compiler| compiler.node(*body, direction)),
            Node::Backref { reference, fold } => {
                let group = self.references.get(reference).copied().unwrap_or(0);
                self.emit(Inst::Backref {
                    group,
                    fold,
                    direction,
                });
            }
            Node::Assert(assert) => {
                self.emit(Inst::Assert(assert));
            }
            Node::Fail | Node::Char(..) | Node::Any { .. } | Node::Set(_) => {
                self.emit(Inst::Fail);
            }
        }
    }

    /// Converts a node that matches exactly one character; returns other nodes unchanged.
    fn char_test(&mut self, node: Node) -> Result<CharTest, Node> {
        match node {
            Node::Char(code, Fold::Case) => Ok(CharTest::Folded(code)),
            Node::Char(code, Fold::No) => Ok(CharTest::Char(code)),
            Node::Any { line_feed: false } => Ok(CharTest::NotLineFeed),
            Node::Any { line_feed: true } => Ok(CharTest::Any),
            Node::Set(set) => {
                self.program.sets.push(*set);
                Ok(CharTest::Set(
                    u32::try_from(self.program.sets.len()).unwrap_or(NOWHERE) - 1,
                ))
            }
            other => Err(other),
        }
    }

    /// Compiles two alternatives in sequence and returns the start of each.
    fn either(&mut self, yes: Node, no: Node, direction: Direction) -> (u32, u32) {
        let yes_at = self.next();
        self.node(yes, direction);
        let jump = self.emit(Inst::Fail);
        let no_at = self.next();
        self.node(no, direction);
        let end = self.next();
        self.set(jump, Inst::Jump(end));
        (yes_at, no_at)
    }

    fn branch(&mut self, branches: Vec<Node>, direction: Direction) {
        let last = branches.len().saturating_sub(1);
        let mut jumps = Vec::with_capacity(last);
        for (index, branch) in branches.into_iter().enumerate() {
            if index == last {
                self.node(branch, direction);
                break;
            }
            let split = self.emit(Inst::Fail);
            self.node(branch, direction);
            jumps.push(self.emit(Inst::Fail));
            let second = self.next();
            self.set(
                split,
                Inst::Split {
                    first: split + 1,
                    second,
                },
            );
        }
        let end = self.next();
        jumps
            .into_iter()
            .for_each(|jump| self.set(jump, Inst::Jump(end)));
    }

    fn group(&mut self, group: u32, body: Node, direction: Direction) {
        if !self.references.contains(&group) {
            return self.node(body, direction);
        }
        let (open, close) = if direction == Direction::Forward {
            (0, 1)
        } else {
            (1, 0)
        };
        self.emit(Inst::Save(2 * group + open));
        self.node(body, direction);
        self.emit(Inst::Save(2 * group + close));
    }

    fn atomic(&mut self, body: impl FnOnce(&mut Compiler)) {
        self.emit(Inst::Sub { on_fail: NOWHERE });
        body(self);
        let next = self.next() + 1;
        self.emit(Inst::SubEnd {
            keep: true,
            then: next,
        });
    }

    fn repeat(
        &mut self,
        body: Node,
        min: u32,
        max: Option<u32>,
        kind: Repeat,
        direction: Direction,
    ) {
        if max == Some(0) {
            return;
        }
        let body = match self.char_test(body) {
            Ok(char_test) => {
                self.emit(Inst::Run {
                    char_test,
                    direction,
                    min,
                    max: max.unwrap_or(NOWHERE),
                    kind,
                });
                return;
            }
            Err(body) => body,
        };
        match kind {
            Repeat::Possessive => {
                self.atomic(|compiler| compiler.iterations(body, min, max, false, direction))
            }
            kind => self.iterations(body, min, max, kind == Repeat::Lazy, direction),
        }
    }

    /// Compiles a repetition of a node that is longer than one character; without a counter if possible.
    fn iterations(
        &mut self,
        body: Node,
        min: u32,
        max: Option<u32>,
        lazy: bool,
        direction: Direction,
    ) {
        let split = |body: u32, exit: u32| match lazy {
            true => Inst::Split {
                first: exit,
                second: body,
            },
            false => Inst::Split {
                first: body,
                second: exit,
            },
        };
        match (min, max) {
            (0, Some(1)) => {
                let at = self.emit(Inst::Fail);
                self.node(body, direction);
                let inst = split(at + 1, self.next());
                self.set(at, inst);
            }
            (0, None) if !may_be_empty(&body) => {
                let at = self.emit(Inst::Fail);
                self.node(body, direction);
                self.emit(Inst::Jump(at));
                let inst = split(at + 1, self.next());
                self.set(at, inst);
            }
            (1, None) if !may_be_empty(&body) => {
                let start = self.next();
                self.node(body, direction);
                let inst = split(start, self.next() + 1);
                self.emit(inst);
            }
            _ => {
                let id = self.program.loops;
                self.program.loops += 1;
                self.emit(Inst::LoopStart(id));
                let at = self.emit(Inst::Fail);
                self.node(body, direction);
                self.emit(Inst::Jump(at));
                let exit = self.next();
                self.set(
                    at,
                    Inst::Loop {
                        id,
                        min,
                        max: max.unwrap_or(NOWHERE),
                        lazy,
                        exit,
                    },
                );
            }
        }
    }
}

fn look_direction(behind: bool) -> Direction {
    if behind {
        Direction::Back
    } else {
        Direction::Forward
    }
}

/// Returns whether a node can match the empty string.
fn may_be_empty(node: &Node) -> bool {
    match node {
        Node::Char(..) | Node::Any { .. } | Node::Set(_) | Node::Fail => false,
        Node::Sequence(parts) => parts.iter().all(may_be_empty),
        Node::Branch(parts) => parts.iter().any(may_be_empty),
        Node::Group(_, body) | Node::Atomic(body) => may_be_empty(body),
        Node::Repeat { body, min, .. } => *min == 0 || may_be_empty(body),
        Node::Conditional { yes, no, .. } | Node::LookConditional { yes, no, .. } => {
            may_be_empty(yes) || may_be_empty(no)
        }
        Node::Assert(_) | Node::Look { .. } | Node::Backref { .. } => true,
    }
}

/// Makes a run possessive if backtracking cannot help: the next instruction rejects every character that the run takes.
fn make_possessive(program: &mut Program, at: usize) {
    let Some(Inst::Run {
        char_test,
        direction: Direction::Forward,
        min,
        max,
        kind: Repeat::Greedy,
    }) = program.insts.get(at).copied()
    else {
        return;
    };
    let next = program
        .insts
        .iter()
        .skip(at + 1)
        .find(|inst| !matches!(inst, Inst::Save(_)))
        .copied();
    let keeps = match next {
        Some(Inst::Assert(Assert::End) | Inst::Match) => true,
        Some(Inst::Assert(Assert::EndOrLastLine)) => !program.is(char_test, 0xa),
        Some(Inst::CharTest(CharTest::Char(next), Direction::Forward)) => {
            !program.is(char_test, next)
        }
        _ => false,
    };
    if keeps && let Some(inst) = program.insts.get_mut(at) {
        *inst = Inst::Run {
            char_test,
            direction: Direction::Forward,
            min,
            max,
            kind: Repeat::Possessive,
        };
    }
}

/// Returns conditions, one for each alternative, that the first character of a match satisfies; `None` if a match can be
/// empty or is not known to start with a character.
fn first_tests(program: &Program) -> Option<Vec<CharTest>> {
    let (mut tests, mut left) = (Vec::new(), vec![0u32]);
    // Each alternative is followed once: loops, which could lead back, are not followed.
    while let Some(at) = left.pop() {
        match *program.insts.get(at as usize)? {
            Inst::CharTest(char_test, Direction::Forward)
            | Inst::Run {
                char_test,
                direction: Direction::Forward,
                min: 1..,
                ..
            } => tests.push(char_test),
            Inst::Save(_) => left.push(at + 1),
            Inst::Split { first, second } if first > at && second > at => {
                left.extend([second, first])
            }
            _ => return None,
        }
    }
    Some(tests)
}

/// Returns a condition that every character satisfies which satisfies one of these; `None` if that is not known in advance.
fn any_of(program: &mut Program, tests: &[CharTest]) -> Option<CharTest> {
    let mut set = Set::default();
    for char_test in tests {
        set.add_ascii(program.ascii(*char_test)?);
    }
    set.add_range(0x80, char::MAX.into());
    program.sets.push(set.finish(false, false));
    Some(CharTest::Set(u32::try_from(program.sets.len() - 1).ok()?))
}

/// Returns the instruction that a match starts with.
fn first_instruction(program: &Program) -> Option<Inst> {
    program
        .insts
        .iter()
        .find(|inst| !matches!(inst, Inst::Save(_)))
        .copied()
}
