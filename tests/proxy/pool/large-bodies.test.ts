import { randomBytes } from "node:crypto";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

let service: TestService = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const limit = 1024 * 1024;
const upload = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records/9/containers/photo";
const head = '--b\r\nContent-Disposition: form-data; name="upload"; filename="a.bin"\r\n\r\n';
const tail = "\r\n--b--\r\n";
const frame = head.length + tail.length;

interface Sent {
  readonly status: number | undefined;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

/** Uploads a body of this content. With an unknown length, it is sent in chunks. */
function send(key: string, content: Buffer, length: "known" | "unknown"): Promise<Sent> {
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(tail)]);
  const framing = length === "known" ? { "Content-Length": body.length } : { "Transfer-Encoding": "chunked" };
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "multipart/form-data; boundary=b", ...framing };
  return new Promise((resolve, reject) => {
    const call = request(service.baseUrl + upload, { method: "POST", headers, agent: false }, (answer) => {
      const retryAfter = answer.headers["retry-after"];
      text(answer).then((reported) => resolve({ status: answer.statusCode, body: reported, retryAfter }), reject);
    });
    call.on("error", reject);
    for (let at = 0; at < body.length; at += 64 * 1024) call.write(body.subarray(at, at + 64 * 1024));
    call.end();
  });
}

async function stored(key: string): Promise<Buffer> {
  const record = await service.raw("GET", upload.replace("/containers/photo", ""), { key });
  const path = String(record.body.response.data[0].fieldData.photo).slice(service.baseUrl.length);
  const redirect = await service.raw("GET", path);
  const cookie = String(redirect.headers["set-cookie"]).split(";")[0] ?? "";
  return (await service.raw("GET", path, { headers: { Cookie: cookie } })).bytes;
}

for (const length of ["known", "unknown"] as const) {
  verifies("proxy:dead-token:once", `a body of 1 MiB is sent again byte for byte, its length ${length}`, async () => {
    const key = await service.aKey();
    const content = randomBytes(limit - frame);
    const before = { ...service.sandbox.counters };
    service.sandbox.faults.set({ kind: "deadToken", path: "/containers/", times: 1 });
    expect((await send(key, content, length)).status).toBe(200);
    expect(service.sandbox.counters.faults - before.faults).toBe(1);
    expect((await stored(key)).equals(content)).toBe(true);
  });

  verifies("proxy:dead-token:large-body", `one byte more isn't buffered, its length ${length}`, async () => {
    const key = await service.aKey();
    const content = randomBytes(limit - frame + 1);
    service.sandbox.faults.set({ kind: "deadToken", path: "/containers/", times: 1 });
    const before = service.sandbox.counters.byOperation.uploadContainer ?? 0;
    const answer = await send(key, content, length);
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body).messages[0].code).toBe("18053");
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    expect((service.sandbox.counters.byOperation.uploadContainer ?? 0) - before).toBe(1);
    // The dead session isn't used again: the caller's own second attempt succeeds.
    expect((await send(key, content, length)).status).toBe(200);
    expect((await stored(key)).equals(content)).toBe(true);
  });
}

verifies(
  "proxy:dead-token:large-body",
  "the error is the same if the server responds before it has read the body",
  async () => {
    const hasty = createServer((message, response) => {
      const [status, code] = message.url?.includes("/containers/") ? [401, "952"] : [200, "0"];
      response.writeHead(status, { "Content-Type": "application/json" });
      const databases = message.url?.endsWith("/databases") ? { databases: [{ name: "Contacts" }] } : {};
      response.end(JSON.stringify({ messages: [{ code, message: "" }], response: { token: "t", ...databases } }));
    });
    await new Promise<void>((resolve) => hasty.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      hasty.closeAllConnections();
      hasty.close();
    });
    await service.stop();
    service = await testService({ dataApiUrl: `http://127.0.0.1:${(hasty.address() as AddressInfo).port}` });
    const key = await service.aKey();
    for (const length of ["known", "unknown"] as const) {
      const answer = await send(key, randomBytes(8 * limit), length);
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.body).messages[0].code).toBe("18053");
    }
  },
);
