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
  /** The agent's data about the set: lists of its newest snapshot. */
  readonly memory: Pick<SetMemory, "list">;
  readonly packBytes?: number;
}

/** Result of a repair. */
export interface RepairOutcome {
  /** Contents that were found elsewhere and can be read again. */
  readonly foundContents: number;
  readonly lostContents: number;
  /** Remaining damage. */
  readonly damage: SetDamage;
}

/** Unreadable content that snapshots need. */
interface Lost {
  readonly kind: ContentKind;
  readonly id: Buffer;
  readonly from: Map<string, Spot>;
}

/** Block lists are repaired first, then the blocks in them. */
const rounds = 2;

/**
 * Repairs lost or altered content that snapshots need. The same content may be in another pack, because a later backup sent it again or
 * another file contains it; the agent also keeps block lists. Writes it into new packs, and records the new places in the set for all
 * snapshots.
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
    // The contents of a lost list aren't known yet.
    const emptied = missingLists
      ? []
      : [...found.damaged].flatMap(([pack, { offsets }]) => (offsets === "all" && !stillIn.has(pack) ? [pack] : []));
    if (contents.length > 0 || emptied.length > 0)
      await moveContents({ ...options, moves: found.moves }, contents, { emptied, snapshots: found.names });
    found = await findSet(options);
  }
  return { foundContents, lostContents, damage: await damageOf(found) };
}

/** Returns unreadable contents by ID. */
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

/** Finds readable copies of the contents. */
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
        // Throws for altered content.
        if (fetch !== undefined && [...(await walking.reader.contents(fetch))].length === 1) take(hex, one, place);
      }
    } catch (thrown) {
      // Nothing is found in a damaged pack: the next verification reports it.
      damageIn(thrown);
    }
  }
  return contents;
}
