import type { SealedContents } from "#shared/blocks/opened-contents.ts";
import type { WriteRequest } from "../../thread/thread-work.ts";
import type { WantedBlock } from "./write-blocks.ts";

/** Returns fetched contents in the form that is sent to the writing thread. */
export function writeRequest(
  { pack, key: { key, bound }, from, items, isHashed }: SealedContents<WantedBlock>,
  { descriptor, bytes }: Pick<WriteRequest, "descriptor" | "bytes">,
): WriteRequest {
  return {
    ...{ descriptor, pack, key, bound: Uint8Array.from(bound), bytes, from, isHashed },
    blocks: items.map(({ id, position, place: { offset, length } }) => ({
      ...{ id: id.toString("hex"), offset, length, position },
    })),
  };
}

export function sealedIn({
  pack,
  key,
  bound,
  bytes,
  from,
  blocks,
  isHashed,
}: WriteRequest): SealedContents<WantedBlock> {
  return {
    ...{ pack, key: { key, bound }, bytes, from, isHashed },
    items: blocks.map(({ id, offset, length, position }) => ({
      ...{ id: Buffer.from(id, "hex"), place: { pack, offset, length }, position },
    })),
  };
}
