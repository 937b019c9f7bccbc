import { afterAll, expect } from "vitest";
import { rawConnection, rawHead } from "../../support/http/raw-http.ts";
import { wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const head = (more: readonly string[]) =>
  rawHead("POST /svc/fmi/odata/v4/Wire.fmp12/$batch HTTP/1.1", [
    "Host: here.test",
    "Connection: close",
    `Authorization: Bearer ${key}`,
    "Content-Type: multipart/mixed; boundary=b",
    ...more,
  ]);

const megabyte = Buffer.alloc(1024 * 1024, "x");
const partHead = (size: number) =>
  ["--b", "Content-Type: application/http", "", "POST contacts HTTP/1.1", `Content-Length: ${size}`, "", ""].join(
    "\r\n",
  );
/** Parts of four megabytes each, 100 in total. */
const perPart = 4;
const parts = 25;
const end = "\r\n--b--\r\n";
/** More than the sockets between the two ends hold, however far a kernel grows their buffers, and less than the whole. */
const most = 90;

verifies("proxy:odata:batch-streams", "a caller that sends one waits for a server that doesn't read", async () => {
  const released = Promise.withResolvers<void>();
  let arrived = 0;
  let tail = "";
  upstream.answers((request, response) => {
    request.pause();
    released.promise.then(() => {
      request.on("data", (chunk: Buffer) => {
        arrived += chunk.length;
        tail = (tail + chunk.toString("latin1")).slice(-200);
      });
      request.on("end", () => {
        response.writeHead(200, { "Content-Type": "multipart/mixed; boundary=r" });
        response.end("--r--\r\n");
      });
      request.resume();
    });
  });
  const client = await rawConnection(service.baseUrl);
  const begin = Buffer.from(partHead(perPart * megabyte.length));
  const total = parts * (begin.length + perPart * megabyte.length + 2) + end.length - 2;
  client.send(head([`Content-Length: ${total}`]));
  let sent = 0;
  const pour = async () => {
    const write = (bytes: Uint8Array | string) => new Promise((resolve) => client.socket.write(bytes, resolve));
    for (let part = 0; part < parts; part += 1) {
      if (part > 0) await write("\r\n");
      await write(begin);
      for (let piece = 0; piece < perPart; piece += 1) {
        await write(megabyte);
        sent += 1;
      }
    }
    await write(end);
  };
  const poured = pour();
  await upstream.until(() => upstream.calls.length === 1);
  for (let count = 0; count < 150; count += 1) await service.raw("GET", "/svc/healthz");
  expect(sent).toBeLessThan(most);
  released.resolve();
  await poured;
  await client.until((received) => received.includes("--r--"));
  expect(client.received).toMatch(/^HTTP\/1\.1 200/);
  expect(sent).toBe(parts * perPart);
  expect(arrived).toBeGreaterThan(sent * megabyte.length);
  expect(tail).toMatch(/x{50}\r\n--batch_[0-9a-f]{36}--\r\n$/);
});

verifies("proxy:odata:batch-streams", "a response of 100 MB is streamed as it arrives, to the last byte", async () => {
  const line = `{"@id":"${upstream.origin}/fmi/odata/v4/Wire/contacts(1)"}`;
  const answerHead =
    "--r\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 200 Ok\r\nContent-Type: application/json\r\n\r\n";
  const pieces = parts * perPart;
  upstream.answers((request, response) => {
    request.resume();
    response.writeHead(200, { "Content-Type": "multipart/mixed; boundary=r" });
    response.write(answerHead);
    let reported = 0;
    const pour = () => {
      reported += 1;
      response.write(line);
      if (reported < pieces) response.write(megabyte, pour);
      else response.end(`${megabyte}\r\n--r--\r\n`);
    };
    pour();
  });
  const client = await rawConnection(service.baseUrl);
  let size = 0;
  let tail = "";
  client.socket.removeAllListeners("data").on("data", (text: string) => {
    size += text.length;
    tail = (tail + text).slice(-100);
  });
  const body = `${partHead(2)}{}${end}`;
  client.send(head([`Content-Length: ${body.length}`]) + body);
  expect(await client.closed).toBe("ended");
  expect(size).toBeGreaterThan(pieces * megabyte.length);
  expect(tail).toContain("--r--");
  expect(tail).not.toContain(upstream.origin);
});
