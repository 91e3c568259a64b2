/** Texts of files. */

import { readFileSync } from "node:fs";

// `ignoreBOM` keeps the mark: the engine reads it.
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A file that is not checked because its text is not UTF-8: another text must not be checked in its place. */
export class NotUtf8 extends Error {
  override name = "NotUtf8";
}

/**
 * Returns the text of a file.
 *
 * @throws NotUtf8
 */
export function textOf(path: string): string {
  const content = readFileSync(path);
  try {
    return UTF_8.decode(content);
  } catch (error) {
    throw new NotUtf8(`${path}: not checked: cannot be read: not UTF-8`, { cause: error });
  }
}
