import type { Place } from "#shared/blocks/block-list.ts";
import type { Spot } from "#shared/blocks/moves.ts";
import type { ContentKind } from "#shared/blocks/pack.ts";
import { damageIn } from "../damage.ts";
import type { SetMemory } from "../set-memory.ts";
import { type MovingContent, moveContents } from "./move-contents.ts";
import type { SetInUpkeep } from "./open-for-upkeep.ts";
import { packEntries } from "./pack-inspection.ts";
import { listsNeeding } from "./set-contents.ts";
import { damageOf, type FoundSet, findSet, isLostIn, type SetDamage } from "./set-damage.ts";

export interface RepairOptions extends SetInUpkeep {
  /** What the agent has kept of the set: lists of its newest snapshot. */
  readonly memory: Pick<SetMemory, "list">;
  readonly packBytes?: number;
}

/** What repairing has come to. */
export interface RepairOutcome {
  /** Contents that were found elsewhere, and are looked for there from now on. */
  readonly foundContents: number;
  readonly lostContents: number;
  /** What is still lost. */
  readonly damage: SetDamage;
}

/** Something that snapshots need and that cannot be read. */
interface Lost {
  readonly kind: ContentKind;
  readonly id: Buffer;
  readonly from: Map<string, Spot>;
}

/** First lists of blocks are found, then the blocks that these name. */
const rounds = 2;

/**
 * Looks for everything that snapshots need and that is lost or was altered: the same content may lie in another pack, since the next backup has
 * sent it anew or another file has it too; and lists of blocks are kept by the agent. What is found is written into new packs, and the set says
 * that it lies there, for all snapshots.
 * @throws Refused
 */
export async function repairSet(options: RepairOptions): Promise<RepairOutcome> {
  let foundContents = 0;
  let lostContents = 0;
  let found = await findSet(options);
  for (let round = 0; round < rounds && found.damaged.size > 0; round += 1) {
    const lost = await lostIn(found);
    const contents = await foundElsewhere(options, found, lost);
    foundContents += contents.length;
    const ids = new Set(contents.map(({ id }) => id.toString("hex")));
    const missing = [...lost.values()].filter(({ id }) => !ids.has(id.toString("hex")));
    lostContents = missing.length;
    const missingLists = [...lost.values()].some(({ kind }) => kind === "list");
    const stillIn = new Set(missing.flatMap(({ from }) => [...from.values()].map(({ pack }) => pack)));
    // What a list that was lost names is not known yet.
    const emptied = missingLists
      ? []
      : [...found.damaged].flatMap(([pack, { offsets }]) => (offsets === "all" && !stillIn.has(pack) ? [pack] : []));
    if (contents.length > 0 || emptied.length > 0)
      await moveContents({ ...options, moves: found.moves }, contents, { emptied, snapshots: found.names });
    found = await findSet(options);
  }
  return { foundContents, lostContents, damage: await damageOf(found) };
}

/** What cannot be read, by ids. */
async function lostIn({ damaged, walking }: FoundSet): Promise<ReadonlyMap<string, Lost>> {
  const isLost = isLostIn(damaged);
  const lost = new Map<string, Lost>();
  const add = (kind: ContentKind, id: Buffer, { pack, offset }: Place) => {
    const known = lost.get(id.toString("hex")) ?? { kind, id, from: new Map<string, Spot>() };
    known.from.set(`${pack} ${offset}`, { pack, offset });
    lost.set(id.toString("hex"), known);
  };
  for await (const { id, place, blocks } of listsNeeding(new Set(damaged.keys()), walking)) {
    if (isLost(place)) add("list", Buffer.from(id, "hex"), place);
    if (typeof blocks === "string") continue;
    for (const block of blocks) if (block.place !== null && isLost(block.place)) add("block", block.id, block.place);
  }
  return lost;
}

/** The same contents, where they can be read. */
async function foundElsewhere(
  { memory, signal }: RepairOptions,
  { opened, packs, damaged, walking }: FoundSet,
  lost: ReadonlyMap<string, Lost>,
): Promise<readonly MovingContent[]> {
  const isLost = isLostIn(damaged);
  const waiting = new Map(lost);
  const contents: MovingContent[] = [];
  const take = (hex: string, { kind, id, from }: Lost, source: MovingContent["source"]) => {
    waiting.delete(hex);
    for (const spot of from.values()) contents.push({ kind, id, from: spot, source });
  };
  for (const [hex, one] of lost) {
    const bytes = one.kind === "list" ? await memory.list(hex) : undefined;
    if (bytes !== undefined) take(hex, one, bytes);
  }
  for (const pack of packs.values()) {
    if (waiting.size === 0) break;
    if (damaged.get(pack.name)?.offsets === "all") continue;
    signal.throwIfAborted();
    try {
      for (const { id, offset, length } of await packEntries(opened, pack)) {
        const hex = id.toString("hex");
        const one = waiting.get(hex);
        const place = { pack: pack.name, offset, length };
        if (one === undefined || isLost(place)) continue;
        const [fetch] = await walking.reader.fetches([{ id, place }]);
        // What was altered throws.
        if (fetch !== undefined && [...(await walking.reader.contents(fetch))].length === 1) take(hex, one, place);
      }
    } catch (thrown) {
      // Nothing is found in a pack that is damaged itself: the next verification says so.
      damageIn(thrown);
    }
  }
  return contents;
}
