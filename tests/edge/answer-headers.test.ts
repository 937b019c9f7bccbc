import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { operationsForOthers } from "../attacks/support/operations-for-others.ts";
import type { Answer } from "../support/http/call.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const operations = Object.values(catalogue).flatMap((resource) => Object.entries<Operation>(resource));
const addressOf = ({ path }: Operation) => path.replace(/\{\w+\+?\}/g, "1");

/** Expects the headers that tell a browser how to treat a response, once each. */
function expectSafe({ rawHeaders, headers, status }: Answer, about: string) {
  const named = rawHeaders.filter(
    (name, at) => at % 2 === 0 && /^(?:x-content-type-options|referrer-policy)$/i.test(name),
  );
  expect(named, `${about} (${status})`).toHaveLength(2);
  expect(headers["x-content-type-options"], about).toBe("nosniff");
  expect(headers["referrer-policy"], about).toBe("no-referrer");
}

function expectOurs(answer: Answer, about: string) {
  expectSafe(answer, about);
  expect(String(answer.headers["content-security-policy"]), `${about} (${answer.status})`).toMatch(
    /^default-src 'none'; .*frame-ancestors 'none'|frame-ancestors 'none'$/,
  );
}

verifies("contract:answers:safe", "errors of every operation", async () => {
  for (const [name, operation] of operations) {
    const answer = await service.raw(operation.method, addressOf(operation));
    if (operation.access === "admin") expect(answer.status, name).toBe(401);
    expectOurs(answer, name);
  }
});

verifies("contract:answers:safe", "responses of operations to administrators, and to others", async () => {
  const key = await service.anAdminKey();
  const statuses = new Set<number>();
  for (const [name, operation] of operations) {
    if (operation.access !== "admin" || operation.method !== "GET") continue;
    const answer = await service.raw("GET", addressOf(operation), { key });
    statuses.add(answer.status);
    expectOurs(answer, name);
  }
  expect([...statuses]).toContain(200);
  const dataKey = await service.aKey();
  for (const [name, { path, method, call, serves }] of Object.entries(operationsForOthers)) {
    if (serves === "proof") continue;
    const operation = operations.find(([each]) => each === name)?.[1] as Operation;
    const shown = serves === "everyone" ? {} : { key: serves.includes("admin key") ? key : dataKey };
    const answer = await service.raw(method ?? operation.method, path ?? addressOf(operation), { ...call, ...shown });
    if (operation.answers === "relay") expectSafe(answer, name);
    else expectOurs(answer, name);
  }
});

verifies("contract:answers:safe", "FileMaker Server's responses are forwarded with it, once", async () => {
  const key = await service.aKey();
  const records = await service.raw("GET", recordsPath(), { key });
  expect(records).toSucceed();
  expectSafe(records, "records");
});

verifies("contract:answers:safe", "responses of the proxies themselves", async () => {
  const key = await service.aKey();
  const authorization = { Authorization: basicAuth("apiKey", key) };
  const session = { headers: authorization, json: {} };
  for (const [method, path, options] of [
    ["GET", recordsPath("Orders.fmp12"), { key }],
    ["GET", "/svc/fmi/nowhere", {}],
    ["POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", session],
    ["POST", "/svc/fmi/admin/api/v2/user/auth", { headers: { Authorization: basicAuth("admin", "wrong") } }],
    ["GET", "/svc/api/nowhere", {}],
    ["GET", "/nowhere", {}],
    ["GET", "/svc/oauth/auth", {}],
    ["GET", "/svc/api/api-key", { headers: { "X-Long": "x".repeat(20_000) } }],
  ] as const)
    expectOurs(await service.raw(method, path, options), `${method} ${path.slice(0, 60)}`);
});
