import { isUtf8 } from "node:buffer";
import type { Blobs, ByteRange } from "#shared/ports/blobs.ts";
import type { DeliveryRecord, StoredBody } from "./record.ts";

/** Name prefix of blobs with bodies. */
export const deliveryBlobs = "deliveries/";

/**
 * Maximum size of a body in its item. Larger bodies are blobs: an item is written twice, and from about 4 KB on, writing and reading an object
 * costs less on AWS than writing its kilobytes. It also takes some milliseconds longer.
 */
const maxInlineBytes = 3_000;

/** Delivery of a body, and the location of the body. */
type Kept = Pick<DeliveryRecord, "id" | "request">;

/** Bodies of deliveries, as bytes. */
export interface DeliveryBodies {
  /** Resolves when the bytes are stored, unless they are part of the item. */
  keep(id: string, body: Buffer): Promise<StoredBody>;
  /** Stores any number of bytes as they arrive, without buffering them in memory. An incomplete stream is deleted. */
  keepStream(id: string, body: AsyncIterable<Uint8Array>): Promise<StoredBody>;
  /** Deletes the stored body of something that isn't accepted. */
  discard(id: string): Promise<void>;
  read(record: Kept): Promise<Buffer>;
  /** Returns its first bytes, up to a maximum. */
  readStart(record: Kept, maxBytes: number): Promise<Buffer>;
  /** Streams a range of it. */
  stream(record: Kept, range: ByteRange): AsyncIterable<Uint8Array>;
}

export function deliveryBodies(blobs: () => Pick<Blobs, "put" | "get" | "delete">): DeliveryBodies {
  const nameOf = (id: string) => deliveryBlobs + id;

  const stored = async (id: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> => {
    const blob = await blobs().get(nameOf(id), range);
    if (blob === undefined) throw new Error(`The body of ${id} is no longer stored`);
    return blob.body;
  };

  const read = async ({ id, request: { body } }: Kept, range?: ByteRange): Promise<Buffer> =>
    body.inline === null
      ? Buffer.concat(await Array.fromAsync(await stored(id, range)))
      : rangeOf(bytesOf(body.inline), range);

  return {
    async keep(id, body) {
      if (body.length <= maxInlineBytes) return inlineBody(body);
      await blobs().put(nameOf(id), once(body));
      return { sizeBytes: body.length, inline: null };
    },

    async keepStream(id, body) {
      const { sizeBytes } = await blobs().put(nameOf(id), body);
      return { sizeBytes, inline: null };
    },

    discard: (id) => blobs().delete(nameOf(id)),

    read: (record) => read(record),

    readStart: (record, maxBytes) =>
      record.request.body.sizeBytes <= maxBytes ? read(record) : read(record, { from: 0, to: maxBytes - 1 }),

    async *stream({ id, request: { body } }, range) {
      if (body.inline === null) yield* await stored(id, range);
      else yield rangeOf(bytesOf(body.inline), range);
    },
  };
}

/** Returns a body that is stored in its item. */
export function inlineBody(bytes: Buffer): StoredBody {
  return {
    sizeBytes: bytes.length,
    inline: isUtf8(bytes) ? { text: bytes.toString() } : { base64: bytes.toString("base64") },
  };
}

function bytesOf(inline: NonNullable<StoredBody["inline"]>): Buffer {
  if (typeof inline === "string") return Buffer.from(inline, "base64");
  return "text" in inline ? Buffer.from(inline.text) : Buffer.from(inline.base64, "base64");
}

function rangeOf(bytes: Buffer, range?: ByteRange): Buffer {
  return range === undefined ? bytes : bytes.subarray(range.from, range.to === undefined ? undefined : range.to + 1);
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
