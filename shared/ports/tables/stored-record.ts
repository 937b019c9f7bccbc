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
 * Parser for a stored record with a format version. During an update, functions of two releases share a table, so it accepts every
 * version up to the next one, and keeps the version and unknown fields for whoever writes the record back. The rules for a change are in
 * docs/decisions/0109-releases-share-a-table.md.
 */
export function storedRecord<const Version extends number, Shape extends z.ZodRawShape>(
  name: string,
  version: Version,
  shape: Shape,
): z.ZodObject<{ schema: z.ZodLiteral<Version> } & Shape> {
  const parser = z.looseObject({ schema: z.int().min(1).max(version + 1), ...shape });
  storedFormats.push({ name, version, parser });
  // This release's code knows its own version and fields only.
  return parser as never;
}
