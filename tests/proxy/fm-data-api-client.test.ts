import { writeFileSync } from "node:fs";
import { join } from "node:path";
import makeFetchCookie from "fetch-cookie";
import { Client } from "fm-data-api-client";
import { CookieJar } from "tough-cookie";
import { afterAll, expect, test } from "vitest";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const key = await service.aKey();
const client = () => new Client(`${service.baseUrl}/svc`, "Contacts", "apiKey", key);

verifies("proxy:client:fm-data-api-client", async () => {
  const people = client();
  const contacts = people.layout("Contacts");
  const { recordId } = await contacts.create({ firstName: "Grace", lastName: "Hopper" });
  await contacts.update(Number(recordId), { city: "Arlington" }, { script: "Echo", "script.param": "edited" });

  const found = await contacts.find({ lastName: "==Hopper" });
  expect(found.data).toHaveLength(1);
  expect(found.data[0]?.fieldData).toMatchObject({ fullName: "Grace Hopper", city: "Arlington" });

  // From a file: for a buffer, the package sends a wrong length to every server.
  const note = join(scratchFolder(), "note.txt");
  writeFileSync(note, "the first bug");
  await contacts.upload(note, Number(recordId), "photo");
  const { data } = await contacts.get(Number(recordId));
  const address = String(data[0]?.fieldData.photo);
  expect(address).toMatch(new RegExp(`^${service.baseUrl}/svc/fmi/streaming/`));
  const fetched = await makeFetchCookie(fetch, new CookieJar())(address);
  expect(await fetched.text()).toBe("the first bug");

  const { scriptResult } = await contacts.range({ limit: 1, script: "Echo", "script.param": "said" });
  expect(scriptResult).toBe("said");
  await contacts.delete(Number(recordId));
  await expect(contacts.get(Number(recordId))).rejects.toMatchObject({ code: "101" });
  await people.clearToken();
});

test("login, idle time, and logout of the client behave as with FileMaker Server", async () => {
  const people = client();
  const first = () => people.layout("Contacts").range({ limit: 1 });
  const before = service.sandbox.counters.logins;
  await first();
  await first();
  await service.turn(15 * 60_000);
  await expect(first()).rejects.toMatchObject({ code: "952" });
  await people.clearToken();
  await first();
  expect(service.sandbox.counters.logins - before).toBeLessThanOrEqual(2);
});

test("the client's errors carry FileMaker's numbers", async () => {
  const wrong = new Client(`${service.baseUrl}/svc`, "Contacts", "apiKey", "dk_nothing");
  await expect(wrong.layout("Contacts").range()).rejects.toMatchObject({ code: "212" });
  const other = new Client(`${service.baseUrl}/svc`, "Orders", "apiKey", key);
  await expect(other.layout("Orders").range()).rejects.toMatchObject({ code: "9" });
});
