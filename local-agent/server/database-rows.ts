import * as z from "zod";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { Refused } from "../refused.ts";
import type { AdminAnswer } from "./admin-calls.ts";

/** The server's code for "not in this state", which a recently replaced file gets for a while. */
export const stateForbids = "1709";

/** Calls the Admin API in a session. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<AdminAnswer>;

export const DatabaseRow = z.object({
  id: z.coerce.string(),
  filename: z.string(),
  folder: z.string().catch(""),
  status: z.string().catch(""),
  isEncrypted: z.boolean().catch(false),
});
export type DatabaseRow = z.infer<typeof DatabaseRow>;

/** True if a row's file has one of these names. */
export function isOneOf(normalized: ReadonlySet<string>, { filename }: DatabaseRow): boolean {
  return normalized.has(normalizedDatabaseName(filename));
}

/** Returns an error of the server, with its own message after ours. */
export function refusalOf({ code, text }: AdminAnswer, sentence: string): Refused {
  return new Refused(code === stateForbids ? "in-use" : "failed", `${sentence}: ${text} (${code})`);
}
