# The front door: `make` lists the verbs. Needs Rust, Python 3 and make; what else a verb needs, it gets itself.

SHELL := /bin/sh
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
TOOLS := $(TARGET_DIR)/tools
# Where the shipped function runs: x86_64 or arm64, statically linked.
ARCHITECTURE ?= $(if $(filter aarch64 arm64,$(shell uname -m)),arm64,x86_64)
MUSL := $(if $(filter arm64,$(ARCHITECTURE)),aarch64,x86_64)-unknown-linux-musl
BOOTSTRAP := $(TARGET_DIR)/lambda/bootstrap/bootstrap
EVENT ?= events/both-inline.json
FILTER ?=
PROFILE ?= quick
PAIRS ?= 2000
SEED ?= 1
COUNT ?= 2000
GUARD ?= cfn-guard
# The Python that cfn-lint is installed for.
CFN_LINT_PYTHON ?= python3
ARGS ?=

.PHONY: help
help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  make %-11s %s\n", $$1, $$2 }'

.PHONY: check
check: ## everything that must hold before a change lands: format, lints, tests
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	cargo test --quiet --workspace

.PHONY: test
test: ## run all tests (FILTER=name: those of that name)
	cargo test --workspace --doc $(FILTER)
	cargo test --workspace --lib --test all $(FILTER)

.PHONY: test-aws
test-aws: ## run the tests that need AWS against a local one (moto, installed when it is not there)
	@test -x $(TOOLS)/aws/bin/moto_server || { python3 -m venv $(TOOLS)/aws && \
	  $(TOOLS)/aws/bin/python -m pip install --quiet --disable-pip-version-check 'moto[server]==5.2.5'; } || \
	  { rm -rf $(TOOLS)/aws; echo "moto cannot be installed by pip: the tests against AWS cannot run" >&2; exit 1; }
	$(TOOLS)/aws/bin/python scripts/aws_local.py cargo test --test all aws::

# moto here is the one of `test-aws`.
.PHONY: step-functions
step-functions: ## run the state machines of examples/step-functions on this machine (ARGS="TEMPLATE...": others than 20 of the tests')
	@test -x $(TOOLS)/aws/bin/moto_server || { python3 -m venv $(TOOLS)/aws && \
	  $(TOOLS)/aws/bin/python -m pip install --quiet --disable-pip-version-check 'moto[server]==5.2.5'; } || \
	  { rm -rf $(TOOLS)/aws; echo "moto cannot be installed by pip: the state machines cannot run" >&2; exit 1; }
	$(if $(FUNCTION),,cargo build --quiet --bin bootstrap)
	$(TOOLS)/aws/bin/python scripts/step_functions_local.py $(or $(FUNCTION),$(TARGET_DIR)/debug/bootstrap) \
	  $(or $(ARGS),$(foreach kind,E3 W,$(wordlist 1,10,$(sort $(wildcard tests/rules/$(kind)*.yaml)))))

.PHONY: test-html
test-html: ## drive the html report's filters in a Chromium (CHROMIUM=path, by default /usr/bin/chromium; needs Node)
	@test -d $(TOOLS)/html/node_modules/playwright-core || npm install --silent --prefix $(TOOLS)/html playwright-core@1.65.1
	cargo build --quiet --bin cfn-warden
	NODE_PATH=$(abspath $(TOOLS))/html/node_modules node scripts/drive_html.mjs $(abspath $(TARGET_DIR))/debug/cfn-warden

.PHONY: bench
bench: ## measure the parts on inputs of their own (FILTER=name: those of that name)
	cargo bench --bench speed -- $(FILTER)

.PHONY: bench-peers
bench-peers: ## measure cfn-guard, cfn-guard-lambda and cfn-lint beside us (ARGS="--rules DIR --templates FILE ...")
	cargo build --release --bin cfn-warden
	@test -x $(BOOTSTRAP) || $(MAKE) bootstrap
	python3 scripts/bench_peers.py --ours $(TARGET_DIR)/release/cfn-warden --bootstrap $(BOOTSTRAP) --peers $(TARGET_DIR)/peers $(ARGS)

.PHONY: ratchet
ratchet: ## count the instructions of three runs and hold them to scripts/ratchet.tsv (needs valgrind; PROFILE=quick ARGS=--update)
	@command -v valgrind >/dev/null || { echo "valgrind is not installed: instructions cannot be counted" >&2; exit 1; }
	cargo build --quiet --profile $(PROFILE) --bin cfn-warden
	python3 scripts/ratchet.py $(TARGET_DIR)/$(PROFILE:dev=debug)/cfn-warden --profile $(PROFILE) $(ARGS)

.PHONY: profile
profile: ## instructions, allocations, pages touched and hottest functions of the ratchet's runs (needs valgrind; ARGS="lint")
	@command -v valgrind >/dev/null || { echo "valgrind is not installed: nothing can be counted" >&2; exit 1; }
	cargo build --quiet --profile quick --bin cfn-warden
	python3 scripts/profile.py $(TARGET_DIR)/quick/cfn-warden $(ARGS)

.PHONY: bench-lint
bench-lint: ## how long templates take to lint in a warm process (ARGS="TEMPLATE_OR_DIR... [--python PYTHON_WITH_CFN_LINT]")
	cargo build --release --example lint_times
	python3 scripts/bench_lint.py $(TARGET_DIR)/release/examples/lint_times $(ARGS)

.PHONY: fmt
fmt: ## format the sources
	cargo fmt --all

.PHONY: lint
lint: ## the compiler's and clippy's opinion
	cargo clippy --workspace --all-targets -- -D warnings

.PHONY: supply
supply: ## what we depend on: licences, sources, and that all of it is used (installs cargo-deny and cargo-machete)
	@command -v cargo-machete >/dev/null || cargo install --locked --quiet cargo-machete
	@command -v cargo-deny >/dev/null || cargo install --locked --quiet cargo-deny
	cargo machete --with-metadata
	cargo deny --offline --locked check bans licenses sources

.PHONY: advisories
advisories: ## what is known to be wrong with what we depend on (needs https://github.com/RustSec/advisory-db)
	@command -v cargo-deny >/dev/null || cargo install --locked --quiet cargo-deny
	cargo deny --locked check advisories

.PHONY: index
index: ## rewrite the mod.rs of the registry folders (rules, keywords, formats, functions) and the packs of schemas/rules and of pages in docs
	sh scripts/index.sh
	cargo run --quiet --example pack -- schemas/rules schemas/rules
	cargo run --quiet --example pack -- docs schemas/pages

.PHONY: docs
docs: ## write docs/rules.md
	cargo run --quiet -- rules list --format markdown > $(TARGET_DIR)/rules.md
	mv $(TARGET_DIR)/rules.md docs/rules.md

.PHONY: update
update: index docs ## index and docs: what to run after adding a file

.PHONY: secrets
secrets: ## mark secrets in 10,000 generated events and search all outputs for them (EVENTS=10000)
	SECRETS_EVENTS=$(or $(EVENTS),10000) cargo test --profile quick --test all secrets::

.PHONY: schemas
schemas: ## fetch the pinned cfn-lint wheel and write schemas/ from it
	python3 scripts/schemas.py

.PHONY: repack
repack: index ## write the packs of schemas/ anew: due when the list of keywords has changed
	cargo run --quiet --example pack -- schemas/knowledge schemas/knowledge

.PHONY: guard-fuzz
guard-fuzz: ## Guard against cfn-guard on made-up rules and data (PAIRS=2000 SEED=1 GUARD=cfn-guard); without it, recorded pairs
	@if command -v $(GUARD) >/dev/null; then \
	  cargo run --quiet --profile quick --example guard_fuzz -- --guard $(GUARD) --pairs $(PAIRS) --seed $(SEED) --out $(TARGET_DIR)/guard-fuzz; \
	else \
	  echo "$(GUARD) is not there: only the recorded pairs are replayed (cargo install cfn-guard --version 3.2.1, or GUARD=path)"; \
	  cargo test --test all guard::fuzz; \
	fi

.PHONY: lint-fuzz
lint-fuzz: ## the linter against cfn-lint on made-up templates (COUNT=2000 SEED=1 CFN_LINT_PYTHON=python ARGS="--shrink 5")
	@$(CFN_LINT_PYTHON) -c 'import cfnlint' 2>/dev/null || \
	  { echo "cfn-lint is not there: pip install cfn-lint==1.58.0, or CFN_LINT_PYTHON=the Python that has it" >&2; exit 1; }
	cargo build --quiet --profile quick --bin cfn-warden
	PYTHONHASHSEED=0 $(CFN_LINT_PYTHON) scripts/lint_fuzz --ours '$(TARGET_DIR)/quick/cfn-warden lint --compat' --count $(COUNT) --seed $(SEED) $(ARGS)

.PHONY: fuzz
fuzz: ## let libFuzzer look for what a target does not bear (TARGET=syntax, SECONDS=60; needs cargo-fuzz; what it finds stays in fuzz/)
	@command -v cargo-fuzz >/dev/null || cargo install --locked cargo-fuzz
	RUSTC_BOOTSTRAP=1 cargo fuzz run --dev $(or $(TARGET),syntax) -- -max_total_time=$(or $(SECONDS),60) -timeout=30 -rss_limit_mb=3000 $(ARGS)

.PHONY: soak
soak: ## keep the shipped function answering EVENTS events and hold its answers and memory (EVENTS=200000 ARGS="TEMPLATE_FOLDER...")
	@test -x $(BOOTSTRAP) || $(MAKE) bootstrap
	python3 scripts/soak.py $(BOOTSTRAP) --count $(or $(EVENTS),200000) --rules examples events tests/rules $(ARGS)

.PHONY: invoke
invoke: ## answer EVENT=events/... in this process, without Lambda
	cargo run --quiet -- invoke $(EVENT)

.PHONY: bootstrap
bootstrap: ## build the function as it ships: one static binary (ARCHITECTURE=x86_64|arm64)
	sh scripts/bootstrap.sh $(MUSL) $(TARGET_DIR) $(TOOLS)

.PHONY: release
release: ## make what a release is, in target/dist: both architectures' zip files, bills of materials, checksums
	sh scripts/release.sh $(TARGET_DIR) $(TOOLS)

.PHONY: run
run: ## build the function, start it under a local Lambda Runtime API, print its answer to EVENT
	@$(MAKE) --no-print-directory bootstrap
	@python3 scripts/runtime_api.py $(BOOTSTRAP) $(EVENT)

# SAM calls this for the resource of that name in template.yaml, in this folder (samconfig.toml), having written which
# architecture the template asks for.
.PHONY: build-WardenFunction
build-WardenFunction:
	@$(MAKE) --no-print-directory bootstrap \
	  ARCHITECTURE=$(or $(shell sed -n 's/^architecture = "\(.*\)"/\1/p' .aws-sam/build.toml 2>/dev/null | head -n 1),$(ARCHITECTURE))
	install -m 755 $(BOOTSTRAP) $(ARTIFACTS_DIR)/bootstrap
	if [ -d rules ]; then cp -R rules $(ARTIFACTS_DIR)/; fi
