import type { Place } from "#shared/blocks/block-list.ts";
import { contentReader } from "#shared/blocks/content-reader.ts";
import { type Moves, type MovesOfSet, newMoves, type Spot } from "#shared/blocks/moves.ts";
import type { ContentKind } from "#shared/blocks/pack.ts";
import { Refused } from "../../refused.ts";
import { packSender } from "../pack-sender.ts";
import { usablePacks } from "../usable-packs.ts";
import type { SetInUpkeep } from "./open-for-upkeep.ts";

/** Content to move into a new pack. */
export interface MovingContent {
  readonly kind: ContentKind;
  readonly id: Buffer;
  /** Place to read it from, or the content itself. */
  readonly source: Place | Buffer;
  /** Place where snapshots look for it. */
  readonly from: Spot;
}

/** Size of packs for block lists in bytes: lists have their own packs, as in backups. */
const listPackBytes = 4 * 1024 * 1024;
/** Milliseconds after checking for marks during which no object can be deleted that wasn't marked then. */
const longestPutMs = 60 * 60_000;

interface MoveOptions extends SetInUpkeep {
  readonly moves: MovesOfSet;
  readonly packBytes?: number;
}

/**
 * Writes contents into new packs, then records their new places in the set. Interrupted runs leave packs that nothing needs.
 * @param outcome packs that these snapshots no longer need afterward
 * @throws Refused, UnreadableObject, and errors of the store
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

  /** @throws Refused if another task has marked the new packs as unneeded because this run was paused for a day */
  const checkTargets = async (): Promise<void> => {
    const isUsable = await usablePacks(opened);
    for (const pack of targets)
      if (!isUsable(pack)) throw new Refused("changed", `the new pack ${pack} was pruned before it was used`);
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
