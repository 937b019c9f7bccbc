import type { BlobStore } from "../ports/blob-addresses.ts";
import type { BlobHead } from "../ports/blobs.ts";
import { partName, partNamed, partsPrefix } from "./part-names.ts";
import type { UploadRecord } from "./record.ts";
import { addressSeconds, type PartPlan, partsOf } from "./rules.ts";
import { mostParts } from "./uploads/contract.ts";

const atOnce = 8;

type Whose = Pick<UploadRecord, "keyId" | "id">;

/** The blobs that an upload consists of. Nothing ever puts them together: whoever takes the upload reads one after the other. */
export function uploadParts({ blobs, addresses }: BlobStore) {
  /** Names are asked for, never heads of what may be missing: a role that sees only its own names would be refused, not told. */
  const names = async (whose: Whose): Promise<readonly string[]> =>
    (await blobs.list({ prefix: partsPrefix(whose), limit: mostParts })).names;

  return {
    /** The numbers of the parts that are there. */
    async received(whose: Whose): Promise<ReadonlySet<number>> {
      return new Set((await names(whose)).map((name) => partNamed(name)?.number ?? 0));
    },

    /** What the store says of each part, in order; undefined for one that is missing or of another size. */
    async heads(record: UploadRecord): Promise<readonly (BlobHead | undefined)[]> {
      const there = new Set(await names(record));
      return inGroups(partsOf(record), async ({ number, sizeBytes }) => {
        const name = partName({ ...record, number });
        const head = there.has(name) ? await blobs.head(name) : undefined;
        return head?.sizeBytes === sizeBytes ? head : undefined;
      });
    },

    address(whose: Whose, { number, sizeBytes }: PartPlan): Promise<string> {
      return addresses.put(partName({ ...whose, number }), { sizeBytes, expiresSeconds: addressSeconds });
    },

    get: (whose: Whose, number: number) => blobs.get(partName({ ...whose, number })),

    async delete(whose: Whose): Promise<void> {
      await inGroups(await names(whose), (name) => blobs.delete(name));
    },
  };
}

export type UploadParts = ReturnType<typeof uploadParts>;

/** A few at once, answers in order. */
async function inGroups<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (let place = 0; place < all.length; place += atOnce) {
    done.push(...(await Promise.all(all.slice(place, place + atOnce).map(work))));
  }
  return done;
}
