import * as z from "zod";
import type { Fields } from "#shared/ports/table.ts";

/** Who keeps a session: a browser in its cookie, or a program on a command line, which sends it as bearer token. */
export type SessionKind = "browser" | "command-line";

/** A person who signed in, as stored. Moments are milliseconds since the epoch. */
const SessionRecord = z.object({
  schema: z.literal(1),
  /** A hash of its value, under which it is stored. Lists and addresses call it so; it opens nothing. */
  id: z.string(),
  kind: z.enum(["browser", "command-line"]),
  user: z.string(),
  /** Whether FileMaker Server limits the account to a part of its tasks: its role is the one that it was given here. */
  isLimited: z.boolean().default(false),
  /** The account's password, sealed to this item: it is tried again while the session lives. Null where a one-time code has opened it. */
  sealedPass: z.string().nullable(),
  /** HMAC of account and password: sessions that fall together when the password is changed. */
  credentialId: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number(),
  /** When FileMaker Server was last asked about the account. */
  checkedAt: z.number(),
  address: z.string(),
  userAgent: z.string(),
  /** The Admin API Key that it was opened with, and ends with. Null where an account was asked about. */
  adminKeyId: z.number().nullable().default(null),
  /** The one-time code that it was opened with, as the audit trail names it. */
  signInCodeId: z.string().nullable().default(null),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** How long sessions live (S1), in milliseconds. */
export interface SessionLimits {
  /** Since the last use, which is noted once a minute. */
  readonly idleMs: number;
  /** Since the sign-in, however much it is used. */
  readonly absoluteMs: number;
}

/** What an item holds. */
export function sessionIn(fields: Fields): SessionRecord {
  return SessionRecord.parse(fields);
}
