import { createHmac, hkdfSync } from "node:crypto";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { promptTable } from "#shared/ports/prompt-table.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import type { SealingVault, Vault } from "#shared/ports/vault.ts";
import { fingerprintStore, type SealedVersion, versionContext } from "./store.ts";

/** The secrets of one version. */
export interface FingerprintSecrets {
  /** 32 random bytes, base64: each purpose has a key of its own, derived from them. */
  readonly secret: string;
  /** Keys of purposes that are not derived from them, base64: those of ids that were made before there were versions. */
  readonly purposes?: Readonly<Record<string, string>>;
}

interface FingerprintOptions<V extends SealingVault> {
  readonly vault: V;
  readonly table: Table;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Pick<Ids, "bytes">;
  /** How long the table is waited for while something is known. Milliseconds. */
  readonly storeWaitMs: number;
  /** The versions to begin with where the table has none, newest first: of ids that it holds already. */
  readonly first?: (() => readonly FingerprintSecrets[]) | undefined;
  /** Ids of a construction whose secret cannot be had, so that what is stored under them is still found. */
  readonly older?: ((purpose: string, secret: string) => Promise<readonly string[]>) | undefined;
}

/** What another process has added is known after this. */
const rememberedMs = 60_000;
const mostTries = 5;

/**
 * Gives a vault HMAC ids, of one construction in both ways of running: their secrets are sealed in the table, so that they move with it (K2).
 * A version is added when the key changes that seals them; ids of the versions before it are still found.
 */
export function withFingerprints<V extends SealingVault>(options: FingerprintOptions<V>): V & Vault {
  const { vault, table, clock, ids, storeWaitMs, first, older } = options;
  const store = fingerprintStore(table);
  const promptStore = fingerprintStore(promptTable(table, storeWaitMs));
  let known: { readonly versions: readonly Version[]; readonly at: number } | undefined;
  let loading: Promise<readonly Version[]> | undefined;

  const sealed = async (number: number, secrets: FingerprintSecrets): Promise<SealedVersion> => ({
    number,
    sealed: await vault.seal(JSON.stringify(secrets), versionContext(number)),
  });
  const opened = async ({ number, sealed }: SealedVersion): Promise<FingerprintSecrets> =>
    JSON.parse(await vault.open(sealed, versionContext(number)));
  const random = (): FingerprintSecrets => ({ secret: Buffer.from(ids.bytes(32)).toString("base64") });

  /** The versions to store in place of those that are there, undefined where these are good. */
  function wanted(stored: readonly SealedVersion[], secrets: readonly FingerprintSecrets[]) {
    const [newest] = stored;
    if (newest === undefined) {
      const beginning = first?.() ?? [];
      return beginning.length === 0 ? [random()] : beginning;
    }
    // The key that seals was changed because the one before is to be trusted no more: its secrets make no new ids either.
    return vault.isCurrent(newest.sealed) ? undefined : [random(), ...secrets];
  }

  async function load(): Promise<readonly Version[]> {
    for (let tries = 1; ; tries += 1) {
      const { versions: stored = [], revision } = (await (known === undefined ? store : promptStore).read()) ?? {};
      // Opened first: a vault learns of a new key by what is sealed under it.
      const secrets = await Promise.all(stored.map(opened));
      const next = wanted(stored, secrets);
      if (next === undefined) return secrets.map(versionOf);
      try {
        await store.write(await Promise.all(next.map((each, place) => sealed(next.length - place, each))), revision);
        return next.map(versionOf);
      } catch (error) {
        if (!(error instanceof ConditionFailed) || tries === mostTries) throw error;
      }
    }
  }

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

function versionOf({ secret, purposes = {} }: FingerprintSecrets): Version {
  const keys = new Map(Object.entries(purposes).map(([purpose, key]) => [purpose, Buffer.from(key, "base64")]));
  const keyOf = (purpose: string): Buffer => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const key = Buffer.from(
      hkdfSync("sha256", Buffer.from(secret, "base64"), "", `latchkey fingerprint ${purpose}`, 32),
    );
    keys.set(purpose, key);
    return key;
  };
  return (purpose, value) => createHmac("sha256", keyOf(purpose)).update(value).digest("base64url");
}
