//! Verdicts over deployments, and how they combine.

use cfn_warden_syntax::deployments::{DeploymentSet, Deployments};

use crate::outcome::Status;

/// The deployments in which a clause, block or rule has each status. The sets are disjoint.
///
/// Statuses with unknown values combine by Kleene's three-valued logic: a status is unknown only if it depends on the
/// unknown one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The deployments with the status `PASS`.
    pub pass: DeploymentSet,
    /// The deployments with the status `FAIL`.
    pub fail: DeploymentSet,
    /// The deployments with the status `SKIP`.
    pub skip: DeploymentSet,
    /// The status depends on a value that is not known.
    pub unknown: DeploymentSet,
    /// The part of `unknown` in which the unknown value may also end the evaluation with an error.
    pub(super) unsure: DeploymentSet,
    /// A clause cannot be evaluated.
    pub(super) error: DeploymentSet,
    /// The rules file cannot be evaluated.
    pub(super) fatal: DeploymentSet,
}

impl Default for Verdict {
    fn default() -> Verdict {
        let none = DeploymentSet::NONE;
        Verdict {
            pass: none,
            fail: none,
            skip: none,
            unknown: none,
            unsure: none,
            error: none,
            fatal: none,
        }
    }
}

impl Verdict {
    /// One status in all of these deployments.
    pub(super) fn of(status: Status, set: DeploymentSet) -> Verdict {
        match status {
            Status::Pass => Verdict {
                pass: set,
                ..Verdict::default()
            },
            Status::Fail => Verdict {
                fail: set,
                ..Verdict::default()
            },
            Status::Skip => Verdict {
                skip: set,
                ..Verdict::default()
            },
        }
    }

    /// The union of verdicts on disjoint sets of deployments.
    pub(super) fn union(self, other: Verdict, sets: &Deployments) -> Verdict {
        Verdict {
            pass: sets.or(self.pass, other.pass),
            fail: sets.or(self.fail, other.fail),
            skip: sets.or(self.skip, other.skip),
            unknown: sets.or(self.unknown, other.unknown),
            unsure: sets.or(self.unsure, other.unsure),
            error: sets.or(self.error, other.error),
            fatal: sets.or(self.fatal, other.fatal),
        }
    }

    /// The verdict in some deployments.
    pub(super) fn within(self, set: DeploymentSet, sets: &Deployments) -> Verdict {
        Verdict {
            pass: sets.and(self.pass, set),
            fail: sets.and(self.fail, set),
            skip: sets.and(self.skip, set),
            unknown: sets.and(self.unknown, set),
            unsure: sets.and(self.unsure, set),
            error: sets.and(self.error, set),
            fatal: sets.and(self.fatal, set),
        }
    }

    /// The deployments that the verdict is about.
    pub(super) fn covered(&self, sets: &Deployments) -> DeploymentSet {
        let decided = sets.or(
            sets.or(self.pass, self.fail),
            sets.or(self.skip, self.unknown),
        );
        sets.or(decided, self.errors(sets))
    }

    /// The deployments that end in an error.
    pub(super) fn errors(&self, sets: &Deployments) -> DeploymentSet {
        sets.or(self.error, self.fatal)
    }

    /// The verdict in the deployments that end in an error.
    pub(super) fn only_errors(&self) -> Verdict {
        Verdict {
            error: self.error,
            fatal: self.fatal,
            ..Verdict::default()
        }
    }

    /// Both must hold; `other` was evaluated where this has no error.
    pub(super) fn and(self, other: Verdict, sets: &Deployments) -> Verdict {
        let errors = other.errors(sets);
        let unsure = sets.minus(sets.or(self.unsure, other.unsure), errors);
        let fail = sets.minus(sets.minus(sets.or(self.fail, other.fail), errors), unsure);
        let decided = sets.or(fail, errors);
        let unknown = sets.minus(sets.or(self.unknown, other.unknown), decided);
        let decided = sets.or(decided, unknown);
        Verdict {
            pass: sets.minus(sets.or(self.pass, other.pass), decided),
            fail,
            skip: sets.and(self.skip, other.skip),
            unknown,
            unsure,
            error: sets.or(self.error, other.error),
            fatal: sets.or(self.fatal, other.fatal),
        }
    }

    /// One of both must hold; `other` was evaluated where this neither passes nor has an error.
    pub(super) fn or(self, other: Verdict, sets: &Deployments) -> Verdict {
        // Where an earlier clause may pass, a later error may never happen.
        let averted = sets.and(other.errors(sets), self.unknown);
        let errors = sets.minus(other.errors(sets), averted);
        let unsure = sets.minus(
            sets.or(sets.or(self.unsure, other.unsure), averted),
            self.pass,
        );
        let pass = sets.minus(sets.or(self.pass, other.pass), unsure);
        let decided = sets.or(pass, errors);
        let unknown = sets.minus(
            sets.or(sets.or(self.unknown, other.unknown), averted),
            decided,
        );
        let decided = sets.or(decided, unknown);
        let fail = sets.minus(sets.or(self.fail, other.fail), decided);
        Verdict {
            pass,
            fail,
            skip: sets.and(self.skip, other.skip),
            unknown,
            unsure,
            error: sets.or(self.error, sets.minus(other.error, averted)),
            fatal: sets.or(self.fatal, sets.minus(other.fatal, averted)),
        }
    }

    /// Errors of clauses are failures.
    pub(super) fn failing_on_errors(self, sets: &Deployments) -> Verdict {
        Verdict {
            fail: sets.or(self.fail, self.error),
            error: DeploymentSet::NONE,
            ..self
        }
    }

    /// In these deployments, the evaluation may also end with an error.
    pub(super) fn unsure_within(self, set: DeploymentSet, sets: &Deployments) -> Verdict {
        if set.is_empty() {
            return self;
        }
        let unsure = sets.minus(sets.and(self.covered(sets), set), self.errors(sets));
        let certain = self.within(sets.minus(self.covered(sets), unsure), sets);
        certain.union(
            Verdict {
                unknown: unsure,
                unsure,
                ..Verdict::default()
            },
            sets,
        )
    }

    /// In these deployments, an earlier error may be in place of those of clauses.
    pub(super) fn unsure_errors(self, set: DeploymentSet, sets: &Deployments) -> Verdict {
        let unsure = sets.and(self.error, set);
        let certain = Verdict {
            error: sets.minus(self.error, unsure),
            ..self
        };
        certain.union(
            Verdict {
                unknown: unsure,
                unsure,
                ..Verdict::default()
            },
            sets,
        )
    }

    /// Where it is not known whether the verdict applies at all, only a skip stays what it is.
    pub(super) fn doubted(self, doubt: DeploymentSet, sets: &Deployments) -> Verdict {
        let certain = sets.minus(self.covered(sets), doubt);
        let doubtful = self.within(doubt, sets);
        let unknown = sets.minus(doubtful.covered(sets), doubtful.skip);
        let unsure = sets.or(doubtful.unsure, doubtful.errors(sets));
        let doubtful = Verdict {
            skip: doubtful.skip,
            unknown,
            unsure,
            ..Verdict::default()
        };
        self.within(certain, sets).union(doubtful, sets)
    }
}

/// The statuses of several values, before they are combined: the deployments in which one of them passes, fails, or is
/// unknown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tally {
    pub pass: DeploymentSet,
    pub fail: DeploymentSet,
    pub unknown: DeploymentSet,
    pub unsure: DeploymentSet,
}

impl Default for Tally {
    fn default() -> Tally {
        let none = DeploymentSet::NONE;
        Tally {
            pass: none,
            fail: none,
            unknown: none,
            unsure: none,
        }
    }
}

impl Tally {
    /// Adds the verdict of a value.
    pub fn add(&mut self, verdict: Verdict, sets: &Deployments) {
        self.pass = sets.or(self.pass, verdict.pass);
        self.fail = sets.or(self.fail, verdict.fail);
        self.unknown = sets.or(self.unknown, verdict.unknown);
        self.unsure = sets.or(self.unsure, verdict.unsure);
    }

    /// Combines the verdicts in these deployments: all must pass, or with `some` at least one. `nothing` is the status
    /// where no value has one.
    pub fn verdict(
        &self,
        some: bool,
        nothing: Status,
        under: DeploymentSet,
        sets: &Deployments,
    ) -> Verdict {
        let unsure = sets.and(self.unsure, under);
        let all = [self.pass, self.fail, self.unknown]
            .map(|set| sets.minus(sets.and(set, under), unsure));
        let [passing, failing, unknown] = all;
        let (pass, fail, unknown) = if some {
            let unknown = sets.minus(unknown, passing);
            (
                passing,
                sets.minus(sets.minus(failing, passing), unknown),
                unknown,
            )
        } else {
            let unknown = sets.minus(unknown, failing);
            (
                sets.minus(sets.minus(passing, failing), unknown),
                failing,
                unknown,
            )
        };
        let unknown = sets.or(unknown, unsure);
        let rest = sets.minus(sets.minus(sets.minus(under, pass), fail), unknown);
        let verdict = Verdict {
            pass,
            fail,
            unknown,
            unsure,
            ..Verdict::default()
        };
        verdict.union(Verdict::of(nothing, rest), sets)
    }
}
