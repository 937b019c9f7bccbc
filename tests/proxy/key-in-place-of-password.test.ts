import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const records = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records";

verifies("proxy:data:stands-in", async () => {
  const key = await service.aKey();
  const answer = await service.raw("GET", `${records}?_limit=1`, { key });
  expect(answer).toSucceed();
  expect(answer.body.response.data).toHaveLength(1);
});

verifies("keys:data:one-file", async () => {
  const key = await service.aKey({ databases: ["Contacts.fmp12"] });
  const orders = records.replace("Contacts.fmp12", "Orders.fmp12");
  expect(await service.raw("GET", orders, { key })).toRefuseLikeFileMaker("key_file_not_allowed");
});
