import { hkdfSync } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import type { SealingVault } from "#shared/ports/vault.ts";
import { fingerprintStore, type SealedVersion, versionContext } from "./store.ts";

/** The secrets of one version. */
export interface FingerprintSecrets {
  /** 32 random bytes, base64: each purpose has a key of its own, derived from them. */
  readonly secret: string;
  /** Keys of purposes that are not derived from them, base64: those of ids that were made before there were versions. */
  readonly purposes?: Readonly<Record<string, string>>;
}

/** The key that a version makes ids of one purpose with. */
export function keyFor({ secret, purposes = {} }: FingerprintSecrets, purpose: string): Buffer {
  const own = purposes[purpose];
  if (own !== undefined) return Buffer.from(own, "base64");
  return Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64"), "", `latchkey fingerprint ${purpose}`, 32));
}

export interface VersionDependencies {
  readonly vault: SealingVault;
  readonly table: Table;
  readonly ids: Pick<Ids, "bytes">;
  /** The versions to begin with where the table has none, newest first: of ids that it holds already. */
  readonly first?: (() => readonly FingerprintSecrets[]) | undefined;
}

const mostTries = 5;

/** The versions of the secrets of ids, newest first, sealed in the table. */
export function fingerprintVersions({ vault, table, ids, first }: VersionDependencies) {
  const store = fingerprintStore(table);

  const sealed = async (number: number, secrets: FingerprintSecrets): Promise<SealedVersion> => ({
    number,
    sealed: await vault.seal(JSON.stringify(secrets), versionContext(number)),
  });
  const opened = async ({ number, sealed }: SealedVersion): Promise<FingerprintSecrets> =>
    JSON.parse(await vault.open(sealed, versionContext(number)));
  const random = (): FingerprintSecrets => ({ secret: Buffer.from(ids.bytes(32)).toString("base64") });

  /** Stores what `wanted` makes of the versions that are there, unless it is undefined; asks again where another process was faster. */
  async function changed(wanted: (stored: readonly SealedVersion[], secrets: Secrets) => Secrets | undefined) {
    for (let tries = 1; ; tries += 1) {
      const { versions: stored = [], revision } = (await store.read()) ?? {};
      // Opened first: a vault learns of a new key by what is sealed under it.
      const secrets = await Promise.all(stored.map(opened));
      const next = wanted(stored, secrets);
      if (next === undefined) return secrets;
      try {
        await store.write(await Promise.all(next.map((each, place) => sealed(next.length - place, each))), revision);
        return next;
      } catch (error) {
        if (!(error instanceof ConditionFailed) || tries === mostTries) throw error;
      }
    }
  }

  const current = (): Promise<Secrets> =>
    changed(([newest], secrets) => {
      if (newest === undefined) {
        const beginning = first?.() ?? [];
        return beginning.length === 0 ? [random()] : beginning;
      }
      // The key that seals was changed because the one before is to be trusted no more: its secrets make no new ids either.
      return vault.isCurrent(newest.sealed) ? undefined : [random(), ...secrets];
    });

  return {
    /** Those that there are. The first is made where there is none, and another in front where the key was changed that seals them. */
    current,

    /** Adds one in front: ids are made with it from now on, and found by those behind it. */
    add: (): Promise<Secrets> =>
      changed((stored, secrets) => [random(), ...(stored.length === 0 ? (first?.() ?? []) : secrets)]),

    /** The keys of one purpose, newest first, base64. */
    keysFor: async (purpose: string): Promise<readonly string[]> =>
      (await current()).map((version) => keyFor(version, purpose).toString("base64")),

    /** Takes over a key of another installation for one purpose: ids that were made there are found, and none is made with it. */
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
