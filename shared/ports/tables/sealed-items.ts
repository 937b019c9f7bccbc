import type { Item, Key } from "../table.ts";
import type { SealContext } from "../vault.ts";

/** Items with sealed values that can outlive a master key, as described by their store. */
export interface SealedItems {
  /** Partition that lists the items. */
  readonly partition: string;
  /** Returns the key of an item, if it isn't in that partition. */
  readonly keyOf?: (listed: Key) => Key;
  /** Field that contains the sealed values as JSON. By default, each value is a field of its own. */
  readonly within?: string;
  /**
   * Returns the vault context of each sealed value by its name, or by its path such as `targets.0.sealed`. Values that an item lacks are
   * allowed.
   */
  contexts(item: Item): Readonly<Record<string, SealContext>>;
}
