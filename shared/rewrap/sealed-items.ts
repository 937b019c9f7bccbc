import type { Item, Key } from "#shared/ports/table.ts";
import type { SealContext } from "#shared/ports/vault.ts";

/** Items of the table that hold sealed values and stay for longer than a master key may, as their store describes them. */
export interface SealedItems {
  /** The partition that lists them. */
  readonly partition: string;
  /** Where one of them is kept, if not in that partition. */
  readonly keyOf?: (listed: Key) => Key;
  /** The field that has the sealed values in it, as JSON. Left out: each is a field of its own. */
  readonly within?: string;
  /** What each sealed value is bound to, by its name, or its path such as `targets.0.sealed`. A value that an item does not have may be among them. */
  contexts(item: Item): Readonly<Record<string, SealContext>>;
}
