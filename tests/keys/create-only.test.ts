import { afterAll, beforeEach, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({ environment: { TRUSTED_PROXIES: "127.0.0.1" } });
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 60 * 60_000));

const options = { databases: ["Contacts.fmp12"], user: "api", pass: "demo-pass", label: "command line" };
const create = (body: object, address = "192.0.2.1") =>
  service.raw("POST", "/svc/api/api-key/create-only", {
    headers: { "X-Forwarded-For": address },
    json: { ...options, ...body },
  });

verifies("keys:create-only:proof", async () => {
  const { status, body } = await create({});
  expect(status).toBe(200);
  expect(await service.raw("GET", recordsPath(), { key: body.response.key })).toSucceed();
});

verifies("keys:create-only:proof", "the older body with one database is accepted too", async () => {
  const { databases: _, ...rest } = options;
  const json = { ...rest, database: "Contacts.fmp12" };
  expect((await service.raw("POST", "/svc/api/api-key/create-only", { json })).status).toBe(200);
});

verifies("keys:create-only:proof", "without the file's account, no key is created", async () => {
  const count = async () => (await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"].length;
  const before = await count();
  expect(await create({ pass: "guess" })).toRefuseWith("key_files_refused");
  expect(await count()).toBe(before);
});

verifies("keys:create-only:proof", "an unknown caller doesn't learn which files are hosted", async () => {
  const answers = await Promise.all(["Nowhere", "Archive"].map((file) => create({ databases: [file] })));
  const reasons = answers.map(({ body }) => body.response.files[0].reason);
  expect(reasons).toEqual(["not_available", "not_available"]);
});

verifies("keys:create-only:few-files", async () => {
  const { calls } = service.sandbox.counters;
  const databases = Array.from({ length: 21 }, (_, index) => `File ${index}`);
  expect(await create({ databases })).toRefuseWith("input_invalid");
  expect(await create({ databases: databases.slice(1), database: "File 0" })).toRefuseWith("input_invalid");
  expect(service.sandbox.counters.calls).toBe(calls);

  const { body } = await create({ databases: databases.slice(1) });
  // A list of files, and the login to the first of them.
  expect(service.sandbox.counters.calls - calls).toBe(2);
  expect(body.response.files).toEqual([{ database: "File 1.fmp12", ok: false, reason: "not_available" }]);
});

verifies("keys:create-only:few-files", "repeated requests for missing files cause few logins", async () => {
  const { calls } = service.sandbox.counters;
  const databases = Array.from({ length: 20 }, (_, index) => `File ${index}`);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => create({ databases, user: `name ${index}` }, `203.0.113.${index}`)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  expect(service.sandbox.counters.calls - calls).toBe(40);
});

verifies("keys:create-only:missing-file", async () => {
  const [unknown, closed] = await Promise.all(["nowhere", "archive"].map((file) => create({ databases: [file] })));
  const withoutName = (answer: typeof unknown, name: string) => [
    answer?.status,
    answer?.text.replaceAll(name, "NAME"),
    answer?.headers["ratelimit-policy"],
  ];
  expect(withoutName(unknown, "nowhere")).toEqual(withoutName(closed, "archive"));
  expect(closed?.body.response.files).toEqual([{ database: "archive.fmp12", ok: false, reason: "not_available" }]);
});

verifies("keys:create-only:missing-file", "ten of them from one address count as ten wrong passwords", async () => {
  const address = "192.0.2.7";
  for (let guess = 0; guess < 10; guess += 1)
    expect(await create({ databases: ["Archive"], user: "guest" }, address)).toRefuseWith("key_files_refused");
  expect(await create({ user: "guest" }, address)).toRefuseWith("too_many_attempts");
});

verifies("keys:create-only:always-new", async () => {
  const first = (await create({})).body.response;
  expect(await create({ returnExisting: true })).toRefuseWith("input_invalid");
  const second = (await create({})).body.response;
  expect(second.id).not.toBe(first.id);
  expect(second.key).not.toBe(first.key);
  for (const { key } of [first, second]) expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
});
