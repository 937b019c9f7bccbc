import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService({ largestBodyBytes: 100_000 });
afterAll(() => service.stop());

const container = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records/1/containers/photo/1";

verifies("files:upload:pointer", async () => {
  const key = await service.aKey();
  const calls = service.sandbox.counters.calls;
  const refused = await service.raw("POST", container, { key, body: Buffer.alloc(100_001) });
  expect(refused).toRefuseLikeFileMaker("upload_needed");
  expect(refused.body.messages[0].message).toContain("POST /svc/api/uploads");
  expect(service.sandbox.counters.calls).toBe(calls);
  const small = await service.raw("POST", container, { key, body: Buffer.alloc(100_000) });
  expect(small.status, "FileMaker Server's own word").toBe(415);
});
