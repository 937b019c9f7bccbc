import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import makeFetchCookie from "fetch-cookie";
import { Client } from "fm-data-api-client";
import { expect, onTestFinished, test } from "vitest";
import { aServer, type TestServer } from "./support/a-server.ts";

/** Returns an unmodified client from the field. */
function clientOf(server: TestServer, password = "full-pass"): Client {
  const client = new Client(server.origin, "People.fmp12", "full", password);
  onTestFinished(() => client.clearToken());
  return client;
}

test("a published client creates, reads, edits, finds, and deletes", async () => {
  const server = await aServer();
  const people = clientOf(server).layout("People");
  const { recordId } = await people.create({ name: "Eve", age: 20 }, { script: "Echo", "script.param": "x y" });
  expect(await people.update(Number(recordId), { age: 21 })).toMatchObject({ modId: "1" });
  const found = await people.find({ name: "eve" }, { limit: 1, sort: { fieldName: "age", sortOrder: "descend" } });
  expect(found.data).toMatchObject([{ recordId, fieldData: { age: 21 } }]);
  expect((await people.range({ offset: 2, limit: 2 })).data).toHaveLength(2);
  const ranged = await people.get(1, { portalRanges: { "my.pets #1": { limit: 1 } } });
  expect(ranged.data[0]?.portalData["my.pets #1"]).toHaveLength(1);
  await people.delete(Number(recordId));
  await expect(people.get(Number(recordId))).rejects.toMatchObject({ code: "101" });
  expect((await people.find({ name: "eve" }, {}, true)).data).toEqual([]);
  expect(server.counters.logins).toBe(1);
});

test("a published client reports a wrong password", async () => {
  const server = await aServer();
  await expect(clientOf(server, "wrong").layout("People").range()).rejects.toMatchObject({ code: "212" });
});

test("a published client uploads, and a fetch with a cookie jar downloads immediately", async () => {
  const server = await aServer();
  const client = clientOf(server);
  const folder = mkdtempSync(join(tmpdir(), "sandbox-upload-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "ours.txt"), "a file of ours");
  await client.layout("People").upload(join(folder, "ours.txt"), 2, "picture", 2);
  const { data } = await client.layout("People").get(2);
  const url = String(data[0]?.fieldData["picture(2)"]);
  const answer = await makeFetchCookie(fetch)(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain");
  expect(await answer.text()).toBe("a file of ours");
  const withoutJar = await fetch(url, { redirect: "manual" });
  expect(withoutJar.status).toBe(302);
});
