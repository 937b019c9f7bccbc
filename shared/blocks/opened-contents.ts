import { idOf, type Place } from "./block-list.ts";
import { openPart, type PartKey, UnreadableObject } from "./sealed-object.ts";

/** Requested content of a pack. */
export interface ContentRequest {
  readonly id: Buffer;
  readonly place: Place;
}

/** Contents that a call has fetched, still encrypted. */
export interface SealedContents<Item extends ContentRequest> {
  readonly pack: string;
  readonly key: PartKey;
  /** Bytes of the pack, beginning at the offset `from`. */
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly items: readonly Item[];
  /** True if the SHA-256 of each content is computed again. */
  readonly isHashed: boolean;
}

/**
 * Yields each content with its request, decrypted when the iteration reaches it, and verified by its id.
 * @throws UnreadableObject if a content was changed
 */
export function* openedContents<Item extends ContentRequest>({
  pack,
  key,
  bytes,
  from,
  items,
  isHashed,
}: SealedContents<Item>): Generator<readonly [Item, Buffer]> {
  for (const item of items) {
    const { id, place } = item;
    const { offset, length } = place;
    const part = bytes.subarray(offset - from, offset - from + length);
    if (part.length !== length) throw new UnreadableObject(`the pack ${pack} is truncated`);
    const content = opened({ pack, key, item, part });
    if (isHashed && !idOf(content).equals(id))
      throw new UnreadableObject(`the pack ${pack} has other content at ${offset}`);
    yield [item, content];
  }
}

interface SealedContent extends Pick<SealedContents<ContentRequest>, "pack" | "key"> {
  readonly item: ContentRequest;
  readonly part: Uint8Array;
}

function opened({ pack, key, item, part }: SealedContent): Buffer {
  const { id } = item;
  const { offset } = item.place;
  try {
    return openPart(key, { role: "content", offset, id }, part);
  } catch (cause) {
    throw new UnreadableObject(`the pack ${pack} was changed at ${offset}`, { cause });
  }
}
