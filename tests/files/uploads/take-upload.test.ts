import { afterAll, expect, test } from "vitest";
import { keyCache } from "../../../functions/wiring/calls.ts";
import { takenUploads } from "../../../functions/wiring/uploads.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile, bring } from "./support/bring.ts";

const service = await testService();
afterAll(() => service.stop());

const layout = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts";
const container = (record = 1) => `${layout}/records/${record}/containers/photo/1`;
const file = aFile(2_500_000);

function stored(record: number): { readonly name: string; readonly bytes: Buffer } | undefined {
  const records = service.sandbox.world.database("Contacts")?.tables.get("contacts")?.records;
  return records?.get(record)?.cells.get("photo") as { name: string; bytes: Buffer } | undefined;
}

const send = (key: string, id: string, path = container()) =>
  service.raw("POST", path, { key, headers: { "X-Svc-Upload": id } });

verifies("files:upload:taken", async () => {
  const key = await service.aKey();
  const id = await bring(service, key, file, { fileName: "Grüße aus 東京.png", contentType: "image/png" });
  const answer = await send(key, id);
  expect(answer).toSucceed();
  expect(answer.body.response).toEqual({ modId: expect.any(String) });
  expect(stored(1)?.name).toBe("Grüße aus 東京.png");
  expect(stored(1)?.bytes.equals(file)).toBe(true);
  await service.settle();
  expect(await send(key, id), "taken once").toRefuseLikeFileMaker("upload_not_found");
  const left = await service.runtime.platform.blobs.blobs.list({ prefix: "uploads/" });
  expect(left?.names.filter((name) => name.includes(id))).toEqual([]);
});

verifies("files:upload:taken", "the repetition is optional, and the request can use a login's token", async () => {
  const key = await service.aKey();
  const login = await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts.fmp12/sessions", {
    headers: { Authorization: basicAuth("apiKey", key), "Content-Type": "application/json" },
    body: "{}",
  });
  const headers = {
    Authorization: `Bearer ${login.body.response.token}`,
    "X-Svc-Upload": await bring(service, key, file, { fileName: "a.bin" }),
  };
  expect(await service.raw("POST", `${layout}/records/2/containers/photo`, { headers })).toSucceed();
  expect(stored(2)?.name).toBe("a.bin");
});

verifies(
  "files:upload:taken",
  "a request that puts no file into a container, or has a body, uses no upload",
  async () => {
    const key = await service.aKey();
    const id = await bring(service, key, file.subarray(0, 10));
    const headers = { "X-Svc-Upload": id };
    const calls: readonly [string, string][] = [
      ["GET", `${layout}/records`],
      ["POST", `${layout}/records`],
      ["GET", `${layout}/records/1`],
      ["POST", `${layout}/records/1`],
      ["POST", "/svc/fmi/data/vLatest/databases/Contacts.fmp12/sessions"],
      ["GET", "/svc/fmi/data/vLatest/databases"],
      ["GET", "/svc/fmi/data/vLatest/productInfo"],
    ];
    for (const [method, path] of calls)
      expect(await service.raw(method, path, { key, headers }), `${method} ${path}`).toRefuseLikeFileMaker(
        "upload_not_taken",
      );
    const body = "x";
    expect(await service.raw("POST", container(), { key, headers, body })).toRefuseLikeFileMaker("upload_not_taken");
    const twice = { "X-Svc-Upload": [id, id] };
    expect(await service.raw("POST", container(), { key, headers: twice })).toRefuseLikeFileMaker("upload_not_taken");
    expect(await send(key, id), "and it is still there").toSucceed();
  },
);

verifies(
  "files:upload:private",
  "a request with another key finds no upload, and neither does one without a key",
  async () => {
    const [key, other] = [await service.aKey(), await service.aKey({ label: "another" })];
    const id = await bring(service, key, file.subarray(0, 10));
    expect(await send(other, id)).toRefuseLikeFileMaker("upload_not_found");
    const unknown = await send(other, "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24");
    expect(unknown.body).toEqual((await send(other, id)).body);
    expect(await send(other, "../../1")).toRefuseLikeFileMaker("upload_not_found");
    expect(await service.raw("POST", container(), { headers: { "X-Svc-Upload": id } })).toRefuseLikeFileMaker(
      "credential_missing",
    );
    expect(await send(key, id)).toSucceed();
  },
);

verifies(
  "files:upload:kept",
  "an upload that FileMaker Server rejected is available for the next request",
  async () => {
    const key = await service.aKey();
    const id = await bring(service, key, file);
    const refused = await send(key, id, `${layout}/records/1/containers/nosuch/1`);
    expect(refused.body.messages[0].code).toBe("102");
    service.sandbox.faults.set({ kind: "lockedRecord", times: 1 });
    await service.settle();
    expect((await send(key, id)).body.messages[0].code).toBe("301");
    await service.settle();
    expect(await send(key, id)).toSucceed();
  },
);

verifies("files:upload:kept", "a dead session is renewed, and the upload is sent from its start", async () => {
  const key = await service.aKey();
  await service.raw("GET", `${layout}/records?_limit=1`, { key });
  const id = await bring(service, key, file, { fileName: "renewed.bin" });
  service.sandbox.faults.set({ kind: "deadToken", times: 1, path: "containers" });
  expect(await send(key, id, container(3))).toSucceed();
  service.sandbox.faults.clear();
  expect(stored(3)?.name).toBe("renewed.bin");
  expect(stored(3)?.bytes.equals(file)).toBe(true);
});

verifies(
  "files:upload:kept",
  "an upload with an unknown outcome isn't sent again automatically, and stays",
  async () => {
    const key = await service.aKey();
    const id = await bring(service, key, file);
    service.sandbox.faults.set({ kind: "reset", at: "start", path: "containers" });
    const before = service.sandbox.counters.faults;
    expect(await send(key, id)).toRefuseLikeFileMaker("upstream_broken");
    expect(service.sandbox.counters.faults - before).toBe(1);
    service.sandbox.faults.clear();
    await service.settle();
    expect(await send(key, id)).toSucceed();
  },
);

test("an upload of a crashed process can be used by others after 16 minutes", async () => {
  const key = await service.aKey();
  const id = await bring(service, key, file);
  const handle = await keyCache(service.runtime.platform).find(key);
  await takenUploads(service.runtime.platform).take(handle?.record.id ?? 0, id);
  expect(await send(key, id)).toRefuseLikeFileMaker("upload_in_use");
  expect(await service.raw("DELETE", `/svc/api/uploads/${id}`, { key })).toRefuseWith("upload_in_use");
  await service.turn(16 * 60_000);
  expect(await send(key, id)).toSucceed();
});

test("a slow request keeps the upload while it sends", async () => {
  const key = await service.aKey();
  const id = await bring(service, key, file);
  const handle = await keyCache(service.runtime.platform).find(key);
  const taken = await takenUploads(service.runtime.platform).take(handle?.record.id ?? 0, id);
  let received = 0;
  for await (const chunk of taken.bytes()) {
    if (Math.floor(received / 1_000_000) < Math.floor((received + chunk.byteLength) / 1_000_000))
      await service.turn(10 * 60_000);
    received += chunk.byteLength;
  }
  expect(received).toBe(file.length);
  expect(await send(key, id)).toRefuseLikeFileMaker("upload_in_use");
  taken.settle(true);
  await service.settle();
  expect(await send(key, id)).toRefuseLikeFileMaker("upload_not_found");
});
