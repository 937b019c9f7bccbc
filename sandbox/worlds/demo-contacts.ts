import type { WorldInput } from "../fmserver/world/schema/world-schema.ts";
import { contactLayouts } from "./demo-contact-layouts.ts";
import { CITIES, FIRST_NAMES, LAST_NAMES, NOTES, pick } from "./demo-values.ts";

type Database = NonNullable<WorldInput["databases"]>[number];

const COUNT = 1000;

/** Returns a file of people with phones, some photos, and sample scripts. */
export function contacts(): Database {
  return {
    name: "Contacts",
    accounts: [
      { name: "Admin", password: "full-access-pass" },
      { name: "api", password: "demo-pass", privilegeSet: "Data entry" },
      { name: "readonly", password: "readonly-pass", privilegeSet: "Read only" },
      { name: "nofmrest", password: "nofmrest-pass", privilegeSet: "Desktop" },
    ],
    privilegeSets: [
      { name: "Data entry", extendedPrivileges: ["fmrest", "fmodata", "fmapp"] },
      {
        name: "Read only",
        extendedPrivileges: ["fmrest", "fmodata"],
        records: { create: false, edit: false, delete: false },
      },
      { name: "Desktop", extendedPrivileges: ["fmapp"] },
    ],
    tables: [
      {
        name: "Contacts",
        fields: [
          {
            name: "id",
            type: "number",
            autoEnter: { serial: { next: COUNT + 1, step: 1 } },
            prohibitModification: true,
          },
          { name: "uuid", autoEnter: { special: "uuid" }, validation: { notEmpty: true, unique: true } },
          { name: "firstName" },
          { name: "lastName", validation: { notEmpty: true } },
          { name: "fullName", calculation: { join: ["firstName", "lastName"] } },
          { name: "email", validation: { unique: true } },
          { name: "city" },
          { name: "status", autoEnter: { constant: "new" }, validation: { valueList: "Status" } },
          { name: "birthday", type: "date" },
          { name: "callAt", type: "time" },
          { name: "score", type: "number", validation: { range: { from: 0, to: 100 } } },
          { name: "tags", repetitions: 3 },
          { name: "notes", validation: { maxCharacters: 2000 } },
          { name: "photo", type: "container" },
          { name: "createdAt", type: "timestamp", autoEnter: { special: "creationTimestamp" } },
          { name: "modifiedAt", type: "timestamp", autoEnter: { special: "modificationTimestamp" } },
          { name: "scoreAverage", type: "number", summary: { operation: "average", of: "score" } },
          { name: "gSearch", global: true },
          { name: "gLimits", type: "number", global: true, repetitions: 2, globalValue: [10, 20] },
        ],
        records: Array.from({ length: COUNT }, (_, at) => contact(at)),
      },
      {
        name: "Phones",
        fields: [
          { name: "id", type: "number", autoEnter: { serial: { next: 301, step: 1 } } },
          { name: "contactId", type: "number" },
          { name: "kind", validation: { valueList: "Phone kind" } },
          { name: "number" },
        ],
        records: Array.from({ length: 300 }, (_, at) => ({
          values: {
            id: at + 1,
            contactId: (at % 150) + 1,
            kind: at < 150 ? "mobile" : "work",
            number: `+41 44 555 ${String(1000 + at)}`,
          },
        })),
      },
      {
        name: "OttoReceiverInbox",
        fields: [
          { name: "id", type: "number", autoEnter: { serial: { next: 2, step: 1 } } },
          { name: "Channel" },
          { name: "Payload" },
          { name: "File", type: "container" },
          { name: "createdAt", type: "timestamp", autoEnter: { special: "creationTimestamp" } },
        ],
        records: [{ values: { id: 1, Channel: "example", Payload: '{"order":1}', createdAt: "2026-11-19 16:00:00" } }],
      },
    ],
    relationships: [
      { from: "Contacts", to: "Phones", match: [{ from: "id", to: "contactId" }], createTo: true, deleteTo: true },
    ],
    valueLists: [
      { name: "Status", values: ["new", "active", "asleep", "gone"] },
      { name: "Phone kind", values: ["mobile", "work", "home"] },
      { name: "Cities", field: "Contacts::city" },
      { name: "Numbers", field: "Phones::number", relatedTo: "Contacts" },
    ],
    layouts: contactLayouts,
    scripts: [
      { name: "OttoReceiver", steps: [{ json: { received: true } }] },
      { name: "Echo", steps: [{ echo: true }] },
      { name: "Say hello", steps: [{ text: "Hello from FileMaker" }] },
      { name: "Give JSON", steps: [{ json: { ok: true, items: [1, 2, 3] } }] },
      { separator: true },
      {
        folder: "Trouble",
        scripts: [
          { name: "Fail", steps: [{ error: 500 }, { text: "could not" }] },
          { name: "Do nothing" },
          { name: "Wait", steps: [{ delayMs: 1000 }, { text: "waited" }] },
        ],
      },
      {
        folder: "Changes",
        scripts: [
          { name: "Note", steps: [{ edit: { values: { notes: { parameter: true } } } }] },
          {
            name: "Make contact",
            steps: [{ create: { table: "Contacts", values: { lastName: { parameter: true } } } }],
          },
          { name: "Remember", steps: [{ global: { field: "Contacts::gSearch", value: { parameter: true } } }] },
        ],
      },
    ],
  };
}

function contact(at: number): NonNullable<NonNullable<Database["tables"]>[number]["records"]>[number] {
  const firstName = pick(FIRST_NAMES, at);
  const lastName = pick(LAST_NAMES, at * 7);
  const day = (offset: number, span: number): string => String(1 + ((at + offset) % span)).padStart(2, "0");
  return {
    modId: at % 4,
    values: {
      id: at + 1,
      uuid: `5C0FFEE0-0000-4000-8000-${String(at + 1).padStart(12, "0")}`,
      firstName,
      lastName,
      email: `${firstName}.${lastName.replace(/\W/g, "")}.${at + 1}@example.com`.toLowerCase(),
      city: pick(CITIES, at * 3),
      status: pick(["new", "active", "active", "asleep", "gone"], at),
      birthday: `${1950 + (at % 50)}-${day(0, 12)}-${day(3, 28)}`,
      ...(at % 5 === 0 ? { callAt: `${day(7, 20)}:30:00` } : {}),
      score: (at * 37) % 101,
      ...(at % 3 === 0 ? { tags: [pick(["friend", "client", "press"], at), at % 2 === 0 ? "vip" : ""] } : {}),
      ...(at % 10 === 0 ? { notes: pick(NOTES, at / 10) } : {}),
      ...(photo(at) ?? {}),
      createdAt: `2026-${day(0, 11)}-${day(5, 28)} 09:${day(11, 58)}:00`,
      modifiedAt: `2026-11-${day(2, 19)} 16:${day(4, 58)}:30`,
    },
  };
}

/** Returns the photo of a person: three of them are pictures, two are texts; undefined for everyone else. */
function photo(at: number) {
  if (at < 3) return { photo: { file: `portrait-${at + 1}.png`, base64: PIXEL } };
  if (at < 5)
    return {
      photo: { file: at === 3 ? "letter.txt" : "readme", text: `Dear ${pick(FIRST_NAMES, at)},\nall is well.\n` },
    };
  return undefined;
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
