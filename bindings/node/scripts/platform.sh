#!/bin/sh
# Builds the npm package of a platform, which has the program: platform.sh OS-CPU PROGRAM TARGET_DIR writes
# TARGET_DIR/node/cfn-warden-OS-CPU-VERSION.tgz, with the names of Node. `cfn-warden` depends on it where it can be installed.
set -eu
platform=$1 program=$2 target_dir=$3
cd "$(dirname "$0")/.."
folder=$target_dir/node/$platform
rm -rf "$folder"
mkdir -p "$folder"
cp "$program" "$folder/"
cp ../../LICENSE ../../THIRD-PARTY-NOTICES.txt "$folder/"
node -e '
  const { version, license, repository, engines } = require("./package.json");
  const [os, cpu] = process.argv[1].split("-");
  const description = `The program cfn-warden for ${os} on ${cpu}, which the package cfn-warden runs`;
  const files = ["cfn-warden", "cfn-warden.exe", "LICENSE", "THIRD-PARTY-NOTICES.txt"];
  const name = `@cfn-warden/${os}-${cpu}`;
  console.log(JSON.stringify({ name, version, description, license, repository, engines, os: [os], cpu: [cpu], files }, null, 2));
' "$platform" > "$folder/package.json"
npm pack --silent --pack-destination "$target_dir/node" "$folder"
