import type { Blobs } from "#shared/ports/blobs.ts";
import type { DeliveryRecord, StoredBody } from "./record.ts";

/** What the blobs of bodies begin with. */
export const deliveryBlobs = "deliveries/";

/** Larger ones are blobs: an item has space for no more than 400 KB. */
const mostInlineBytes = 100_000;

/** Bodies of deliveries, as the bytes that they are. */
export interface DeliveryBodies {
  /** Resolves when the bytes are stored, where the item does not hold them. */
  keep(id: string, body: Buffer): Promise<StoredBody>;
  read(record: Pick<DeliveryRecord, "id" | "request">): Promise<Buffer>;
}

export function deliveryBodies(blobs: () => Pick<Blobs, "put" | "get">): DeliveryBodies {
  const nameOf = (id: string) => deliveryBlobs + id;
  return {
    async keep(id, body) {
      if (body.length <= mostInlineBytes) return { sizeBytes: body.length, inline: body.toString("base64") };
      await blobs().put(nameOf(id), once(body));
      return { sizeBytes: body.length, inline: null };
    },

    async read({ id, request: { body } }) {
      if (body.inline !== null) return Buffer.from(body.inline, "base64");
      const blob = await blobs().get(nameOf(id));
      if (blob === undefined) throw new Error(`The body of ${id} is no longer kept`);
      return Buffer.concat(await Array.fromAsync(blob.body));
    },
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
