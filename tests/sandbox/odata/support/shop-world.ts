import type { WorldInput } from "../../../../sandbox/fmserver/world/schema/world-schema.ts";

type Server = NonNullable<WorldInput["server"]>;
type Database = NonNullable<WorldInput["databases"]>[number];

/** Returns a shop: keys of every kind, relationships in both directions, and every field type. */
export function shopWorld(odata: Server["odata"] = {}, server: Partial<Server> = {}): WorldInput {
  return {
    server: { name: "Test", host: "fms.test", utcOffsetMinutes: 60, odata, ...server },
    databases: [
      shop(),
      { name: "Other", accounts: [{ name: "full", password: "full-pass" }], tables: [aTable("Things")] },
      { name: "Asleep", status: "CLOSED", accounts: [{ name: "full", password: "full-pass" }] },
    ],
  };
}

const key = { notEmpty: true, unique: true } as const;

function aTable(name: string): NonNullable<Database["tables"]>[number] {
  return { name, fields: [{ name: "title" }], records: [{ values: { title: "one" } }] };
}

function shop(): Database {
  return {
    name: "Shop",
    accounts: [
      { name: "full", password: "full-pass" },
      { name: "reader", password: "reader-pass", privilegeSet: "Reader" },
      { name: "desktop", password: "desktop-pass", privilegeSet: "Desktop" },
    ],
    privilegeSets: [
      {
        name: "Reader",
        extendedPrivileges: ["fmodata"],
        records: { create: false, edit: false, delete: false },
        tables: { Notes: { view: false } },
        fields: { "Customers::credit": "none" },
        scripts: false,
      },
      { name: "Desktop", extendedPrivileges: ["fmapp", "fmrest"] },
    ],
    tables: [customers(), orders(), lines(), aTable("Notes"), broken()],
    relationships: [
      { from: "Customers", to: "Orders", match: [{ from: "key", to: "customer" }], createTo: true, deleteTo: true },
      { from: "Orders", to: "Lines", match: [{ from: "number", to: "order" }] },
    ],
    scripts: [
      { name: "Echo", steps: [{ echo: true }] },
      { name: "Silent" },
      { folder: "More", scripts: [{ name: "Fail", steps: [{ text: "sorry" }, { error: 123 }] }] },
      { name: "Slow one", steps: [{ delayMs: 60_000 }, { text: "done" }] },
      { name: "Rename", steps: [{ edit: { values: { name: { parameter: true } } } }] },
      { name: "2nd", steps: [] },
    ],
  };
}

function customers(): NonNullable<Database["tables"]>[number] {
  return {
    name: "Customers",
    fields: [
      { name: "key", autoEnter: { special: "uuid" }, validation: key },
      { name: "name", validation: { notEmpty: true } },
      { name: "id", type: "number", autoEnter: { serial: { next: 5 } }, prohibitModification: true },
      { name: "First Name" },
      { name: "born", type: "date" },
      { name: "wakes", type: "time" },
      { name: "seen", type: "timestamp" },
      { name: "credit", type: "number", validation: { range: { from: -100, to: 10_000 } } },
      { name: "nick", repetitions: 3 },
      { name: "photo", type: "container" },
      { name: "made", type: "timestamp", autoEnter: { special: "creationTimestamp" } },
      { name: "label", calculation: { join: ["name", "First Name"], separator: "/" } },
      { name: "total", type: "number", summary: { operation: "total", of: "credit" } },
      { name: "gNote", global: true, globalValue: "global" },
    ],
    records: [
      {
        id: 1,
        modId: 3,
        values: {
          key: "C-1",
          name: "Ann",
          id: 1,
          "First Name": "Annabel",
          born: "1980-02-28",
          wakes: "06:30:00",
          seen: "2026-03-01 12:00:00",
          credit: 10.5,
          nick: ["Annie", "Nan"],
          photo: { file: "ann.png", base64: "iVBORw0KGgo=" },
        },
      },
      { id: 2, values: { key: "C-2", name: "Bob", id: 2, born: "1990-12-01", credit: 200 } },
      {
        id: 4,
        values: { key: "C'3/x", name: "Cleo O'Hara, jr", id: 3, credit: 5, photo: { file: "notes", text: "hi" } },
      },
      { id: 7, values: { key: "C-4", name: "dan", id: 4, born: "2001-07-15", seen: "2026-03-01 08:15:30" } },
    ],
  };
}

function orders(): NonNullable<Database["tables"]>[number] {
  return {
    name: "Orders",
    fields: [
      { name: "number", type: "number", autoEnter: { serial: { next: 104 } }, validation: key },
      { name: "customer" },
      { name: "placed", type: "date" },
      { name: "amount", type: "number" },
    ],
    records: [
      { values: { number: 101, customer: "C-1", placed: "2026-01-05", amount: 20 } },
      { values: { number: 102, customer: "C-1", placed: "2026-02-05", amount: 30 } },
      { values: { number: 103, customer: "C-2", placed: "2026-02-05", amount: 7.5 } },
    ],
  };
}

function lines(): NonNullable<Database["tables"]>[number] {
  return {
    name: "Lines",
    fields: [
      { name: "order", type: "number", validation: key },
      { name: "place", type: "text", validation: key },
      { name: "text" },
    ],
    records: [
      { values: { order: 101, place: "a", text: "first" } },
      { values: { order: 102, place: "b", text: "second" } },
    ],
  };
}

function broken(): NonNullable<Database["tables"]>[number] {
  return {
    name: "Broken",
    fields: [{ name: "text" }, { name: "bad", type: "number", calculation: { invalid: true } }],
    records: [{ values: { text: "a\nb" } }],
  };
}
