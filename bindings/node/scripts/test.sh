#!/bin/sh
# Tests the npm package that build.sh wrote, as a user has it: test.sh TARGET_DIR TOOLS [PROGRAM]
#
# The tests run with WebAssembly and, with a file PROGRAM, also with the package for this platform, which has it.
# Installs the AWS CDK and what checks the types in TOOLS.
set -eu
target_dir=$1 tools=$2/node program=${3:-}
cd "$(dirname "$0")/.."
version=$(node -p 'require("./package.json").version')

test -d "$tools/node_modules/aws-cdk-lib" ||
  npm install --silent --prefix "$tools" aws-cdk-lib@2.276.0 constructs@10.8.1 json-schema-to-typescript@16.0.0

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo '{"private": true}' > "$folder/package.json"
# install FILE...: installs packages. Those for platforms are in no registry yet, so npm leaves them out unless they are named.
install() {
  npm install --silent --no-audit --no-fund --prefix "$folder" "$@"
  ln -sf "$tools/node_modules/aws-cdk-lib" "$tools/node_modules/constructs" "$folder/node_modules/"
}
cp -R test "$folder/test"

install "$target_dir/node/cfn-warden-$version.tgz"
(cd "$folder" && node --test test/*.test.mjs test/cdk/*.test.mjs)

if [ -n "$program" ]; then
  platform=$(node -p 'process.platform + "-" + process.arch')
  sh scripts/platform.sh "$platform" "$program" "$target_dir"
  install "$target_dir/node/cfn-warden-$version.tgz" "$target_dir/node/cfn-warden-$platform-$version.tgz"
  (cd "$folder" && CFN_WARDEN_EXPECTED=program node --test test/*.test.mjs test/cdk/*.test.mjs)
fi

"$tools/node_modules/.bin/tsc" --ignoreConfig --noEmit --strict --skipLibCheck --module node16 --target es2022 --lib es2022,dom \
  --typeRoots "$tools/node_modules/@types" "$folder/test/types.ts" "$folder/test/cdk/types.ts"
# Projects for Node may have no types of browsers, and resolve packages as bundlers do.
for module in node16 "esnext --moduleResolution bundler"; do
  # shellcheck disable=SC2086 # words
  "$tools/node_modules/.bin/tsc" --ignoreConfig --noEmit --strict --module $module --target es2022 --lib es2022 --types node \
    --typeRoots "$tools/node_modules/@types" "$folder/test/types.ts" "$folder/test/plugin_types.ts"
done
NODE_PATH=$tools/node_modules node scripts/result_types.mjs | cmp - js/result.ts ||
  { echo "js/result.ts is stale: scripts/result_types.mjs writes it" >&2; exit 1; }
echo "the package has the expected results and types"
