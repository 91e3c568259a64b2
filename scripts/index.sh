#!/bin/sh
# Rewrites the index (mod.rs) of every registry folder: a folder whose mod.rs has the line `// index: NAME TYPE`
# lists the files beside it between `// begin index` and `// end index`; each exports one `pub static NAME: TYPE`.
# With --check nothing is rewritten: stale indexes are named, and the exit status is 1 where there are any.
set -eu
cd "$(dirname "$0")/.."
mode=${1:-}

# settle FILE TEXT: the file gets the text, or with --check is named, and the status is 1, where it differs.
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
