import { afterAll, expect, test } from "vitest";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { begin } from "./support/bring.ts";

const service = await testService({ environment: { UPLOAD_MAX_MB: "40", UPLOAD_KEY_MB: "100" } });
afterAll(() => service.stop());

const path = "/svc/api/uploads";

verifies("files:upload:begun", async () => {
  const key = await service.aKey();
  const json = { fileName: "manual.pdf", contentType: "application/pdf", sizeBytes: 9_000_000 };
  const answer = await service.raw("POST", path, { key, json });
  expect(answer).toSucceed();
  const { upload, parts } = answer.body.response;
  expect(upload).toMatchObject({ ...json, partBytes: 8_388_608, state: "open" });
  expect(Date.parse(upload.expiresAt) - Date.parse(upload.createdAt)).toBe(24 * 60 * 60_000);
  expect(parts).toEqual([
    { number: 1, offset: 0, sizeBytes: 8_388_608, received: false, address: expect.stringMatching(/^http/) },
    { number: 2, offset: 8_388_608, sizeBytes: 611_392, received: false, address: expect.stringMatching(/^http/) },
  ]);
});

test("the key can be sent in the query or as Basic, as for the proxies", async () => {
  const key = await service.aKey();
  const json = { fileName: "a.txt", sizeBytes: 1 };
  expect(await service.raw("POST", `${path}?apiKey=${key}`, { json })).toSucceed();
  const headers = { Authorization: basicAuth("apiKey", key) };
  const answer = await service.raw("POST", path, { headers, json });
  expect(answer).toSucceed();
  expect(answer.body.response.upload.contentType).toBe("application/octet-stream");
});

test.each([
  ["a path", { fileName: "../a.txt" }],
  ["a Windows path", { fileName: "c:\\a.txt" }],
  ["a line break in its name", { fileName: 'a"\r\nX: y' }],
  ["dots as a name", { fileName: ".." }],
  ["a type with a line break", { contentType: "text/plain\r\nX: y" }],
  ["no type at all", { contentType: "text" }],
  ["no bytes", { sizeBytes: 0 }],
  ["half a byte", { sizeBytes: 1.5 }],
  ["parts too small", { partBytes: 1_000_000 }],
  ["too many parts", { sizeBytes: 201 * 1024 * 1024 }],
])("an upload with %s is rejected", async (_what, options) => {
  const json = { fileName: "a.txt", sizeBytes: 1, partBytes: 1024 * 1024, ...options };
  expect(await service.raw("POST", path, { key: await service.aKey(), json })).toRefuseWith("input_invalid");
});

verifies("files:upload:private", "a caller without a Data API Key can't start an upload", async () => {
  const json = { fileName: "a.txt", sizeBytes: 1 };
  const key = await service.aKey();
  expect(await service.raw("POST", path, { json })).toRefuseWith("key_unknown");
  expect(await service.raw("POST", path, { json, key: await service.anAdminKey() })).toRefuseWith("key_unknown");
  expect(await service.raw("POST", path, { json, key: `${key.slice(0, -1)}!` })).toRefuseWith("key_unknown");
  expect(await service.admin("POST", path, json)).toRefuseWith("key_unknown");
  expect(await service.raw("POST", `${path}?apiKey=${key}`, { json, key })).toRefuseWith("credentials_repeated");
});

verifies(
  "files:upload:limits",
  "an upload above the maximum size is rejected, and the error names the size",
  async () => {
    const key = await service.aKey();
    const refused = await begin(service, key, 40_000_001);
    expect(refused).toRefuseWith("upload_too_large");
    expect(refused.body.response).toMatchObject({ largestBytes: 40_000_000, keyBytes: 100_000_000 });
    expect(await begin(service, key, 40_000_000)).toSucceed();
  },
);

verifies("files:upload:limits", "parallel uploads can't exceed a key's limit together", async () => {
  const key = await service.aKey();
  const answers = await Promise.all(Array.from({ length: 8 }, () => begin(service, key, 30_000_000)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect(refused).toRefuseWith("uploads_exhausted");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(86_000);
  }
  const another = await service.aKey({ label: "another" });
  expect(await begin(service, another, 30_000_000), "a limit of its own").toSucceed();
  const [upload] = (await service.raw("GET", path, { key })).body.response.uploads;
  await service.raw("DELETE", `${path}/${upload.id}`, { key });
  expect(await begin(service, key, 30_000_000)).toSucceed();
});
