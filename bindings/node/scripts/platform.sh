#!/bin/sh
# Builds the npm package of a platform, which has the program: platform.sh TARGET PROGRAM TARGET_DIR writes
# TARGET_DIR/node/cfn-warden-OS-CPU-VERSION.tgz. `cfn-warden` depends on it where it can be installed.
set -eu
target=$1 program=$2 target_dir=$3
cd "$(dirname "$0")/.."
case $target in
  *-linux-musl) os=linux ;;
  *-apple-darwin) os=darwin ;;
  *-windows-*) os=win32 ;;
  *) echo "no npm package is built for $target" >&2; exit 1 ;;
esac
case $target in
  x86_64-*) cpu=x64 ;;
  aarch64-*) cpu=arm64 ;;
  *) echo "no npm package is built for $target" >&2; exit 1 ;;
esac
folder=$target_dir/node/$os-$cpu
rm -rf "$folder"
mkdir -p "$folder"
cp "$program" "$folder/"
cp ../../LICENSE ../../THIRD-PARTY-NOTICES.txt "$folder/"
node -e '
  const { version, license, repository, engines } = require("./package.json");
  const [os, cpu] = process.argv.slice(1);
  const description = `The program cfn-warden for ${os} on ${cpu}, which the package cfn-warden runs`;
  const files = ["cfn-warden", "cfn-warden.exe", "LICENSE", "THIRD-PARTY-NOTICES.txt"];
  const name = `@cfn-warden/${os}-${cpu}`;
  console.log(JSON.stringify({ name, version, description, license, repository, engines, os: [os], cpu: [cpu], files }, null, 2));
' "$os" "$cpu" > "$folder/package.json"
npm pack --silent --pack-destination "$target_dir/node" "$folder"
