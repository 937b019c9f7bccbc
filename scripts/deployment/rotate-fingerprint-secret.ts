import { auditStore } from "#shared/audit/store.ts";
import { auditTrail } from "#shared/audit/trail.ts";
import { fingerprintVersions, type VersionDependencies } from "#shared/fingerprints/versions.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";

interface RotationDependencies extends VersionDependencies {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Retention of the audit trail in milliseconds. */
  readonly auditKeptMs: number;
  /** Operating system account that runs the command. */
  readonly user: string;
}

/**
 * Adds a secret for creating IDs from now on. Anyone who can open the secrets can already do everything; the audit trail records it anyway.
 * Returns the number of versions.
 */
export async function rotateFingerprintSecret(dependencies: RotationDependencies): Promise<number> {
  const { table, clock, ids, auditKeptMs, user } = dependencies;
  const trail = auditTrail({ store: auditStore(table, auditKeptMs), clock, ids, log: console });
  const origin = { address: "", userAgent: "npm run rotate-fingerprint-secret", requestId: ids.uuid() };
  const end = await trail.begin({ actor: `host:${user}`, action: "rotateFingerprintSecret", objects: [], ...origin });
  const versions = await fingerprintVersions(dependencies).add();
  await end({ outcome: "done", error: null, objects: [] });
  return versions.length;
}
