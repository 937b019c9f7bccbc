import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import type { Fields } from "#shared/ports/table.ts";

/** Kind of session: a browser stores it in a cookie, a command-line program sends it as bearer token. */
export type SessionKind = "browser" | "command-line";

/** Stored session of a person. Times are in milliseconds since the epoch. */
const SessionRecord = storedRecord("sessions/session", 1, {
  /** Hash of the session value, used as id in storage, lists and URLs. It can't be used to authenticate. */
  id: z.string(),
  kind: z.enum(["browser", "command-line"]),
  user: z.string(),
  /** True if FileMaker Server limits the account to a part of its tasks. Its role is then the one assigned here. */
  isLimited: z.boolean().default(false),
  /**
   * Password of the account, encrypted for this item, because it is checked repeatedly during the session. Null for a session opened with a
   * one-time code.
   */
  sealedPass: z.string().nullable(),
  /** HMAC of account and password. Identifies the sessions that end when the password changes. */
  credentialId: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number(),
  /** Time at which FileMaker Server last verified the account. */
  checkedAt: z.number(),
  address: z.string(),
  userAgent: z.string(),
  /** Admin API key that the session was opened with and depends on. Null if it was opened with an account. */
  adminKeyId: z.number().nullable().default(null),
  /** One-time code that the session was opened with, as named in the audit trail. */
  signInCodeId: z.string().nullable().default(null),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** Lifetime of sessions in milliseconds. */
export interface SessionLimits {
  /** Time since the last use, which is recorded once a minute. */
  readonly idleMs: number;
  /** Time since the sign-in, regardless of use. */
  readonly absoluteMs: number;
}

/** Parses an item. */
export function sessionIn(fields: Fields): SessionRecord {
  return SessionRecord.parse(fields);
}
