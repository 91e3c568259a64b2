/** Templates of nested stacks, which the CDK does not pass to plugins. */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A construct of the app; a nested stack has a file and the stack around it. */
export interface Construct {
  readonly node: { readonly children: readonly Construct[] };
  readonly templateFile?: unknown;
  readonly nestedStackParent?: Construct | undefined;
}

/** Returns the templates of the stacks that are nested in these, by the path of the template of the stack around them. */
export function nestedTemplates(app: Construct | undefined, templates: readonly string[]): Map<string, string[]> {
  const byName = new Map(templates.map((path) => [basename(path), path]));
  const found = new Map<string, string[]>();
  for (const stack of app ? nestedStacks(app) : []) {
    const around = byName.get(String(outermost(stack).templateFile));
    const path = around && join(dirname(around), String(stack.templateFile));
    if (path && existsSync(path)) found.set(around, [...(found.get(around) ?? []), path]);
  }
  return found;
}

function* nestedStacks(construct: Construct): Generator<Construct> {
  if (construct.nestedStackParent) yield construct;
  for (const child of construct.node.children) yield* nestedStacks(child);
}

function outermost(stack: Construct): Construct {
  return stack.nestedStackParent ? outermost(stack.nestedStackParent) : stack;
}
