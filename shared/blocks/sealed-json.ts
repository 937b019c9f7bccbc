import type { z } from "zod";
import type { ObjectKind } from "./object-names.ts";
import { type DataKeys, openObject, UnreadableObject } from "./sealed-object.ts";
import type { SetStore } from "./set-store.ts";

/** Set whose objects can be decrypted. */
export interface OpenSet {
  readonly store: Pick<SetStore, "get" | "list">;
  readonly set: string;
  readonly keys: DataKeys;
}

/** Decrypts and parses an object with JSON in this form. @throws UnreadableObject, StoreRefused if it doesn't exist */
export async function openJson<Form extends z.ZodType>(
  { store, set, keys }: Pick<OpenSet, "set" | "keys"> & { readonly store: Pick<SetStore, "get"> },
  { kind, name }: { readonly kind: ObjectKind; readonly name: string },
  { form, largestBytes }: { readonly form: Form; readonly largestBytes: number },
): Promise<z.output<Form>> {
  const bytes = await store.get({ kind, name }, largestBytes);
  const read = form.safeParse(JSON.parse(openObject({ kind, set, name }, bytes, keys).toString("utf8")));
  if (!read.success) throw new UnreadableObject(`${name} has an unexpected format`);
  return read.data;
}
