#!/bin/sh
# Rewrites the index (mod.rs) of every registry folder: a folder whose mod.rs has the line `// index: NAME TYPE`
# lists the files beside it between `// begin index` and `// end index`; each exports one `pub static NAME: TYPE`.
set -eu
cd "$(dirname "$0")/.."
grep -rl --include=mod.rs '^// index: ' src | sort | while read -r index; do
  folder=$(dirname "$index")
  name=$(sed -n 's|^// index: \([A-Z_]*\) .*|\1|p' "$index" | head -n 1)
  type=$(sed -n 's|^// index: [A-Z_]* \(.*\)|\1|p' "$index" | head -n 1)
  files=$(find "$folder" -maxdepth 1 -name '*.rs' ! -name mod.rs -exec basename {} .rs \; | LC_ALL=C sort)
  {
    sed '/^\/\/ begin index/q' "$index"
    for f in $files; do echo "mod $f;"; done
    echo
    echo "/// Every entry of this folder, by file name."
    echo "pub static ALL: &[&$type] = &["
    for f in $files; do echo "    &$f::$name,"; done
    echo "];"
    sed -n '/^\/\/ end index/,$p' "$index"
  } > "$index.new"
  if cmp -s "$index" "$index.new"; then rm "$index.new"; else mv "$index.new" "$index"; echo "rewrote $index"; fi
done
