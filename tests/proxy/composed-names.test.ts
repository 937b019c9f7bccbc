import { afterAll, expect } from "vitest";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const demo = demoWorld();
const [contacts] = demo.databases ?? [];
if (contacts === undefined) throw new Error("The demo has a file");
const name = "Müller & Söhne".normalize("NFC");
const service = await testService({
  sandbox: { world: { ...demo, databases: [{ ...contacts, name }], clients: [], schedules: [] } },
});
afterAll(() => service.stop());

verifies("proxy:match:exact", "a name in another Unicode form is the same name", async () => {
  const key = await service.aKey({ databases: [name] });
  for (const spelling of [name, name.normalize("NFD"), name.toUpperCase(), `${name.normalize("NFD")}.FMP12`]) {
    const path = `/svc/fmi/data/vLatest/databases/${encodeURIComponent(spelling)}/layouts/Contacts/records?_limit=1`;
    expect(await service.raw("GET", path, { key }), spelling).toSucceed();
  }
  const plain = `/svc/fmi/data/vLatest/databases/${encodeURIComponent("Muller & Sohne")}/layouts`;
  expect(await service.raw("GET", plain, { key })).toRefuseLikeFileMaker("key_file_not_allowed");
});
