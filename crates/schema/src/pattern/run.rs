//! The matcher: backtracking with an explicit stack and a step limit.
//!
//! Two mechanisms limit the time. Every step counts toward the limit; and after many steps, the positions from which
//! the rest of the pattern failed are remembered, which makes nested quantifiers polynomial.

use super::ast::{Fold, Repeat};
use super::program::{CharTest, Direction, Inst, NOWHERE, Program};
use cfn_warden_syntax::hash::HashSet;
use cfn_warden_syntax::unicode::case;

/// Number of steps after which failed positions are remembered.
const REMEMBER_AFTER: u32 = 4096;
const REMEMBER_MOST: usize = 1 << 18;
/// Maximum number of loops whose iteration counts fit into a remembered state.
const REMEMBER_LOOPS: u32 = 3;

/// The search reached its step limit, or its text is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

/// An entry of the backtracking stack.
#[derive(Debug, Clone, Copy)]
enum Frame {
    /// Continue at an instruction and position.
    Place { pc: u32, at: u32 },
    /// A run that can give back characters down to position `least`.
    GiveBack {
        pc: u32,
        at: u32,
        least: u32,
        direction: Direction,
    },
    /// A run that can take more than `taken` characters.
    TakeMore { pc: u32, at: u32, taken: u32 },
    /// An iteration of a lazy loop.
    Iteration { pc: u32, at: u32 },
    /// A register's previous value.
    Register { index: u32, value: u32 },
    /// The start of an independent match, with the outer barrier and era.
    Barrier {
        on_fail: u32,
        at: u32,
        outer: u32,
        era: u32,
    },
}

/// A state of the search that determines everything that follows.
#[derive(Debug, PartialEq, Eq, Hash)]
struct State {
    pc: u32,
    at: u32,
    era: u32,
    iterations: [u32; REMEMBER_LOOPS as usize],
}

/// A search in one text.
pub(super) struct Matcher<'p, 't> {
    program: &'p Program,
    pub(super) text: &'t str,
    /// Whether a match must reach the end of the text.
    pub(super) whole: bool,
    pub(super) begin: u32,
    registers: Vec<u32>,
    stack: Vec<Frame>,
    /// The stack index of the innermost barrier.
    barrier: u32,
    /// Identifies the innermost independent match: a failure in one does not imply a failure in another.
    era: u32,
    eras: u32,
    budget: u32,
    steps: u32,
    failed: HashSet<State>,
}

impl<'p, 't> Matcher<'p, 't> {
    /// Creates a search; fails for texts longer than 4 GB.
    pub(super) fn new(
        program: &'p Program,
        text: &'t str,
        begin: usize,
        budget: u32,
    ) -> Result<Self, OutOfBudget> {
        let (Ok(begin), Ok(_)) = (u32::try_from(begin), i32::try_from(text.len())) else {
            return Err(OutOfBudget);
        };
        Ok(Matcher {
            program,
            text,
            whole: false,
            begin,
            registers: vec![NOWHERE; program.registers()],
            stack: Vec::new(),
            barrier: NOWHERE,
            era: 0,
            eras: 0,
            budget,
            steps: 0,
            failed: HashSet::default(),
        })
    }

    /// Returns the steps so far.
    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns start and end of the first match.
    pub(super) fn search(&mut self) -> Result<Option<(usize, usize)>, OutOfBudget> {
        let mut start = self.begin;
        loop {
            if let Some(first) = self.program.first {
                start = self.skip_to(first, start)?;
            }
            if start == NOWHERE {
                return Ok(None);
            }
            if let Some(end) = self.attempt(start)? {
                return Ok(Some((start as usize, end)));
            }
            if self.program.anchored {
                return Ok(None);
            }
            match self.next(start) {
                Some((_, next)) => start = next,
                None => return Ok(None),
            }
        }
    }

    /// Returns the next position with a character that can start a match.
    fn skip_to(&mut self, first: CharTest, mut start: u32) -> Result<u32, OutOfBudget> {
        if let Some(ascii) = self.program.ascii(first) {
            let others = self.ascii_run(start, NOWHERE, !ascii);
            self.step(others)?;
            start += others;
        }
        loop {
            self.step(1)?;
            match self.next(start) {
                Some((code, _)) if self.program.is(first, code) => return Ok(start),
                Some((_, next)) => start = next,
                None => return Ok(NOWHERE),
            }
        }
    }

    /// Matches at one position and returns the end of the match.
    pub(super) fn attempt(&mut self, start: u32) -> Result<Option<usize>, OutOfBudget> {
        self.stack.clear();
        self.registers.fill(NOWHERE);
        self.barrier = NOWHERE;
        self.era = 0;
        let (mut pc, mut at) = (0, start);
        loop {
            self.step(1)?;
            let Some(inst) = self.program.insts.get(pc as usize).copied() else {
                return Ok(None);
            };
            let next = match inst {
                Inst::Match if !self.whole || at as usize == self.text.len() => {
                    return Ok(Some(at as usize));
                }
                Inst::Match | Inst::Fail => None,
                Inst::CharTest(char_test, direction) => self
                    .read(at, direction)
                    .filter(|(code, _)| self.program.is(char_test, *code))
                    .map(|(_, next)| (pc + 1, next)),
                Inst::Run { .. } | Inst::Split { .. } | Inst::Loop { .. }
                    if self.has_failed(pc, at) =>
                {
                    None
                }
                Inst::Run {
                    char_test,
                    direction,
                    min,
                    max,
                    kind,
                } => self.run(pc, at, (char_test, direction), (min, max), kind)?,
                Inst::Split { first, second } => {
                    self.stack.push(Frame::Place { pc: second, at });
                    Some((first, at))
                }
                Inst::Jump(target) => Some((target, at)),
                Inst::Save(index) => {
                    self.save_register(index, at);
                    Some((pc + 1, at))
                }
                Inst::Assert(assert) => self.holds(assert, at).then_some((pc + 1, at)),
                Inst::LoopStart(id) => {
                    let iterations = self.iterations(id);
                    self.save_register(iterations, 0);
                    self.save_register(iterations + 1, NOWHERE);
                    Some((pc + 1, at))
                }
                Inst::Loop {
                    id,
                    min,
                    max,
                    lazy,
                    exit,
                } => Some(self.iterate(pc, at, id, (min, max), lazy, exit)),
                Inst::Sub { on_fail } => {
                    let barrier = Frame::Barrier {
                        on_fail,
                        at,
                        outer: self.barrier,
                        era: self.era,
                    };
                    self.barrier = u32::try_from(self.stack.len()).unwrap_or(NOWHERE);
                    self.stack.push(barrier);
                    self.eras += 1;
                    self.era = self.eras;
                    Some((pc + 1, at))
                }
                Inst::SubEnd { keep, then } => self.end_independent(at, keep, then),
                Inst::Backref {
                    group,
                    fold,
                    direction,
                } => self
                    .backref(group, fold, direction, at)?
                    .map(|next| (pc + 1, next)),
                Inst::IfGroup { group, no } => Some((
                    if self.group(group).is_some() {
                        pc + 1
                    } else {
                        no
                    },
                    at,
                )),
            };
            match next
                .filter(|(pc, _)| *pc != NOWHERE)
                .or_else(|| self.backtrack())
            {
                Some(next) => (pc, at) = next,
                None => return Ok(None),
            }
        }
    }

    /// Returns whether the rest of the pattern is known to fail from a state, and records the state as failed for later
    /// visits.
    fn has_failed(&mut self, pc: u32, at: u32) -> bool {
        if self.steps < REMEMBER_AFTER
            || self.program.groups > 0
            || self.program.loops > REMEMBER_LOOPS
        {
            return false;
        }
        if let Some(Inst::Loop { id, .. }) = self.program.insts.get(pc as usize)
            && self.register(self.iterations(*id) + 1) == at
        {
            // After an empty iteration, a loop's state differs from its remembered one.
            return false;
        }
        let mut iterations = [0; REMEMBER_LOOPS as usize];
        for (slot, id) in iterations.iter_mut().zip(0..self.program.loops) {
            *slot = self.register(self.iterations(id));
        }
        let state = State {
            pc,
            at,
            era: self.era,
            iterations,
        };
        if self.failed.len() >= REMEMBER_MOST {
            return self.failed.contains(&state);
        }
        !self.failed.insert(state)
    }

    fn step(&mut self, cost: u32) -> Result<(), OutOfBudget> {
        self.steps = self.steps.saturating_add(cost);
        if self.steps > self.budget {
            Err(OutOfBudget)
        } else {
            Ok(())
        }
    }

    /// Backtracks to the latest alternative and returns where to continue.
    fn backtrack(&mut self) -> Option<(u32, u32)> {
        loop {
            match self.stack.pop()? {
                Frame::Place { pc, at } => return Some((pc, at)),
                Frame::GiveBack {
                    pc,
                    at,
                    least,
                    direction,
                } => {
                    let opposite = if direction == Direction::Forward {
                        Direction::Back
                    } else {
                        Direction::Forward
                    };
                    let Some((_, less)) = self.read(at, opposite) else {
                        continue;
                    };
                    if less != least {
                        self.stack.push(Frame::GiveBack {
                            pc,
                            at: less,
                            least,
                            direction,
                        });
                    }
                    return Some((pc + 1, less));
                }
                Frame::TakeMore { pc, at, taken } => {
                    let Some(Inst::Run {
                        char_test,
                        direction,
                        max,
                        ..
                    }) = self.program.insts.get(pc as usize).copied()
                    else {
                        continue;
                    };
                    let next = self
                        .read(at, direction)
                        .filter(|(code, _)| self.program.is(char_test, *code));
                    let Some((_, more)) = next else { continue };
                    if taken + 1 < max {
                        self.stack.push(Frame::TakeMore {
                            pc,
                            at: more,
                            taken: taken + 1,
                        });
                    }
                    return Some((pc + 1, more));
                }
                Frame::Iteration { pc, at } => return Some(self.turn(pc, at)),
                Frame::Register { index, value } => self.set(index, value),
                Frame::Barrier {
                    on_fail,
                    at,
                    outer,
                    era,
                } => {
                    self.barrier = outer;
                    self.era = era;
                    if on_fail != NOWHERE {
                        return Some((on_fail, at));
                    }
                }
            }
        }
    }

    /// Ends an independent match: drops its alternatives, or undoes it completely for a negative assertion.
    fn end_independent(&mut self, at: u32, keep: bool, then: u32) -> Option<(u32, u32)> {
        let Some(Frame::Barrier {
            at: started,
            outer,
            era,
            ..
        }) = self.stack.get(self.barrier as usize).copied()
        else {
            return None;
        };
        let mut inside = self.stack.split_off(self.barrier as usize);
        self.barrier = outer;
        self.era = era;
        inside.retain(|frame| matches!(frame, Frame::Register { .. }));
        if then == NOWHERE {
            for frame in inside.into_iter().rev() {
                if let Frame::Register { index, value } = frame {
                    self.set(index, value);
                }
            }
            return None;
        }
        self.stack.append(&mut inside);
        Some((then, if keep { at } else { started }))
    }

    /// Takes the initial characters of a run.
    fn run(
        &mut self,
        pc: u32,
        at: u32,
        (char_test, direction): (CharTest, Direction),
        (min, max): (u32, u32),
        kind: Repeat,
    ) -> Result<Option<(u32, u32)>, OutOfBudget> {
        let most = if kind == Repeat::Lazy { min } else { max };
        let ascii = self
            .program
            .ascii(char_test)
            .filter(|_| direction == Direction::Forward);
        let mut taken = ascii.map_or(0, |ascii| self.ascii_run(at, most, ascii));
        let (mut end, mut least) = (at + taken, at + min.min(taken));
        while taken < most {
            match self.read(end, direction) {
                Some((code, next)) if self.program.is(char_test, code) => end = next,
                _ => break,
            }
            taken += 1;
            if taken == min {
                least = end;
            }
        }
        self.step(taken)?;
        if taken < min {
            return Ok(None);
        }
        match kind {
            Repeat::Greedy if end != least => self.stack.push(Frame::GiveBack {
                pc,
                at: end,
                least,
                direction,
            }),
            Repeat::Lazy if min < max => self.stack.push(Frame::TakeMore { pc, at: end, taken }),
            _ => {}
        }
        Ok(Some((pc + 1, end)))
    }

    /// Returns the number of these ASCII characters from a position on, at most `most`.
    fn ascii_run(&self, at: u32, most: u32, ascii: u128) -> u32 {
        let bytes = self
            .text
            .as_bytes()
            .get(at as usize..)
            .unwrap_or_default()
            .iter();
        bytes
            .zip(0..most)
            .take_while(|(byte, _)| **byte < 0x80 && ascii >> **byte & 1 == 1)
            .count() as u32
    }

    /// Starts another iteration of a loop or continues after it.
    fn iterate(
        &mut self,
        pc: u32,
        at: u32,
        id: u32,
        (min, max): (u32, u32),
        lazy: bool,
        exit: u32,
    ) -> (u32, u32) {
        let iterations = self.iterations(id);
        let (done, started) = (self.register(iterations), self.register(iterations + 1));
        if done < min {
            return self.turn(pc, at);
        }
        // An empty iteration would repeat forever.
        if done >= max || started == at {
            return (exit, at);
        }
        if lazy {
            self.stack.push(Frame::Iteration { pc, at });
            return (exit, at);
        }
        self.stack.push(Frame::Place { pc: exit, at });
        self.turn(pc, at)
    }

    fn turn(&mut self, pc: u32, at: u32) -> (u32, u32) {
        if let Some(Inst::Loop { id, min, max, .. }) = self.program.insts.get(pc as usize).copied()
        {
            let iterations = self.iterations(id);
            let done = self.register(iterations);
            // Without an upper bound, iterations are only counted up to the minimum.
            if max != NOWHERE || done < min {
                self.save_register(iterations, done.saturating_add(1));
            }
            self.save_register(iterations + 1, at);
        }
        (pc + 1, at)
    }

    fn iterations(&self, id: u32) -> u32 {
        u32::try_from(self.program.iterations(id)).unwrap_or(NOWHERE)
    }

    fn register(&self, index: u32) -> u32 {
        self.registers
            .get(index as usize)
            .copied()
            .unwrap_or(NOWHERE)
    }

    fn set(&mut self, index: u32, value: u32) {
        if let Some(register) = self.registers.get_mut(index as usize) {
            *register = value;
        }
    }

    /// Sets a register and records its previous value for backtracking.
    fn save_register(&mut self, index: u32, value: u32) {
        self.stack.push(Frame::Register {
            index,
            value: self.register(index),
        });
        self.set(index, value);
    }

    fn group(&self, group: u32) -> Option<(u32, u32)> {
        let (start, end) = (self.register(2 * group), self.register(2 * group + 1));
        (group > 0 && start != NOWHERE && end != NOWHERE).then_some((start, end))
    }

    fn backref(
        &mut self,
        group: u32,
        fold: Fold,
        direction: Direction,
        at: u32,
    ) -> Result<Option<u32>, OutOfBudget> {
        let Some((start, end)) = self.group(group) else {
            return Ok(None);
        };
        self.step(end.saturating_sub(start))?;
        let taken = self
            .text
            .get(start as usize..end as usize)
            .unwrap_or("")
            .chars();
        let same = |place: u32, wanted: char| {
            let (code, next) = self.read(place, direction)?;
            let same = code == u32::from(wanted)
                || (fold == Fold::Case && case::same(code, wanted.into()));
            same.then_some(next)
        };
        Ok(match direction {
            Direction::Forward => taken.into_iter().try_fold(at, same),
            Direction::Back => taken.rev().try_fold(at, same),
        })
    }
}
