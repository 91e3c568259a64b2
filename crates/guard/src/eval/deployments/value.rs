//! Values that differ between deployments, as values of one deployment each.

use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::deployments::{DeploymentSet, Unknown, UnknownKind, Variation};

use super::Evaluator;
use super::points::Below;
use super::scope::{Answers, Found, What};
use super::unknown::Sample;
use crate::budget::LimitExceeded;
use crate::eval::result::QueryResult;
use crate::value::{Entry, Kind, Map, Origin, Ref, Value};

/// Lists of results that some deployments have in common.
pub(super) struct World<'e> {
    pub set: DeploymentSet,
    pub lists: Vec<Vec<QueryResult<'e>>>,
    /// The first unknown value that they contain or depend on.
    pub unknown: Option<Origin<'e>>,
    /// Whether the number of results is not known.
    pub open: bool,
    /// Whether a function of an unknown value may be an error.
    pub unsure: bool,
}

/// Parts and their values, in the deployments that have this combination of them.
type Combination<'e, P> = (DeploymentSet, Vec<(P, Ref<'e>)>);

impl<'e> World<'e> {
    /// The results of the first query.
    pub fn first(&self) -> &[QueryResult<'e>] {
        self.lists.first().map(Vec::as_slice).unwrap_or_default()
    }
}

impl<'e> Evaluator<'e> {
    fn variation(&self, value: Ref<'e>) -> Option<&'e Variation<'e>> {
        self.points.at(value.origin)
    }

    pub(super) fn below(&self, value: Ref<'e>) -> Below {
        self.points.below(value.origin)
    }

    /// What is known of a value, if it is not known.
    pub(super) fn unknown(&self, value: Ref<'e>) -> Option<Unknown<'e>> {
        match (self.variation(value), value.kind) {
            // The number of results is known, whatever they are; it has the place of the first one.
            (_, Kind::Int(_)) => None,
            (Some(Variation::Unknown(unknown)), _) => Some(*unknown),
            _ => None,
        }
    }

    /// Whether a value is not known and may be a number, a boolean or null.
    pub(super) fn may_be_number(&self, origin: Origin<'_>) -> bool {
        matches!(
            self.points.at(origin),
            Some(Variation::Unknown(Unknown {
                kind: UnknownKind::Json,
                ..
            }))
        )
    }

    /// Appends the values that a place of the document has, each with its deployments. In the remaining deployments it is
    /// absent. The values may contain choices.
    pub(super) fn expand(
        &self,
        value: Ref<'e>,
        under: DeploymentSet,
        out: &mut Vec<(DeploymentSet, Ref<'e>)>,
    ) {
        match (self.variation(value), value.kind) {
            (Some(Variation::Choice(chosen)), Kind::List(alternatives)) => {
                for (set, alternative) in chosen.iter().zip(alternatives) {
                    let set = self.sets.and(under, *set);
                    if !set.is_empty() {
                        self.expand(alternative, set, out);
                    }
                }
            }
            (Some(Variation::Present(set)), _) => {
                let set = self.sets.and(under, *set);
                if !set.is_empty() {
                    out.push((set, value));
                }
            }
            _ => out.push((under, value)),
        }
    }

    /// Returns the values of a place without choices, each with its deployments.
    pub(super) fn variants(
        &mut self,
        value: Ref<'e>,
        under: DeploymentSet,
    ) -> Result<Vec<(DeploymentSet, Ref<'e>)>, LimitExceeded> {
        if !self.below(value).choices {
            return Ok(vec![(under, value)]);
        }
        let mut places = Vec::new();
        self.expand(value, under, &mut places);
        let mut variants = Vec::with_capacity(places.len());
        for (set, value) in places {
            match value.kind {
                Kind::List(items) if self.below(value).choices => {
                    let parts = items.iter().map(|item| (item, item));
                    for (set, items) in self.combinations(set, parts)? {
                        let items = self
                            .doc
                            .arena
                            .keep_all(items.into_iter().map(|(_, item)| *item));
                        variants.push((set, self.plain.alloc_value(value.with(Kind::List(items)))));
                    }
                }
                Kind::Map(map) if self.below(value).choices => {
                    let parts = map.entries.iter().map(|entry| (entry, &entry.value));
                    for (set, entries) in self.combinations(set, parts)? {
                        let arena = self.doc.arena;
                        let entries = entries.into_iter().map(|(entry, value)| Entry {
                            value: *value,
                            ..*entry
                        });
                        let map = arena.keep(Map::new(arena, arena.keep_all(entries), None));
                        variants.push((set, self.plain.alloc_value(value.with(Kind::Map(map)))));
                    }
                }
                _ => variants.push((set, value)),
            }
        }
        Ok(variants)
    }

    /// Returns a text in place of an unknown value.
    pub(super) fn text_for(&self, value: Ref<'e>, text: &str) -> Ref<'e> {
        self.plain
            .alloc_value(sample(value, self.plain.alloc_str(text)))
    }

    /// Returns a value that stands for an unknown one.
    pub(super) fn sample_for(&self, value: Ref<'e>, sample: &Sample) -> Ref<'e> {
        match sample {
            Sample::Text(text) => self.text_for(value, text),
            Sample::Number(number) => self.plain.alloc_value(value.with(Kind::Int(*number))),
        }
    }

    /// Returns a value in the deployments in which it has elements, and an empty one in the others.
    pub(super) fn filled_and_empty(
        &self,
        value: Ref<'e>,
        under: DeploymentSet,
    ) -> Vec<(DeploymentSet, Ref<'e>)> {
        let empty = match value.kind {
            Kind::List(items) if self.below(value).choices => {
                (self.rest(items.iter(), under), Kind::List(&[]))
            }
            Kind::Map(map) if self.below(value).choices => {
                let arena = self.doc.arena;
                let none = arena.keep(Map::new(arena, &[], None));
                (
                    self.rest(map.entries.iter().map(|entry| &entry.value), under),
                    Kind::Map(none),
                )
            }
            _ => return vec![(under, value)],
        };
        let (rest, kind) = empty;
        let empty = self.plain.alloc_value(value.with(kind));
        let both = [(self.sets.minus(under, rest), value), (rest, empty)];
        both.into_iter()
            .filter(|(set, _)| !set.is_empty())
            .collect()
    }

    /// The deployments in which each of these places is absent.
    pub(super) fn rest(
        &self,
        places: impl Iterator<Item = Ref<'e>>,
        under: DeploymentSet,
    ) -> DeploymentSet {
        let (mut rest, mut found) = (under, Vec::new());
        for place in places {
            if rest.is_empty() {
                break;
            }
            self.expand(place, rest, &mut found);
            rest = found
                .drain(..)
                .fold(rest, |rest, (set, _)| self.sets.minus(rest, set));
        }
        rest
    }

    /// Returns the combinations of the variants of some parts, without the parts that are absent.
    fn combinations<P: Copy>(
        &mut self,
        under: DeploymentSet,
        parts: impl Iterator<Item = (P, Ref<'e>)>,
    ) -> Result<Vec<Combination<'e, P>>, LimitExceeded> {
        let mut combinations: Vec<Combination<'e, P>> = vec![(under, Vec::new())];
        for (part, value) in parts {
            self.spend(combinations.len())?;
            if !self.below(value).choices {
                combinations
                    .iter_mut()
                    .for_each(|(_, parts)| parts.push((part, value)));
                continue;
            }
            let variants = self.variants(value, under)?;
            let mut next = Vec::with_capacity(combinations.len());
            for (set, parts) in combinations {
                let mut rest = set;
                for (of, variant) in &variants {
                    let both = self.sets.and(set, *of);
                    if both.is_empty() {
                        continue;
                    }
                    rest = self.sets.minus(rest, both);
                    let mut parts = parts.clone();
                    parts.push((part, *variant));
                    next.push((both, parts));
                }
                if !rest.is_empty() {
                    next.push((rest, parts));
                }
            }
            self.limit(&mut next, |(set, _)| *set);
            combinations = next;
        }
        Ok(combinations)
    }

    /// Returns the lists of results of several queries, as all deployments in a set see them.
    pub(super) fn worlds(
        &mut self,
        queries: &[&[Found<'e>]],
        under: DeploymentSet,
    ) -> Result<Vec<World<'e>>, LimitExceeded> {
        let empty = World {
            set: under,
            lists: vec![Vec::new(); queries.len()],
            unknown: None,
            open: false,
            unsure: false,
        };
        let mut worlds = vec![empty];
        for (list, found) in queries
            .iter()
            .enumerate()
            .flat_map(|(list, query)| query.iter().map(move |one| (list, one)))
        {
            self.spend(worlds.len())?;
            let set = self.sets.and(found.set, under);
            let variants: Vec<(DeploymentSet, What<'e>)> = match found.what {
                What::One(QueryResult::Resolved(value)) => {
                    let variants = self.variants(value, set)?.into_iter();
                    variants
                        .map(|(set, value)| (set, What::One(QueryResult::Resolved(value))))
                        .collect()
                }
                what => vec![(set, what)],
            };
            let mut next = Vec::with_capacity(worlds.len());
            for world in worlds {
                let mut rest = world.set;
                for (set, what) in &variants {
                    let both = self.sets.and(world.set, *set);
                    if both.is_empty() {
                        continue;
                    }
                    rest = self.sets.minus(rest, both);
                    let mut lists = world.lists.clone();
                    let (mut open, mut unsure) = (world.open, world.unsure);
                    let unknown = world
                        .unknown
                        .or_else(|| self.is_unknown(what).then(|| what.origin()));
                    match what {
                        What::Open(_) | What::Maybe(..) => open = true,
                        What::Call(_) => (open, unsure) = (true, true),
                        What::One(result) => {
                            lists
                                .get_mut(list)
                                .into_iter()
                                .for_each(|list| list.push(*result));
                        }
                    }
                    next.push(World {
                        set: both,
                        lists,
                        unknown,
                        open,
                        unsure,
                    });
                }
                if !rest.is_empty() {
                    next.push(World { set: rest, ..world });
                }
            }
            self.limit(&mut next, |world| world.set);
            worlds = next;
        }
        Ok(worlds)
    }

    /// Whether a result contains or depends on unknown values.
    fn is_unknown(&self, what: &What<'e>) -> bool {
        match what {
            What::One(result) => result.value().is_some_and(|value| self.has_unknowns(value)),
            What::Open(_) | What::Call(_) | What::Maybe(..) => true,
        }
    }

    /// Whether a value without choices is or contains an unknown one. Its node may contain others in other deployments, or if
    /// the value is the result of a function of that node.
    pub(super) fn has_unknowns(&self, value: Ref<'e>) -> bool {
        let below = self.below(value);
        if !below.unknowns {
            return false;
        }
        match value.kind {
            _ if self.unknown(value).is_some() => true,
            Kind::List(items) => !below.choices || items.iter().any(|item| self.has_unknowns(item)),
            Kind::Map(map) => {
                !below.choices
                    || map
                        .entries
                        .iter()
                        .any(|entry| self.has_unknowns(&entry.value))
            }
            _ => false,
        }
    }

    /// The deployments in which a query has no result.
    pub(super) fn nothing(&self, answers: &Answers<'e>, under: DeploymentSet) -> DeploymentSet {
        let valid = answers.valid(under, self.sets);
        answers
            .found
            .iter()
            .fold(valid, |none, found| self.sets.minus(none, found.set))
    }
}

/// A value in place of an unknown one, where only its type matters.
pub(super) fn sample<'e>(value: Ref<'e>, text: &'e str) -> Value<'e> {
    value.with(Kind::Str(text))
}
