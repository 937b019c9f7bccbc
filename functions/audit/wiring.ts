import { cleanupNotes, type NoteCleanup } from "#shared/audit/cleanup.ts";
import { type CredentialRefusals, credentialRefusals } from "#shared/audit/refusals.ts";
import { auditService } from "#shared/audit/service.ts";
import { auditStore } from "#shared/audit/store.ts";
import { type AuditTrail, auditTrail as trail } from "#shared/audit/trail.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type AuditPlatform = EventsPlatform & Pick<Platform, "ids" | "background" | "auditKeptMs">;

export const audit = memoized((platform: AuditPlatform) => {
  const { clock, auditKeptMs: keptMs } = platform;
  return auditService({ store: auditRecords(platform), clock, keptMs });
});

export const auditTrail = memoized((platform: AuditPlatform): AuditTrail => {
  const { clock, ids, log } = platform;
  return trail({ store: auditRecords(platform), clock, ids, log });
});

/** Counts refused credentials in the audit trail. */
export const refusedCredentials = memoized((platform: AuditPlatform): CredentialRefusals => {
  const { clock, background } = platform;
  const begun = () => eventFeed(platform).publish(auditTrailObject);
  return credentialRefusals({ store: auditRecords(platform), onNewEntry: begun, clock, background });
});

/** Records automatic deletions, which no call requested. */
export const cleanupTrail = memoized(
  (platform: AuditPlatform): NoteCleanup =>
    cleanupNotes(auditTrail(platform), () => eventFeed(platform).publish(auditTrailObject)),
);

/** Name of the audit trail in events, used when a call was refused and nothing else changed. */
export const auditTrailObject = "audit-trail";

export const auditRecords = memoized(({ table, auditKeptMs }: Pick<Platform, "table" | "auditKeptMs">) =>
  auditStore(table, auditKeptMs),
);
