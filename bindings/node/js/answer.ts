/** What answers a request, whichever way: the text of a report, or one of two errors. */

/** Options or rules that are not valid; the message says where and what was expected. */
export class OptionsError extends Error {
  override name = "OptionsError";
}

/** A defect of the checker: a panic, or memory or stack that ran out. The next check starts with a new instance. */
export class InternalError extends Error {
  override name = "InternalError";
}

/** Answers a request, which is sent as JSON, with the text of a report. */
export type Answer = (request: object | string) => string;

/** Writes a request as JSON. Half of a surrogate pair, which `JSON.stringify` writes as an escape, is not valid there. */
export function requestText(request: object | string): string {
  const text = JSON.stringify(request);
  return text.includes("\\ud") ? JSON.stringify(request, wellFormed) : text;
}

function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === "string") return whole(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [whole(key), one]));
}

function whole(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
