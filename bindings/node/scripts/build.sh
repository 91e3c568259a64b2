#!/bin/sh
# Builds the npm package: build.sh TARGET_DIR TOOLS compiles to bindings/node/dist and writes TARGET_DIR/node/cfn-warden-VERSION.tgz.
#
# Needs Node 20 or later. Installs TypeScript, esbuild and Binaryen in TOOLS.
set -eu
target_dir=$1 tools=$2/node
cd "$(dirname "$0")/.."
root=$(cd ../.. && pwd)

if command -v rustup >/dev/null; then
  rustup target list --installed | grep -q '^wasm32-unknown-unknown$' || rustup target add wasm32-unknown-unknown
fi
test -d "$tools/node_modules/esbuild" ||
  npm install --silent --prefix "$tools" typescript@7.0.2 @types/node@20.19.43 esbuild@0.28.2 binaryen@132.0.0

# Equal sources give equal bytes in any folder: panic messages contain no absolute paths.
#
# Engines compile a function whole when it is first called, also for the few lines that a check runs. So functions that have one
# caller stay functions: LLVM subtracts 15,000 from the cost of inlining them, and a call and an instruction cost 80 times as much here.
RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$root=cfn-warden --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo \
  -C llvm-args=-inline-instr-cost=400 -C llvm-args=-inline-call-penalty=2000" \
  cargo build --quiet --locked --release --target wasm32-unknown-unknown --target-dir "$target_dir"

rm -rf dist
mkdir dist
# Without `--converge`: it takes five times as long for a thousandth of the size.
"$tools/node_modules/.bin/wasm-opt" -Oz --one-caller-inline-max-function-size=20 \
  --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
  --enable-mutable-globals --enable-multivalue --enable-reference-types \
  "$target_dir/wasm32-unknown-unknown/release/cfn_warden_wasm.wasm" -o "$target_dir/optimized.wasm"
for project in tsconfig.json tsconfig.browser.json; do
  "$tools/node_modules/.bin/tsc" -p $project --typeRoots "$tools/node_modules/@types"
done
echo '{"type": "module"}' > dist/esm/package.json
# One file for each entry: Node takes longer to find and load a file than to run it.
"$tools/node_modules/.bin/esbuild" js/node.ts js/cdk.ts js/program.ts js/text.ts --bundle --platform=node --target=node18 \
  --external:./node.js --outdir=dist/cjs --log-level=warning
(cd "$root" && node bindings/node/scripts/snapshot.mjs "$target_dir/optimized.wasm" bindings/node/dist/cfn-warden.wasm \
  template.yaml deploy/[cdfo]*.yaml examples/reports.yaml examples/step-functions/*/*.yaml \
  $(ls tests/rules/[EW]*.yaml | awk 'NR % 30 == 1'))
cp "$root/LICENSE" .
mkdir -p "$target_dir/node"
npm pack --silent --pack-destination "$target_dir/node"
echo "built dist/cfn-warden.wasm ($(wc -c < dist/cfn-warden.wasm) bytes, $(gzip -9c dist/cfn-warden.wasm | wc -c) with gzip)"
