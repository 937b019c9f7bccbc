import { afterAll, expect, test } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const rowsOf = async (path: string) => (await service.admin("GET", path)).body.response["api-keys"];
const newest = async (path: string): Promise<string> => (await rowsOf(path)).at(-1).key;
const inPath = encodeURIComponent;

verifies("keys:path:hint", "list, then read, change, log out, and delete", async () => {
  const path = "/svc/api/api-key";
  const value = await service.aKey({ label: "before" });
  const { key, id } = (await rowsOf(path)).at(-1);
  expect(key).toBe(`dk_${id}…${value.slice(-4)}`);
  for (const written of [key, key.replace("…", "...")]) {
    const one = `${path}/${inPath(written)}`;
    expect((await service.admin("GET", one)).body.response).toMatchObject({ id, key });
    expect((await service.admin("PATCH", one, { label: written })).body.response).toMatchObject({
      key,
      label: written,
    });
    expect((await service.admin("POST", `${one}/logout`)).body.response).toEqual({ ok: true });
  }
  const points = await service.admin("POST", "/svc/api/prerequisites", { files: ["Contacts"], key });
  expect(points.body.response.points).toContainEqual(expect.objectContaining({ id: "file_key", state: "ok" }));
  expect((await service.admin("DELETE", `${path}/${inPath(key)}`)).body.response).toEqual({ ok: true });
  expect(await service.admin("GET", `${path}/${inPath(key)}`)).toRefuseWith("key_not_found");
});

verifies("keys:path:hint", "for Admin API Keys, and for many at once", async () => {
  const path = "/svc/api/admin-api-key";
  const value = await service.anAdminKey("one");
  const first = await newest(path);
  await service.anAdminKey("two");
  const second = await newest(path);
  expect((await service.admin("PATCH", `${path}/${inPath(first)}`, { label: "x" })).body.response.key).toBe(first);
  const { deleted, notFound } = (await service.admin("POST", `${path}/bulk-delete`, { keys: [first, second, value] }))
    .body.response;
  expect([deleted.length, notFound]).toEqual([2, []]);
});

verifies("keys:path:hint", "id, last four characters, and kind must match", async () => {
  const path = "/svc/api/api-key";
  const value = await service.aKey();
  const key = await newest(path);
  const [start = "", lastFour = ""] = key.split("…");
  await service.aKey();
  const other = await newest(path);
  const wrong = [
    `${start}…${lastFour === "0000" ? "0001" : "0000"}`,
    `${other.split("…")[0]}…${lastFour}`,
    `ak_${key.slice(3)}`,
    `dk_…${lastFour}`,
    `${start}…`,
    `${start}..${lastFour}`,
    `${start}…${value.slice(-5)}`,
    `dk_0${key.slice(3)}`,
    key.slice(3),
  ];
  for (const text of wrong)
    expect(await service.admin("GET", `${path}/${inPath(text)}`), text).toRefuseWith("key_not_found");
  const { notFound } = (await service.admin("POST", `${path}/bulk-delete`, { keys: wrong })).body.response;
  expect(notFound).toEqual(wrong);
});

test("the audit trail names a key by its id, even if a hint was sent", async () => {
  await service.aKey();
  const { key, id } = (await rowsOf("/svc/api/api-key")).at(-1);
  await service.admin("PATCH", `/svc/api/api-key/${inPath(key)}`, { label: "x" });
  const [entry] = (await service.admin("GET", "/svc/api/audit?limit=1")).body.response.entries;
  expect(entry).toMatchObject({ action: "updateDataApiKey", objects: [`data-key:${id}`] });
});

test("a hint isn't a credential", async () => {
  await service.aKey();
  const key = await newest("/svc/api/api-key");
  const path = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records";
  expect((await service.raw("GET", `${path}?apiKey=${inPath(key)}`)).status).toBe(401);
});
