import { afterAll, expect } from "vitest";
import { empty, type SeenCall, saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile, bring } from "./support/bring.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const container = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records/1/containers/c/1";
const file = aFile(2_200_000);

/** Reads the whole body, like a server that stores it. */
const taking = saying(
  200,
  ["Content-Type", "application/json"],
  '{"response":{},"messages":[{"code":"0","message":"OK"}]}',
);

let answering = taking;

/** Sends an upload. Returns the request that reached the server. */
async function sent(fileName: string, contentType: string, headers: Readonly<Record<string, string>> = {}) {
  const id = await bring(service, key, file, { fileName, contentType });
  upstream.answers(answering);
  const answer = await service.raw("POST", `${container}?modId=7`, {
    key,
    headers: { ...headers, "X-Svc-Upload": id },
  });
  const [call] = upstream.calls;
  if (call === undefined) throw new Error(`Nothing reached the server: ${answer.text}`);
  return { answer, call, id, body: await call.body };
}

function valuesOf({ rawHeaders }: SeenCall, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

verifies(
  "files:upload:taken",
  "the server receives one form of known length, and none of the caller's body headers",
  async () => {
    const { answer, call, body } = await sent("Grüße 東京 😀.pdf", "application/pdf", {
      "Content-Type": "text/plain",
      "Content-Disposition": "attachment",
      "Content-MD5": "1B2M2Y8AsgTpgAmY7PhCfg==",
      "X-Own": "kept",
    });
    expect(answer).toSucceed();
    expect(call.target).toBe("/fmi/data/vLatest/databases/Wire.fmp12/layouts/L/records/1/containers/c/1?modId=7");
    const [type = ""] = valuesOf(call, "content-type");
    expect(valuesOf(call, "content-type")).toHaveLength(1);
    const [, boundary = ""] = /^multipart\/form-data; boundary=(latchkey-[0-9a-f]{36})$/.exec(type) ?? [];
    expect(boundary).not.toBe("");
    expect(valuesOf(call, "content-length")).toEqual([String(body.length)]);
    for (const name of ["transfer-encoding", "content-disposition", "content-md5", "x-svc-upload"])
      expect(valuesOf(call, name), name).toEqual([]);
    expect(valuesOf(call, "x-own")).toEqual(["kept"]);
    const head = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="upload"; filename="Grüße 東京 😀.pdf"\r\n` +
        "Content-Type: application/pdf\r\n\r\n",
    );
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    expect(body.equals(Buffer.concat([head, file, tail]))).toBe(true);
  },
);

verifies("files:upload:taken", "a quotation mark in a name is written as browsers write it", async () => {
  const { body } = await sent('12" disk.bin', "application/octet-stream");
  expect(body.toString("utf8", 0, 300)).toContain('name="upload"; filename="12%22 disk.bin"\r\n');
});

verifies("files:upload:taken", "each request has an unpredictable boundary", async () => {
  const borders = [];
  for (let count = 0; count < 2; count += 1) borders.push(valuesOf((await sent("a", "a/b")).call, "content-type")[0]);
  expect(new Set(borders).size).toBe(2);
});

verifies("files:upload:kept", "the server's response to an upload is forwarded unchanged", async () => {
  const refusal = '{"messages":[{"code":"500","message":"Date value does not meet validation"}],"response":{}}';
  answering = saying(500, ["Content-Type", "application/json", "Content-Length", String(refusal.length)], refusal);
  const { answer, id } = await sent("a.txt", "text/plain");
  expect([answer.status, answer.text]).toEqual([500, refusal]);
  await service.settle();
  answering = taking;
  upstream.answers(taking);
  expect(await service.raw("POST", container, { key, headers: { "X-Svc-Upload": id } })).toSucceed();
});

verifies("files:upload:kept", "two parallel requests don't send one upload twice", async () => {
  const id = await bring(service, key, file);
  const arrived = Promise.withResolvers<() => void>();
  upstream.answers((request, response) => arrived.resolve(() => taking(request, response)));
  const send = () => service.raw("POST", container, { key, headers: { "X-Svc-Upload": id } });
  const first = send();
  const goOn = await arrived.promise;
  const second = await send();
  expect(second).toRefuseLikeFileMaker("upload_in_use");
  expect(await service.raw("DELETE", `/svc/api/uploads/${id}`, { key })).toRefuseWith("upload_in_use");
  goOn();
  expect(await first).toSucceed();
  expect(upstream.calls).toHaveLength(1);
});

verifies(
  "files:upload:kept",
  "a server that responds with success before it has the complete file hasn't accepted it",
  async () => {
    const id = await bring(service, key, aFile(20_000_000), { partBytes: 8 * 1024 * 1024 });
    const send = () => service.raw("POST", container, { key, headers: { "X-Svc-Upload": id } });
    upstream.answers(empty);
    expect((await send()).status).toBe(200);
    await service.settle();
    upstream.answers(taking);
    expect(await send()).toSucceed();
  },
);
