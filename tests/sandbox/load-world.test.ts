import { expect, test } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import type { WorldInput } from "../../sandbox/fmserver/world/schema/world-schema.ts";
import { aServer } from "./support/a-server.ts";

type Database = NonNullable<WorldInput["databases"]>[number];

const T = { name: "T", fields: [{ name: "f" }] };

function file(part: Partial<Database>): WorldInput {
  return { databases: [{ name: "D", tables: [T], ...part }] };
}

test.each<[string, unknown, string]>([
  [
    "a field of an unknown type",
    file({ tables: [{ name: "T", fields: [{ name: "f", type: "blob" as "text" }] }] }),
    "databases[0].tables[0].fields[0].type: ",
  ],
  ["an unknown key", { databses: [] }, 'Unrecognized key: "databses"'],
  [
    "a client in a missing file",
    { clients: [{ userName: "Ada", files: [{ database: "Nowhere", account: "a" }] }] },
    'clients[0].files[0].database: no open file "Nowhere"',
  ],
  [
    "a schedule of two kinds",
    { schedules: [{ name: "S", backupType: {}, messageType: { messageText: "x" } }] },
    "schedules[0]: a schedule has one kind, such as backupType",
  ],
  [
    "a setting out of range",
    { admin: { settings: { general: { cacheSize: 1 } } } },
    "admin.settings.general.cacheSize: ",
  ],
  ["two files with one name", { databases: [{ name: "A" }, { name: "a" }] }, 'databases[1].name: a second file "a"'],
  [
    "two fields with one name",
    file({ tables: [{ name: "T", fields: [{ name: "f" }, { name: "F" }] }] }),
    'databases[0].tables[0].fields[1].name: a second field "F"',
  ],
  [
    "two records with one id",
    file({
      tables: [
        {
          ...T,
          records: [
            { id: 1, values: {} },
            { id: 1, values: {} },
          ],
        },
      ],
    }),
    "databases[0].tables[0].records[1].id: a second record 1",
  ],
  [
    "a value without a field",
    file({ tables: [{ ...T, records: [{ values: { g: "" } }] }] }),
    'databases[0].tables[0].records[0].values: the table has no field "g"',
  ],
  [
    "more values than repetitions",
    file({ tables: [{ ...T, records: [{ values: { f: ["a", "b"] } }] }] }),
    "databases[0].tables[0].records[0].values.f: more values than the field's 1 repetitions",
  ],
  [
    "a file in a text field",
    file({ tables: [{ ...T, records: [{ values: { f: { file: "x" } } }] }] }),
    "databases[0].tables[0].records[0].values.f: not a value for a text field",
  ],
  [
    "a record's value of a global",
    file({ tables: [{ name: "T", fields: [{ name: "g", global: true }], records: [{ values: { g: "x" } }] }] }),
    "databases[0].tables[0].records[0].values.g: a global field takes globalValue",
  ],
  [
    "a calculation without a source",
    file({ tables: [{ name: "T", fields: [{ name: "c", calculation: { sum: ["x"] } }] }] }),
    'databases[0].tables[0].fields[0]: "c" uses "x"',
  ],
  [
    "an account with a missing privilege set",
    file({ accounts: [{ name: "a", password: "b", privilegeSet: "P" }] }),
    'databases[0].accounts[0].privilegeSet: no privilege set "P"',
  ],
  [
    "an occurrence of a missing table",
    file({ occurrences: [{ name: "O", table: "X" }] }),
    'databases[0].occurrences[0].table: no table "X"',
  ],
  [
    "a relationship to a missing occurrence",
    file({ relationships: [{ from: "T", to: "X", match: [{ from: "f", to: "f" }] }] }),
    'databases[0].relationships[0].to: no table occurrence "X"',
  ],
  [
    "a relationship by a missing field",
    file({
      occurrences: [{ name: "O", table: "T" }],
      relationships: [{ from: "T", to: "O", match: [{ from: "f", to: "x" }] }],
    }),
    'databases[0].relationships[0].match[0]: "O" has no field "x"',
  ],
  [
    "a layout of a missing occurrence",
    file({ layouts: [{ folder: "F", layouts: [{ name: "L", occurrence: "X" }] }] }),
    'databases[0].layouts[0].layouts[0].occurrence: no table occurrence "X"',
  ],
  [
    "a layout with a missing field",
    file({ layouts: [{ name: "L", occurrence: "T", fields: ["x"] }] }),
    'databases[0].layouts[0].fields[0]: no field "x"',
  ],
  [
    "an unrelated field",
    file({ occurrences: [{ name: "O", table: "T" }], layouts: [{ name: "L", occurrence: "T", fields: ["O::f"] }] }),
    'databases[0].layouts[0].fields[0]: no field "O::f"',
  ],
  [
    "a portal to an unrelated occurrence",
    file({
      occurrences: [{ name: "O", table: "T" }],
      layouts: [{ name: "L", occurrence: "T", portals: [{ occurrence: "O", fields: ["O::f"] }] }],
    }),
    'databases[0].layouts[0].portals[0].occurrence: "O" is not related to "T"',
  ],
  [
    "a missing value list",
    file({ layouts: [{ name: "L", occurrence: "T", fields: [{ field: "f", valueList: "V" }] }] }),
    'no value list "V"',
  ],
  [
    "a value list of a missing field",
    file({ valueLists: [{ name: "V", field: "T::x" }] }),
    'databases[0].valueLists[0].field: no field "T::x"',
  ],
  [
    "two layouts with one name",
    file({
      layouts: [
        { name: "L", occurrence: "T" },
        { name: "l", occurrence: "T" },
      ],
    }),
    'databases[0].layouts[1]: a second layout "l"',
  ],
])("%s is rejected, with its position", async (_what, world, problem) => {
  await expect(startServer({ world: world as WorldInput })).rejects.toThrow(problem);
});

test("a missing file is named", async () => {
  await expect(startServer({ world: "/nowhere/world.json" })).rejects.toThrow(
    "cannot read /nowhere/world.json (ENOENT)",
  );
});

test("the demo world is served by default", async () => {
  const server = await startServer();
  const records = server.world.databases.flatMap(({ tables }) =>
    [...tables.values()].map((table) => table.records.size),
  );
  expect(server.world.databases.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "Contacts NORMAL",
    "Orders NORMAL",
    "Private NORMAL",
    "Archive CLOSED",
  ]);
  expect(records.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1000);
  await server.close();
});

test("every layout of the demo world can be read, including every portal and container", async () => {
  const server = await aServer({ world: new URL("../../sandbox/worlds/demo.json", import.meta.url).pathname });
  for (const [database, account] of [
    ["Contacts", "api:demo-pass"],
    ["Orders", "api:demo-pass"],
    ["Private", "private:private-pass"],
  ] as const) {
    const token = await server.login(account, database);
    for (const layout of server.world.database(database)?.layouts.values() ?? []) {
      const path = `/fmi/data/vLatest/databases/${database}/layouts/${encodeURIComponent(layout.name)}`;
      expect((await server.ask("GET", path, { token })).code).toBe("0");
      expect((await server.ask("GET", `${path}/records?_limit=1000`, { token })).code).toBe("0");
    }
  }
});

test("two servers in one process share nothing", async () => {
  const [one, two] = [await aServer(), await aServer()];
  const token = await one.login();
  await one.people("DELETE", "/layouts/People/records/1", { token });
  expect((await two.people("GET", "/layouts", { token })).code).toBe("952");
  expect((await two.people("GET", "/layouts/People/records/1", { token: await two.login() })).code).toBe("0");
});
