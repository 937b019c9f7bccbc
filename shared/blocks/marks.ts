import * as z from "zod";
import { isMissingObject } from "#shared/s3/failure.ts";
import { isName, momentOf, nameAt, type RandomBytes } from "./object-names.ts";
import { type OpenSet, openJson } from "./sealed-json.ts";
import { type DataKey, sealObject, UnreadableObject } from "./sealed-object.ts";

const Name = z.string().refine(isName);
const Marks = z.object({
  format: z.literal("latchkey-blocks-marks"),
  version: z.literal(1),
  set: Name,
  name: Name,
  /** Packs with the reason: `unneeded`, `damaged`, or one added by a later version. */
  packs: z.array(z.tuple([Name, z.string()])),
});

/** Maximum size in bytes: more than a million packs. */
const largestBytes = 64 * 1024 * 1024;

/** Reason why new snapshots must not use a pack: it is unneeded and will be deleted, or something in it can't be read. */
export type MarkReason = "unneeded" | "damaged";

/** Object that marks packs. */
export interface MarksObject {
  readonly name: string;
  /** Time of creation: from its name, or from the store's clock if that is later. Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly packs: ReadonlyMap<string, string>;
}

/** Creates an object that marks packs. Returns its bytes and name. */
export function newMarks(
  { set, dataKey, random }: { readonly set: string; readonly dataKey: DataKey; readonly random: RandomBytes },
  packs: ReadonlyMap<string, MarkReason>,
  now: number,
): { readonly name: string; readonly bytes: Buffer } {
  const name = nameAt(now, random);
  const marks: z.input<typeof Marks> = {
    ...{ format: "latchkey-blocks-marks", version: 1, set, name },
    packs: [...packs],
  };
  return { name, bytes: sealObject({ kind: "marks", set, name }, dataKey, Buffer.from(JSON.stringify(marks)), random) };
}

/** Returns the marks of a set. Objects that can't be decrypted mark nothing, neither for writers nor for deletion. */
export async function readMarks(opened: OpenSet): Promise<readonly MarksObject[]> {
  const marks: MarksObject[] = [];
  for (const { name, storedAt } of await opened.store.list("marks")) {
    try {
      const { packs } = await openJson(opened, { kind: "marks", name }, { form: Marks, largestBytes });
      marks.push({ name, madeAt: Math.max(momentOf(name), storedAt), packs: new Map(packs) });
    } catch (thrown) {
      // The object was deleted meanwhile, together with the packs that it marked.
      if (!(thrown instanceof UnreadableObject) && !isMissingObject(thrown)) throw thrown;
    }
  }
  return marks;
}
