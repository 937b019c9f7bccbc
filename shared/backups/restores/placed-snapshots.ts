import { isName, momentOf } from "#shared/blocks/object-names.ts";
import { setFolder, setStore } from "#shared/blocks/set-store.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { ObjectPage, StoreClient } from "#shared/s3/store-client.ts";
import type { KeysOfSet } from "../runs/start-run.ts";

/** A folder of a bucket in which sets may lie. */
export interface SetsPlace {
  readonly store: StoreClient;
  readonly bucket: string;
  readonly folder: string;
}

/** A snapshot by its name and that of its set, and when it was made. Milliseconds since the epoch. */
export interface PlacedSnapshot {
  readonly set: string;
  readonly name: string;
  readonly madeAt: number;
}

/** A snapshot that was opened, with the keys that open what it names. */
export interface OpenedSnapshot {
  readonly set: string;
  readonly keys: Awaited<ReturnType<KeysOfSet>>["keys"];
  readonly snapshot: Snapshot;
}

/** Looks at backups in blocks, as far as this service has their keys. Every method throws what the store does. */
export interface PlacedSnapshots {
  /** The newest first. */
  all(place: SetsPlace): Promise<readonly PlacedSnapshot[]>;
  /** Undefined where there is none of this name, in this set or in any. @throws UnreadableObject */
  open(place: SetsPlace, name: string, set?: string): Promise<OpenedSnapshot | undefined>;
}

/** What only reads needs nothing of these. */
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

  /** Those of these sets whose keys are here. Others are of another installation, which has their keys. */
  const openedSets = async ({ store, bucket, folder }: SetsPlace, names: readonly string[]) => {
    const sets = await Promise.all(
      names.map(async (set) => ({
        set,
        keys: (await keysOf(set)).keys,
        store: setStore({
          ...{ client: store, bucket, folder: setFolder(folder, set), features },
          asked: (ask) => ask(),
        }),
      })),
    );
    return sets.filter(({ keys }) => keys.length > 0);
  };

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
  };
}
