# `make` lists the targets. They need Rust, Python 3 and make, and install other tools when needed.

SHELL := /bin/sh
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
TOOLS := $(TARGET_DIR)/tools
# Architecture of the function: x86_64 or arm64.
ARCHITECTURE ?= $(if $(filter aarch64 arm64,$(shell uname -m)),arm64,x86_64)
MUSL := $(if $(filter arm64,$(ARCHITECTURE)),aarch64,x86_64)-unknown-linux-musl
BOOTSTRAP := $(TARGET_DIR)/lambda/bootstrap/bootstrap
EVENT ?= events/both-inline.json
FILTER ?=
PROFILE ?= quick
PAIRS ?= 2000
SEED ?= 1
COUNT ?=
GUARD ?= cfn-guard
# A Python with cfn-lint.
CFN_LINT_PYTHON ?= python3
ARGS ?=

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  make %-14s %s\n", $$1, $$2 }'

.PHONY: check
check: ## format, lints and tests: must pass before a change is merged
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	cargo test --quiet --workspace

.PHONY: test
test: ## run all tests (FILTER=name)
	cargo test --workspace --doc $(FILTER)
	cargo test --quiet --workspace --no-run --test '*-area'
	cargo test --workspace --lib --test all $(FILTER)

.PHONY: test-aws
test-aws: ## run the tests against a local AWS (installs moto)
	@test -x $(TOOLS)/aws/bin/moto_server || { python3 -m venv $(TOOLS)/aws && \
	  $(TOOLS)/aws/bin/python -m pip install --quiet --disable-pip-version-check 'moto[server]==5.2.5'; } || \
	  { rm -rf $(TOOLS)/aws; echo "pip cannot install moto, which the tests against AWS need" >&2; exit 1; }
	$(TOOLS)/aws/bin/python scripts/aws_local.py cargo test --test all aws::

# Uses the moto of `test-aws`.
.PHONY: organization-audit
organization-audit: ## run the audit of an organization locally: 3 accounts, 2 regions, 200 stacks each (ARGS="TEMPLATES")
	@test -x $(TOOLS)/aws/bin/moto_server || { echo "run \`make test-aws\` first: it installs moto" >&2; exit 1; }
	cargo build --quiet --bin bootstrap
	$(TOOLS)/aws/bin/python scripts/organization_audit_local.py $(TARGET_DIR)/debug/bootstrap $(or $(ARGS),tests/rules tests/fixes)

# Uses the moto of `test-aws`.
.PHONY: step-functions
step-functions: ## run the state machines of examples/step-functions locally (ARGS="TEMPLATE..." FUNCTION=watch)
	@test -x $(TOOLS)/aws/bin/moto_server || { python3 -m venv $(TOOLS)/aws && \
	  $(TOOLS)/aws/bin/python -m pip install --quiet --disable-pip-version-check 'moto[server]==5.2.5'; } || \
	  { rm -rf $(TOOLS)/aws; echo "pip cannot install moto, which the state machines need" >&2; exit 1; }
	$(if $(FUNCTION),,cargo build --quiet --bin bootstrap)
	$(TOOLS)/aws/bin/python scripts/step_functions_local.py $(or $(FUNCTION),$(TARGET_DIR)/debug/bootstrap) \
	  $(or $(ARGS),$(foreach kind,E3 W,$(wordlist 1,10,$(sort $(wildcard tests/rules/$(kind)*.yaml)))))

.PHONY: test-deploy
test-deploy: ## check the deployment templates with cfn-lint and SAM, and create them in moto (installs them)
	@test -x $(TOOLS)/deploy/bin/sam || { python3 -m venv $(TOOLS)/deploy && $(TOOLS)/deploy/bin/python -m pip install --quiet \
	  --disable-pip-version-check cfn-lint==1.58.0 aws-sam-cli==1.170.0 'moto[server]==5.2.5'; }
	cargo build --quiet --bin cfn-warden
	$(TOOLS)/deploy/bin/python scripts/test_deploy.py $(TARGET_DIR)/debug/cfn-warden

.PHONY: test-formats
test-formats: ## validate the formats asff, ocsf and oscal by published models (installs botocore, py-ocsf-models, compliance-trestle)
	@test -x $(TOOLS)/formats/bin/trestle || { python3 -m venv $(TOOLS)/formats && $(TOOLS)/formats/bin/python -m pip install --quiet \
	  --disable-pip-version-check botocore==1.44.5 py-ocsf-models==0.10.0 compliance-trestle==5.2.0; }
	cargo build --quiet --bin cfn-warden
	$(TOOLS)/formats/bin/python scripts/validate_formats.py $(TARGET_DIR)/debug/cfn-warden $(ARGS)

.PHONY: test-policy
test-policy: ## play a year of policy bundles, 10,000 events for the log, and a large bundle (needs `make bootstrap`)
	python3 scripts/policy_year.py $(BOOTSTRAP)
	python3 scripts/log_events.py $(BOOTSTRAP)
	python3 scripts/log_faults.py $(BOOTSTRAP)
	python3 scripts/bundle_speed.py $(BOOTSTRAP) --most 40,5,64

.PHONY: faults
faults: ## inject faults of S3, files, signals and the Runtime API around the function (needs `make bootstrap`)
	python3 scripts/faults.py $(BOOTSTRAP)

.PHONY: test-html
test-html: ## test the HTML report of 10,000 findings in Chromium (CHROMIUM=/usr/bin/chromium; needs Node)
	@test -d $(TOOLS)/html/node_modules/axe-core || npm install --silent --prefix $(TOOLS)/html playwright-core@1.65.1 axe-core@4.11.1
	cargo build --quiet --bin cfn-warden
	NODE_PATH=$(abspath $(TOOLS))/html/node_modules node scripts/drive_html.mjs $(abspath $(TARGET_DIR))/debug/cfn-warden $(PICTURES)

# The context is what the command `cdk` sets.
.PHONY: test-cdk
test-cdk: ## synthesise an app of the AWS CDK, check it, and adopt it (needs Node)
	@test -d $(TOOLS)/cdk/node_modules/aws-cdk-lib || \
	  npm install --silent --prefix $(TOOLS)/cdk aws-cdk-lib@2.276.0 constructs@10.8.1
	NODE_PATH=$(abspath $(TOOLS))/cdk/node_modules CDK_OUTDIR=$(abspath $(TOOLS))/cdk/cdk.out \
	  CDK_CONTEXT_JSON='{"aws:cdk:enable-path-metadata": true, "aws:cdk:enable-asset-metadata": true}' node tests/cdk/app.js 2>&1 | tail -1
	CDK_OUT=$(abspath $(TOOLS))/cdk/cdk.out ADOPTING_CDK=$(abspath $(TOOLS))/cdk/cdk.out cargo test --test all -- cdk:: adopting::

.PHONY: node
node: ## build the npm package of bindings/node (needs Node)
	sh bindings/node/scripts/build.sh $(abspath $(TARGET_DIR)) $(abspath $(TOOLS))

.PHONY: test-node
test-node: ## test the npm package, its types and the plugin with the real AWS CDK (after `make node`; PROGRAM=FILE: also with it)
	sh bindings/node/scripts/test.sh $(abspath $(TARGET_DIR)) $(abspath $(TOOLS)) $(abspath $(PROGRAM))

# For `python3 -m http.server --directory docs/playground`, or any other server of static files.
.PHONY: playground
playground: ## copy the npm package's files for browsers to docs/playground (after `make node`)
	mkdir -p docs/playground/cfn-warden
	cp bindings/node/dist/esm/*.js bindings/node/dist/cfn-warden.wasm docs/playground/cfn-warden

.PHONY: test-playground
test-playground: playground ## test the playground in Chromium (CHROMIUM=/usr/bin/chromium PICTURES=folder; needs Node)
	@test -d $(TOOLS)/html/node_modules/axe-core || npm install --silent --prefix $(TOOLS)/html playwright-core@1.65.1 axe-core@4.11.1
	NODE_PATH=$(abspath $(TOOLS))/html/node_modules node scripts/drive_playground.mjs $(PICTURES)

.PHONY: bench
bench: ## run the benchmarks (FILTER=name)
	cargo bench --bench speed -- $(FILTER)

.PHONY: bench-peers
bench-peers: ## compare speed with cfn-guard, cfn-guard-lambda, cfn-lint and, on TEMPLATES=FOLDER, cloudformation-validate (ARGS="--rules DIR --templates FILE ...")
	cargo build --release --bin cfn-warden
	@test -x $(BOOTSTRAP) || $(MAKE) bootstrap
	python3 scripts/bench_peers.py --ours $(TARGET_DIR)/release/cfn-warden --bootstrap $(BOOTSTRAP) --peers $(TARGET_DIR)/peers $(ARGS)
	$(if $(TEMPLATES),python3 scripts/bench_validate.py $(BOOTSTRAP) $(TEMPLATES) --peers $(TARGET_DIR)/peers --plot docs/performance.svg)

.PHONY: ratchet
ratchet: ## compare the instructions of three runs with scripts/ratchet.tsv (needs valgrind; PROFILE=quick ARGS=--update)
	@command -v valgrind >/dev/null || { echo "valgrind is not installed" >&2; exit 1; }
	cargo build --quiet --profile $(PROFILE) --bin cfn-warden
	python3 scripts/ratchet.py $(TARGET_DIR)/$(PROFILE:dev=debug)/cfn-warden --profile $(PROFILE) $(ARGS)

.PHONY: ledger
ledger: ## compare outputs of the drop-in commands with tests/ledger (CORPUS=FOLDER: also those on its templates and rules; ARGS=--update)
	cargo build --quiet --bin cfn-warden
	python3 scripts/ledger.py $(TARGET_DIR)/debug/cfn-warden $(if $(CORPUS),--corpus $(CORPUS)) $(ARGS)

.PHONY: worst-cases
worst-cases: ## compare instructions and memory at limits with scripts/worst_cases.tsv (needs valgrind; ARGS=--update)
	@command -v valgrind >/dev/null || { echo "valgrind is not installed" >&2; exit 1; }
	cargo build --quiet --profile quick --bin cfn-warden
	python3 scripts/worst_cases.py $(TARGET_DIR)/quick/cfn-warden $(ARGS)

.PHONY: bombs
bombs: ## check that small inputs with huge results end in the message of a limit, in a function of 256 MB (ARGS="--memory 512")
	cargo build --quiet --bin bootstrap
	python3 scripts/bombs.py function $(TARGET_DIR)/debug/bootstrap $(ARGS)

.PHONY: bombs-all
bombs-all: ## the same twice with 256 and 512 MB, as Hooks, and in the program
	cargo build --quiet --bin cfn-warden --bin bootstrap
	for memory in 256 512; do for kind in function hook; do \
	  python3 scripts/bombs.py $$kind $(TARGET_DIR)/debug/bootstrap --memory $$memory --rounds 2 || exit 1; done; done
	python3 scripts/bombs.py program $(TARGET_DIR)/debug/cfn-warden

.PHONY: profile
profile: ## print instructions, allocations, pages and hottest functions of the ratchet's runs (needs valgrind; ARGS="lint")
	@command -v valgrind >/dev/null || { echo "valgrind is not installed" >&2; exit 1; }
	cargo build --quiet --profile quick --bin cfn-warden
	python3 scripts/profile.py $(TARGET_DIR)/quick/cfn-warden $(ARGS)

.PHONY: bench-lint
bench-lint: ## measure lint in a warm process (ARGS="TEMPLATE_OR_DIR... [--python PYTHON_WITH_CFN_LINT]")
	cargo build --release --example lint_times
	python3 scripts/bench_lint.py $(TARGET_DIR)/release/examples/lint_times $(ARGS)

.PHONY: bench-deployments
bench-deployments: ## measure rules on all deployments against rules on the text (ARGS="--templates DIR --rules DIR")
	cargo run --quiet --profile quick --example deployments_fuzz -- --measure 1 $(ARGS)

.PHONY: fmt
fmt: ## format the sources
	cargo fmt --all

.PHONY: lint
lint: ## run clippy
	cargo clippy --workspace --all-targets -- -D warnings

.PHONY: supply
supply: ## check the library without its default features, licenses, sources, lock files and unused dependencies (installs cargo-deny and cargo-machete)
	cargo check --quiet --lib --no-default-features --features knowledge
	cargo metadata --locked --format-version 1 --manifest-path bindings/node/Cargo.toml >/dev/null
	@command -v cargo-machete >/dev/null || cargo install --locked --quiet cargo-machete
	@command -v cargo-deny >/dev/null || cargo install --locked --quiet cargo-deny
	cargo machete --with-metadata
	cargo deny --offline --locked check bans licenses sources

.PHONY: advisories
advisories: ## check dependencies for known vulnerabilities (fetches https://github.com/RustSec/advisory-db)
	@command -v cargo-deny >/dev/null || cargo install --locked --quiet cargo-deny
	cargo deny --locked check advisories

.PHONY: index
index: ## write the mod.rs of registry folders, and pack schemas/rules and the pages of docs
	sh scripts/index.sh
	cargo run --quiet --example pack -- schemas/rules schemas/rules
	cargo run --quiet --example pack -- docs schemas/pages
	cargo run --quiet --example pack -- crates/report/src/html schemas/html
	cargo run --quiet --example pack -- policies schemas/policies

.PHONY: deploy
deploy: ## write deploy/function.yaml from template.yaml (needs PyYAML)
	python3 scripts/deploy.py

.PHONY: docs
docs: ## write docs/rules.md and docs/policies.md
	cargo run --quiet -- rules list --format markdown > $(TARGET_DIR)/rules.md
	mv $(TARGET_DIR)/rules.md docs/rules.md
	cargo run --quiet -- packs list --format markdown > $(TARGET_DIR)/policies.md
	cat policies/comparison.md >> $(TARGET_DIR)/policies.md
	mv $(TARGET_DIR)/policies.md docs/policies.md

.PHONY: update
update: index docs ## index and docs: run it after adding or removing a file

.PHONY: secrets
secrets: ## search all outputs of generated events for secrets (EVENTS=20000)
	SECRETS_EVENTS=$(or $(EVENTS),20000) cargo test --profile quick --test all secrets::

.PHONY: schemas
schemas: ## download the pinned cfn-lint wheel and write the knowledge base (VERSION=1.55.0 OUT=file: a file of another version)
	python3 scripts/schemas.py $(if $(VERSION),--version $(VERSION)) $(if $(OUT),--out $(OUT))

.PHONY: overlays
overlays: ## apply schemas/overlays to the knowledge base
	python3 scripts/overlays.py

.PHONY: repack
repack: index ## write the packs in schemas/ again, after a change of the keywords
	cargo run --quiet --example pack -- schemas/knowledge schemas/knowledge

.PHONY: deployments-fuzz
deployments-fuzz: ## compare rules on all deployments with rules on each (COUNT=2000 SEED=1 ARGS="--templates DIR --rules DIR", --witness, --unresolved)
	cargo run --quiet --profile $(PROFILE) --example deployments_fuzz -- --count $(or $(COUNT),2000) --seed $(SEED) $(ARGS)

.PHONY: guard-fuzz
guard-fuzz: ## compare generated rules with cfn-guard, or replay recorded ones without it (PAIRS=2000 SEED=1 GUARD=cfn-guard)
	@if command -v $(GUARD) >/dev/null; then \
	  cargo run --quiet --profile quick --example guard_fuzz -- --guard $(GUARD) --pairs $(PAIRS) --seed $(SEED) --out $(TARGET_DIR)/guard-fuzz; \
	else \
	  echo "$(GUARD) is not installed: replaying recorded pairs only (cargo install cfn-guard --version 3.2.1, or GUARD=path)"; \
	  cargo test --test all guard::fuzz; \
	fi

.PHONY: terraform-fixes
terraform-fixes: ## compare plans of generated configurations before and after `check --fix` (COUNT=2000 SEED=1 TERRAFORM=terraform)
	cargo build
	python3 scripts/terraform_fixes.py $(or $(TERRAFORM),terraform) target/debug/cfn-warden --count $(or $(COUNT),2000) --seed $(SEED) $(ARGS)

.PHONY: terraform-fuzz
terraform-fuzz: ## compare generated Terraform expressions with `terraform console` (COUNT=1000 SEED=1 TERRAFORM=terraform)
	python3 scripts/terraform_fuzz.py $(or $(TERRAFORM),terraform) --types --count $(or $(COUNT),1000) --seed $(SEED) $(ARGS)

.PHONY: tflint-cases
tflint-cases: ## run the cases of TFLint's `terraform` ruleset (CHECKOUT=path)
	cargo build --quiet
	python3 scripts/tflint_cases.py $(TARGET_DIR)/debug/cfn-warden $(CHECKOUT) $(ARGS)

.PHONY: lint-fuzz
lint-fuzz: ## compare generated templates with cfn-lint (COUNT=2000 SEED=1 CFN_LINT_PYTHON=python ARGS="--shrink 5")
	@$(CFN_LINT_PYTHON) -c 'import cfnlint' 2>/dev/null || \
	  { echo "cfn-lint is not installed: pip install cfn-lint==1.58.0, or CFN_LINT_PYTHON=a Python that has it" >&2; exit 1; }
	cargo build --quiet --profile quick --bin cfn-warden
	PYTHONHASHSEED=0 $(CFN_LINT_PYTHON) scripts/lint_fuzz --ours '$(TARGET_DIR)/quick/cfn-warden lint --compat' --count $(or $(COUNT),2000) --seed $(SEED) $(ARGS)

.PHONY: mutants
mutants: ## change the source and report changes that no test notices (COUNT=200 SEED=1 ARGS=--resume; installs cargo-mutants)
	@command -v cargo-mutants >/dev/null || cargo install --locked --quiet cargo-mutants
	python3 scripts/mutants.py $(TARGET_DIR)/mutants --seed $(SEED) --count $(or $(COUNT),200) $(ARGS)

.PHONY: fuzz
fuzz: ## run a libFuzzer target with seeds of the fixtures (TARGET=syntax SECONDS=60; installs cargo-fuzz; findings stay in fuzz/)
	@command -v cargo-fuzz >/dev/null || cargo install --locked cargo-fuzz
	python3 scripts/fuzz_seeds.py $(or $(TARGET),syntax) fuzz/seeds/$(or $(TARGET),syntax)
	mkdir -p fuzz/corpus/$(or $(TARGET),syntax)
	RUSTC_BOOTSTRAP=1 cargo fuzz run --dev $(or $(TARGET),syntax) fuzz/corpus/$(or $(TARGET),syntax) fuzz/seeds/$(or $(TARGET),syntax) -- -max_total_time=$(or $(SECONDS),60) -timeout=30 -rss_limit_mb=3000 $(ARGS)

.PHONY: soak
soak: ## check answers and memory of the function over many events (EVENTS=200000 BUNDLES=0 ARGS="TEMPLATE_FOLDER...")
	@test -x $(BOOTSTRAP) || $(MAKE) bootstrap
	python3 scripts/soak.py $(BOOTSTRAP) --count $(or $(EVENTS),200000) --bundles $(or $(BUNDLES),0) --rules examples events tests/rules $(ARGS)

.PHONY: invoke
invoke: ## answer an event without Lambda (EVENT=events/both-inline.json)
	cargo run --quiet -- invoke $(EVENT)

.PHONY: bootstrap
bootstrap: ## build the function (ARCHITECTURE=x86_64 or arm64)
	sh scripts/bootstrap.sh $(MUSL) $(TARGET_DIR) $(TOOLS)

.PHONY: profiles
profiles: ## record the profiles that the function and the CLI are compiled with (needs llvm-profdata, musl-gcc; ARGS="--templates DIR")
	python3 scripts/record_profile.py function $(ARGS)
	python3 scripts/record_profile.py command $(ARGS)

include scripts/release/release.mk

.PHONY: release
release: ## write CLI archives, the function's zip files, bills of materials, provenance and checksums to target/dist (TARGETS="...")
	sh scripts/release.sh $(abspath $(TARGET_DIR)) $(abspath $(TOOLS)) $(TARGETS)

.PHONY: python
python: ## write the Python package, as a source distribution and a wheel, to target/python (installs maturin)
	sh scripts/python.sh build $(TARGET_DIR) $(TOOLS)

.PHONY: python-test
python-test: ## install that wheel in a new virtual environment and test it (CFN_WARDEN_TEMPLATES=DIR; installs pytest and mypy)
	sh scripts/python.sh test $(TARGET_DIR) $(TOOLS)

.PHONY: bench-python
bench-python: ## compare that wheel with cloudformation-validate (ARGS="--templates DIR")
	python3 scripts/bench_python.py $(ARGS)

.PHONY: run
run: ## build the function for trying and answer EVENT under a local Lambda Runtime API (`make bootstrap` builds for deployment)
	cargo build --quiet --profile trial --no-default-features --features aws,knowledge --bin bootstrap
	@python3 scripts/runtime_api.py $(TARGET_DIR)/trial/bootstrap $(EVENT)

# `sam build` runs this for WardenFunction of template.yaml, in this folder (samconfig.toml). The architecture is in
# .aws-sam/build.toml.
.PHONY: build-WardenFunction
build-WardenFunction:
	@$(MAKE) --no-print-directory bootstrap \
	  ARCHITECTURE=$(or $(shell sed -n 's/^architecture = "\(.*\)"/\1/p' .aws-sam/build.toml 2>/dev/null | head -n 1),$(ARCHITECTURE))
	install -m 755 $(BOOTSTRAP) $(ARTIFACTS_DIR)/bootstrap
	if [ -d rules ]; then cp -R rules $(ARTIFACTS_DIR)/; fi
