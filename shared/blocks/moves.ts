import * as z from "zod";
import { isMissingObject } from "#shared/s3/failure.ts";
import type { Place } from "./block-list.ts";
import { isName, nameAt, type RandomBytes } from "./object-names.ts";
import { type OpenSet, openJson } from "./sealed-json.ts";
import { type DataKey, sealObject, UnreadableObject } from "./sealed-object.ts";

const Name = z.string().refine(isName);
const Count = z.int().min(0);
const Moves = z.object({
  format: z.literal("latchkey-blocks-moves"),
  version: z.literal(1),
  set: Name,
  name: Name,
  /** Packs from which everything that one of these snapshots needs was moved. */
  emptied: z.array(Name),
  snapshots: z.array(Name),
  /** Moves by source pack: offset there, then target pack and offset. */
  moved: z.array(z.tuple([Name, z.array(z.tuple([Count, Name, Count]))])),
});
export type Moves = z.infer<typeof Moves>;

const largestBytes = 64 * 1024 * 1024;
/** Maximum length of a chain of moves. Regular chains are much shorter. */
const maxSteps = 1_000;

/** Position of a content without its length, which never changes. */
export type Spot = Pick<Place, "pack" | "offset">;

/** Moves in a set. */
export interface MovesOfSet {
  readonly objects: readonly Moves[];
  /** Objects that can't be decrypted. */
  readonly unreadable: readonly string[];
  /** Returns the current position of a content. @throws UnreadableObject if the moves form a cycle */
  placeOf<Somewhere extends Spot>(place: Somewhere): Somewhere;
}

/** Creates an object of moves. Returns its bytes and name. */
export function newMoves(
  { set, dataKey, random }: { readonly set: string; readonly dataKey: DataKey; readonly random: RandomBytes },
  { emptied, snapshots, moved }: Pick<Moves, "emptied" | "snapshots"> & { readonly moved: readonly [Spot, Spot][] },
  now: number,
): { readonly name: string; readonly bytes: Buffer } {
  const name = nameAt(now, random);
  const byPack = Map.groupBy(moved, ([from]) => from.pack);
  const moves: Moves = {
    ...{ format: "latchkey-blocks-moves", version: 1, set, name, emptied, snapshots },
    moved: [...byPack].map(([pack, spots]) => [pack, spots.map(([from, to]) => [from.offset, to.pack, to.offset])]),
  };
  return { name, bytes: sealObject({ kind: "moves", set, name }, dataKey, Buffer.from(JSON.stringify(moves)), random) };
}

/** Reads the moves in a set. */
export async function readMoves(opened: OpenSet): Promise<MovesOfSet> {
  const objects: Moves[] = [];
  const unreadable: string[] = [];
  const names = (await opened.store.list("moves")).map(({ name }) => name).sort();
  for (const name of names) {
    try {
      objects.push(await openJson(opened, { kind: "moves", name }, { form: Moves, largestBytes }));
    } catch (thrown) {
      // The object was deleted meanwhile, so no snapshot needed it.
      if (isMissingObject(thrown)) continue;
      if (!(thrown instanceof UnreadableObject)) throw thrown;
      unreadable.push(name);
    }
  }
  return { objects, unreadable, placeOf: placesIn(objects) };
}

/** Returns a function that follows moves. If a content was moved twice from one position, the later move counts. */
function placesIn(objects: readonly Moves[]): MovesOfSet["placeOf"] {
  const spots = new Map<string, Map<number, Spot>>();
  for (const { moved } of objects)
    for (const [from, entries] of moved) {
      const ofPack = spots.get(from) ?? new Map<number, Spot>();
      spots.set(from, ofPack);
      for (const [offset, pack, to] of entries) ofPack.set(offset, { pack, offset: to });
    }
  return (place) => {
    let at = place;
    for (let steps = 0; ; steps += 1) {
      const next = spots.get(at.pack)?.get(at.offset);
      if (next === undefined) return at;
      if (steps === maxSteps) throw new UnreadableObject(`the moves out of ${place.pack} form a loop`);
      at = { ...at, ...next };
    }
  };
}
