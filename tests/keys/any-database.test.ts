import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const use = (key: string, file: string) => service.raw("GET", recordsPath(file), { key });
const loginsRefused = () => service.sandbox.counters.failedLogins;

verifies("keys:any:off", async () => {
  const key = await service.aKey({ databases: ["Contacts"] });
  expect(await use(key, "Contacts.fmp12")).toSucceed();
  expect(await use(key, "Orders.fmp12")).toRefuseLikeFileMaker("key_file_not_allowed");
});

verifies(
  "keys:any:off",
  "files that aren't allowed, missing, or closed get the same error, and none is tried",
  async () => {
    const key = await service.aKey({ databases: ["Contacts"] });
    const before = loginsRefused();
    const answers = await Promise.all(["Orders", "Nowhere", "Archive", "Private"].map((file) => use(key, file)));
    for (const answer of answers) {
      expect(answer).toRefuseLikeFileMaker("key_file_not_allowed");
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect(loginsRefused()).toBe(before);
  },
);

verifies("keys:any:on", async () => {
  const key = await service.aKey({ databases: ["Contacts"], allowAnyDatabase: true });
  expect(await use(key, "Contacts.fmp12")).toSucceed();
  expect(await use(key, "Orders.fmp12")).toSucceed();
  expect(await use(key, "ORDERS")).toSucceed();
});

verifies("keys:any:on", "a file that the account can't open stays inaccessible", async () => {
  const key = await service.aKey({ databases: ["Contacts"], allowAnyDatabase: true });
  expect((await use(key, "Private.fmp12")).status).toBeGreaterThanOrEqual(400);
  expect((await use(key, "Archive.fmp12")).status).toBeGreaterThanOrEqual(400);
});

verifies("keys:data:one-file", "a key for one file opens no other, in any spelling of its name", async () => {
  const key = await service.aKey({ databases: ["Contacts"] });
  for (const name of ["Orders", "orders.fmp12", "ORDERS.FMP12", "Contacts.fmp12.fmp12", "Contacts2", "Contact", "*"]) {
    const path = `/svc/fmi/data/vLatest/databases/${encodeURIComponent(name)}/layouts`;
    expect(await service.raw("GET", path, { key }), name).toRefuseLikeFileMaker("key_file_not_allowed");
  }
  for (const name of ["Contacts", "contacts.fmp12", "CONTACTS.FMP12"]) {
    const path = `/svc/fmi/data/vLatest/databases/${name}/layouts`;
    expect(await service.raw("GET", path, { key }), name).toSucceed();
  }
});
