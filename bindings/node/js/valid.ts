/** Checks of options that are read here, or that JSON would leave out without an error. */

import { OptionsError } from "./answer.js";
import type { NamedText } from "./options.js";

/** Whether a value is an object with keys: not a list, and not an object such as a `Map` or a `Buffer`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === "Object";
}

/** Returns the kind of a value: `Object`, `Array`, `Map`, `Function`, `Null`. */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** Returns a list. */
export function list(option: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new OptionsError(`${option}: expected a list`);
  return value;
}

/** Returns a text with its name. One without a name is called by its place, such as `rules[0]`. */
export function named(option: string, value: unknown, name = option): NamedText {
  if (typeof value === "string") return { name, content: value };
  if (isNamed(value)) return value;
  throw new OptionsError(`${option}: expected text, or an object with the texts \`name\` and \`content\``);
}

/** Returns a document, which has a name. */
export function document(option: string, value: unknown): NamedText {
  if (isNamed(value)) return value;
  throw new OptionsError(`${option}: expected an object with the texts \`name\` and \`content\``);
}

/** Returns a text. An object is written as JSON. */
export function text(option: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (!isRecord(value) && !Array.isArray(value)) throw new OptionsError(`${option}: expected text or an object`);
  numbers(option, value);
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new OptionsError(`${option}: cannot be written as JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Checks that numbers are finite: JSON has null in place of others. */
function numbers(option: string, value: unknown): void {
  if (typeof value === "number" && !Number.isFinite(value)) throw new OptionsError(`${option}: invalid value ${value}; expected a finite number`);
  if (Array.isArray(value)) value.forEach((one, index) => numbers(`${option}[${index}]`, one));
  else if (isRecord(value)) Object.entries(value).forEach(([key, one]) => numbers(`${option}.${key}`, one));
}

/** Checks that JSON has a value: a `Map` would be an empty object, and a function would be left out. */
export function plain(option: string, value: unknown): void {
  if (Array.isArray(value)) value.forEach((one, index) => plain(`${option}[${index}]`, one));
  else if (isRecord(value)) Object.entries(value).forEach(([key, one]) => plain(`${option}.${key}`, one));
  else if (value !== null && typeof value !== "string" && typeof value !== "boolean" && !Number.isFinite(value)) {
    const what = typeof value === "number" ? String(value) : kindOf(value);
    throw new OptionsError(`${option}: invalid value of the type ${what}; expected what JSON has: text, a finite number, true, false, a list or an object`);
  }
}

function isNamed(value: unknown): value is { name: string; content: string } {
  return isRecord(value) && typeof value["name"] === "string" && typeof value["content"] === "string";
}
