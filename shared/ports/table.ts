/**
 * Key of an item: a partition of 1 to 2048 bytes, and a sort key of 1 to 1024 bytes. Both are well-formed text and compare by their
 * UTF-8 bytes, as in both of our stores; that is the order of JavaScript's `<` except beyond U+FFFF.
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

/** Fields of a resource. `schema` is the version of the item's shape; older ones are migrated when they are read. */
export type Fields = { readonly [name: string]: Value | undefined };

/** Item to write, of at most 400 KB. A larger one throws ItemTooLarge. */
export interface NewItem extends Key {
  readonly fields: Fields;
  /** Key in the only secondary index, if it has one. */
  readonly index?: Key;
  /** Seconds since the epoch. From then on the item is never returned, whether it has been deleted or not. */
  readonly expiresAt?: number;
}

/** Stored item. `version` starts at 1 and increases by one with every put and update. */
export interface Item extends NewItem {
  readonly version: number;
}

/** Condition for a write. An expired item counts as absent. */
export type Condition = "absent" | "present" | { readonly version: number };

/**
 * Changes of top-level fields. Setting a field to undefined removes it. `add` starts from 0 if the number is missing, and throws
 * TypeError for any other value. No field can be both set and added to.
 */
export interface Change {
  readonly set?: Fields;
  readonly add?: Readonly<Record<string, number>>;
  readonly expiresAt?: number;
}

export type Write =
  | { readonly put: NewItem; readonly condition?: Condition }
  | { readonly update: Key; readonly change: Change; readonly condition?: Condition }
  | { readonly delete: Key; readonly condition?: Condition }
  | { readonly check: Key; readonly condition: Condition };

export interface TransactOptions {
  /**
   * True if the writes can also be made one after the other: after a failure or a crash, the first of them may have happened without the
   * rest. DynamoDB charges half for them. A store in which a transaction costs less still makes all or none.
   */
  readonly inOrder?: boolean;
}

export interface Query {
  readonly pk: string;
  /** Returns only items whose sort key starts with this. */
  readonly prefix?: string;
  /** True to apply `pk` and `prefix` to the secondary index. Index reads can lag slightly behind writes. */
  readonly index?: boolean;
  readonly reverse?: boolean;
  /** Maximum number of items, 1 to 1000. Default: 1000. A page of large items is shorter. */
  readonly limit?: number;
  /** Opaque cursor from the previous page. One of another query throws CursorRefused. */
  readonly cursor?: string;
}

export interface Page {
  readonly items: readonly Item[];
  /** Present if there may be more. */
  readonly cursor?: string;
}

/**
 * Store of items by key, with one secondary index, conditional writes, transactions and expiry. Reads by key and queries without
 * `index` see every acknowledged write. The adapter can repeat a write whose response was lost without a second effect.
 */
export interface Table {
  get(key: Key): Promise<Item | undefined>;
  query(query: Query): Promise<Page>;
  /** Creates or replaces an item and returns it as stored. @throws ConditionFailed */
  put(item: NewItem, condition?: Condition): Promise<Item>;
  /** Changes fields in place and returns the item as stored. Creates the item unless `condition` is "present". @throws ConditionFailed */
  update(key: Key, change: Change, condition?: Condition): Promise<Item>;
  /** Deletes an item. Without a condition, a missing item isn't an error. @throws ConditionFailed */
  delete(key: Key, condition?: Condition): Promise<void>;
  /**
   * Makes 1 to 100 writes to distinct keys, all or none, unless the options allow less. @throws ConditionFailed with the write that was
   * refused
   */
  transact(writes: readonly Write[], options?: TransactOptions): Promise<void>;
}

/** Write that didn't happen because its condition wasn't met. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  /** Index of the refused write in its transaction; 0 for a single write. */
  readonly write: number;

  constructor(write = 0) {
    super(`The condition of write ${write} did not hold`);
    this.write = write;
  }
}

/** Cursor that isn't from this query. Cursors come from callers, so it is their mistake. */
export class CursorRefused extends Error {
  override readonly name = "CursorRefused";
}

/** No response from the store. It is unknown whether a write happened. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** The item would be larger than a table accepts. The write didn't happen, and no repetition helps: the item must be smaller. */
export class ItemTooLarge extends RangeError {
  override readonly name = "ItemTooLarge";
}

/** No space for the write. It didn't happen. */
export class StoreFull extends Error {
  override readonly name = "StoreFull";
}
