import fc from "fast-check";
import { expect, test } from "vitest";
import { type Answer, anODataServer } from "./support/an-odata-server.ts";
import { type Node, naive, nodes, type Row, rows, written } from "./support/naive-filter.ts";

/** Row for filtering, with a name to sort by and its position in the table. */
interface PlacedRow extends Row {
  readonly n: number;
  readonly w: string | null;
}

interface Query {
  readonly filter: Node | undefined;
  readonly order: readonly { readonly by: "a" | "b" | "w"; readonly descending: boolean }[];
  readonly skip: number | undefined;
  readonly top: number | undefined;
  readonly pageSize: number | undefined;
}

const names = ["ann", "Bob", "bob", "Cleo", "dan", null] as const;
/** FileMaker stores an empty text as a missing value. */
const placed: readonly PlacedRow[] = fc
  .sample(fc.tuple(rows, fc.constantFrom(...names)), { numRuns: 40, seed: 20_261_121 })
  .map(([row, w], index) => ({ ...row, t: row.t || null, u: row.u || null, w, n: index + 1 }));

const few = fc.option(fc.integer({ min: 0, max: 45 }), { nil: undefined });
const queries: fc.Arbitrary<Query> = fc.record({
  filter: fc.option(nodes, { nil: undefined }),
  order: fc.array(fc.record({ by: fc.constantFrom("a", "b", "w"), descending: fc.boolean() }), { maxLength: 3 }),
  skip: few,
  top: few,
  pageSize: fc.option(fc.integer({ min: 5, max: 20 }), { nil: undefined }),
});

test("filter, order, skip, top, count, and pages combined return the same as a naive evaluation", async () => {
  const server = await anODataServer({ world: aTableOf(placed) });
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const path = `/fmi/odata/v4/File/Rows?${asked(query)}`;
      const headers = query.pageSize === undefined ? {} : { Prefer: `odata.maxpagesize=${query.pageSize}` };
      const seen: unknown[] = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const answer: Answer = await server.ask("GET", next, { headers });
        expect(answer.status, `${next} ${answer.text}`).toBe(200);
        expect(answer.rows.length, next).toBeLessThanOrEqual(query.pageSize ?? placed.length);
        expect(answer.json["@count"], next).toBe(filtered(query).length);
        seen.push(...answer.rows.map(({ n }) => n));
        next = answer.json["@nextLink"]?.toString().slice(server.origin.length);
      }
      expect(seen, path).toEqual(expected(query));
    }),
    { numRuns: 300, seed: 20_261_122 },
  );
});

function filtered({ filter }: Query): readonly PlacedRow[] {
  return placed.filter((row) => filter === undefined || naive(filter, row) === true);
}

/** Returns the expected order: empty values first, names case-insensitively, and ties in table order. */
function expected(query: Query): readonly number[] {
  let found = [...filtered(query)];
  for (const { by, descending } of query.order.toReversed()) {
    const keyOf = (row: PlacedRow) => (by === "w" ? (row.w?.toLowerCase() ?? null) : row[by]);
    const sorted = [...new Set(found.map(keyOf))].sort((one, other) =>
      one === null ? -1 : other === null ? 1 : one < other ? -1 : 1,
    );
    if (descending) sorted.reverse();
    found = sorted.flatMap((key) => found.filter((row) => keyOf(row) === key));
  }
  const { skip = 0, top = placed.length } = query;
  return found.slice(skip, skip + top).map(({ n }) => n);
}

function asked({ filter, order, skip, top }: Query): string {
  const options = {
    $filter: filter && written(filter, "needed"),
    $orderby: order.map(({ by, descending }) => `${by}${descending ? " desc" : ""}`).join(",") || undefined,
    $skip: skip,
    $top: top,
    $select: "n",
    $count: true,
  };
  return Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll("%2C", ",")}`)
    .join("&");
}

function aTableOf(table: readonly PlacedRow[]) {
  const values = (row: PlacedRow) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ""]));
  return {
    server: { name: "Test", host: "fms.test" },
    databases: [
      {
        name: "File",
        accounts: [{ name: "full", password: "full-pass" }],
        tables: [
          {
            name: "Rows",
            fields: [
              ...["n", "a", "b"].map((name) => ({ name, type: "number" as const })),
              ...["t", "u", "w"].map((name) => ({ name })),
            ],
            records: table.map((row) => ({ values: values(row) })),
          },
        ],
      },
    ],
  };
}
