import type { Place } from "#shared/blocks/block-list.ts";
import { contentReader } from "#shared/blocks/content-reader.ts";
import { type Moves, type MovesOfSet, newMoves, type Spot } from "#shared/blocks/moves.ts";
import type { ContentKind } from "#shared/blocks/pack.ts";
import { Refused } from "../../refused.ts";
import { packSender } from "../pack-sender.ts";
import { usablePacks } from "../usable-packs.ts";
import type { SetInUpkeep } from "./open-for-upkeep.ts";

/** A content that comes into a new pack. */
export interface MovingContent {
  readonly kind: ContentKind;
  readonly id: Buffer;
  /** Where it can be read; or itself. */
  readonly source: Place | Buffer;
  /** Where snapshots look for it. */
  readonly from: Spot;
}

/** Lists of blocks have packs of their own, as in backups. */
const listPackBytes = 4 * 1024 * 1024;
/** So long after a look at the marks nothing can have been deleted that was not marked then. Milliseconds. */
const longestPutMs = 60 * 60_000;

interface MoveOptions extends SetInUpkeep {
  readonly moves: MovesOfSet;
  readonly packBytes?: number;
}

/**
 * Writes contents into new packs, and then into the set where they lie from then on. What breaks off before leaves packs that nothing needs.
 * @param outcome packs that these snapshots need no more then
 * @throws Refused, UnreadableObject, and what the store throws
 */
export async function moveContents(
  options: MoveOptions,
  contents: readonly MovingContent[],
  outcome: Pick<Moves, "emptied" | "snapshots">,
): Promise<void> {
  const { store, set, keys, moves, now, signal, checkLease } = options;
  const opened = { store, set, keys };
  const reader = contentReader({ ...opened, moves });
  const targets = new Set<string>();
  const sending = {
    ...options,
    async onSent({ name }: { readonly name: string }) {
      targets.add(name);
    },
  };
  const { packBytes } = options;
  const packs = {
    block: packSender({ ...sending, ...(packBytes !== undefined && { capacityBytes: packBytes }) }),
    list: packSender({ ...sending, capacityBytes: Math.min(listPackBytes, packBytes ?? listPackBytes) }),
  };
  const moved: [Spot, Spot][] = [];
  try {
    for (const { kind, id, from, source } of contents)
      if (Buffer.isBuffer(source)) moved.push([from, await packs[kind].add(kind, id, source)]);
    const lying = contents.flatMap(({ source, ...content }) =>
      Buffer.isBuffer(source) ? [] : [{ ...content, place: source }],
    );
    for (const fetch of await reader.fetches(lying)) {
      signal.throwIfAborted();
      for (const [{ kind, id, from }, content] of await reader.contents(fetch))
        moved.push([from, await packs[kind].add(kind, id, content)]);
    }
    await packs.block.finish();
    await packs.list.finish();
  } finally {
    await packs.block.close();
    await packs.list.close();
  }

  /** @throws Refused where another one has taken the new packs for such as nobody needs: this run was stopped for a day */
  const checkTargets = async (): Promise<void> => {
    const isUsable = await usablePacks(opened);
    for (const pack of targets)
      if (!isUsable(pack)) throw new Refused("changed", `the new pack ${pack} was pruned before it was needed`);
  };
  await checkLease();
  const checkedAt = now();
  await checkTargets();
  const { name, bytes } = newMoves(options, { ...outcome, moved }, now());
  const object = { kind: "moves", name } as const;
  await store.putNew(object, bytes);
  if (now() - checkedAt < longestPutMs) return;
  try {
    await checkTargets();
  } catch (thrown) {
    if (thrown instanceof Refused) await store.delete(object);
    throw thrown;
  }
}
