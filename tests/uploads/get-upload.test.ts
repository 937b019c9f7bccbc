import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { aFile, begin, begun, bring, complete, put } from "./support/bring.ts";

const home = await house();
afterAll(() => home.stop());

const path = "/svc/api/uploads";
const file = aFile(3_500_000);

verifies("files:upload:resumed", async () => {
  const key = await home.aKey();
  const { id, parts } = await begun(home, key, file.length);
  const [first, second, third] = parts;
  if (first === undefined || second === undefined || third === undefined) throw new Error("3.5 MB are four parts");
  expect(await put(second, file)).toMatchObject({ status: 200 });
  // Both have gone on by hours; the client that comes back has nothing but the id.
  const state = await home.raw("GET", `${path}/${id}`, { key });
  expect(state).toSucceed();
  const received = state.body.response.parts.map((part: { received: boolean }) => part.received);
  expect(received).toEqual([false, true, false, false]);
  for (const part of state.body.response.parts) if (!part.received) expect((await put(part, file)).status).toBe(200);
  const full = await home.raw("GET", `${path}/${id}`, { key });
  expect(full.body.response.parts.every((part: { address: null }) => part.address === null)).toBe(true);
  expect(await complete(home, key, id)).toSucceed();
  expect((await home.raw("GET", `${path}/${id}`, { key })).body.response.upload.state).toBe("complete");
});

test("a part that comes twice is there once", async () => {
  const key = await home.aKey();
  const { id, parts } = await begun(home, key, 1_000);
  for (const part of [...parts, ...parts]) expect((await put(part, file)).status).toBe(200);
  expect(await complete(home, key, id)).toSucceed();
});

test("a key's uploads are listed page by page, oldest first", async () => {
  const key = await home.aKey();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push((await begun(home, key, 1, { fileName: `${count}.txt` })).id);
    await home.turn(5);
  }
  const listed: string[] = [];
  for (let cursor = ""; ; ) {
    const { response } = (await home.raw("GET", `${path}?limit=2${cursor && `&cursor=${cursor}`}`, { key })).body;
    expect(response.uploads.length).toBeLessThanOrEqual(2);
    listed.push(...response.uploads.map((upload: { id: string }) => upload.id));
    if (response.cursor === null) break;
    cursor = encodeURIComponent(response.cursor);
  }
  expect(listed).toEqual(ids);
  expect(await home.raw("GET", `${path}?cursor=nonsense`, { key })).toRefuseWith("input_invalid");
});

verifies("files:upload:private", async () => {
  const [key, other] = [await home.aKey(), await home.aKey({ label: "another" })];
  const id = await bring(home, key, file.subarray(0, 100));
  const missing = randomUUID();
  for (const [method, rest] of [
    ["GET", ""],
    ["POST", "/complete"],
    ["DELETE", ""],
  ] as const) {
    const answer = await home.raw(method, `${path}/${id}${rest}`, { key: other });
    expect(answer, method).toRefuseWith("upload_not_found");
    expect(answer.body).toEqual((await home.raw(method, `${path}/${missing}${rest}`, { key: other })).body);
  }
  expect((await home.raw("GET", path, { key: other })).body.response.uploads).toEqual([]);
  expect(await home.raw("GET", `${path}/${id}`, { key })).toSucceed();
  expect(await home.raw("GET", `${path}/${id}`, {})).toRefuseWith("key_unknown");
});

test("an id that is none is refused", async () => {
  expect(await home.raw("GET", `${path}/41`, { key: await home.aKey() })).toRefuseWith("input_invalid");
});

test("the log names the key by its number, and holds no address of a part", async () => {
  const key = await home.aKey();
  const { body } = await begin(home, key, 10);
  const [{ address }] = body.response.parts;
  await put(body.response.parts[0], file);
  const logs = await home.logs();
  expect(logs).toMatch(/"operation":"createUpload","caller":"data-key \d+"/);
  for (const secret of [key, new URL(address).search.slice(-40)]) expect(logs).not.toContain(secret);
});
