import { afterAll, beforeEach, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.turn(20 * 60_000));

const options = { databases: ["Contacts.fmp12"], user: "api", pass: "demo-pass", label: "command line" };
const create = (body: object) => service.raw("POST", "/svc/api/api-key/create-only", { json: { ...options, ...body } });

verifies("keys:create-only:proof", async () => {
  const { status, body } = await create({});
  expect(status).toBe(200);
  expect(await service.raw("GET", recordsPath(), { key: body.response.key })).toSucceed();
});

verifies("keys:create-only:proof", "the older body with one database is taken as well", async () => {
  const { databases: _, ...rest } = options;
  const json = { ...rest, database: "Contacts.fmp12" };
  expect((await service.raw("POST", "/svc/api/api-key/create-only", { json })).status).toBe(200);
});

verifies("keys:create-only:proof", "without the file's account there is no key", async () => {
  const count = async () => (await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"].length;
  const before = await count();
  expect(await create({ pass: "guess" })).toRefuseWith("key_files_refused");
  expect(await count()).toBe(before);
});

verifies("keys:create-only:proof", "an unknown caller does not learn which files are hosted", async () => {
  const answers = await Promise.all(["Nowhere", "Archive"].map((file) => create({ databases: [file] })));
  const reasons = answers.map(({ body }) => body.response.files[0].reason);
  expect(reasons).toEqual(["not_available", "not_available"]);
});

verifies("keys:create-only:always-new", async () => {
  const first = (await create({})).body.response;
  expect(await create({ returnExisting: true })).toRefuseWith("input_invalid");
  const second = (await create({})).body.response;
  expect(second.id).not.toBe(first.id);
  expect(second.key).not.toBe(first.key);
  for (const { key } of [first, second]) expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
});
