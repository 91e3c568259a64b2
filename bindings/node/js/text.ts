/** Texts of files. */

import { isUtf8 } from "node:buffer";

/** Returns the text of a file. @throws Error if it is not UTF-8: another text must not be checked in its place */
export function textOf(path: string, content: Buffer): string {
  if (!isUtf8(content)) throw new Error(`${path}: not checked: cannot be read: not UTF-8`);
  return content.toString("utf8");
}
