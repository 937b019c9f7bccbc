import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { recordsPath } from "../support/records-path.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());

verifies("keys:logout:sessions", async () => {
  const key = await home.aKey({ databases: ["Contacts", "Orders"] });
  for (const file of ["Contacts.fmp12", "Orders.fmp12"]) {
    expect(await home.raw("GET", recordsPath(file), { key })).toSucceed();
  }
  expect(home.sandbox.counters.openSessions()).toBe(2);
  const answer = await home.admin("POST", `/svc/api/api-key/${key}/logout`, {});
  expect(answer.body.response).toEqual({ ok: true });
  expect(home.sandbox.counters.openSessions()).toBe(0);
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
  expect(home.sandbox.counters.openSessions()).toBe(1);
});

verifies("keys:logout:sessions", "a body is not needed, and a key without sessions is logged out as well", async () => {
  const key = await home.aKey({ user: "readonly", pass: "readonly-pass" });
  expect((await home.admin("POST", `/svc/api/api-key/${key}/logout`)).status).toBe(200);
  expect((await home.admin("POST", `/svc/api/api-key/${key}/logout`)).status).toBe(200);
});
