import { expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";

const minUses = 3;

test(`each field of an operation is used by at least ${minUses} operations`, () => {
  const operations = Object.values(catalogue).flatMap((resource) => Object.values<Operation>(resource));
  const uses = Map.groupBy(operations.flatMap(Object.keys), (field) => field);
  const rare = [...uses].filter(([, { length }]) => length < minUses).map(([field]) => field);
  expect(uses.size).toBeGreaterThan(15);
  expect(rare).toEqual([]);
});
