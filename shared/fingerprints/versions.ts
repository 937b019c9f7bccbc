import { hkdfSync } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";
import type { Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { SealingVault } from "#shared/ports/vault.ts";
import { fingerprintStore, type SealedVersion, versionContext } from "./store.ts";

/** Secrets of one version. */
export interface FingerprintSecrets {
  /** 32 random bytes in base64. Each purpose has its own key, derived from them. */
  readonly secret: string;
  /** Keys of purposes that aren't derived, in base64: for ids from before there were versions. */
  readonly purposes?: Readonly<Record<string, string>>;
}

/** Returns the key with which a version computes ids of one purpose. */
export function keyFor({ secret, purposes = {} }: FingerprintSecrets, purpose: string): Buffer {
  const own = purposes[purpose];
  if (own !== undefined) return Buffer.from(own, "base64");
  return Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64"), "", `latchkey fingerprint ${purpose}`, 32));
}

export interface VersionDependencies {
  readonly vault: SealingVault;
  readonly table: Table;
  readonly ids: Pick<Ids, "bytes">;
  /** Returns the initial versions if the table has none, newest first: for ids that it already contains. */
  readonly first?: (() => readonly FingerprintSecrets[]) | undefined;
}

const maxAttempts = 5;

/** Returns access to the versions of the secrets, newest first, which are sealed in the table. */
export function fingerprintVersions({ vault, table, ids, first }: VersionDependencies) {
  const store = fingerprintStore(table);

  const sealed = async (number: number, secrets: FingerprintSecrets): Promise<SealedVersion> => ({
    number,
    sealed: await vault.seal(JSON.stringify(secrets), versionContext(number)),
  });
  const opened = async ({ number, sealed }: SealedVersion): Promise<FingerprintSecrets> =>
    JSON.parse(await vault.open(sealed, versionContext(number)));
  const random = (): FingerprintSecrets => ({ secret: Buffer.from(ids.bytes(32)).toString("base64") });

  /** Stores the result of `wanted` for the current versions, unless it is undefined. Retries if another process wrote first. */
  async function changed(wanted: (stored: readonly SealedVersion[], secrets: Secrets) => Secrets | undefined) {
    return retryOnConflict(async () => {
      const { versions: stored = [], revision } = (await store.read()) ?? {};
      // Opened first, because a vault learns about a new key from values sealed with it.
      const secrets = await Promise.all(stored.map(opened));
      const next = wanted(stored, secrets);
      if (next === undefined) return secrets;
      await store.write(await Promise.all(next.map((each, place) => sealed(next.length - place, each))), revision);
      return next;
    }, maxAttempts);
  }

  const current = (): Promise<Secrets> =>
    changed(([newest], secrets) => {
      if (newest === undefined) {
        const beginning = first?.() ?? [];
        return beginning.length === 0 ? [random()] : beginning;
      }
      // The sealing key was changed because the previous one can't be trusted, so its secrets make no new ids.
      return vault.isCurrent(newest.sealed) ? undefined : [random(), ...secrets];
    });

  return {
    /** Returns the current versions. Creates the first if there is none, and prepends a new one if the sealing key has changed. */
    current,

    /** Prepends a version. New ids use it; existing ones are found with the earlier versions. */
    add: (): Promise<Secrets> =>
      changed((stored, secrets) => [random(), ...(stored.length === 0 ? (first?.() ?? []) : secrets)]),

    /** Returns the keys of one purpose, newest first, in base64. */
    keysFor: async (purpose: string): Promise<readonly string[]> =>
      (await current()).map((version) => keyFor(version, purpose).toString("base64")),

    /** Adds a key of another installation for one purpose. Ids made there are found, but no new ids use it. */
    async adopt(purpose: string, key: string): Promise<void> {
      await current();
      await changed((_, secrets) => {
        const isKnown = secrets.some((version) => keyFor(version, purpose).toString("base64") === key);
        return isKnown ? undefined : [...secrets, { ...random(), purposes: { [purpose]: key } }];
      });
    },
  };
}

type Secrets = readonly FingerprintSecrets[];
