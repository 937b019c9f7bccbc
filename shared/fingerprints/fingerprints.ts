import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Clock } from "#shared/ports/clock.ts";
import { promptTable } from "#shared/ports/tables/prompt-table.ts";
import type { SealingVault, Vault } from "#shared/ports/vault.ts";
import { type FingerprintSecrets, fingerprintVersions, keyFor, type VersionDependencies } from "./versions.ts";

interface FingerprintOptions<V extends SealingVault> extends VersionDependencies {
  readonly vault: V;
  readonly clock: Pick<Clock, "now">;
  /** How long the table is waited for while something is known. Milliseconds. */
  readonly storeWaitMs: number;
  /** Ids of a construction whose secret cannot be had, so that what is stored under them is still found. */
  readonly older?: ((purpose: string, secret: string) => Promise<readonly string[]>) | undefined;
}

/** What another process has added is known after this. */
const rememberedMs = 60_000;

/**
 * Gives a vault HMAC ids, of one construction in both ways of running: their secrets are sealed in the table, so that they move with it (K2).
 * A version is added when the key changes that seals them, and by `npm run rotate-fingerprint-secret`; ids of the versions before it are still found.
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
      // While the store is away, what is known goes on (R3.7).
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

/** Makes the ids of one version. */
type Version = (purpose: string, secret: string) => string;

function versionOf(secrets: FingerprintSecrets): Version {
  // Node takes six times as long with bytes.
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
