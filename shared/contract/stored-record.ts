import * as z from "zod";

/** Format of a stored record, for tests that compare releases. */
export interface StoredFormat {
  /** Unique and permanent. */
  readonly name: string;
  readonly version: number;
  readonly parser: z.ZodType;
}

/** Formats of all modules loaded so far. */
export const storedFormats: StoredFormat[] = [];

/**
 * Parser for a stored record with a format version. During an update, functions of two releases share a table, so it accepts every version up
 * to the next one. From a record of the next version it keeps unknown fields, for the code that writes the record back; otherwise it drops
 * them. The rules for a change are in docs/decisions/0109-releases-share-a-table.md.
 */
export function storedRecord<const Version extends number, Shape extends z.ZodRawShape>(
  name: string,
  version: Version,
  shape: Shape,
): z.ZodObject<{ schema: z.ZodLiteral<Version> } & Shape> {
  const fields = {
    schema: z
      .int()
      .min(1)
      .max(version + 1),
    ...shape,
  };
  const [known, next] = [z.object(fields), z.looseObject(fields)];
  storedFormats.push({ name, version, parser: next });
  const parserOf = (value: unknown) => (versionOf(value) > version ? next : known);
  const parser: Pick<typeof known, "parse" | "safeParse"> = {
    parse: (value, options) => parserOf(value).parse(value, options) as never,
    safeParse: (value, options) => parserOf(value).safeParse(value, options) as never,
  };
  // This release's code knows its own version and fields only. Schemas that are derived from the parser, such as for imports, drop others.
  return Object.assign(Object.create(known), parser);
}

function versionOf(value: unknown): number {
  const { schema } = (value ?? {}) as { readonly schema?: unknown };
  return typeof schema === "number" ? schema : 0;
}
