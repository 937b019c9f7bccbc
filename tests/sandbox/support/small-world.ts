import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";

type Server = NonNullable<WorldInput["server"]>;

/** Returns a world with four people, their pets, and every special case that a test may need. */
export function smallWorld(dataApi: Server["dataApi"] = {}, admin: WorldInput["admin"] = {}): WorldInput {
  return {
    server: { name: "Test", host: "fms.test", utcOffsetMinutes: 60, dataApi },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }], ...admin },
    databases: [people(), { name: "Other", accounts: [{ name: "other", password: "other-pass" }] }, closed()],
  };
}

function closed(): NonNullable<WorldInput["databases"]>[number] {
  return { name: "Asleep", status: "CLOSED", accounts: [{ name: "full", password: "full-pass" }] };
}

function people(): NonNullable<WorldInput["databases"]>[number] {
  return {
    name: "People",
    dateFormat: "DD/MM/YYYY",
    accounts: [
      { name: "full", password: "full-pass" },
      { name: "reader", password: "reader-pass", privilegeSet: "Reader" },
      { name: "desktop", password: "desktop-pass", privilegeSet: "Desktop" },
      { name: "off", password: "off-pass", enabled: false },
    ],
    privilegeSets: [
      {
        name: "Reader",
        extendedPrivileges: ["fmrest"],
        records: { create: false, edit: false, delete: false },
        fields: { "People::salary": "none" },
        scripts: false,
      },
      { name: "Desktop", extendedPrivileges: ["fmapp"] },
    ],
    tables: [
      {
        name: "People",
        fields: [
          { name: "id", type: "number", autoEnter: { serial: { next: 5, step: 1 } }, prohibitModification: true },
          { name: "name", validation: { notEmpty: true } },
          { name: "code", validation: { unique: true, maxCharacters: 5 } },
          { name: "born", type: "date" },
          { name: "wakes", type: "time", validation: { type: "timeOfDay" } },
          { name: "seen", type: "timestamp" },
          { name: "age", type: "number", validation: { range: { from: 0, to: 150 }, type: "number" } },
          { name: "colour", validation: { valueList: "Colours", always: true } },
          { name: "salary", type: "number" },
          { name: "nick", repetitions: 3 },
          { name: "picture", type: "container", repetitions: 2 },
          { name: "made", type: "timestamp", autoEnter: { special: "creationTimestamp" } },
          { name: "maker", autoEnter: { special: "creationAccount" } },
          { name: "kind", autoEnter: { constant: "person" } },
          { name: "label", calculation: { join: ["name", "code"], separator: "-" } },
          { name: "total", type: "number", summary: { operation: "total", of: "age" } },
          { name: "gNote", global: true, repetitions: 2, globalValue: ["first"] },
        ],
        records: [
          {
            id: 1,
            modId: 3,
            values: {
              id: 1,
              name: "Ann Miller",
              code: "A1",
              born: "1980-02-28",
              wakes: "06:30:00",
              seen: "2026-03-01 12:00:00",
              age: 46,
              colour: "red",
              nick: ["Annie", "Nan"],
              picture: { file: "ann.png", base64: "iVBORw0KGgo=" },
            },
          },
          {
            id: 2,
            values: {
              id: 2,
              name: "Bob Testing",
              code: "B2",
              born: "1990-12-01",
              age: 36,
              colour: "blue",
              salary: "n/a",
            },
          },
          {
            id: 4,
            values: {
              id: 3,
              name: "Cleo O'Hara",
              code: "C3",
              age: 5,
              colour: "green",
              picture: { file: "notes", text: "hi" },
            },
          },
          { id: 7, values: { id: 4, name: "Dan miller", code: "D4", born: "2001-07-15", colour: "red" } },
        ],
      },
      {
        name: "Pets",
        fields: [{ name: "owner", type: "number" }, { name: "name" }, { name: "legs", type: "number" }],
        records: [
          { id: 11, values: { owner: 1, name: "Rex", legs: 4 } },
          { id: 12, values: { owner: 1, name: "Tweety", legs: 2 } },
          { id: 13, values: { owner: 1, name: "Ace", legs: 4 } },
          { id: 14, modId: 6, values: { owner: 2, name: "Nemo", legs: 0 } },
        ],
      },
    ],
    occurrences: [{ name: "QuadPets", table: "Pets" }],
    relationships: [
      { from: "People", to: "Pets", match: [{ from: "id", to: "owner" }], createTo: true, deleteTo: true },
      { from: "People", to: "QuadPets", match: [{ from: "id", to: "owner" }] },
    ],
    valueLists: [
      { name: "Colours", values: ["red", "green", "blue"] },
      { name: "PetNames", field: "Pets::name", relatedTo: "People" },
      { name: "Legs", field: "Pets::legs", display: "Pets::name" },
    ],
    layouts: [
      {
        name: "People",
        occurrence: "People",
        view: "table",
        fields: [
          "id",
          "name",
          "code",
          "born",
          "wakes",
          "seen",
          "age",
          { field: "colour", display: "popupMenu", valueList: "Colours" },
          "salary",
          "nick",
          "picture",
          "made",
          "maker",
          "kind",
          "label",
          "total",
          "gNote",
          "Pets::name",
        ],
        portals: [
          {
            name: "my.pets #1",
            occurrence: "Pets",
            fields: ["Pets::name", "Pets::legs"],
            sort: [{ fieldName: "Pets::name" }],
          },
          {
            occurrence: "QuadPets",
            fields: ["QuadPets::name"],
            rows: 1,
            scrolling: false,
            filter: { "QuadPets::legs": "4" },
          },
        ],
      },
      { name: "Names", occurrence: "People", fields: ["name"] },
      {
        name: "Lists",
        occurrence: "People",
        fields: ["name", { field: "nick", valueList: "PetNames", repetitions: [2, 3] }],
      },
      { separator: true },
      {
        folder: "More",
        layouts: [
          { name: "Pets", occurrence: "Pets", fields: ["owner", "name", "legs", "People::name"] },
          { folder: "Deep", layouts: [{ name: "A/B 100%", occurrence: "Pets", fields: ["name"] }] },
        ],
      },
    ],
    scripts: [
      { name: "Echo", steps: [{ echo: true }] },
      { name: "JSON", steps: [{ json: { a: [1] } }] },
      { name: "Silent" },
      { separator: true },
      {
        folder: "Trouble",
        scripts: [
          { name: "Fail", steps: [{ text: "sorry" }, { error: 123 }] },
          { name: "Slow", steps: [{ delayMs: 60_000 }, { text: "done" }] },
        ],
      },
      { name: "Rename", steps: [{ edit: { values: { name: { parameter: true } } } }] },
      { name: "Adopt", steps: [{ create: { table: "Pets", values: { owner: 2, name: { parameter: true } } } }] },
      { name: "Note", steps: [{ global: { field: "People::gNote", value: { parameter: true } } }] },
      { name: "Say/it?", steps: [{ text: "said" }] },
    ],
  };
}
