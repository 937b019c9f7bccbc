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

verifies("proxy:pool:cold", async () => {
  const key = await home.aKey({ databases: ["Orders.fmp12"] });
  const before = home.sandbox.counters.logins;
  const orders = "/svc/fmi/data/vLatest/databases/Orders.fmp12/layouts/Orders/records?_limit=1";
  const answers = await Promise.all(Array.from({ length: 100 }, () => home.raw("GET", orders, { key })));
  for (const answer of answers) expect(answer).toSucceed();
  expect(home.sandbox.counters.logins - before).toBe(1);
});
