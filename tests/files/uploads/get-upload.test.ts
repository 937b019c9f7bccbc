import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile, begin, begun, bring, complete, put } from "./support/bring.ts";

const service = await testService();
afterAll(() => service.stop());

const path = "/svc/api/uploads";
const file = aFile(3_500_000);

verifies("files:upload:resumed", async () => {
  const key = await service.aKey();
  const { id, parts } = await begun(service, key, file.length);
  const [first, second, third] = parts;
  if (first === undefined || second === undefined || third === undefined) throw new Error("3.5 MB are four parts");
  expect(await put(second, file)).toMatchObject({ status: 200 });
  // Client and service are hours later; the returning client only has the id.
  const state = await service.raw("GET", `${path}/${id}`, { key });
  expect(state).toSucceed();
  const received = state.body.response.parts.map((part: { received: boolean }) => part.received);
  expect(received).toEqual([false, true, false, false]);
  for (const part of state.body.response.parts) if (!part.received) expect((await put(part, file)).status).toBe(200);
  const full = await service.raw("GET", `${path}/${id}`, { key });
  expect(full.body.response.parts.every((part: { address: null }) => part.address === null)).toBe(true);
  expect(await complete(service, key, id)).toSucceed();
  expect((await service.raw("GET", `${path}/${id}`, { key })).body.response.upload.state).toBe("complete");
});

test("a part that is sent twice is stored once", async () => {
  const key = await service.aKey();
  const { id, parts } = await begun(service, key, 1_000);
  for (const part of [...parts, ...parts]) expect((await put(part, file)).status).toBe(200);
  expect(await complete(service, key, id)).toSucceed();
});

test("a key's uploads are listed in pages, oldest first", async () => {
  const key = await service.aKey();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push((await begun(service, key, 1, { fileName: `${count}.txt` })).id);
    await service.turn(5);
  }
  const listed: string[] = [];
  for (let cursor = ""; ; ) {
    const { response } = (await service.raw("GET", `${path}?limit=2${cursor && `&cursor=${cursor}`}`, { key })).body;
    expect(response.uploads.length).toBeLessThanOrEqual(2);
    listed.push(...response.uploads.map((upload: { id: string }) => upload.id));
    if (response.cursor === null) break;
    cursor = encodeURIComponent(response.cursor);
  }
  expect(listed).toEqual(ids);
  expect(await service.raw("GET", `${path}?cursor=nonsense`, { key })).toRefuseWith("input_invalid");
});

verifies("files:upload:private", async () => {
  const [key, other] = [await service.aKey(), await service.aKey({ label: "another" })];
  const id = await bring(service, key, file.subarray(0, 100));
  const missing = randomUUID();
  for (const [method, rest] of [
    ["GET", ""],
    ["POST", "/complete"],
    ["DELETE", ""],
  ] as const) {
    const answer = await service.raw(method, `${path}/${id}${rest}`, { key: other });
    expect(answer, method).toRefuseWith("upload_not_found");
    expect(answer.body).toEqual((await service.raw(method, `${path}/${missing}${rest}`, { key: other })).body);
  }
  expect((await service.raw("GET", path, { key: other })).body.response.uploads).toEqual([]);
  expect(await service.raw("GET", `${path}/${id}`, { key })).toSucceed();
  expect(await service.raw("GET", `${path}/${id}`, {})).toRefuseWith("key_unknown");
});

test("an invalid id is rejected", async () => {
  expect(await service.raw("GET", `${path}/41`, { key: await service.aKey() })).toRefuseWith("input_invalid");
});

test("the log names the key by its id, and contains no address of a part", async () => {
  const key = await service.aKey();
  const { body } = await begin(service, key, 10);
  const [{ address }] = body.response.parts;
  await put(body.response.parts[0], file);
  const logs = await service.logs();
  expect(logs).toMatch(/"key":"data-key:\d+",.*"operation":"createUpload"/);
  for (const secret of [key, new URL(address).search.slice(-40)]) expect(logs).not.toContain(secret);
});
