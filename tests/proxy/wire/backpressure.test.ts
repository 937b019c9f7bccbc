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
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";
const ordinary = ["Host: here.test", "Connection: close", `Authorization: Bearer ${key}`];

const megabyte = Buffer.alloc(1024 * 1024, "x");
const total = 192;
/** More than the kernel may buffer for the sockets between the two ends (up to 33 MB for each of two), far less than the whole. */
const most = 100;

/** Gives faults time to show: data that is buffered by mistake is buffered while others make these calls. */
async function meanwhile(): Promise<void> {
  for (let count = 0; count < 150; count += 1) await service.raw("GET", "/svc/healthz");
}

for (const type of ["application/octet-stream", "application/json"]) {
  verifies(
    "proxy:stream:backpressure",
    `a server that responds with ${type} waits for a caller that doesn't read`,
    async () => {
      let sent = 0;
      upstream.answers((_request, response) => {
        response.writeHead(200, { "Content-Type": type, "Content-Length": total * megabyte.length });
        const pour = () => {
          sent += 1;
          if (sent < total - 1) response.write(megabyte, pour);
          else response.end(megabyte);
        };
        response.write(megabyte, pour);
      });
      const client = await rawConnection(service.baseUrl);
      let read = 0;
      client.socket.removeAllListeners("data").pause();
      client.socket.on("data", (text: string) => {
        read += text.length;
      });
      client.socket.pause();
      client.send(rawHead(`GET ${path} HTTP/1.1`, ordinary));
      await upstream.until(() => upstream.calls.length === 1);
      await meanwhile();
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(most);
      client.socket.resume();
      expect(await client.closed).toBe("ended");
      expect(read).toBeGreaterThan(total * megabyte.length);
    },
  );
}

for (const framing of [`Content-Length: ${total * megabyte.length}`, "Transfer-Encoding: chunked"]) {
  verifies(
    "proxy:stream:backpressure",
    `a caller whose upload has ${framing.split(":")[0]} waits for a server that doesn't read`,
    async () => {
      let received = 0;
      upstream.answers((request, response) => {
        request.pause();
        goOn = () => {
          request.on("data", (chunk: Buffer) => {
            received += chunk.length;
          });
          request.on("end", () => response.end("done"));
          request.resume();
        };
      });
      let goOn = () => {};
      let sent = 0;
      const client = await rawConnection(service.baseUrl);
      client.send(rawHead(`POST ${path} HTTP/1.1`, [...ordinary, framing]));
      const chunked = framing.endsWith("chunked");
      const piece = chunked ? Buffer.concat([Buffer.from("100000\r\n"), megabyte, Buffer.from("\r\n")]) : megabyte;
      const pour = () => {
        sent += 1;
        if (sent < total - 1) client.socket.write(piece, pour);
        else client.socket.write(chunked ? Buffer.concat([piece, Buffer.from("0\r\n\r\n")]) : piece);
      };
      client.socket.write(piece, pour);
      await upstream.until(() => upstream.calls.length === 1);
      await meanwhile();
      expect(sent).toBeLessThan(most);
      goOn();
      await client.until((text) => text.includes("done"));
      expect(received).toBe(total * megabyte.length);
    },
  );
}
