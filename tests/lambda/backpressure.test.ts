import { afterAll, expect } from "vitest";
import { resource as proxy } from "../../functions/proxy/proxy.ts";
import { handlerOf, streamedEntry } from "../support/aws/lambda-entries.ts";
import { beginStream, installStreamingRuntime, restEvent } from "../support/aws/streaming-runtime.ts";
import { wireUpstream } from "../support/http/wire-upstream.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const handler = streamedEntry(handlerOf(proxy, service.runtime.platform));
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const event = () =>
  restEvent("GET", "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records", {
    headers: { Authorization: `Bearer ${key}` },
  });

const megabyte = Buffer.alloc(1024 * 1024, "x");
const total = 96;
/** More than the kernel may buffer for the sockets between the server and us, far less than the whole. */
const most = 60;

/** Starts a server that sends as fast as it is read. */
function pouring() {
  const sent = { megabytes: 0 };
  upstream.answers((_request, response) => {
    response.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": total * megabyte.length });
    const pour = () => {
      sent.megabytes += 1;
      if (sent.megabytes < total) response.write(megabyte, pour);
      else response.end();
    };
    response.write(megabyte, pour);
  });
  return sent;
}

/** Gives faults time to show: data that is buffered by mistake is buffered while others make these calls. */
async function meanwhile(): Promise<void> {
  for (let count = 0; count < 150; count += 1) await service.raw("GET", "/svc/healthz");
}

verifies(
  "runtime:aws:streaming",
  "a server waits for a reader of the runtime's stream who doesn't read, and nothing is buffered",
  async () => {
    const sent = pouring();
    const { wire, over } = beginStream(handler, event());
    await upstream.until(() => upstream.calls.length === 1);
    await meanwhile();
    expect(sent.megabytes).toBeLessThan(most);
    expect(wire.readableLength + wire.writableLength).toBeLessThan(megabyte.length);
    let read = 0;
    wire.on("data", (chunk: Buffer) => {
      read += chunk.length;
    });
    expect(await over).toBe(true);
    expect(read).toBeGreaterThanOrEqual(total * megabyte.length);
  },
);

verifies(
  "runtime:aws:streaming",
  "a reader who disconnects ends the request: its connection to the server is closed, and the invocation ends",
  async () => {
    pouring();
    const { wire, over } = beginStream(handler, event());
    wire.once("data", () => wire.destroy());
    await upstream.until(() => upstream.calls[0]?.socket.destroyed === true);
    expect(await over).toBe(false);
  },
);
