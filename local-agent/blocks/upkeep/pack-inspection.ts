import { idOf } from "#shared/blocks/block-list.ts";
import { contentKinds, footerIn, footerStart, type PackEntry } from "#shared/blocks/pack.ts";
import type { OpenSet } from "#shared/blocks/sealed-json.ts";
import { headerBytes, objectKeyOf, openPart } from "#shared/blocks/sealed-object.ts";
import type { ListedName, SetStore } from "#shared/blocks/set-store.ts";
import { damageIn } from "../damage.ts";

/** Maximum pack size that every reader of the format must support. */
const largestPackBytes = 64 * 1024 * 1024;
/** Bytes at a pack's end that contain its list, unless it is full of tiny files. */
const tailBytes = 64 * 1024;
const knownKinds: readonly number[] = Object.values(contentKinds);

/** Unreadable contents of a pack. */
export interface PackDamage {
  readonly text: string;
  /** Offsets of unreadable contents. `all`: the whole pack is unreadable. */
  readonly offsets: ReadonlySet<number> | "all";
}

type Opened = Pick<OpenSet, "set" | "keys"> & { readonly store: Pick<SetStore, "get" | "getRange"> };

/** Reads a whole pack, opens everything in it, and compares each content with its ID. Undefined if it is intact. */
export async function packDamage({ store, set, keys }: Opened, name: string): Promise<PackDamage | undefined> {
  try {
    const { buffer, byteOffset, length } = await store.get({ kind: "pack", name }, largestPackBytes);
    const bytes = Buffer.from(buffer, byteOffset, length);
    const key = objectKeyOf({ kind: "pack", set, name }, bytes, keys);
    const offsets = new Set<number>();
    const isWhole = ({ id, offset, length }: PackEntry): boolean => {
      try {
        const content = openPart(key, { role: "content", offset, id }, bytes.subarray(offset, offset + length));
        return idOf(content).equals(id);
      } catch (thrown) {
        damageIn(thrown);
        return false;
      }
    };
    const start = footerStart(bytes, bytes.length);
    for (const entry of footerIn(key, bytes.subarray(start), start))
      if (knownKinds.includes(entry.kind) && !isWhole(entry)) offsets.add(entry.offset);
    if (offsets.size === 0) return undefined;
    return { text: `${offsets.size} contents of the pack ${name} are corrupt`, offsets };
  } catch (thrown) {
    return { text: `the pack ${name} can't be read: ${damageIn(thrown)}`, offsets: "all" };
  }
}

/** Returns the contents of a pack from the list at its end. @throws UnreadableObject, StoreRefused if there is none */
export async function packEntries(
  { store, set, keys }: Opened,
  { name, sizeBytes }: ListedName,
): Promise<readonly PackEntry[]> {
  const pack = { kind: "pack", name } as const;
  const rangeFrom = async (from: number) => Buffer.from(await store.getRange(pack, from, sizeBytes - from));
  const key = objectKeyOf({ ...pack, set }, await store.getRange(pack, 0, headerBytes), keys);
  const from = Math.max(0, sizeBytes - tailBytes);
  const tail = await rangeFrom(from);
  const start = footerStart(tail, sizeBytes);
  return footerIn(key, start < from ? await rangeFrom(start) : tail.subarray(start - from), start);
}
