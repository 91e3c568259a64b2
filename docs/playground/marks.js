// Marks in a text. Columns count characters, as everywhere in cfn-warden; offsets count UTF-16 code units, as JavaScript does.

/** Returns the offset of a position in a text, at most the end of its line. */
export function offset(text, { line, column }) {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf("\n", start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  const end = text.indexOf("\n", start);
  const content = text.slice(start, end < 0 ? text.length : end);
  if (column === Infinity) return start + content.length;
  return start + [...content].slice(0, column - 1).join("").length;
}

/** Returns the text with an element `mark` around each part that has a finding; of findings that overlap, the first. */
export function mark(text, items) {
  const fragment = document.createDocumentFragment();
  const parts = items.map((item) => ({ item, from: offset(text, item.start), to: offset(text, item.end) }));
  parts.sort((a, b) => a.from - b.from || b.to - a.to);
  let done = 0;
  for (const { item, from, to } of parts) {
    if (from < done) continue;
    const end = Math.max(to, Math.min(from + 1, text.length));
    const found = document.createElement("mark");
    found.className = item.severity;
    Object.assign(found.dataset, { line: item.start.line, column: item.start.column });
    found.append(text.slice(from, end));
    fragment.append(text.slice(done, from), found);
    done = end;
  }
  // A text that ends with a line break has an empty last line.
  fragment.append(text.slice(done), "\n");
  return fragment;
}
