import type { StoreClient } from "#shared/s3/store-client.ts";
import { isName, type ObjectKind, objectKinds, objectPath } from "./object-names.ts";

/** An object as it lies in a set. */
export interface StoredObject {
  readonly kind: ObjectKind;
  readonly name: string;
}

/** An object as lists have it. */
export interface ListedName {
  readonly name: string;
  readonly sizeBytes: number;
  /** By the store's clock. Milliseconds since the epoch. */
  readonly storedAt: number;
}

interface SetStoreOptions {
  readonly client: Pick<StoreClient, "list" | "get" | "getRange" | "put" | "delete">;
  readonly bucket: string;
  /** Of the set, without a slash at its end. */
  readonly folder: string;
  /** What the store was seen to do. */
  readonly features: { readonly conditionalPut: boolean; readonly checksums: boolean };
  /** Does what is asked of the store, as often as that takes. */
  readonly asked: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** A set of backups at a store: its objects, each put once under a name of its own. */
export type SetStore = ReturnType<typeof setStore>;

/** The folder of a set. */
export function setFolder(folder: string, set: string): string {
  return [folder, "blocks", set].filter((part) => part !== "").join("/");
}

export function setStore({ client, bucket, folder, features, asked }: SetStoreOptions) {
  const keyOf = (object: StoredObject) => `${folder}/${objectPath(object)}`;
  return {
    /** The objects of a kind, by their names. What is named otherwise is none of ours. */
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
     * The store compares what arrives with a checksum. It may be put again where an answer was lost: it is the same then.
     * @param crc32 computes that of the bytes. Left out: it is computed here
     */
    async put(object: StoredObject, bytes: Uint8Array, crc32?: () => Promise<number>): Promise<void> {
      const { checksums: checksum } = features;
      const crc = checksum ? await crc32?.() : undefined;
      const options = { checksum, isChecksumEnough: true, ...(crc !== undefined && { crc }) };
      await asked(() => client.put(bucket, keyOf(object), bytes, options));
    },

    /** Puts what makes others count, once: by a condition where the store knows it. */
    async putNew(object: StoredObject, bytes: Uint8Array): Promise<void> {
      let isTriedBefore = false;
      await asked(async () => {
        try {
          await client.put(bucket, keyOf(object), bytes, { ifAbsent: features.conditionalPut });
        } catch (thrown) {
          // It was done, and the answer was lost: no other names an object so.
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
