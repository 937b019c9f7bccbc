/**
 * The address of an item: a partition of 1 to 2048 bytes, and a place in its sort order of 1 to 1024 bytes.
 * Both are well-formed text and compare by their UTF-8 bytes, as in both stores that we have; that is the order of
 * JavaScript's `<` except beyond U+FFFF.
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

/** What a resource stores. `schema` is the version of the item's shape; an older one is migrated when it is read. */
export type Fields = { readonly [name: string]: Value | undefined };

/** An item on its way in, of at most 400 KB. */
export interface NewItem extends Key {
  readonly fields: Fields;
  /** The item's place in the one secondary index, where it has one. */
  readonly index?: Key;
  /** Seconds since the epoch. From then on the item is never returned, whether it was deleted yet or not. */
  readonly expiresAt?: number;
}

/** An item as stored. `version` starts at 1 and grows by one with every put and update. */
export interface Item extends NewItem {
  readonly version: number;
}

/** What must hold for a write to happen. An expired item counts as absent. */
export type Condition = "absent" | "present" | { readonly version: number };

/**
 * Top-level changes of one item. A field that is set to undefined is taken away. `add` counts from 0 where the number
 * is missing, and throws TypeError where there is something else. No field is both set and added to.
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

export interface Query {
  readonly pk: string;
  /** Only items whose sort key starts with this. */
  readonly prefix?: string;
  /** Read `pk` and `prefix` against the secondary index. Index reads may lag behind writes by a moment. */
  readonly index?: boolean;
  readonly reverse?: boolean;
  /** At most this many items, 1 to 1000; 1000 when not said. A page of large items is shorter. */
  readonly limit?: number;
  /** Where the page before ended, as that page said. Opaque; another query's throws CursorRefused. */
  readonly cursor?: string;
}

export interface Page {
  readonly items: readonly Item[];
  /** Present when there may be more. */
  readonly cursor?: string;
}

/**
 * The one store: items by key, one secondary index, conditional writes, transactions, expiry.
 * Reads by key and queries without `index` see every write that was acknowledged before them.
 * A write whose answer got lost may be repeated by the adapter without a second effect.
 */
export interface Table {
  get(key: Key): Promise<Item | undefined>;
  query(query: Query): Promise<Page>;
  /** Creates or replaces. Answers the item as stored. @throws ConditionFailed */
  put(item: NewItem, condition?: Condition): Promise<Item>;
  /** Changes fields in place, creating the item unless `condition` is "present". Answers it as stored. @throws ConditionFailed */
  update(key: Key, change: Change, condition?: Condition): Promise<Item>;
  /** Without a condition, deleting what is not there is no error. @throws ConditionFailed */
  delete(key: Key, condition?: Condition): Promise<void>;
  /** All of 1 to 100 writes to distinct keys, or none. @throws ConditionFailed, saying which write refused */
  transact(writes: readonly Write[]): Promise<void>;
}

/** A write did not happen because its condition did not hold. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  /** The place of the refusing write in its transaction; 0 for a single write. */
  readonly write: number;

  constructor(write = 0) {
    super(`The condition of write ${write} did not hold`);
    this.write = write;
  }
}

/** The cursor is of no page of this query. Callers bring cursors, so that the mistake is theirs. */
export class CursorRefused extends Error {
  override readonly name = "CursorRefused";
}

/** The store did not answer. Whether a write happened is not known. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** There is no space for the write. It did not happen. */
export class StoreFull extends Error {
  override readonly name = "StoreFull";
}
