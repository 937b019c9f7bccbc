import { auditStore } from "#shared/audit/store.ts";
import { auditTrail } from "#shared/audit/trail.ts";
import { fingerprintVersions, type VersionDependencies } from "#shared/fingerprints/versions.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";

interface RotationDependencies extends VersionDependencies {
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long the audit trail keeps its entries. */
  readonly auditKeptMs: number;
  /** The account of the machine on which it is asked for. */
  readonly user: string;
}

/**
 * Adds a secret that ids are made with from now on. Who may open the secrets may do everything already; what is done is in the audit trail all the
 * same. Answers how many versions there are.
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
