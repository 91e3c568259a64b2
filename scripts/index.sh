#!/bin/sh
# Rewrites the index (mod.rs) of every registry folder. A mod.rs with the line `// index: NAME TYPE` lists the other files
# of its folder between `// begin index` and `// end index`; each file exports one `pub static NAME: TYPE`.
# --check rewrites nothing: it lists stale indexes, and the exit status is 1 if there are any.
set -eu
cd "$(dirname "$0")/.."
mode=${1:-}

# settle FILE TEXT: writes the text to the file if it differs; with --check prints the name and returns 1 instead.
settle() {
  [ "$2" = "$(cat "$1")" ] && return
  if [ "$mode" = --check ]; then
    echo "stale: $1"
    return 1
  fi
  printf '%s\n' "$2" > "$1"
  echo "rewrote $1"
}

grep -rl --include=mod.rs '^// index: ' src crates | sort | {
  stale=0
  while read -r index; do
    folder=$(dirname "$index")
    name=$(sed -n 's|^// index: \([A-Z_]*\) .*|\1|p' "$index" | head -n 1)
    type=$(sed -n 's|^// index: [A-Z_]* \(.*\)|\1|p' "$index" | head -n 1)
    files=$(find "$folder" -maxdepth 1 -name '*.rs' ! -name mod.rs -exec basename {} .rs \; | LC_ALL=C sort)
    fresh=$(
      sed '/^\/\/ begin index/q' "$index"
      for f in $files; do echo "mod $f;"; done
      echo
      echo "/// Every entry of this folder, by file name."
      echo "#[rustfmt::skip]"
      echo "pub static ALL: &[&$type] = &["
      for f in $files; do echo "    &$f::$name,"; done
      echo "];"
      sed -n '/^\/\/ end index/,$p' "$index"
    )
    settle "$index" "$fresh" || stale=1
  done
  exit $stale
}
