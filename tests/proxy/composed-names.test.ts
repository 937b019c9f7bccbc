import { afterAll, expect } from "vitest";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const demo = demoWorld();
const [contacts] = demo.databases ?? [];
if (contacts === undefined) throw new Error("The demo has a file");
const name = "Müller & Söhne".normalize("NFC");
const home = await house({
  sandbox: { world: { ...demo, databases: [{ ...contacts, name }], clients: [], schedules: [] } },
});
afterAll(() => home.stop());

verifies("proxy:match:exact", "a name in another Unicode form is the same name", async () => {
  const key = await home.aKey({ databases: [name] });
  for (const spelling of [name, name.normalize("NFD"), name.toUpperCase(), `${name.normalize("NFD")}.FMP12`]) {
    const path = `/svc/fmi/data/vLatest/databases/${encodeURIComponent(spelling)}/layouts/Contacts/records?_limit=1`;
    expect(await home.raw("GET", path, { key }), spelling).toSucceed();
  }
  const plain = `/svc/fmi/data/vLatest/databases/${encodeURIComponent("Muller & Sohne")}/layouts`;
  expect(await home.raw("GET", plain, { key })).toRefuseLikeFileMaker("key_file_not_allowed");
});
