import { afterAll, expect, test } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";

const first = await testService();
const second = await testService();
afterAll(async () => {
  await second.stop();
  await first.stop();
});

test("two services in one process are isolated: a key of one never opens the other, before or after its use", async () => {
  const [ofFirst, ofSecond] = [await first.aKey({ label: "first" }), await second.aKey({ label: "second" })];
  const logins = () => [first, second].map(({ sandbox }) => sandbox.counters.logins);
  const [firstBefore = 0, secondBefore = 0] = logins();
  for (let round = 0; round < 2; round += 1) {
    expect(await first.raw("GET", recordsPath(), { key: ofFirst })).toSucceed();
    expect(await second.raw("GET", recordsPath(), { key: ofSecond })).toSucceed();
    expect((await first.raw("GET", recordsPath(), { key: ofSecond })).status).toBe(401);
    expect((await second.raw("GET", recordsPath(), { key: ofFirst })).status).toBe(401);
  }
  // Each service has one session of its own.
  expect(logins()).toEqual([firstBefore + 1, secondBefore + 1]);
});

test("management requests of one list nothing of the other, and its Admin API Keys are unknown", async () => {
  const labels = async ({ admin }: typeof first) =>
    (await admin("GET", "/svc/api/api-key")).body.response["api-keys"].map(({ label }: { label: string }) => label);
  await first.aKey({ label: "only of the first" });
  expect(await labels(first)).toContain("only of the first");
  expect(await labels(second)).not.toContain("only of the first");
  const adminKey = await second.anAdminKey();
  expect((await second.raw("GET", "/svc/api/api-key", { key: adminKey })).status).toBe(200);
  expect((await first.raw("GET", "/svc/api/api-key", { key: adminKey })).status).toBe(401);
});

test("one service keeps running when the other stops", async () => {
  const key = await first.aKey({ label: "goes on" });
  const third = await testService();
  await third.aKey();
  await third.stop();
  expect(await first.raw("GET", recordsPath(), { key })).toSucceed();
});
