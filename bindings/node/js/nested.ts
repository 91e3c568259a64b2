/** Templates of nested stacks, which the CDK does not pass to plugins. */

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A construct of the app; a nested stack has a file and the stack around it. */
export interface Construct {
  readonly node: { readonly children: readonly Construct[] };
  readonly templateFile?: unknown;
  readonly nestedStackParent?: Construct | undefined;
}

/**
 * Returns the templates of nested stacks that files of the assembly name: the metadata of templates (`aws:asset:path`), and the
 * assets of the stack.
 */
export function nestedInAssembly(template: string, inMetadata: (path: string) => string[]): string[] {
  const found = new Set<string>();
  for (const open = [template]; open.length > 0; ) {
    const path = open.pop()!;
    for (const nested of [...inMetadata(path), ...nestedAssets(path)]) {
      if (nested === template || found.has(nested) || !existsSync(nested)) continue;
      found.add(nested);
      open.push(nested);
    }
  }
  return [...found];
}

/** Returns the templates among the assets of a stack: https://github.com/aws/aws-cdk-cli, `AssetManifest`. */
function nestedAssets(template: string): string[] {
  const manifest = template.replace(/\.template\.json$/, ".assets.json");
  if (manifest === template || !existsSync(manifest)) return [];
  const { files } = JSON.parse(readFileSync(manifest, "utf8")) as { files?: Record<string, { source?: { path?: string } }> };
  const paths = Object.values(files ?? {}).map(({ source }) => source?.path ?? "");
  return paths.filter((path) => path.endsWith(".nested.template.json")).map((path) => join(dirname(template), path));
}

/** Returns the templates of the stacks that are nested in these, by the path of the template of the stack around them. */
export function nestedInApp(app: Construct | undefined, templates: readonly string[]): Map<string, string[]> {
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
