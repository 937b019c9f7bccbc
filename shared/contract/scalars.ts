import * as z from "zod";
import { roles } from "./roles.ts";

/** An integer id from a counter, as it is sent in JSON. */
export const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A moment as it is sent: ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime("a moment in UTC is needed, such as 2026-11-20T09:15:02.114Z");

/** Where to go on with a list. Opaque; from the answer before. */
export const Cursor = z
  .string()
  .min(1)
  .max(2048)
  .describe("Where the list goes on, from the answer before. Null: nothing follows.");

/** How many rows a page has at most. */
export const Limit = z.coerce.number().int().min(1).max(1000).describe("How many rows to answer at most.");

/** What people and programs may do. */
export const Role = z.enum(roles);

/** Milliseconds since the epoch as a Timestamp. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
