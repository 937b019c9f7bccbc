import type { StoreClient } from "#shared/s3/store-client.ts";
import { isName, type ObjectKind, objectKinds, objectPath } from "./object-names.ts";

/** Object in a set. */
export interface StoredObject {
  readonly kind: ObjectKind;
  readonly name: string;
}

/** Object in a list. */
export interface ListedName {
  readonly name: string;
  readonly sizeBytes: number;
  /** Time from the store's clock, in milliseconds since the epoch. */
  readonly storedAt: number;
}

interface SetStoreOptions {
  readonly client: Pick<StoreClient, "list" | "get" | "getRange" | "put" | "delete">;
  readonly bucket: string;
  /** Folder of the set, without a trailing slash. */
  readonly folder: string;
  /** Features that the store has shown in the check. */
  readonly features: { readonly conditionalPut: boolean; readonly checksums: boolean };
  /** Runs a call to the store, with retries. */
  readonly asked: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** Set of backups in a store: objects that are each stored once under a unique name. */
export type SetStore = ReturnType<typeof setStore>;

/** Returns the folder of a set. */
export function setFolder(folder: string, set: string): string {
  return [folder, "blocks", set].filter((part) => part !== "").join("/");
}

export function setStore({ client, bucket, folder, features, asked }: SetStoreOptions) {
  const keyOf = (object: StoredObject) => `${folder}/${objectPath(object)}`;
  return {
    /** Lists the objects of a kind. Objects with other names aren't ours and are ignored. */
    async list(kind: ObjectKind): Promise<readonly ListedName[]> {
      const prefix = `${folder}/${objectKinds[kind].folder}/`;
      const found: ListedName[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined; ) {
        const at: string = cursor;
        const page = await asked(() => client.list(bucket, { prefix, cursor: at }));
        for (const { key, sizeBytes, modifiedAt } of page.objects) {
          const name = key.slice(prefix.length);
          if (isName(name)) found.push({ name, sizeBytes, storedAt: Date.parse(modifiedAt) });
        }
        cursor = page.cursor;
      }
      return found;
    },

    get: (object: StoredObject, largestBytes: number): Promise<Uint8Array> =>
      asked(() => client.get(bucket, keyOf(object), largestBytes)),

    getRange: (object: StoredObject, offset: number, length: number, into?: Uint8Array): Promise<Uint8Array> =>
      asked(() => client.getRange(bucket, keyOf(object), offset, length, into)),

    /**
     * Stores an object with a checksum that the store verifies. Repeatable if the response was lost, because the bytes are the same.
     * @param crc32 returns the checksum of the bytes. Default: computed here
     */
    async put(object: StoredObject, bytes: Uint8Array, crc32?: () => Promise<number>): Promise<void> {
      const { checksums: checksum } = features;
      const crc = checksum ? await crc32?.() : undefined;
      const options = { checksum, isChecksumEnough: true, ...(crc !== undefined && { crc }) };
      await asked(() => client.put(bucket, keyOf(object), bytes, options));
    },

    /** Stores an object that makes others count, once: on the condition that it is new if the store supports that. */
    async putNew(object: StoredObject, bytes: Uint8Array): Promise<void> {
      let isTriedBefore = false;
      await asked(async () => {
        try {
          await client.put(bucket, keyOf(object), bytes, { ifAbsent: features.conditionalPut });
        } catch (thrown) {
          // The object was stored and the response was lost: no other writer uses this name.
          const isThere =
            isTriedBefore && Buffer.from(await client.get(bucket, keyOf(object), bytes.length)).equals(bytes);
          isTriedBefore = true;
          if (!isThere) throw thrown;
        }
      });
    },

    async delete(object: StoredObject): Promise<void> {
      await asked(() => client.delete(bucket, keyOf(object)));
    },
  };
}
