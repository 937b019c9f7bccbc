import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { AuditOutcome } from "./contract.ts";

/** Stored entry of the audit trail. Times are in milliseconds since the epoch. */
export const AuditRecord = storedRecord("audit/entry", 1, {
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

/** Details of an entry that are known before its outcome. */
export type AuditSubject = Pick<AuditRecord, "actor" | "action" | "objects" | "address" | "userAgent" | "requestId">;

/** Outcome of an entry. */
export interface AuditEnd {
  readonly outcome: AuditOutcome;
  readonly error: string | null;
  /** Affected objects that are only known afterwards. */
  readonly objects: readonly string[];
}
