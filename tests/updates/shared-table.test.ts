import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { ActiveAgent } from "#shared/agent/record.ts";
import type { StoredFormat } from "#shared/contract/stored-record.ts";
import type { Fields, Key, Table } from "#shared/ports/table.ts";
import packageJson from "../../package.json" with { type: "json" };
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { conflicts, currentFormats, type KeptFormats, kept } from "./formats.ts";

let table: Table | undefined;
const service = await testService({
  decorate(platform) {
    table = platform.table;
    return platform;
  },
});
afterAll(() => service.stop());

const taken = async (method: string, path: string, json?: unknown) => {
  const answer = await service.admin(method, path, json);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body.response;
};

/** Gives an item the next version, and a field that only that version has. */
async function written(key: Key): Promise<Fields> {
  const item = await table?.get(key);
  if (item === undefined) throw new Error(`No item at ${JSON.stringify(key)}`);
  const fields = { ...item.fields, schema: Number(item.fields.schema) + 1, later: "from the next release" };
  await table?.put({ ...item, fields }, { version: item.version });
  return fields;
}

const sk = (id: number) => String(id).padStart(16, "0");

const cases: Readonly<Record<string, () => Promise<{ readonly key: Key; change(): Promise<unknown> }>>> = {
  async webhook() {
    const hook = { channel: "orders", filename: "Contacts", label: "Orders" };
    const { id } = await taken("POST", "/svc/api/webhooks", hook);
    const change = () => taken("PATCH", `/svc/api/webhooks/${id}`, { label: "Other" });
    return { key: { pk: "webhooks", sk: sk(id) }, change };
  },
  async key() {
    const given = { databases: ["Contacts.fmp12"], label: "Shop", user: "api", pass: "demo-pass" };
    const { id, key } = await taken("POST", "/svc/api/api-key", given);
    const change = () => taken("PATCH", `/svc/api/api-key/${key}`, { label: "Other" });
    return { key: { pk: "keys#data", sk: sk(id) }, change };
  },
  async schedule() {
    const timing = { kind: "repeating", cron: "0 3 * * *", timeZone: "UTC" };
    const action = { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts", clone: true }] } };
    const schedule = { name: "Nightly", timing, action };
    const { id } = (await taken("POST", "/svc/api/schedules", schedule)).schedule;
    const change = () => taken("PATCH", `/svc/api/schedules/${id}`, { name: "Other" });
    return { key: { pk: "schedules", sk: sk(id) }, change };
  },
};

for (const [name, prepared] of Object.entries(cases))
  verifies("runtime:update:kept", `a ${name} of the next release`, async () => {
    const { key, change } = await prepared();
    const before = await written(key);
    await change();
    const after = (await table?.get(key))?.fields;
    expect(after).toMatchObject({ schema: before.schema, later: "from the next release" });
    expect(after).not.toEqual(before);
  });

test("a record keeps unknown fields only if the next release wrote it, and later versions are rejected", () => {
  const parsed = (schema: number) => ActiveAgent.safeParse({ schema, id: "one", other: "field" }).data;
  expect([parsed(1), parsed(2), parsed(3)]).toEqual([
    { schema: 1, id: "one" },
    { schema: 2, id: "one", other: "field" },
    undefined,
  ]);
});

const formats = await currentFormats();
const folder = new URL("formats-of-releases/", import.meta.url);

for (const file of readdirSync(folder))
  verifies("runtime:update:formats", file.replace(/\.json$/, ""), () => {
    const older: KeptFormats = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    expect(conflicts(older, formats)).toEqual([]);
  });

verifies("runtime:update:formats", "this release's formats are kept", () => {
  const older: KeptFormats = JSON.parse(readFileSync(new URL(`${packageJson.version}.json`, folder), "utf8"));
  // Otherwise: node tests/updates/keep-formats.ts
  expect(Object.keys(older)).toEqual(formats.map(({ name }) => name).toSorted());
  expect(formats.filter(({ name, version }) => older[name]?.version !== version)).toEqual([]);
});

test("no two formats have the same name", () => {
  expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length);
});

const thing = (version: number, shape: z.ZodRawShape): StoredFormat => ({
  name: "thing",
  version,
  parser: z.looseObject({
    schema: z
      .int()
      .min(1)
      .max(version + 1),
    ...shape,
  }),
});
const first = { thing: kept(thing(1, { id: z.int(), label: z.string() })) };
const both = { id: z.int(), label: z.string() };

verifies("runtime:update:formats", "changes that two releases can't share are found", () => {
  const found = (version: number, shape: z.ZodRawShape) =>
    conflicts(first, [thing(version, shape)]).map((sentence) => sentence.replace(/ \{.*/, ""));
  expect(found(2, { ...both, note: z.string().default("") })).toEqual([]);
  // A new required field, a missing one, another type, and two versions at once.
  expect(found(2, { ...both, note: z.string() })).toEqual(["thing: the newer release rejects"]);
  expect(found(2, { id: z.int() })).toEqual(["thing: the older release rejects"]);
  expect(found(1, { ...both, id: z.string() })).toEqual([
    "thing: the newer release rejects",
    "thing: the older release rejects",
  ]);
  expect(found(3, both)).toEqual(["thing: version 1 can't become 3 in one release"]);
});
