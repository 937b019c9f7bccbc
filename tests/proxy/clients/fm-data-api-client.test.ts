import { writeFileSync } from "node:fs";
import { join } from "node:path";
import makeFetchCookie from "fetch-cookie";
import { Client } from "fm-data-api-client";
import { afterAll, beforeEach, expect } from "vitest";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { verifies } from "../../support/verifies.ts";
import { aClientSetup, account, outcomeOf } from "./support/a-client-setup.ts";

const servers = await aClientSetup(false);
const { direct, service, key } = servers;
beforeEach(() => servers.reset());
afterAll(() => servers.stop());

/** Uses all functions of the package, and returns their results. */
async function everything(client: Client): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  const picture = join(scratchFolder(), "picture.txt");
  writeFileSync(picture, "a picture of words");
  const note = async (promise: Promise<unknown>) => outcomes.push(await outcomeOf(promise));
  const contacts = client.layout("Contacts");
  await note(contacts.range({ offset: 3, limit: 2, sort: { fieldName: "lastName", sortOrder: "descend" } }));
  await note(contacts.range({ limit: 1, portalRanges: { phones: { limit: 1 } } }));
  await note(contacts.range({ limit: 1, script: "Echo", "script.param": "said & done" }));
  await note(contacts.find({ city: "Bern", lastName: "*" }, { limit: 2 }));
  await note(contacts.find({ lastName: "==No such" }));
  await note(contacts.find({ lastName: "==No such" }, {}, true));
  await note(client.layout("Nowhere").range());
  await note(contacts.get(999_999));

  const { recordId } = await contacts.create({ firstName: "Zoë", lastName: "O'Made", city: "Bern" });
  const id = Number(recordId);
  await note(contacts.update(id, { city: "Chur" }, { script: "Echo", "script.param": "edited" }));
  await note(contacts.update(id, { score: 1000 }));
  await note(contacts.create({ lastName: "" }));
  await note(contacts.upload(picture, id, "photo"));
  const { data } = await contacts.get(id);
  outcomes.push(data);
  const fetched = await makeFetchCookie(fetch)(String(data[0]?.fieldData.photo));
  outcomes.push([fetched.status, fetched.headers.get("content-type"), await fetched.text()]);
  await note(contacts.delete(id));
  await note(contacts.delete(id));
  await note(client.clearToken());
  await note(contacts.range({ limit: 1 }));
  await note(client.clearToken());
  return outcomes;
}

verifies("proxy:client:same-results", async () => {
  const straight = await everything(new Client(direct.origin, "Contacts", account.user, account.pass));
  const proxied = await everything(new Client(`${service.baseUrl}/svc`, "Contacts", "apiKey", key));
  expect(servers.comparable(proxied)).toEqual(servers.comparable(straight));
  expect(JSON.stringify(straight)).toContain('"city":"Chur"');
});

verifies("proxy:client:same-results", "a key instead of the password is accepted under any prefix", async () => {
  const straight = await everything(new Client(direct.origin, "Contacts.fmp12", account.user, account.pass));
  const proxied = await everything(new Client(`${service.baseUrl}/otto`, "Contacts.fmp12", "apiKey", key));
  expect(servers.comparable(proxied)).toEqual(servers.comparable(straight));
});

verifies("proxy:client:same-results", "a native account uses FileMaker Server's own address", async () => {
  const client = new Client(`${service.baseUrl}/svc`, "Contacts", account.user, account.pass);
  await expect(client.layout("Contacts").range()).rejects.toMatchObject({ code: "212" });
});
