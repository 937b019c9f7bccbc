import { isName, momentOf } from "#shared/blocks/object-names.ts";
import { openSet } from "#shared/blocks/open-set.ts";
import { recoveryKeyIdOf } from "#shared/blocks/recovery-key.ts";
import { setFolder, setStore } from "#shared/blocks/set-store.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { ObjectPage, StoreClient } from "#shared/s3/store-client.ts";
import type { KeysOfSet } from "../runs/task-dependencies.ts";

/** Folder of a bucket that can contain sets. */
export interface SetsPlace {
  readonly store: StoreClient;
  readonly bucket: string;
  readonly folder: string;
}

/** Snapshot with its set and its time in milliseconds since the epoch. */
export interface PlacedSnapshot {
  readonly set: string;
  readonly name: string;
  readonly madeAt: number;
}

/** Opened snapshot, with the keys that decrypt the objects in it. */
export interface OpenedSnapshot {
  readonly set: string;
  readonly keys: Awaited<ReturnType<KeysOfSet>>["keys"];
  readonly snapshot: Snapshot;
}

/** Set whose keys aren't stored here, and the ids of recovery keys that open it. */
export interface ClosedSet {
  readonly set: string;
  readonly recoveryKeys: readonly string[];
}

interface FoundKey {
  readonly set: string;
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Reader of backups in blocks for which this service has the keys. Every method throws the errors of the store. */
export interface PlacedSnapshots {
  /** Returns all snapshots, newest first. */
  all(place: SetsPlace): Promise<readonly PlacedSnapshot[]>;
  /** Returns undefined if the set, or any set, has no snapshot of this name. @throws UnreadableObject */
  open(place: SetsPlace, name: string, set?: string): Promise<OpenedSnapshot | undefined>;
  /** Returns the sets that `all` doesn't include. */
  closed(place: SetsPlace): Promise<readonly ClosedSet[]>;
  /** Returns the keys of all sets that are encrypted with a recovery key. @throws UnreadableObject */
  keysUnder(place: SetsPlace, recoveryKey: Uint8Array): Promise<readonly FoundKey[]>;
}

/** Reading needs neither of these. */
const features = { conditionalPut: false, checksums: false };

export function placedSnapshots(keysOf: KeysOfSet): PlacedSnapshots {
  const setsAt = async ({ store, bucket, folder }: SetsPlace): Promise<readonly string[]> => {
    const prefix = `${setFolder(folder, "")}/`;
    const names: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const page: ObjectPage = await store.list(bucket, { prefix, delimiter: "/", cursor });
      names.push(...page.prefixes.map((found) => found.slice(prefix.length, -1)).filter(isName));
      cursor = page.cursor;
    }
    return names;
  };

  const storeOf = ({ store, bucket, folder }: SetsPlace, set: string) =>
    setStore({ ...{ client: store, bucket, folder: setFolder(folder, set), features }, asked: (ask) => ask() });

  const setsOf = (place: SetsPlace, names: readonly string[]) =>
    Promise.all(names.map(async (set) => ({ set, keys: (await keysOf(set)).keys, store: storeOf(place, set) })));

  /** Returns those of these sets whose keys are stored here. Other sets belong to other installations, which have their keys. */
  const openedSets = async (place: SetsPlace, names: readonly string[]) =>
    (await setsOf(place, names)).filter(({ keys }) => keys.length > 0);

  return {
    async all(place) {
      const found = await Promise.all(
        (await openedSets(place, await setsAt(place))).map(async ({ set, store }) =>
          (await store.list("snapshot")).map(({ name }) => ({ set, name, madeAt: momentOf(name) })),
        ),
      );
      return found.flat().sort((one, other) => other.madeAt - one.madeAt);
    },

    async open(place, name, within) {
      const sets = await openedSets(place, within === undefined ? await setsAt(place) : [within]);
      for (const { set, keys, store } of sets) {
        const dataKeys = new Map(keys.map(({ id, encryptionKey }) => [id, Buffer.from(encryptionKey, "base64")]));
        try {
          return { set, keys, snapshot: await openSnapshot({ store, set, keys: dataKeys }, name) };
        } catch (thrown) {
          if (!(thrown instanceof StoreRefused) || thrown.status !== 404) throw thrown;
        }
      }
      return undefined;
    },

    async closed(place) {
      const sets = (await setsOf(place, await setsAt(place))).filter(({ keys }) => keys.length === 0);
      return Promise.all(
        sets.map(async ({ set, store }) => {
          const ids = (await store.list("key")).map(({ name }) => recoveryKeyIdOf(name));
          return { set, recoveryKeys: [...new Set(ids)] };
        }),
      );
    },

    async keysUnder(place, recoveryKey) {
      const found = await Promise.all(
        (await setsAt(place)).map(async (set) => {
          const keys = await openSet(storeOf(place, set), set, recoveryKey);
          return Array.from(keys, ([id, bytes]) => ({ set, id, bytes }));
        }),
      );
      return found.flat();
    },
  };
}
