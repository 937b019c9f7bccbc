import * as z from "zod";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { Refused } from "../refused.ts";
import type { AdminAnswer } from "./admin-calls.ts";

/** The server's word for "not in this state", which a file that was just replaced gets for a while. */
export const stateForbids = "1709";

/** A call of the Admin API in a session. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<AdminAnswer>;

export const DatabaseRow = z.object({
  id: z.coerce.string(),
  filename: z.string(),
  folder: z.string().catch(""),
  status: z.string().catch(""),
  isEncrypted: z.boolean().catch(false),
});
export type DatabaseRow = z.infer<typeof DatabaseRow>;

/** Whether a row is that of a file of these names. */
export function isOneOf(folded: ReadonlySet<string>, { filename }: DatabaseRow): boolean {
  return folded.has(foldedDatabaseName(filename));
}

/** What the server refuses, in its own words behind ours. */
export function refusalOf({ code, text }: AdminAnswer, sentence: string): Refused {
  return new Refused(code === stateForbids ? "in-use" : "failed", `${sentence}: ${text} (${code})`);
}
