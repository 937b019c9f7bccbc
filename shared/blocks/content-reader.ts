import { blockBytes, blocksIn, type ListedBlock } from "./block-list.ts";
import { type MovesOfSet, readMoves } from "./moves.ts";
import { openedContents, type SealedContents, type Wanted } from "./opened-contents.ts";
import { type DataKeys, headerBytes, type ObjectKey, objectKeyOf, provesIds } from "./sealed-object.ts";
import type { SetStore } from "./set-store.ts";
import type { ListPlace } from "./snapshot.ts";

/** What one call fetches at most, and over how many bytes that nobody wants it goes on. */
const fetchBytes = 6 * 1024 * 1024;
const gapBytes = 4 * blockBytes;
/** Memory that what one call fetches always finds space in. */
export const fetchMemoryBytes = fetchBytes + gapBytes;
const keptKeys = 256;

/** Neighbours in one pack, fetched together. */
export interface Fetch<Item extends Wanted> {
  readonly pack: string;
  readonly from: number;
  readonly to: number;
  readonly items: readonly Item[];
}

interface ContentReaderOptions {
  readonly store: Pick<SetStore, "getRange" | "get" | "list">;
  readonly set: string;
  readonly keys: DataKeys;
  /** What has been moved in the set. Read when it is needed where nothing is given. */
  readonly moves?: Pick<MovesOfSet, "placeOf">;
  /** Whether a tag that proves an id is enough. Left out: each content's SHA-256 is computed again, as what was sealed wrongly shows by that only. */
  readonly trustsTags?: boolean;
}

/** Reads what lies in packs, each content as what has its id. */
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
    /** The calls that bring these contents, each with what it brings. */
    async fetches<Item extends Wanted>(items: readonly Item[]): Promise<readonly Fetch<Item>[]> {
      const { placeOf } = await movesOfSet();
      return fetchesOf(items.map((item) => ({ ...item, place: placeOf(item.place) })));
    },

    /**
     * Fetches contents of one pack, to be opened by `openedContents`.
     * @param into memory for what is fetched, of `fetchMemoryBytes`
     * @throws UnreadableObject where the pack is none, StoreRefused where there is none
     */
    async sealed<Item extends Wanted>(fetch: Fetch<Item>, into?: Uint8Array): Promise<SealedContents<Item>> {
      const { pack, to, items } = fetch;
      const object = { kind: "pack", name: pack } as const;
      const found = known.get(pack);
      // What the key is derived from stands at the begin of a pack, and comes along where that is near.
      const from = found === undefined && fetch.from <= gapBytes ? 0 : fetch.from;
      const reading = store.getRange(object, from, to - from, into);
      const begin = from === 0 ? reading : undefined;
      const key = found ?? keyIn(pack, begin ?? store.getRange(object, 0, headerBytes));
      const [bytes, objectKey] = await Promise.all([reading, key]);
      return { pack, key: objectKey, bytes, from, items, isHashed: !(trustsTags && provesIds(objectKey)) };
    },

    /**
     * Fetches contents of one pack, and answers each beside what is wanted of it. It is opened when its turn comes.
     * @throws UnreadableObject where one is not what it was, StoreRefused where there is none
     */
    async contents<Item extends Wanted>(fetch: Fetch<Item>): Promise<Iterable<readonly [Item, Buffer]>> {
      return openedContents(await this.sealed(fetch));
    },

    /** Lists of blocks, in their order; neighbours come with one call. */
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

function fetchesOf<Item extends Wanted>(items: readonly Item[]): readonly Fetch<Item>[] {
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
