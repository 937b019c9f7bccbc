import type { Place } from "#shared/blocks/block-list.ts";
import type { RandomBytes } from "#shared/blocks/object-names.ts";
import { type ContentKind, type NewPack, newPack, packBytes, packMemoryBytes } from "#shared/blocks/pack.ts";
import type { DataKey } from "#shared/blocks/sealed-object.ts";
import type { SetStore } from "#shared/blocks/set-store.ts";
import { collectUncounted } from "#shared/node/heap.ts";
import { sharedMemory } from "#shared/ports/bytes/shared-memory.ts";
import { packSealer } from "./pack-sealer.ts";

interface PackSenderOptions {
  readonly store: Pick<SetStore, "put">;
  readonly set: string;
  readonly dataKey: DataKey;
  readonly random: RandomBytes;
  readonly capacityBytes?: number;
  /** Called for each pack at the store, in the order in which they were filled. */
  readonly onSent: (pack: SentPack) => Promise<void>;
}

/** Pack at the store. */
export interface SentPack {
  readonly name: string;
  readonly bytes: number;
}

/** Maximum number of packs in transfer in addition to the one being filled. Each is in memory. */
const atOnce = 1;

/**
 * Minimum bytes of memory to release explicitly. Smaller amounts, which only sets with small packs have, are left to V8: a forced
 * collection costs more than a run with such packs.
 */
const leastGivenBack = 4 * 1024 * 1024;

/** Maximum number of contents to seal with one call. */
const sealedTogether = 16;

/** Fills packs and sends each to the store. */
export function packSender(options: PackSenderOptions) {
  const { store, set, dataKey, random, capacityBytes = packBytes, onSent } = options;
  const sealer = packSealer();
  let current: NewPack | undefined;
  /** Memory of sent packs, for reuse: allocating megabytes for each pack costs more than hashing them. */
  const spare: Buffer[] = [];
  let memory: Buffer | undefined;
  let memoryBytes = 0;
  /** Sealing in progress for the pack being filled. */
  let sealing: Promise<void>[] = [];
  /** Transfers in progress: each resolves when its pack and all earlier ones are stored. */
  const underWay: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();

  const send = async (): Promise<void> => {
    if (current === undefined) return;
    const pack = current;
    const { name } = pack;
    const held = memory;
    const sealed = [...sealing, sealer.seal(pack.unsealed())];
    current = undefined;
    sealing = [];
    const before = last;
    const put = (async () => {
      await Promise.all(sealed);
      const bytes = pack.finish();
      await store.put({ kind: "pack", name }, bytes, () => sealer.crc32(bytes));
      if (held !== undefined) spare.push(held);
      return bytes.length;
    })();
    last = (async () => {
      const bytes = await put;
      await before;
      await onSent({ name, bytes });
    })();
    // Reported where it is awaited.
    last.catch(() => undefined);
    put.catch(() => undefined);
    underWay.push(last);
    if (underWay.length > atOnce) await underWay.shift();
  };

  const newMemory = (): Buffer => {
    const bytes = packMemoryBytes(capacityBytes);
    memoryBytes += bytes;
    return sharedMemory(bytes);
  };

  return {
    async add(kind: ContentKind, id: Buffer, content: Uint8Array): Promise<Place> {
      if (current?.fits(content.length) === false) await send();
      if (current === undefined) {
        memory = spare.pop() ?? newMemory();
        current = newPack({ set, dataKey, random, capacityBytes, memory });
      }
      const place = current.add(kind, id, content);
      if (current.entries.length % sealedTogether === 0) {
        const some = sealer.seal(current.unsealed());
        sealing.push(some);
        // Reported where it is awaited.
        some.catch(() => undefined);
      }
      return place;
    },

    /** Resolves when everything is stored. */
    async finish(): Promise<void> {
      await send();
      await Promise.all(underWay);
    },

    /** Waits until all transfers have ended in any way, and releases the memory of packs. Nothing can be sent afterward. */
    async close(): Promise<void> {
      await Promise.allSettled(underWay);
      await sealer.close();
      if (memoryBytes >= leastGivenBack) await collectUncounted();
    },
  };
}
