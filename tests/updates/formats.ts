import { globSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as z from "zod";
import { type StoredFormat, storedFormats } from "#shared/contract/stored-record.ts";
import { samplesOf } from "./samples.ts";

const root = new URL("../../", import.meta.url);
/** Kept items of a format. More would be variations of the same. */
const maxItems = 12;

/** Format of a release: its parser as JSON Schema, and items that it accepts. */
export interface KeptFormat {
  readonly version: number;
  readonly parser: object;
  readonly items: readonly unknown[];
}

export type KeptFormats = Readonly<Record<string, KeptFormat>>;

/** Returns the formats of all stored records of this release. */
export async function currentFormats(): Promise<readonly StoredFormat[]> {
  const files = globSync("shared/**/*.ts", { cwd: root }).filter((file) =>
    readFileSync(new URL(file, root), "utf8").includes(" = storedRecord("),
  );
  for (const file of files) await import(new URL(file, root).href);
  return storedFormats;
}

/** Returns a format as a release keeps it. @throws Error if no generated item is accepted */
export function kept({ name, version, parser }: StoredFormat): KeptFormat {
  const schema = z.toJSONSchema(parser, { io: "input", unrepresentable: "any" });
  const own = (item: unknown) => ({ ...(item as object), schema: version });
  const items = samplesOf(schema)
    .map(own)
    .filter((item) => parser.safeParse(item).success);
  if (items.length === 0) throw new Error(`No item of ${name} was generated`);
  return { version, parser: schema, items: items.slice(0, maxItems) };
}

/** Returns reasons why two releases can't share a table, in sentences. */
export function conflicts(older: KeptFormats, newer: readonly StoredFormat[]): readonly string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  return Object.entries(older).flatMap(([name, before]) => {
    const now = newer.find((format) => format.name === name);
    // The newer release no longer reads it.
    if (now === undefined) return [];
    if (now.version > before.version + 1)
      return [`${name}: version ${before.version} can't become ${now.version} in one release`];
    const refused = before.items.filter((item) => !now.parser.safeParse(item).success);
    const accepts = ajv.compile(before.parser);
    const unreadable = kept(now).items.filter((item) => !accepts(item));
    return [
      ...refused.slice(0, 1).map((item) => `${name}: the newer release rejects ${JSON.stringify(item)}`),
      ...unreadable.slice(0, 1).map((item) => `${name}: the older release rejects ${JSON.stringify(item)}`),
    ];
  });
}
