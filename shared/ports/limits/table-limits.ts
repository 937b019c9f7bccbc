import type { Fields, Key, Query, Write } from "../table.ts";

// Every adapter rejects what DynamoDB rejects, before it calls a store. Each store has its own way to count an item's size.
const pkBytes = 2048;
const skBytes = 1024;
const maxWrites = 100;
const maxItems = 1000;

/** @throws RangeError or TypeError for a key that no table accepts */
export function checkKey({ pk, sk }: Key): void {
  checkText("pk", pk, 1, pkBytes);
  checkText("sk", sk, 1, skBytes);
}

/** @throws RangeError or TypeError for a write that no table accepts */
export function checkWrite(write: Write): void {
  checkKey(targetOf(write));
  if ("put" in write) {
    if (write.put.index !== undefined) checkKey(write.put.index);
    checkExpiry(write.put.expiresAt);
    checkNumbers(write.put.fields);
  }
  if ("update" in write) {
    const { set = {}, add = {}, expiresAt } = write.change;
    checkExpiry(expiresAt);
    checkNumbers(set);
    checkNumbers(add);
    for (const name of Object.keys(add)) {
      if (Object.hasOwn(set, name)) throw new TypeError(`${name} is both set and added to`);
    }
  }
}

/** @throws RangeError or TypeError for a transaction that no table accepts */
export function checkTransaction(writes: readonly Write[]): void {
  if (writes.length < 1 || writes.length > maxWrites) {
    throw new RangeError(`A transaction has 1 to ${maxWrites} writes, not ${writes.length}`);
  }
  for (const write of writes) checkWrite(write);
  const targets = new Set(writes.map((write) => JSON.stringify([targetOf(write).pk, targetOf(write).sk])));
  if (targets.size !== writes.length) throw new TypeError("Two writes of a transaction are for the same item");
}

/** Returns the maximum number of items per page of this query. @throws RangeError or TypeError */
export function checkQuery({ pk, prefix = "", limit = maxItems }: Query): number {
  checkText("pk", pk, 1, pkBytes);
  checkText("prefix", prefix, 0, skBytes);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxItems) {
    throw new RangeError(`A page has 1 to ${maxItems} items, not ${limit}`);
  }
  return limit;
}

/** Returns the key of the written item. */
export function targetOf(write: Write): Key {
  if ("put" in write) return write.put;
  if ("update" in write) return write.update;
  return "delete" in write ? write.delete : write.check;
}

function checkText(name: string, text: string, min: number, max: number): void {
  const size = Buffer.byteLength(text);
  if (size < min || size > max) throw new RangeError(`${name} has ${min} to ${max} bytes, not ${size}`);
  // Half a surrogate pair has no bytes of its own: two different keys would become one.
  if (!text.isWellFormed()) throw new TypeError(`${name} has unpaired surrogates`);
}

function checkExpiry(expiresAt: number | undefined): void {
  if (expiresAt !== undefined && !Number.isSafeInteger(expiresAt)) {
    throw new TypeError(`expiresAt must be a whole number of seconds, not ${expiresAt}`);
  }
}

/** Checks the top-level numbers. Nested ones are checked when a value is encoded. */
function checkNumbers(fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${name} isn't a finite number`);
  }
}
