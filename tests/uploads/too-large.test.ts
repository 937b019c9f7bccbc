import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const home = await house({ largestBodyBytes: 100_000 });
afterAll(() => home.stop());

const container = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records/1/containers/photo/1";

verifies("files:upload:pointer", async () => {
  const key = await home.aKey();
  const calls = home.sandbox.counters.calls;
  const refused = await home.raw("POST", container, { key, body: Buffer.alloc(100_001) });
  expect(refused).toRefuseLikeFileMaker("upload_needed");
  expect(refused.body.messages[0].message).toContain("POST /svc/api/uploads");
  expect(home.sandbox.counters.calls).toBe(calls);
  const small = await home.raw("POST", container, { key, body: Buffer.alloc(100_000) });
  expect(small.status, "FileMaker Server's own word").toBe(415);
});
