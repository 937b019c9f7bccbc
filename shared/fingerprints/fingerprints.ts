import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Clock } from "#shared/ports/clock.ts";
import { promptTable } from "#shared/ports/tables/prompt-table.ts";
import type { SealingVault, Vault } from "#shared/ports/vault.ts";
import { type FingerprintSecrets, fingerprintVersions, keyFor, type VersionDependencies } from "./versions.ts";

interface FingerprintOptions<V extends SealingVault> extends VersionDependencies {
  readonly vault: V;
  readonly clock: Pick<Clock, "now">;
  /** Maximum wait for the table in milliseconds while cached secrets are available. */
  readonly storeWaitMs: number;
  /** Returns ids of an older scheme whose secret can't be exported, so that values stored under them are still found. */
  readonly older?: ((purpose: string, secret: string) => Promise<readonly string[]>) | undefined;
}

/** Lifetime of cached secrets in milliseconds. Then secrets added by other processes are known. */
const rememberedMs = 60_000;

/**
 * Adds HMAC ids to a vault. Their secrets are sealed in the table, so they move with it, and both ways of running compute the same ids. A
 * version is added when the key that seals them changes, and by `npm run rotate-fingerprint-secret`. Ids of earlier versions are still
 * found.
 */
export function withFingerprints<V extends SealingVault>(options: FingerprintOptions<V>): V & Vault {
  const { vault, table, clock, storeWaitMs, older } = options;
  const stored = fingerprintVersions(options);
  const promptlyStored = fingerprintVersions({ ...options, table: promptTable(table, storeWaitMs) });
  let known: { readonly versions: readonly Version[]; readonly at: number } | undefined;
  let loading: Promise<readonly Version[]> | undefined;

  const load = async (): Promise<readonly Version[]> =>
    (await (known === undefined ? stored : promptlyStored).current()).map(versionOf);

  async function versions(): Promise<readonly Version[]> {
    const age = known === undefined ? Number.POSITIVE_INFINITY : clock.now() - known.at;
    if (known !== undefined && age >= 0 && age < rememberedMs) return known.versions;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    try {
      const fresh = await loading;
      known = { versions: fresh, at: clock.now() };
      return fresh;
    } catch (error) {
      // While the store is unavailable, cached secrets stay in use.
      if (known === undefined) throw error;
      return known.versions;
    }
  }

  return Object.assign(vault, {
    async fingerprints(purpose: string, secret: string): Promise<readonly [string, ...string[]]> {
      const found = (await versions()).map((version) => version(purpose, secret));
      const before = (await older?.(purpose, secret)) ?? [];
      return [...found, ...before] as readonly string[] as readonly [string, ...string[]];
    },
  });
}

/** Computes an id with one version of the secrets. */
type Version = (purpose: string, secret: string) => string;

function versionOf(secrets: FingerprintSecrets): Version {
  // Node is six times slower with raw bytes.
  const keys = new Map<string, KeyObject>();
  const keyOf = (purpose: string): KeyObject => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const key = createSecretKey(keyFor(secrets, purpose));
    keys.set(purpose, key);
    return key;
  };
  return (purpose, value) => createHmac("sha256", keyOf(purpose)).update(value).digest("base64url");
}
