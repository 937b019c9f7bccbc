import type { Change, Condition, Fields, Item, Key, NewItem, Value, Write } from "#shared/ports/table.ts";

/** True if a condition holds for the current unexpired item, or for its absence. */
export function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  if (condition === undefined) return true;
  if (condition === "absent") return item === undefined;
  if (condition === "present") return item !== undefined;
  return item?.version === condition.version;
}

/** Returns the item after a write; the same object if nothing changes. */
export function outcome(write: Write, before: Item | undefined): Item | undefined {
  if ("put" in write) return replaced(write.put, before);
  if ("update" in write) return changed(write.update, write.change, before);
  return "check" in write ? before : undefined;
}

function replaced({ pk, sk, fields, index, expiresAt }: NewItem, before: Item | undefined): Item {
  return {
    pk,
    sk,
    fields,
    version: nextVersion(before),
    ...(index === undefined ? {} : { index }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

function changed({ pk, sk }: Key, change: Change, before: Item | undefined): Item {
  return {
    ...before,
    pk,
    sk,
    fields: { ...before?.fields, ...change.set, ...sums(change.add ?? {}, before?.fields ?? {}) },
    version: nextVersion(before),
    ...(change.expiresAt === undefined ? {} : { expiresAt: change.expiresAt }),
  };
}

function sums(add: Readonly<Record<string, number>>, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(add).map(([name, amount]) => [name, sum(name, fields[name], amount)]));
}

function sum(name: string, value: Value | undefined, amount: number): number {
  if (value !== undefined && typeof value !== "number") throw new TypeError(`${name} isn't a number`);
  return (value ?? 0) + amount;
}

function nextVersion(before: Item | undefined): number {
  return (before?.version ?? 0) + 1;
}
