import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());

const records = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records";

verifies("proxy:data:stands-in", async () => {
  const key = await home.aKey();
  const answer = await home.raw("GET", `${records}?_limit=1`, { key });
  expect(answer).toSucceed();
  expect(answer.body.response.data).toHaveLength(1);
});

verifies("keys:data:one-file", async () => {
  const key = await home.aKey({ databases: ["Contacts.fmp12"] });
  const orders = records.replace("Contacts.fmp12", "Orders.fmp12");
  expect(await home.raw("GET", orders, { key })).toRefuseLikeFileMaker("key_file_not_allowed");
});
