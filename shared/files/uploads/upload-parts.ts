import type { BlobStore } from "#shared/ports/blob-addresses.ts";
import type { BlobHead } from "#shared/ports/blobs.ts";
import { mostParts } from "./contract.ts";
import { partName, partNamed, partsPrefix } from "./part-names.ts";
import type { UploadRecord } from "./record.ts";
import { addressSeconds, type PartPlan, partsOf } from "./rules.ts";

const atOnce = 8;

type UploadRef = Pick<UploadRecord, "keyId" | "id">;

/** The blobs that an upload consists of. Nothing ever puts them together: the call that takes the upload reads one after the other. */
export function uploadParts({ blobs, addresses }: BlobStore) {
  /** Names are asked for, never heads of what may be missing: a role that sees only its own names would be refused, not answered that nothing is there. */
  const names = async (ref: UploadRef): Promise<readonly string[]> =>
    (await blobs.list({ prefix: partsPrefix(ref), limit: mostParts })).names;

  return {
    /** The numbers of the parts that are there. */
    async received(ref: UploadRef): Promise<ReadonlySet<number>> {
      return new Set((await names(ref)).map((name) => partNamed(name)?.number ?? 0));
    },

    /** What the store says of each part, in order; undefined for one that is missing or of another size. */
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

/** A few at once, answers in order. */
async function inGroups<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += atOnce) {
    done.push(...(await Promise.all(all.slice(start, start + atOnce).map(work))));
  }
  return done;
}
