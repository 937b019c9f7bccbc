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

  return {
    /** Those that there are. The first is made where there is none, and another in front where the key was changed that seals them. */
    current: (): Promise<Secrets> =>
      changed(([newest], secrets) => {
        if (newest === undefined) {
          const beginning = first?.() ?? [];
          return beginning.length === 0 ? [random()] : beginning;
        }
        // The key that seals was changed because the one before is to be trusted no more: its secrets make no new ids either.
        return vault.isCurrent(newest.sealed) ? undefined : [random(), ...secrets];
      }),

    /** Adds one in front: ids are made with it from now on, and found by those behind it. */
    add: (): Promise<Secrets> =>
      changed((stored, secrets) => [random(), ...(stored.length === 0 ? (first?.() ?? []) : secrets)]),
  };
}

type Secrets = readonly FingerprintSecrets[];
