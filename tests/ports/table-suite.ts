import { afterEach, beforeEach, describe, expect, type RunnerTask, test } from "vitest";
import { tableExpiry } from "./table-expiry.ts";
import { tableItems } from "./table-items.ts";
import { tableLimits } from "./table-limits.ts";
import { tableModel } from "./table-model.ts";
import { tableQueries } from "./table-queries.ts";
import { tableTransactions } from "./table-transactions.ts";
import type { TableWorld } from "./table-world.ts";

/** Titles of tests that a stand-in fails, with the reason. Each of them must fail, so that the list stays true. */
export type Differences = Readonly<Record<string, string>>;

/**
 * Runs the tests that every Table must pass, regardless of its adapter.
 * `known`: where the store behind the adapter differs from the real one; without transactions, the model makes single writes only.
 */
export function tableSuite(
  name: string,
  open: () => Promise<TableWorld>,
  known: { readonly differences?: Differences; readonly hasTransactions?: boolean } = {},
): void {
  const { differences = {}, hasTransactions = true } = known;
  describe(`${name}: a table`, () => {
    let world: TableWorld;
    beforeEach(async ({ task }) => {
      // Has the effect of test.fails, for this stand-in only.
      if (differences[task.name] !== undefined) Object.assign(task, { fails: true });
      world = await open();
    });
    afterEach(() => world.close());
    const current = (): TableWorld => world;

    describe("items", () => tableItems(current));
    describe("queries", () => tableQueries(current));
    describe("expiry", () => tableExpiry(current));
    describe("transactions", () => tableTransactions(current));
    describe("limits", () => tableLimits(current));
    tableModel(name, open, { hasTransactions });
    test("every known difference is the title of a test", ({ task }) => {
      const titles = titlesIn(task.suite?.tasks ?? []);
      expect(Object.keys(differences).filter((title) => !titles.includes(title))).toEqual([]);
    });
  });
}

function titlesIn(tasks: readonly RunnerTask[]): readonly string[] {
  return tasks.flatMap((task) => ("tasks" in task ? titlesIn(task.tasks) : [task.name]));
}
