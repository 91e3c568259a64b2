#!/bin/sh
# Shows that a build is reproducible: reproducible.sh WHAT TARGET TARGET_DIR TOOLS [PROFILE] builds the last commit in two
# folders and compares the bytes. WHAT is `cli` or `function`.
set -eu
what=$1 target=$2 target_dir=$3 tools=$4 profile=${5:-release}
cd "$(dirname "$0")/../.."
case $tools in /*) ;; *) tools=$PWD/$tools ;; esac
case $target_dir in /*) ;; *) target_dir=$PWD/$target_dir ;; esac
folder=$target_dir/reproducible
rm -rf "$folder"
for name in first second/in/another/folder; do
  git clone --quiet --no-tags "$PWD" "$folder/$name"
  case $what in
    cli) (cd "$folder/$name" && sh scripts/release/cli.sh "$target" target "$tools" "$profile") ;;
    function) (cd "$folder/$name" && CARGO_TARGET_DIR=target sh scripts/bootstrap.sh "$target" target "$tools") ;;
    *) echo "invalid value \`$what\`; expected \`cli\` or \`function\`" >&2; exit 1 ;;
  esac
done
case $what in cli) binary=target/cli/$target/cfn-warden ;; function) binary=target/lambda/bootstrap/bootstrap ;; esac
[ -f "$folder/first/$binary" ] || binary=$binary.exe
sha256sum "$folder/first/$binary" "$folder/second/in/another/folder/$binary"
if cmp "$folder/first/$binary" "$folder/second/in/another/folder/$binary"; then
  echo "reproducible: $what for $target, $(wc -c < "$folder/first/$binary" | tr -d ' ') bytes, commit $(git rev-parse --short HEAD)"
  rm -rf "$folder"
else
  echo "not reproducible: both folders are kept in $folder" >&2
  exit 1
fi
