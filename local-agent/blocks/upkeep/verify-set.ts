import type { ListedName } from "#shared/blocks/set-store.ts";
import { mapConcurrently } from "../../downloads/map-concurrently.ts";
import type { SetInUpkeep } from "./open-for-upkeep.ts";
import { packDamage } from "./pack-inspection.ts";
import { damageOf, type FoundSet, findSet, markDamaged, type SetDamage } from "./set-damage.ts";

/** Maximum number of packs in memory. */
const packsAtOnce = 2;

export interface VerifyOptions extends SetInUpkeep {
  /** Share of all packs to read (0 to 1). 0: only checks that all objects that snapshots need exist. */
  readonly share: number;
  /** Last pack read by the previous verification. Null: starts with the first pack. */
  readonly after: string | null;
  readonly onRead: (bytes: number, totalBytes: number) => void;
}

/** Result of a verification. */
export interface VerifyOutcome {
  readonly snapshots: number;
  readonly readPacks: number;
  readonly readBytes: number;
  /** Last pack that was read. Null: it was the last one of the set. */
  readonly after: string | null;
  readonly isAll: boolean;
  readonly damage: SetDamage;
}

/**
 * Checks that everything exists that snapshots need, and reads a share of the packs completely: names are random, so each share is a
 * sample, and all shares together cover everything. Marks altered packs: the next backup sends their contents again.
 */
export async function verifySet(options: VerifyOptions): Promise<VerifyOutcome> {
  const { say, signal } = options;
  const found = await findSet(options);
  const chosen = chosenPacks(found, options);
  const totalBytes = chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let readBytes = 0;
  const damaged = new Map(found.damaged);
  const fresh: string[] = [];
  await mapConcurrently(packsAtOnce, chosen, async ({ name, sizeBytes }) => {
    signal.throwIfAborted();
    const damage = await packDamage(found.opened, name);
    readBytes += sizeBytes;
    options.onRead(readBytes, totalBytes);
    if (damage === undefined) return;
    if (!found.marks.some((mark) => mark.packs.has(name))) fresh.push(name);
    if (found.needed.has(name)) damaged.set(name, damage);
  });
  await markDamaged(options, fresh);
  for (const { text } of damaged.values()) say("error", text);
  const damage = await damageOf({ ...found, damaged });
  const last = chosen.at(-1)?.name ?? options.after;
  const isAll = chosen.length > 0 && last === [...found.packs.keys()].sort().at(-1);
  return {
    ...{ snapshots: found.names.length, readPacks: chosen.length, readBytes },
    ...{ after: isAll ? null : last, isAll, damage },
  };
}

/** Returns the packs after the last one read, up to the share of bytes. */
function chosenPacks({ packs }: FoundSet, { share, after }: VerifyOptions): readonly ListedName[] {
  const sorted = [...packs.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const wantedBytes = share * sorted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const chosen: ListedName[] = [];
  let bytes = 0;
  for (const pack of sorted) {
    if (bytes >= wantedBytes) break;
    if (after !== null && pack.name <= after) continue;
    chosen.push(pack);
    bytes += pack.sizeBytes;
  }
  return chosen;
}
