import * as z from "zod";
import { roles } from "./roles.ts";

/** Integer id from a counter, as sent in JSON. */
export const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Time as sent: ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime("must be a UTC time such as 2026-11-20T09:15:02.114Z");

/** Opaque cursor from the previous page. */
export const Cursor = z.string().min(1).max(2048).describe("Cursor from the previous page; null on the last page.");

/** Page size. */
export const Limit = z.coerce.number().int().min(1).max(1000).describe("Page size, at most 1000.");

export const Role = z.enum(roles);

/** Formats milliseconds since the epoch as a Timestamp. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
