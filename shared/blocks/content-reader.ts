import { blockBytes, blocksIn, type ListedBlock } from "./block-list.ts";
import { type MovesOfSet, readMoves } from "./moves.ts";
import { type ContentRequest, openedContents, type SealedContents } from "./opened-contents.ts";
import { type DataKeys, headerBytes, type ObjectKey, objectKeyOf, provesIds } from "./sealed-object.ts";
import type { SetStore } from "./set-store.ts";
import type { ListPlace } from "./snapshot.ts";

/** Maximum number of bytes per call, and the largest gap of unrequested bytes that one call bridges. */
const fetchBytes = 6 * 1024 * 1024;
const gapBytes = 4 * blockBytes;
/** Size of a buffer that is large enough for any call. */
export const fetchMemoryBytes = fetchBytes + gapBytes;
const keptKeys = 256;

/** Adjacent contents of one pack, fetched together. */
export interface Fetch<Item extends ContentRequest> {
  readonly pack: string;
  readonly from: number;
  readonly to: number;
  readonly items: readonly Item[];
}

interface ContentReaderOptions {
  readonly store: Pick<SetStore, "getRange" | "get" | "list">;
  readonly set: string;
  readonly keys: DataKeys;
  /** Moves in the set. Default: read when needed. */
  readonly moves?: Pick<MovesOfSet, "placeOf">;
  /**
   * True if a tag that proves an id is sufficient. By default, the SHA-256 of each content is computed again, because only that reveals
   * bytes that were encrypted incorrectly.
   */
  readonly trustsTags?: boolean;
}

/** Returns a reader of contents in packs, which verifies each content by its id. */
export function contentReader({ store, set, keys, moves, trustsTags = false }: ContentReaderOptions) {
  let reading: Promise<Pick<MovesOfSet, "placeOf">> | undefined;
  const movesOfSet = () => {
    reading ??= moves === undefined ? readMoves({ store, set, keys }) : Promise.resolve(moves);
    return reading;
  };
  const known = new Map<string, Promise<ObjectKey>>();

  const keyIn = (name: string, begin: Promise<Uint8Array>): Promise<ObjectKey> => {
    const made = begin.then((bytes) => objectKeyOf({ kind: "pack", set, name }, bytes, keys));
    const [oldest] = known.size >= keptKeys ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(name, made);
    made.catch(() => known.delete(name));
    return made;
  };

  return {
    /** Returns the calls that fetch these contents, each with its contents. */
    async fetches<Item extends ContentRequest>(items: readonly Item[]): Promise<readonly Fetch<Item>[]> {
      const { placeOf } = await movesOfSet();
      return fetchesOf(items.map((item) => ({ ...item, place: placeOf(item.place) })));
    },

    /**
     * Fetches contents of one pack, for `openedContents`.
     * @param into buffer of `fetchMemoryBytes`
     * @throws UnreadableObject if the pack is invalid, StoreRefused if it doesn't exist
     */
    async sealed<Item extends ContentRequest>(fetch: Fetch<Item>, into?: Uint8Array): Promise<SealedContents<Item>> {
      const { pack, to, items } = fetch;
      const object = { kind: "pack", name: pack } as const;
      const found = known.get(pack);
      // The key is derived from the header of the pack, which is read in the same call if it is near.
      const from = found === undefined && fetch.from <= gapBytes ? 0 : fetch.from;
      const reading = store.getRange(object, from, to - from, into);
      const begin = from === 0 ? reading : undefined;
      const key = found ?? keyIn(pack, begin ?? store.getRange(object, 0, headerBytes));
      const [bytes, objectKey] = await Promise.all([reading, key]);
      return { pack, key: objectKey, bytes, from, items, isHashed: !(trustsTags && provesIds(objectKey)) };
    },

    /**
     * Fetches contents of one pack, and returns each with its request. A content is decrypted when the iteration reaches it.
     * @throws UnreadableObject if one was changed, StoreRefused if the pack doesn't exist
     */
    async contents<Item extends ContentRequest>(fetch: Fetch<Item>): Promise<Iterable<readonly [Item, Buffer]>> {
      return openedContents(await this.sealed(fetch));
    },

    /** Returns lists of blocks in the requested order. Adjacent lists are fetched in one call. */
    async lists(wanted: readonly ListPlace[]): Promise<readonly (readonly ListedBlock[])[]> {
      const items = wanted.map(([id, pack, offset, length], index) => ({
        ...{ id: Buffer.from(id, "hex"), place: { pack, offset, length } },
        index,
      }));
      const lists: (readonly ListedBlock[])[] = [];
      for (const fetch of await this.fetches(items)) {
        for (const [{ index }, bytes] of await this.contents(fetch)) lists[index] = blocksIn(bytes);
      }
      return lists;
    },
  };
}

function fetchesOf<Item extends ContentRequest>(items: readonly Item[]): readonly Fetch<Item>[] {
  const sorted = [...items].sort(({ place: one }, { place: other }) =>
    one.pack === other.pack ? one.offset - other.offset : one.pack < other.pack ? -1 : 1,
  );
  const fetches: { pack: string; from: number; to: number; items: Item[] }[] = [];
  for (const item of sorted) {
    const { pack, offset, length } = item.place;
    const last = fetches.at(-1);
    const end = offset + length;
    if (last?.pack === pack && offset - last.to <= gapBytes && end - last.from <= fetchBytes) {
      last.to = Math.max(last.to, end);
      last.items.push(item);
    } else fetches.push({ pack, from: offset, to: end, items: [item] });
  }
  return fetches;
}
