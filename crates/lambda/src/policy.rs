//! The policy in force: the bundle of the settings, the bundled packs that they name, and their waivers.

use cfn_warden_syntax::Text;
use std::borrow::Cow;
use std::sync::Arc;

use super::bundle::{Bundle, Expected, InForce, Source};
use super::function::Function;
use super::waivers::of_settings;
use cfn_warden_engine::waivers::Waiver;
use cfn_warden_engine::{
    BundleName, Candidate, Incomplete, IncompleteKind, PolicyUse, Run, changes,
};
use cfn_warden_policies::Policy;

/// The policy for an invocation.
#[derive(Debug)]
pub struct Deployed<'f> {
    /// The bundle and the packs.
    policy: Arced<'f>,
    /// The waivers of the settings.
    waivers: Vec<Waiver>,
    /// What reports say of the bundle.
    note: Option<PolicyUse>,
    /// The candidate.
    candidate: Option<Arc<Bundle>>,
}

/// A policy of a bundle or of the settings.
#[derive(Debug)]
enum Arced<'f> {
    Bundle(Arc<Bundle>),
    Settings(&'f Policy),
}

impl<'f> Deployed<'f> {
    /// Returns the policy that a request names, or that of the settings. Waivers and bundles that cannot be read are added to
    /// `incomplete`; but not a bundle that a good one replaces.
    pub fn of(
        packs: Option<&'f Policy>,
        function: &'f Function,
        incomplete: &mut Vec<Incomplete>,
    ) -> Deployed<'f> {
        let waivers = of_settings(function, incomplete);
        let config = &function.config;
        if let Some(packs) = packs {
            return Deployed {
                policy: Arced::Settings(packs),
                waivers,
                note: None,
                candidate: None,
            };
        }
        let follow = |at, follower: &super::bundle::Follower| {
            let source = Source {
                at,
                key: config.bundle_public_key.as_deref(),
                expected: Expected {
                    name: config.bundle_name.as_deref(),
                    min_version: config.bundle_min_version.as_deref(),
                },
                base: &config.packs,
            };
            follower.get(source, function.fetch.as_ref())
        };
        let Some(at) = &config.bundle else {
            return Deployed {
                policy: Arced::Settings(&config.packs),
                waivers,
                note: None,
                candidate: None,
            };
        };
        let InForce { bundle, problem } = follow(at, &function.bundle);
        if let (None, Some(problem)) = (&bundle, &problem) {
            incomplete.push(Incomplete {
                kind: IncompleteKind::Fetch,
                message: Text::known(problem.clone()),
                file: "WARDEN_BUNDLE".to_owned(),
                at: None,
            });
        }
        let shadow = config
            .shadow_bundle
            .as_ref()
            .map(|at| follow(at, &function.shadow_bundle));
        let named = |bundle: &Arc<Bundle>| bundle.name.clone();
        let note = PolicyUse {
            bundle: bundle.as_ref().map(named),
            problem,
            candidate: shadow
                .as_ref()
                .map(|InForce { bundle, problem }| Candidate {
                    bundle: bundle.as_ref().map(named),
                    problem: problem.clone(),
                    status: None,
                    changes: Vec::new(),
                }),
        };
        let policy = bundle.map_or(Arced::Settings(&config.packs), Arced::Bundle);
        // What is in force needs no rehearsal.
        let is_same = |candidate: &Arc<Bundle>| matches!(&policy, Arced::Bundle(own) if own.name == candidate.name);
        let candidate = shadow
            .and_then(|shadow| shadow.bundle)
            .filter(|candidate| !is_same(candidate));
        Deployed {
            policy,
            waivers,
            note: Some(note),
            candidate,
        }
    }

    /// Returns the controls, how rules count, and the units.
    pub fn policy(&self) -> &Policy {
        match &self.policy {
            Arced::Bundle(bundle) => &bundle.policy,
            Arced::Settings(policy) => policy,
        }
    }

    /// Returns the waivers of the bundle and of the settings.
    pub fn waivers(&self) -> Cow<'_, [Waiver]> {
        match (self.policy().waivers.as_slice(), self.waivers.as_slice()) {
            (waivers, []) | ([], waivers) => Cow::Borrowed(waivers),
            (of_bundle, of_settings) => Cow::Owned([of_bundle, of_settings].concat()),
        }
    }

    /// Returns the bundle that decides.
    pub fn bundle(&self) -> Option<&BundleName> {
        self.note.as_ref()?.bundle.as_ref()
    }

    /// Returns why the newest bundle or candidate is not used, with the settings that name them.
    pub fn problems(&self) -> Vec<(&'static str, &str)> {
        let note = self.note.as_ref();
        let bundle = note.and_then(|note| note.problem.as_deref());
        let candidate = note.and_then(|note| note.candidate.as_ref()?.problem.as_deref());
        let bundle = bundle.map(|problem| ("WARDEN_BUNDLE", problem));
        bundle
            .into_iter()
            .chain(candidate.map(|problem| ("WARDEN_SHADOW_BUNDLE", problem)))
            .collect()
    }

    /// Returns the policy of the candidate, if there is one that differs.
    pub fn candidate(&self) -> Option<Deployed<'f>> {
        let candidate = Arc::clone(self.candidate.as_ref()?);
        let waivers = self.waivers.clone();
        Some(Deployed {
            policy: Arced::Bundle(candidate),
            waivers,
            note: None,
            candidate: None,
        })
    }

    /// Adds to a run which bundle decided and what the candidate would change.
    pub fn note(&self, run: &mut Run<'_>, with_candidate: Option<&Run<'_>>) {
        let Some(mut note) = self.note.clone() else {
            return;
        };
        if let (Some(candidate), Some(then)) = (&mut note.candidate, with_candidate) {
            candidate.status = Some(then.status());
            candidate.changes = changes(run, then);
        }
        run.policy = Some(note);
    }
}
