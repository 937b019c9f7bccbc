import { afterAll, expect } from "vitest";
import { AuditRecord } from "#shared/audit/record.ts";
import { auditStore } from "#shared/audit/store.ts";
import { auditTrail } from "#shared/audit/trail.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { systemIds } from "#shared/node/ids.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const { clock } = service;
const { table } = service.openStores(clock);
afterAll(() => service.stop());

verifies("audit:entries:many-objects", async () => {
  const errors: unknown[] = [];
  const store = auditStore(table, 86_400_000);
  const trail = auditTrail({ store, clock, ids: systemIds(clock), log: { error: (line) => errors.push(line) } });
  const objects = Array.from({ length: 1_000 }, (_, at) => `host-file:${at} ${"檔".repeat(255)}`);
  const subject = { actor: "user:admin", action: "deleteHostFiles", address: "", userAgent: "", requestId: "r1" };
  const ended = await trail.begin({ ...subject, objects });
  await ended({ outcome: "done", error: null, objects });
  expect(errors).toEqual([]);
  const key = { pk: `audit#${timestamp(clock.now()).slice(0, 7)}` };
  const entries = (await table.query(key)).items.filter(({ fields }) => fields.requestId === "r1");
  expect(entries).toMatchObject([{ fields: { outcome: "done" } }]);
  const recorded = AuditRecord.parse(entries[0]?.fields).objects;
  expect(recorded.length).toBeGreaterThan(200);
});
