import { afterEach, beforeEach, describe } from "vitest";
import { tableExpiry } from "./table-expiry.ts";
import { tableItems } from "./table-items.ts";
import { tableLimits } from "./table-limits.ts";
import { tableModel } from "./table-model.ts";
import { tableQueries } from "./table-queries.ts";
import { tableTransactions } from "./table-transactions.ts";
import type { TableWorld } from "./table-world.ts";

/** Runs the tests that every Table must pass, regardless of its adapter. */
export function tableSuite(name: string, open: () => Promise<TableWorld>): void {
  describe(`${name}: a table`, () => {
    let world: TableWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());
    const current = (): TableWorld => world;

    describe("items", () => tableItems(current));
    describe("queries", () => tableQueries(current));
    describe("expiry", () => tableExpiry(current));
    describe("transactions", () => tableTransactions(current));
    describe("limits", () => tableLimits(current));
    tableModel(name, open);
  });
}
