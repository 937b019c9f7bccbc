import { afterAll, beforeEach, expect, test } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const root = "/svc/fmi/data/vLatest";
const names = (body: { response: { databases: { name: string }[] } }) =>
  body.response.databases.map(({ name }) => name);

verifies("proxy:data:databases", async () => {
  const key = await service.aKey({ databases: ["Orders.fmp12"] });
  const answer = await service.raw("GET", `${root}/databases`, { key });
  expect(answer).toSucceed();
  expect(names(answer.body)).toEqual(["Orders"]);
  expect(Number(answer.headers["content-length"])).toBe(answer.bytes.length);
});

verifies("proxy:data:databases", "HEAD returns the same length without the list", async () => {
  const key = await service.aKey({ databases: ["Orders.fmp12"] });
  const answer = await service.raw("GET", `${root}/databases`, { key });
  const head = await service.raw("HEAD", `${root}/databases`, { key });
  expect(head.status).toBe(200);
  expect(head.bytes).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(String(answer.bytes.length));
});

verifies("proxy:data:databases-any", async () => {
  const key = await service.aKey({ databases: ["Orders.fmp12"], allowAnyDatabase: true });
  const answer = await service.raw("GET", `${root}/databases`, { key });
  expect(answer).toSucceed();
  expect(names(answer.body)).toEqual(["Contacts", "Orders"]);
});

verifies("proxy:data:databases", "an unreadable list of files is rejected", async () => {
  const key = await service.aKey();
  service.sandbox.faults.set({ kind: "status", status: 503, body: "html", path: "/databases$" });
  const answer = await service.raw("GET", `${root}/databases`, { key });
  expect(answer.status).toBe(503);
  expect(answer.text).toContain("<h1>");
});

verifies("proxy:logins:refused", "a rejected account's list of files is retried no sooner than a login", async () => {
  const key = await service.aKey();
  service.sandbox.faults.set({ kind: "status", status: 401, code: "212", path: "/databases$" });
  const before = service.sandbox.counters.faults;
  for (let round = 0; round < 3; round += 1) {
    const answer = await service.raw("GET", `${root}/databases`, { key });
    expect(answer).toRefuseLikeFileMaker("stored_credentials_refused");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(25);
  }
  expect(service.sandbox.counters.faults - before).toBe(1);
  service.sandbox.faults.clear();
  await service.turn(30_000);
  expect(await service.raw("GET", `${root}/databases`, { key })).toSucceed();
});

test("the list needs a key, and accepts only GET", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", `${root}/databases`)).toRefuseLikeFileMaker("credential_missing");
  expect(await service.raw("POST", `${root}/databases`, { key, json: {} })).toRefuseLikeFileMaker("method_not_allowed");
});

test("productInfo is answered without credentials, as by the server", async () => {
  for (const path of [`${root}/productInfo`, `${root}/productinfo`, "/svc/fmi/data/v1/productInfo"]) {
    const answer = await service.raw("GET", path);
    expect(answer, path).toSucceed();
    expect(answer.body.response.productInfo.name).toBe("FileMaker Data API Engine");
  }
});

test("a path that the Data API doesn't have returns 404 in its format", async () => {
  const key = await service.aKey();
  for (const path of [
    `${root}/nothing`,
    `${root}/databases/Contacts`,
    "/svc/fmi/data/vLatest",
    "/svc/fmi/data/vLatest/",
  ]) {
    const answer = await service.raw("GET", path, { key });
    expect(answer.status, path).toBe(404);
    expect(answer.body.messages[0].code, path).toBe("1630");
  }
});
