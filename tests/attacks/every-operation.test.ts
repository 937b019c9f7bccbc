import { afterAll, expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import { hasEffect, type Operation } from "#shared/contract/operation.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { everyCredential, type Shown } from "./support/every-credential.ts";
import { operationsForOthers } from "./support/operations-for-others.ts";

const service = await testService();
afterAll(() => service.stop());

const operations = Object.values(catalogue).flatMap((resource) => Object.entries<Operation>(resource));
const administrative = operations.filter(([, { access }]) => access === "admin");
const others = operations.filter(([, { access }]) => access !== "admin");
const credentials: Readonly<Record<string, Shown>> = await everyCredential(service);
const adminKey = { Authorization: `Bearer ${await service.anAdminKey()}` };
// The page is public once it is enabled.
const statusPage = { isOn: true, title: "Files", files: ["Contacts"], schedules: [], notices: [] };
await service.admin("PUT", "/svc/api/settings/status-page", statusPage);
const made = await service.rows();
const addressOf = ({ path }: Operation) => path.replace(/\{\w+\+?\}/g, "1");

/** Credentials that only FileMaker Server can verify. After a few attempts, it isn't asked anymore. */
const guessed = [
  "account of a file",
  "session of a file",
  "token of an MCP server",
  "token of the metrics",
  "token of the app log",
];

verifies("access:operations:credentials", "administrators' operations reject all other credentials", async () => {
  expect(administrative.length).toBeGreaterThan(240);
  for (const [kind, headers] of Object.entries(credentials)) {
    if (kind === "session of a page elsewhere") continue;
    for (const [name, operation] of administrative) {
      const { status, text } = await service.raw(operation.method, addressOf(operation), { headers });
      expect(guessed.includes(kind) ? [401, 429] : [401], `${name} with ${kind}: ${text}`).toContain(status);
    }
  }
  // Only counters and lists of rejections were stored, and the day's license, which the service records by itself.
  const partitions = new Set((await service.rows()).map(({ pk }) => pk));
  for (const pk of partitions)
    if (!made.some((row) => row.pk === pk)) expect(pk).toMatch(/^(?:attempts|audit|license-days|usage)/);
});

verifies("access:operations:credentials", "operations with an effect reject pages of another origin", async () => {
  const headers = credentials["session of a page elsewhere"] as Shown;
  for (const [name, operation] of administrative) {
    const { status } = await service.raw(operation.method, addressOf(operation), { headers });
    if (hasEffect(operation)) expect(status, name).toBe(403);
    else expect([200, 400, 404, 409, 503], name).toContain(status);
  }
});

test("each operation for other callers is listed", () => {
  expect(Object.keys(operationsForOthers)).toEqual(others.map(([name]) => name).sort());
});

verifies("access:operations:credentials", async () => {
  const shown = { ...credentials, "admin key": adminKey };
  for (const [name, operation] of others) {
    const {
      serves,
      path = addressOf(operation),
      method = operation.method,
      call = {},
    } = operationsForOthers[name] as (typeof operationsForOthers)[string];
    const statuses: Record<string, number> = {};
    for (const [kind, headers] of Object.entries(shown)) {
      const answer = await service.raw(method, path, { ...call, headers: { ...call.headers, ...headers } });
      statuses[kind] = answer.status;
    }
    const about = `${name} ${JSON.stringify(statuses)}`;
    if (serves === "everyone") {
      expect(new Set(Object.values(statuses)).size, about).toBe(1);
      expect(statuses.none, about).toBeLessThan(400);
    } else if (serves === "proof") {
      for (const status of Object.values(statuses)) expect([400, 401, 403, 404, 429], about).toContain(status);
    } else {
      const served = Object.keys(statuses).filter((kind) => ![401, 403, 429].includes(statuses[kind] as number));
      expect(served.sort(), about).toEqual([...serves].sort());
    }
  }
});
