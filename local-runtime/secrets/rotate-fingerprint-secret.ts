import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { auditStore } from "#shared/audit/store.ts";
import { auditTrail } from "#shared/audit/trail.ts";
import { fingerprintVersions, type VersionDependencies } from "#shared/fingerprints/versions.ts";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { timeLimits } from "../../functions/settings/limits.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { masterKeyFileOf } from "../storage/data-folder.ts";
import { tableFileOf } from "../storage/store-check.ts";
import { openTable } from "../storage/table/table.ts";
import { openVault } from "./vault.ts";

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

/** Adds a secret in Latchkey's data folder, which a running service may have open. Returns the number of versions. @throws SettingRefused */
export async function rotateInDataFolder(): Promise<number> {
  const settings = readLocalSettings();
  const tableFile = tableFileOf(settings);
  if (!existsSync(tableFile))
    throw new SettingRefused(`DATA_DIR ${settings.DATA_DIR} has no data: start Latchkey first.`);
  const clock = systemClock;
  const ids = systemIds(clock);
  const vault = openVault({ file: masterKeyFileOf(settings), createIfMissing: false, clock, ids });
  const table = openTable({ file: tableFile, clock });
  const { auditKeptMs } = timeLimits(settings);
  try {
    const { derivedSecrets: first } = vault;
    return await rotateFingerprintSecret({ vault, table, clock, ids, auditKeptMs, user: userInfo().username, first });
  } finally {
    table.close();
  }
}

export const rotated = (versions: number) =>
  `New secret for ids: version ${versions}. Every process uses it within a minute. Keys keep working.`;
