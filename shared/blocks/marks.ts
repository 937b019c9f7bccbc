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
  /** Each with the reason: `unneeded`, or `damaged`. Others may come. */
  packs: z.array(z.tuple([Name, z.string()])),
});

/** Over a million packs. */
const largestBytes = 64 * 1024 * 1024;

/** Why no new snapshot may name a pack: none needs it, so that it will be deleted; or something in it cannot be read. */
export type MarkReason = "unneeded" | "damaged";

/** An object that marks packs. */
export interface MarksObject {
  readonly name: string;
  /** When it was made: by its own name, or by the store's clock where that says later. Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly packs: ReadonlyMap<string, string>;
}

/** The bytes of a new object that marks packs, and its name. */
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

/** The marks of a set. What cannot be opened marks nothing, neither for who writes nor for who deletes. */
export async function readMarks(opened: OpenSet): Promise<readonly MarksObject[]> {
  const marks: MarksObject[] = [];
  for (const { name, storedAt } of await opened.store.list("marks")) {
    try {
      const { packs } = await openJson(opened, { kind: "marks", name }, { form: Marks, largestBytes });
      marks.push({ name, madeAt: Math.max(momentOf(name), storedAt), packs: new Map(packs) });
    } catch (thrown) {
      // It went meanwhile: with the packs that it had marked.
      if (!(thrown instanceof UnreadableObject) && !isMissingObject(thrown)) throw thrown;
    }
  }
  return marks;
}
