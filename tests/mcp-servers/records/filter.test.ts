import { expect } from "vitest";
import { writtenFilter } from "#shared/mcp-servers/data-tools/query/filter.ts";
import { queryString } from "#shared/mcp-servers/data-tools/query/written.ts";
import { tableNamed, tablesIn } from "#shared/mcp-servers/data-tools/schema/tables.ts";
import { verifies } from "../../support/verifies.ts";

const people = {
  $Kind: "EntityType",
  $Key: ["uuid"],
  uuid: { $Type: "Edm.String" },
  id: { $Type: "Edm.Decimal", $Nullable: true },
  city: { $Type: "Edm.String", $Nullable: true },
  "Last name": { $Type: "Edm.String", $Nullable: true },
  Straße: { $Type: "Edm.String", $Nullable: true },
  length: { $Type: "Edm.Decimal", $Nullable: true },
  tags: { $Type: "Edm.String", $Nullable: true, "@MaxRepetitions": 3 },
  birthday: { $Type: "Edm.Date", $Nullable: true },
  photo: { $Type: "Edm.Stream", $Nullable: true },
  'od"d': { $Type: "Edm.String", $Nullable: true },
  Orders: { $Kind: "NavigationProperty", $Collection: true, $Type: "Shop.Orders_" },
};
const metadata = {
  $Version: "4.01",
  "@ServerVersion": "OData Engine 22.0.2",
  Shop: {
    People_: people,
    People: { $Kind: "EntitySet", $Type: "Shop.People_" },
    FileMaker_Tables: { $Kind: "EntitySet", $Type: "Shop.People_" },
    "Script.Break in": { $Kind: "EntitySet", $Type: "Shop.People_" },
  },
};
const file = tablesIn(metadata);
const table = tableNamed(
  file ?? { aggregates: false, serverVersion: "", tables: new Map(), unreachable: new Map() },
  "people",
);

verifies("mcp:records:filter", "accepted filters are rebuilt, with the file's own names", () => {
  for (const [given, written] of [
    ["city eq 'Bern'", "city eq 'Bern'"],
    ["CITY  eq   'O''Brien, $5 & more'", "city eq 'O''Brien, $5 & more'"],
    ['"Last name" ne null and id gt -1.5', '"Last name" ne null and "id" gt -1.5'],
    ["Straße eq 'x' or length eq 3", '"Straße" eq \'x\' or "length" eq 3'],
    [
      "not contains(city,'er') and (id in (1,2,3) or tags[2] eq 'vip')",
      'not (contains(city,\'er\')) and (("id" eq 1 or "id" eq 2 or "id" eq 3) or tags[2] eq \'vip\')',
    ],
    ["year(birthday) ge 1980 and birthday lt 2001-12-31", "year(birthday) ge 1980 and birthday lt 2001-12-31"],
    ["length(city) gt 3", "length(city) gt 3"],
    ["startswith(tolower(city),tolower('BE')) eq true", "startswith(tolower(city),tolower('BE')) eq true"],
    ["now() gt birthday", "now() gt birthday"],
    ["not not (city eq 'a')", "not (not ((city eq 'a')))"],
  ] as const)
    expect(writtenFilter(table, given)).toBe(written);
});

verifies("mcp:records:filter", "everything else is rejected", () => {
  for (const given of [
    "",
    "city",
    "city eq",
    "city eq 'a' and",
    "city eq 'a' city eq 'b'",
    "city eq 'open",
    "(city eq 'a'",
    "city eq 'a')",
    "password eq 'a'",
    "Orders/number eq 1",
    "Orders/any(o:o/number eq 1)",
    "city eq @p1",
    "city eq 'a'&$expand=Orders",
    "city eq 'a';$top=1",
    "$it/city eq 'a'",
    "city eq 'a' or 1 eq 1 --",
    "city/Edm.String eq 'a'",
    "cast(city,Edm.String) eq 'a'",
    "geo.distance(city,city) lt 1",
    "isof(city) eq true",
    "contains(city)",
    "now(city) gt birthday",
    "city add 1 eq 2",
    "city in ()",
    "city in (id)",
    "tags[9] eq 'a'",
    "tags[0] eq 'a'",
    "photo ne null",
    '"od"d" eq 1',
    "city eq \u0000",
    "constructor(city) eq 1",
    `${"(".repeat(30)}city eq 'a'${")".repeat(30)}`,
    `${"not ".repeat(30)}city eq 'a'`,
    `${"trim(".repeat(30)}city${")".repeat(30)} eq 'a'`,
  ])
    expect(() => writtenFilter(table, given), given).toThrow(
      expect.objectContaining({ name: "DataRefused", message: expect.stringMatching(/\.$/) }),
    );
});

verifies("mcp:records:filter", "no value leaves its place in the URL", () => {
  const filter = writtenFilter(table, "city eq 'a&$top=0#?%26+''x'");
  const query = queryString({ filter, top: 3, skip: undefined });
  expect(query).toBe("?$filter=city%20eq%20'a%26$top%3D0%23%3F%2526%2B''x'&$top=3");
  expect(new URL(`http://h/${query}`).searchParams.get("$filter")).toBe("city eq 'a&$top=0#?%26+''x'");
});

verifies(
  "mcp:records:allowed",
  "system tables, scripts, and names that can't be written aren't tables or fields",
  () => {
    expect([...(file?.tables.keys() ?? [])]).toEqual(["people"]);
    expect([...table.fields.keys()]).not.toContain('od"d');
    expect([...table.fields.keys()]).not.toContain("orders");
    for (const other of [undefined, "<edmx/>", [], {}, { Shop: {} }, { Shop: { $Kind: "EntitySet" } }])
      expect(tablesIn(other)).toBeUndefined();
  },
);
