import { afterAll, expect } from "vitest";
import { saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile, bring } from "./support/bring.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const file = aFile(2_200_000);
const field = "/svc/fmi/odata/v4/Wire.fmp12/people(1)/photo";
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });

async function sent(fileName: string, method = "PATCH") {
  const id = await bring(service, key, file, { fileName, contentType: "image/png" });
  upstream.answers(saying(204, []));
  const answer = await service.raw(method, field, { key, headers: { "X-Svc-Upload": id } });
  const [call] = upstream.calls;
  if (call === undefined) throw new Error(`Nothing reached the server: ${answer.text}`);
  const value = (name: string) => call.rawHeaders[call.rawHeaders.findIndex((part) => part.toLowerCase() === name) + 1];
  return { answer, call, value, id, body: await call.body };
}

for (const method of ["PATCH", "PUT"]) {
  verifies("files:upload:taken", `OData receives the bytes unchanged with ${method}`, async () => {
    const { answer, call, value, body, id } = await sent("pet.png", method);
    expect(answer.status).toBe(204);
    expect([call.method, call.target]).toEqual([method, "/fmi/odata/v4/Wire/people(1)/photo"]);
    expect(value("content-type")).toBe("image/png");
    expect(value("content-disposition")).toBe("inline; filename=pet.png");
    expect(value("content-length")).toBe(String(file.length));
    expect(body.equals(file)).toBe(true);
    await service.settle();
    expect(await service.raw("GET", `/svc/api/uploads/${id}`, { key })).toRefuseWith("upload_not_found");
  });
}

verifies("files:upload:taken", "a name that OData doesn't accept unencoded is encoded", async () => {
  const { value } = await sent("Grüße (1).png");
  expect(value("content-disposition")).toBe("inline; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.png");
});

verifies("files:upload:taken", "an OData request that writes no record field uses no upload", async () => {
  const id = await bring(service, key, file.subarray(0, 10));
  const base = "/svc/fmi/odata/v4/Wire";
  for (const [method, path] of [
    ["GET", `${base}/people(1)/photo`],
    ["POST", `${base}/people`],
    ["PATCH", `${base}/people(1)`],
    ["PATCH", `${base}/people(1)/$links`],
    ["POST", `${base}/$batch`],
  ] as const) {
    const answer = await service.raw(method, path, { key, headers: { "X-Svc-Upload": id } });
    expect([answer.status, answer.body?.error?.code], `${method} ${path}`).toEqual([400, "18117"]);
  }
});
