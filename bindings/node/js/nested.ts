/** Templates of nested stacks, which the CDK does not pass to plugins. */

import { existsSync, readFileSync, readdirSync } from "node:fs";
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
export function nestedInAssembly(template: string): string[] {
  const found = new Set<string>();
  for (const open = [template]; open.length > 0; ) {
    const path = open.pop()!;
    const inMetadata = Object.values(stacksOf(path)).flatMap(({ Metadata }) => Metadata?.["aws:asset:path"] ?? []);
    for (const nested of [...inMetadata.map((name) => join(dirname(path), name)), ...nestedAssets(path)]) {
      if (nested === template || found.has(nested) || !existsSync(nested)) continue;
      found.add(nested);
      open.push(nested);
    }
  }
  return [...found];
}

/**
 * Whether the template of a nested stack is among these. The address that it is deployed from ends with the key of its asset, whose
 * source is the file.
 */
export function isAmong(templates: ReadonlySet<string>, around: string, logicalId: string): boolean {
  const folder = dirname(around);
  const address = JSON.stringify(stacksOf(around)[logicalId]?.Properties?.TemplateURL ?? "");
  const assets = readdirSync(folder).filter((name) => name.endsWith(".assets.json")).flatMap((name) => assetsOf(join(folder, name)));
  return assets.some(({ path, keys }) => templates.has(path) && keys.some((key) => address.includes(`/${key}"`)));
}

interface Resource {
  readonly Type?: unknown;
  readonly Metadata?: { readonly "aws:asset:path"?: string };
  readonly Properties?: { readonly TemplateURL?: unknown };
}

/** Returns the nested stacks of a template, which the CDK writes as JSON, by logical ID. */
function stacksOf(template: string): Record<string, Resource> {
  const text = readFileSync(template, "utf8");
  if (!text.includes("AWS::CloudFormation::Stack")) return {};
  const { Resources = {} } = JSON.parse(text) as { Resources?: Record<string, Resource> };
  return Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === "AWS::CloudFormation::Stack"));
}

/** Returns the templates of nested stacks among the assets of a stack. */
function nestedAssets(template: string): string[] {
  const manifest = template.replace(/\.template\.json$/, ".assets.json");
  if (manifest === template || !existsSync(manifest)) return [];
  return assetsOf(manifest).map(({ path }) => path).filter((path) => path.endsWith(".nested.template.json"));
}

/** `AssetManifest` of https://github.com/aws/aws-cdk-cli. */
interface AssetManifest {
  readonly files?: Record<string, { readonly source?: { readonly path?: string }; readonly destinations?: Record<string, { readonly objectKey: string }> }>;
}

/** Returns the files of a manifest of assets, and their keys in buckets. */
function assetsOf(manifest: string): { path: string; keys: string[] }[] {
  const { files = {} } = JSON.parse(readFileSync(manifest, "utf8")) as AssetManifest;
  return Object.values(files).map(({ source, destinations = {} }) => ({
    path: join(dirname(manifest), source?.path ?? ""),
    keys: Object.values(destinations).map(({ objectKey }) => objectKey),
  }));
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
