import type { BlobStore } from "#shared/ports/blob-addresses.ts";
import type { BlobHead } from "#shared/ports/blobs.ts";
import { maxParts } from "./contract.ts";
import { partName, partNamed, partsPrefix } from "./part-names.ts";
import type { UploadRecord } from "./record.ts";
import { addressSeconds, type PartPlan, partsOf } from "./rules.ts";

const atOnce = 8;

type UploadRef = Pick<UploadRecord, "keyId" | "id">;

/** Blobs of an upload. They are never combined: the call that uses the upload reads them one after the other. */
export function uploadParts({ blobs, addresses }: BlobStore) {
  /**
   * Lists names instead of requesting heads of blobs that may be missing: for those, a role that can only access its own names gets a
   * refusal instead of "not found".
   */
  const names = async (ref: UploadRef): Promise<readonly string[]> =>
    (await blobs.list({ prefix: partsPrefix(ref), limit: maxParts })).names;

  return {
    /** Returns the numbers of the existing parts. */
    async received(ref: UploadRef): Promise<ReadonlySet<number>> {
      return new Set((await names(ref)).map((name) => partNamed(name)?.number ?? 0));
    },

    /** Returns the heads of all parts in order. Undefined for a part that is missing or has another size. */
    async heads(record: UploadRecord): Promise<readonly (BlobHead | undefined)[]> {
      const present = new Set(await names(record));
      return inGroups(partsOf(record), async ({ number, sizeBytes }) => {
        const name = partName({ ...record, number });
        const head = present.has(name) ? await blobs.head(name) : undefined;
        return head?.sizeBytes === sizeBytes ? head : undefined;
      });
    },

    address(ref: UploadRef, { number, sizeBytes }: PartPlan): Promise<string> {
      return addresses.put(partName({ ...ref, number }), { sizeBytes, expiresSeconds: addressSeconds });
    },

    get: (ref: UploadRef, number: number) => blobs.get(partName({ ...ref, number })),

    async delete(ref: UploadRef): Promise<void> {
      await inGroups(await names(ref), (name) => blobs.delete(name));
    },
  };
}

export type UploadParts = ReturnType<typeof uploadParts>;

/** Runs a few at a time, and returns the results in order. */
async function inGroups<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += atOnce) {
    done.push(...(await Promise.all(all.slice(start, start + atOnce).map(work))));
  }
  return done;
}
