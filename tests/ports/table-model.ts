import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Condition,
  ConditionFailed,
  type Fields,
  type Key,
  type Query,
  type Table,
  type Write,
} from "#shared/ports/table.ts";
import { everything, seconds, type TableWorld } from "./table-world.ts";

/**
 * Applies random histories to the table and to a model that is too simple to be wrong. Without transactions, histories have neither several
 * writes at once nor conditional deletes.
 */
export function tableModel(
  name: string,
  open: () => Promise<TableWorld>,
  { hasTransactions }: { readonly hasTransactions: boolean },
): void {
  const steps = stepsOf(hasTransactions);
  test(`${name} behaves like its model, in any order`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 25 }), async (steps) => {
        const world = await open();
        const model = new Map<string, ModelItem>();
        try {
          for (const next of steps) await next(world, model);
        } finally {
          await world.close();
        }
      }),
      { numRuns: 60 },
    );
  });
}

interface ModelItem extends Key {
  readonly fields: Fields;
  readonly index?: Key;
  readonly expiresAt?: number;
  readonly version: number;
}
type Model = Map<string, ModelItem>;
type Step = (world: TableWorld, model: Model) => Promise<void>;

const text = fc.constantFrom("a", "ab", "abc", "b", "é", "\uffff", "👋", "a\u{10ffff}");
const key = fc.record({ pk: fc.constantFrom("p", "q"), sk: text });
const condition = fc.option(
  fc.oneof(
    fc.constantFrom<Condition>("absent", "present"),
    fc.integer({ min: 1, max: 3 }).map((version): Condition => ({ version })),
  ),
  { nil: undefined },
);
const fields = fc.dictionary(fc.constantFrom("f", "g"), fc.oneof(fc.integer(), fc.string(), fc.constant(null)));
/** Seconds from now. */
const expiry = fc.option(fc.integer({ min: -5, max: 20 }), { nil: undefined, freq: 2 });

const write = fc.oneof(
  fc.record({
    kind: fc.constant("put" as const),
    key,
    fields,
    index: fc.option(key, { nil: undefined }),
    expiry,
    condition,
  }),
  fc.record({
    kind: fc.constant("update" as const),
    key,
    fields,
    add: fc.integer({ min: -3, max: 3 }),
    expiry,
    condition,
  }),
  fc.record({ kind: fc.constant("delete" as const), key, condition }),
);
type ModelWrite = typeof write extends fc.Arbitrary<infer T> ? T : never;

const transaction = fc.uniqueArray(write, { minLength: 1, maxLength: 4, selector: (one) => idOf(one.key) });
const needsNoTransaction = (one: ModelWrite): boolean => one.kind !== "delete" || one.condition === undefined;

const readOrWait: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      pk: fc.constantFrom("p", "q"),
      prefix: fc.option(text, { nil: undefined }),
      index: fc.boolean(),
      reverse: fc.boolean(),
      limit: fc.integer({ min: 1, max: 3 }),
    })
    .map(querying),
  fc.integer({ min: 1, max: 8 }).map(
    (passing): Step =>
      ({ clock }) =>
        clock.turn(passing * 1000),
  ),
);

function stepsOf(hasTransactions: boolean): fc.Arbitrary<Step> {
  const single = hasTransactions ? write : write.filter(needsNoTransaction);
  const writes = single.map((one) => writing([one]));
  return hasTransactions ? fc.oneof(writes, transaction.map(writing), readOrWait) : fc.oneof(writes, readOrWait);
}

function writing(writes: readonly ModelWrite[]): Step {
  return async (world, model) => {
    const now = seconds(world, 0);
    const next: Model = new Map(model);
    const refused = writes.findIndex((one) => !applied(one, next, now));
    const answer = await attempt(
      world.table,
      writes.map((one) => writeOf(one, now)),
    );
    if (refused >= 0) {
      expect(answer).toBeInstanceOf(ConditionFailed);
      expect(answer).toMatchObject({ write: refused });
    } else {
      expect(answer).toBeUndefined();
      model.clear();
      for (const [id, item] of next) model.set(id, item);
    }
    for (const one of writes) expect(await world.table.get(one.key)).toEqual(alive(model.get(idOf(one.key)), now));
  };
}

function querying({ prefix, ...query }: { [Name in keyof Query]?: Query[Name] | undefined } & { pk: string }): Step {
  return async (world, model) => {
    const found = await everything(world.table, { ...(query as Query), ...(prefix === undefined ? {} : { prefix }) });
    const place = (item: ModelItem): Key | undefined => (query.index === true ? item.index : item);
    const expected = [...model.values()]
      .filter((item) => alive(item, seconds(world, 0)) !== undefined)
      .filter((item) => place(item)?.pk === query.pk && place(item)?.sk.startsWith(prefix ?? ""))
      .toSorted((one, other) => Buffer.compare(Buffer.from(place(one)?.sk ?? ""), Buffer.from(place(other)?.sk ?? "")));
    if (query.reverse === true) expected.reverse();
    expect(found.map((item) => place(item)?.sk)).toEqual(expected.map((item) => place(item)?.sk));
    expect(new Set(found.map((item) => JSON.stringify(sorted(item))))).toEqual(
      new Set(expected.map((item) => JSON.stringify(sorted(item)))),
    );
  };
}

/** Changes the model. Returns false if the write's condition isn't met. */
function applied(one: ModelWrite, model: Model, now: number): boolean {
  const id = idOf(one.key);
  const before = alive(model.get(id), now);
  const { condition: must } = one;
  if (must === "absent" && before !== undefined) return false;
  if (must === "present" && before === undefined) return false;
  if (typeof must === "object" && before?.version !== must.version) return false;
  const version = (before?.version ?? 0) + 1;
  if (one.kind === "delete") model.delete(id);
  else if (one.kind === "put") {
    const index = one.index === undefined ? {} : { index: one.index };
    model.set(id, { ...one.key, fields: one.fields, version, ...index, ...expiresAt(one.expiry, now) });
  } else {
    const hits = Number(before?.fields.hits ?? 0) + one.add;
    const changed = { ...before?.fields, ...one.fields, hits };
    model.set(id, { ...before, ...one.key, fields: changed, version, ...expiresAt(one.expiry, now) });
  }
  return true;
}

function writeOf(one: ModelWrite, now: number): Write {
  const must = one.condition === undefined ? {} : { condition: one.condition };
  if (one.kind === "delete") return { delete: one.key, ...must };
  if (one.kind === "update") {
    return {
      update: one.key,
      change: { set: one.fields, add: { hits: one.add }, ...expiresAt(one.expiry, now) },
      ...must,
    };
  }
  const index = one.index === undefined ? {} : { index: one.index };
  return { put: { ...one.key, fields: one.fields, ...index, ...expiresAt(one.expiry, now) }, ...must };
}

async function attempt(table: Table, writes: readonly Write[]): Promise<unknown> {
  try {
    const [only, ...more] = writes;
    if (only === undefined || more.length > 0) await table.transact(writes);
    else if ("put" in only) await table.put(only.put, only.condition);
    else if ("update" in only) await table.update(only.update, only.change, only.condition);
    else if ("delete" in only) await table.delete(only.delete, only.condition);
    return undefined;
  } catch (error) {
    return error;
  }
}

// The version after an expiry is up to the store, so the model forgets expired items.
function alive(item: ModelItem | undefined, now: number): ModelItem | undefined {
  return item?.expiresAt !== undefined && item.expiresAt <= now ? undefined : item;
}

function expiresAt(fromNow: number | undefined, now: number): { readonly expiresAt?: number } {
  return fromNow === undefined ? {} : { expiresAt: now + fromNow };
}

function sorted({ pk, sk, fields: own, index, expiresAt: end, version }: ModelItem): unknown {
  return [pk, sk, Object.entries(own).toSorted(), index?.pk, index?.sk, end, version];
}

function idOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}
