//! `check`: lints templates and evaluates Guard rules in one run.

use std::collections::BTreeSet;
use std::io::{Sink, sink};
use std::path::{Path, PathBuf};

use bumpalo::Bump;

use super::baseline::{self, Baseline};
use super::documents::{self, Excluded};
use super::error_report::Reports;
use super::files::{self, File};
use super::input_kind::{DOCUMENTS, FolderInputs, RULES};
use super::outputs::{self, Output};
use super::progress::{self, Bar, Step};
use super::project::{self, CommandLine, Failure, InEffect, Project};
use super::search::{self, Found};
use super::terraform::checked::{self, Checked};
use super::terraform::folders;
use super::{
    Exit, Io, cdk, changed_files, color, coverage, effects, fix, input_kind, language, origin,
    packs, parallel, parameters, schemas, selection, serverless_framework, severity, skipped,
    unknown_ids, waivers, watch,
};
use cfn_warden_arguments::Command;
use cfn_warden_arguments::check::{Args, Lint, Threshold};
use cfn_warden_engine::Origin;
use cfn_warden_engine::coverage::{SkipReason, SkippedFile};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::waivers::Waiver;
use cfn_warden_engine::{
    Cache, Configuration, Detail, FailOn, Fingerprints, Incomplete, IncompleteKind, Input, Linting,
    Notes, Part, Request, Session, SeverityOverride, Status, View,
};
use cfn_warden_lint::{Fixes, RuleSet, Settings};
use cfn_warden_policies::Policy;
use cfn_warden_report::{self as report, Format, Paint};
use cfn_warden_schema::Knowledge;
use cfn_warden_secrets::Secrets;
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_syntax::{Known, text};
use cfn_warden_template::parameter_values::Literal;
use cfn_warden_template::{ParameterSet, Region};

/// Checks the documents of a command line.
pub fn run(
    args: &Args,
    project: Option<Project>,
    line: CommandLine<'_>,
    paint: Paint,
    io: &mut Io<'_>,
) -> Exit {
    let paint = color::paint(args.color, paint);
    if !args.watch {
        return once(args, project, paint, &mut Vec::new(), io);
    }
    if args.documents.is_empty() {
        io.eprint("--watch: expected the documents to watch; standard input cannot be watched");
        return Exit::ERROR;
    }
    let named = || match line.in_effect() {
        Ok(InEffect {
            command: Command::Check(now),
            ..
        }) => now.watched(),
        _ => args.watched(),
    };
    watch::run_repeatedly(named, paint, io, |io, inputs| {
        // Its change or removal changes the result, too.
        inputs.extend(project.iter().flat_map(|project| project.files.clone()));
        inputs.push(project::NAME.into());
        match line.in_effect() {
            Ok(InEffect {
                command: Command::Check(now),
                project,
            }) => once(&now, project, paint, inputs, io),
            Ok(_) | Err(Failure::Message(_)) => once(args, None, paint, inputs, io),
            Err(Failure::Project(error)) => {
                io.eprint_error(error);
                Exit::ERROR
            }
        }
    })
}

fn once(
    args: &Args,
    project: Option<Project>,
    paint: Paint,
    inputs: &mut Vec<PathBuf>,
    io: &mut Io<'_>,
) -> Exit {
    let result = match args.quiet {
        true => check(
            args,
            project,
            paint,
            inputs,
            &mut without_messages(io, &mut sink()),
        ),
        false => check(args, project, paint, inputs, io),
    };
    match result {
        Ok(status) => Exit::of_status(status),
        Err(error) => {
            Reports::of_options(args).write(&error, io);
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}

/// Returns the streams of a command without messages on standard error.
fn without_messages<'i>(io: &'i mut Io<'_>, err: &'i mut Sink) -> Io<'i> {
    Io {
        stdin: &mut *io.stdin,
        out: &mut *io.out,
        err,
        lint_rules: io.lint_rules,
        answer: io.answer,
    }
}

/// Checks the documents once. Adds the files that the result depends on beyond those on the command line to `inputs`,
/// also on failure.
fn check(
    args: &Args,
    project: Option<Project>,
    paint: Paint,
    inputs: &mut Vec<PathBuf>,
    io: &mut Io<'_>,
) -> Result<Status, Error> {
    // Settings of a project are for all its documents: some have no effect on a part of them.
    let warns = project.is_none();
    let mut waivers = project.map(|project| project.waivers).unwrap_or_default();
    if let Some(name) = args
        .regions
        .iter()
        .find(|name| Region::named(name).is_none())
    {
        return Err(Error::Value {
            name: "--regions".to_owned(),
            reason: Region::unknown(name),
        });
    }
    selection::reject_unknown(&args.selection)?;
    let severities = severity::overrides(&args.severity)?;
    let policy = packs::selection::policy(
        &args.packs,
        args.pack_key.pack_key.as_deref(),
        args.cache.as_deref(),
    )?;
    waivers.extend(policy.waivers.iter().cloned());
    inputs.extend(packs::selection::paths(&args.packs));
    let start = progress::now();
    let format = report::by_name(&args.format);
    let outputs = outputs::parse(
        &args.output,
        format.map(Format::wording).unwrap_or_default(),
    )?;
    waivers.extend(
        args.waivers
            .as_deref()
            .map(waivers::read)
            .transpose()?
            .unwrap_or_default(),
    );
    let mut baseline = baseline::read(args)?;
    let knowledge = schemas::knowledge(&args.schemas)?;
    let rules = read(&args.rules, RULES, io)?;
    input_kind::reject_non_rules(&rules)?;
    let (paths, excluded) = (
        documents::expanded(&args.documents)?,
        Excluded::of(&args.exclude)?,
    );
    inputs.extend_from_slice(&paths);
    let most = fix::most(args)?;
    let packs = packs::selection::paths(&args.packs);
    let changed_files = changed_files::of_options(args, &paths, packs, io)?;
    let mut configuration_inputs = Vec::new();
    let Checked {
        configurations,
        folders,
        unchanged,
        changes,
    } = checked::configurations(
        &paths,
        &excluded,
        changed_files.as_ref(),
        args,
        most,
        &mut configuration_inputs,
    )?;
    let read_by_configurations: BTreeSet<PathBuf> = configuration_inputs
        .iter()
        .map(|path| files::real(path))
        .collect();
    inputs.append(&mut configuration_inputs);
    if warns {
        effects::warn(args, !folders.is_empty(), io);
    }
    let Documents {
        files: mut documents,
        assemblies,
        mut skipped,
        unreadable,
    } = match paths.as_slice() {
        [] => Documents {
            files: vec![files::read_stdin(io)?],
            ..Documents::default()
        },
        paths => documents(paths, &excluded, &folders, io)?,
    };
    input_kind::reject_non_documents(&documents)?;
    let named: BTreeSet<PathBuf> = paths.iter().map(|path| files::absolute(path)).collect();
    // Standard input has no name.
    let is_named =
        |name: &str| name.is_empty() || named.contains(&files::absolute(Path::new(name)));
    let inputs_of_folders = if rules.is_empty() && !matches!(args.lint, Lint::All) {
        FolderInputs::Templates
    } else {
        FolderInputs::AllParsed
    };
    // What a configuration reads, as with `templatefile`, is a part of it, but a template may be deployed by it.
    let is_of_configuration = |file: &File| {
        read_by_configurations.contains(&files::real(Path::new(&file.name)))
            && !input_kind::is_template(file)
    };
    skipped.extend(skipped::take_other_files(&mut documents, |file| {
        is_named(&file.name)
            || (!is_of_configuration(file)
                && input_kind::is_input_of_folder(file, inputs_of_folders))
    }));
    if let Some(changed_files) = &changed_files {
        let has_changed = |path: &str| changed_files.has(Path::new(path));
        let is_changed = |file: &File| {
            let has_changed_part = || {
                files::nested_paths(&[file])
                    .iter()
                    .any(|path| has_changed(path))
            };
            has_changed(&file.name) || has_changed_part()
        };
        skipped.extend(skipped::take_unchanged(&mut documents, |file| {
            is_named(&file.name) || is_changed(file)
        }));
        skipped.extend(
            unchanged
                .iter()
                .map(|folder| skipped::unchanged_folder(folder)),
        );
    }
    let is_partial = skipped
        .iter()
        .any(|one| one.reason == SkipReason::Unchanged);
    let input_parameters = read(&args.input_params, DOCUMENTS, io)?;
    outputs::keep(
        &outputs,
        &args.watched(),
        &[&rules, &input_parameters],
        &documents,
    )?;
    let parameters = parameters::values(&args.parameters, io)?;
    let nested = files::nested_paths(&documents.iter().collect::<Vec<_>>());
    inputs.extend(nested.iter().map(PathBuf::from));
    let nested = files::read_all(nested);
    let sources = Sources {
        args,
        outputs: &outputs,
        rules: &rules,
        policy: &policy,
        severities: &severities,
        waivers: &waivers,
        configurations: &configurations,
        input_parameters: &input_parameters,
        parameters: parameters.as_ref(),
        nested: &nested,
        assemblies: &assemblies,
        lint_rules: io.lint_rules,
        knowledge: &knowledge,
        is_partial,
    };
    let mut fixed = match most {
        Some(most) => {
            let is_of_assembly =
                |path: &Path| assemblies.iter().any(|template| template.path == path);
            fix::apply(
                &mut documents,
                &sources.request(&[]),
                most,
                is_of_assembly,
                io,
            )
        }
        None => Vec::new(),
    };
    let request = sources.request(&documents);
    let mut bar = Bar::new(Step::Checking(request.documents.len()));
    let (arena, cache) = (Bump::new(), Cache::default());
    let session = Session::open(&request, &cache, &arena);
    let mut parts = parallel::check(&session, |done, name| bar.show(done, name, io));
    parts.push(Part::of_caller(unreadable));
    bar.clear(io);
    let mut run = session.finish(parts, baseline.as_mut().map(Baseline::as_known));
    severity::reject_unknown(&run)?;
    cdk::add_constructs(&mut run, &assemblies);
    if let Some(baseline) = &baseline {
        baseline.report(&run, format, io)?;
    }
    // What is waived may be in documents that did not change.
    if !is_partial {
        waivers::warn(&run, io);
    }
    run.coverage.skipped = skipped;
    skipped::remove_other_files(&mut run, is_named);
    run.coverage.skipped.sort();
    skipped::print(&run.coverage.skipped, io);
    let is_nothing = run.documents.is_empty() && run.incomplete.is_empty();
    if is_nothing && configurations.is_empty() && !is_partial {
        return Err(nothing_in(&paths, &run.coverage.skipped));
    }
    unknown_ids::warn(&request.lint_settings, &run, io);
    run.max_findings = args.max_findings;
    if args.quiet {
        run.detail = Detail::Verdict;
    }
    // Whoever enables more rules wants to see their findings.
    if !args.notes && args.selection.include_checks.is_empty() {
        run.notes = Notes::Counted;
    }
    if sources.formats().any(Format::shows_origin) {
        run.origin = Origin {
            account: sources.pseudo("AWS::AccountId"),
            region: sources.region(),
            ..origin::of(start.elapsed())
        };
    }
    let status = run.status();
    outputs::write(&outputs, &run)?;
    match most {
        Some(_) if args.diff => {
            let secrets_of = |name: &str, text: &str| {
                cfn_warden_engine::secrets_of(&sources.request(&[]), name, text)
            };
            fix::print_diff(&fixed, &documents, &secrets_of, io)?;
            let secrets_of = |_: &str, text: &str| {
                let mut secrets = Secrets::of_lines(text);
                secrets.merge(&changes.secrets);
                secrets
            };
            fix::print_diff(&changes.fixed, &changes.files, &secrets_of, io)?;
        }
        Some(_) => {
            fix::write(&fixed, &documents, io)?;
            fix::write(&changes.fixed, &changes.files, io)?;
        }
        None => {}
    }
    match format {
        _ if args.diff => {}
        // Standard output has the fixed document.
        Some(format) if most.is_some() && documents.iter().any(fix::is_stdin) => {
            let _ = format.write(&run, paint, io.err);
        }
        Some(format) => io.print(|out| format.write(&run, paint, out))?,
        None => {}
    }
    if most.is_some() {
        fixed.extend(changes.fixed);
        fix::summarize(&fixed, &run, !args.diff, io);
    }
    Ok(status)
}

/// What a request is made of, except the documents.
#[derive(Clone, Copy)]
pub(super) struct Sources<'s> {
    pub args: &'s Args,
    pub outputs: &'s [Output],
    pub rules: &'s [File],
    pub policy: &'s Policy,
    pub severities: &'s [SeverityOverride],
    pub waivers: &'s [Waiver],
    pub configurations: &'s [Configuration],
    pub input_parameters: &'s [File],
    pub parameters: Option<&'s ParameterSet>,
    pub nested: &'s [File],
    pub assemblies: &'s [cdk::Template],
    pub lint_rules: RuleSet,
    pub knowledge: &'s Knowledge,
    /// Whether documents that did not change are left out.
    pub is_partial: bool,
}

impl Sources<'_> {
    /// Returns the formats of the reports.
    fn formats(&self) -> impl Iterator<Item = &'static Format> {
        report::by_name(&self.args.format)
            .into_iter()
            .chain(self.outputs.iter().map(|output| output.format))
    }

    /// Returns the value of a pseudo parameter.
    fn pseudo(&self, name: &str) -> Option<String> {
        match &self.parameters?.get(name)?.value {
            Literal::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// Returns the region that the documents are for, if there is one.
    fn region(&self) -> Option<String> {
        self.pseudo("AWS::Region")
            .or_else(|| match self.args.regions.as_slice() {
                [region] => Some(region.clone()),
                _ => None,
            })
    }

    pub fn request<'r>(&'r self, documents: &'r [File]) -> Request<'r> {
        let args = self.args;
        let mut request =
            Request::for_deployment(self.lint_rules, self.knowledge.clone(), files::now());
        self.policy.apply_to(&mut request);
        Request {
            documents: documents.iter().map(input).collect(),
            configurations: self.configurations,
            nested_templates: self.nested.iter().map(input).collect(),
            regions: self
                .assemblies
                .iter()
                .filter_map(cdk::Template::name_and_region)
                .collect(),
            nested_stacks: self
                .assemblies
                .iter()
                .flat_map(cdk::Template::paths_and_nested_stacks)
                .collect(),
            rules: self.rules.iter().map(input).collect(),
            severities: self.severities,
            waivers: self.waivers,
            lint: match args.lint {
                Lint::Templates => Linting::Templates,
                Lint::All => Linting::All,
                Lint::Off => Linting::Off,
            },
            lint_settings: selection::add(
                &args.selection,
                Settings {
                    regions: (!args.regions.is_empty()).then(|| args.regions.clone()),
                    parameter_sets: self.parameters.into_iter().cloned().collect(),
                    suppressions: TemplateSuppressions::named(&args.template_suppressions)
                        .unwrap_or_default(),
                    wording: report::by_name(&args.format)
                        .map(Format::wording)
                        .unwrap_or_default(),
                    fixes: Fixes::Compute,
                    ..request.lint_settings
                },
            ),
            view: if args.parameters.resolve {
                View::Deployed
            } else {
                coverage::view(&args.coverage)
            },
            unknown: coverage::unknown(&args.coverage),
            coverage: coverage::policies(&args.coverage, self.is_partial),
            input_parameters: self.input_parameters.iter().map(input).collect(),
            fail_on: match args.fail_on {
                Threshold::Error => FailOn::Error,
                Threshold::Warning => FailOn::Warning,
                Threshold::Never => FailOn::Never,
            },
            language: language::language(&args.language),
            fingerprints: Fingerprints::when(
                args.baseline.is_some() || self.formats().any(Format::shows_fingerprints),
            ),
            guard_report: self.formats().any(Format::shows_guard_report),
            ..request
        }
    }
}

/// The documents of a command line.
#[derive(Debug, Default)]
struct Documents {
    files: Vec<File>,
    /// The templates of assemblies of the AWS CDK.
    assemblies: Vec<cdk::Template>,
    skipped: Vec<SkippedFile>,
    /// The files and folders that exist and cannot be read.
    unreadable: Vec<Incomplete>,
}

/// Reads the documents at some paths, each once, except Terraform files, which are read with their configurations.
fn documents(
    paths: &[PathBuf],
    excluded: &Excluded,
    configurations: &BTreeSet<PathBuf>,
    io: &mut Io<'_>,
) -> Result<Documents, Error> {
    let mut found = Documents::default();
    let mut known = BTreeSet::new();
    let mut bar = Bar::new(Step::Reading);
    for path in paths {
        if !path.is_dir() && folders::is_of_terraform(path) {
            of_a_configuration(path, configurations, io)?;
            continue;
        }
        let mut inside = search::below(path, DOCUMENTS);
        if let Some(problem) = inside.problem.take() {
            bar.clear(io);
            io.eprint(format_args!(
                "warning: {problem}; files that .gitignore names are searched, too"
            ));
        }
        if path.is_dir() {
            cdk::add_assemblies(&mut inside, io);
            serverless_framework::add_packages(&mut inside);
            found
                .assemblies
                .extend(cdk::select_templates(&mut inside, io));
        }
        let Found {
            files: mut inside,
            skipped,
            unreadable,
            ..
        } = inside;
        let is_left_out = |file: &Path| path.is_dir() && excluded.has(file, path);
        inside.retain(|file| !folders::is_of_terraform(file) && !is_left_out(file));
        found.skipped.extend(skipped.into_iter().filter(|skipped| {
            let file = Path::new(&skipped.file);
            !path.is_dir() || !excluded.matches(file, path)
        }));
        let unreadable: Vec<_> = unreadable
            .into_iter()
            .filter(|(folder, _)| !is_left_out(folder))
            .map(|(folder, reason)| not_read(&folder, &reason))
            .collect();
        let is_empty = inside.is_empty() && unreadable.is_empty();
        found.unreadable.extend(unreadable);
        if is_empty && !configurations.iter().any(|folder| folder.starts_with(path)) {
            bar.clear(io);
            return Err(none_in(path, &[DOCUMENTS, &["tf"]].concat()));
        }
        for path in inside {
            if !known.insert(files::absolute(&path)) {
                continue;
            }
            bar.show(found.files.len(), &path.to_string_lossy(), io);
            match files::read(&path, io) {
                Ok(file) => found.files.push(file),
                // A link that leads nowhere exists, too.
                Err(Error::Read { reason, .. }) if path.symlink_metadata().is_ok() => {
                    found.unreadable.push(not_read(&path, &reason));
                }
                Err(error) => return Err(error),
            }
        }
    }
    bar.clear(io);
    Ok(found)
}

fn not_read(path: &Path, reason: &str) -> Incomplete {
    Incomplete {
        kind: IncompleteKind::Document,
        message: text!("cannot be read: {}", Known(reason)),
        file: path.to_string_lossy().into_owned(),
        at: None,
    }
}

/// Accepts a Terraform file when the configuration in its folder is checked.
///
/// # Errors
/// [`Error::Value`] when it is not.
fn of_a_configuration(
    path: &Path,
    configurations: &BTreeSet<PathBuf>,
    io: &mut Io<'_>,
) -> Result<(), Error> {
    // The configuration reports a file that cannot be read.
    if path.symlink_metadata().is_err() {
        files::read(path, io)?;
    }
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let is_same = |known: &PathBuf| {
        known == folder || known.canonicalize().ok() == folder.canonicalize().ok()
    };
    if configurations.iter().any(is_same) {
        return Ok(());
    }
    let reason =
        "Terraform files are checked as a configuration; expected the folder of the configuration";
    Err(Error::Value {
        name: path.to_string_lossy().into_owned(),
        reason: reason.to_owned(),
    })
}

/// Returns the error for folders in which nothing is an input.
fn nothing_in(paths: &[PathBuf], skipped: &[SkippedFile]) -> Error {
    let others = skipped
        .iter()
        .filter(|one| one.reason == SkipReason::NotTemplate)
        .count();
    let reason = format!(
        "found no template, plan or Terraform configuration ({others} other files); name a file to have it checked anyway"
    );
    let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    Error::Read {
        path: paths.join(", "),
        reason,
    }
}

fn none_in(path: &Path, extensions: &[&str]) -> Error {
    let reason = format!("found no files that end in .{}", extensions.join(", ."));
    Error::Read {
        path: path.to_string_lossy().into_owned(),
        reason,
    }
}

/// Reads the files at some paths, each once; folders are searched for files with these extensions.
pub(super) fn read(
    paths: &[PathBuf],
    extensions: &[&str],
    io: &mut Io<'_>,
) -> Result<Vec<File>, Error> {
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    for path in paths {
        let Found { files, skipped, .. } = search::all_below(path, extensions)?;
        if files.is_empty() {
            return Err(none_in(path, extensions));
        }
        skipped::print(&skipped, io);
        for path in files {
            if known.insert(files::absolute(&path)) {
                found.push(files::read(&path, io)?);
            }
        }
    }
    Ok(found)
}

/// Returns a file as an input of the engine.
pub fn input(file: &File) -> Input<'_> {
    Input {
        name: &file.name,
        content: &file.content,
    }
}
