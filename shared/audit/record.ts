import * as z from "zod";
import { AuditOutcome } from "./contract.ts";

/** A line of the audit trail as stored. Moments are milliseconds since the epoch. */
export const AuditRecord = z.object({
  schema: z.literal(1),
  at: z.number(),
  actor: z.string(),
  action: z.string(),
  objects: z.array(z.string()),
  outcome: AuditOutcome,
  error: z.string().nullable(),
  address: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
  count: z.number(),
  lastAt: z.number(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** What an entry is about, before anything is known of its end. */
export type AuditSubject = Pick<AuditRecord, "actor" | "action" | "objects" | "address" | "userAgent" | "requestId">;

/** How it ended. */
export interface AuditEnd {
  readonly outcome: AuditOutcome;
  readonly error: string | null;
  /** What it was done to, where that is known only now. */
  readonly objects: readonly string[];
}
