import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect } from "vitest";
import { createClient, type LatchkeyError } from "../../client/latchkey-client.ts";
import { verifies } from "../support/verifies.ts";

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

let replies: Reply[] = [];
let seen: string[] = [];
let pauses: number[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  request.resume().on("end", () => (replies.shift() ?? ok({ unexpected: true }))(request, response));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [replies, seen, pauses] = [[], [], []];
});

const client = createClient({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  delay: async (milliseconds, signal) => {
    signal?.throwIfAborted();
    pauses.push(milliseconds);
  },
});

const ok =
  (response: object): Reply =>
  (_, answer) =>
    answer
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify({ messages: [{ code: 0, text: "ok" }], response }));
const refused =
  (status: number, code: number, headers: Record<string, string> = {}): Reply =>
  (_, answer) =>
    answer.writeHead(status, headers).end(JSON.stringify({ messages: [{ code, text: "Refused" }], response: {} }));
const broken: Reply = (request) => request.socket.destroy();
const events =
  (text: string): Reply =>
  (_, answer) => {
    answer.writeHead(200, { "Content-Type": "text/event-stream" });
    // In two pieces, so that a message is cut.
    answer.write(text.slice(0, 20));
    setImmediate(() => {
      answer.write(text.slice(20));
      setImmediate(() => answer.socket?.destroy());
    });
  };
const errorOf = (call: Promise<unknown>): Promise<LatchkeyError> =>
  call.then(
    () => undefined as never,
    (error) => error,
  );

verifies("client:retries:safe", "reads are repeated after the time in Retry-After", async () => {
  replies = [refused(503, 18060, { "Retry-After": "7" }), broken, ok({ processes: [], cursor: null })];
  expect(await client.processes.listProcesses()).toEqual({ processes: [], cursor: null });
  expect(seen.length).toBe(3);
  expect(pauses[0]).toBe(7_000);
  expect(pauses[1]).toBeGreaterThanOrEqual(500);
});

verifies("client:retries:safe", "changes are never repeated after a failure that may have come too late", async () => {
  for (const reply of [broken, refused(503, 18060, { "Retry-After": "1" }), refused(502, 18060), refused(504, 18060)]) {
    [replies, seen] = [[reply], []];
    await errorOf(client.keys.deleteDataApiKey({ key: "7" }));
    expect(seen).toEqual(["DELETE /svc/api/api-key/7"]);
  }
  // Reads that grant a capability or start work are changes, too.
  [replies, seen] = [[broken], []];
  await errorOf(client.downloads.linkDatabase({ filename: "Contacts" }));
  expect(seen.length).toBe(1);
});

verifies("client:retries:safe", "a change that was refused with a time to wait is sent again after it", async () => {
  replies = [refused(429, 18300, { "Retry-After": "3" }), ok({ processId: 4 })];
  expect(await client.processes.startProcess({ kind: "keys.rewrap" })).toEqual({ processId: 4 });
  expect(pauses).toEqual([3_000]);
  [replies, seen] = [[refused(429, 18300)], []];
  expect((await errorOf(client.processes.startProcess({ kind: "keys.rewrap" }))).name).toBe("calls_limited");
  expect(seen.length).toBe(1);
});

verifies("client:retries:safe", "a long time to wait is an error that names it, and retries have an end", async () => {
  replies = [refused(429, 18300, { "Retry-After": "3600" })];
  expect(await errorOf(client.processes.listProcesses())).toMatchObject({
    name: "calls_limited",
    retryAfterSeconds: 3600,
  });
  expect(pauses).toEqual([]);
  replies = [broken, broken, broken, broken];
  expect((await errorOf(client.processes.listProcesses())).name).toBe("unreachable");
  expect(replies.length).toBe(1);
});

verifies("client:retries:safe", "refusals for other reasons are never repeated", async () => {
  replies = [refused(404, 18525)];
  await errorOf(client.processes.readProcess({ id: 4 }));
  expect(seen.length).toBe(1);
});

verifies("client:events:followed", async () => {
  const event = (id: number) =>
    `id: ${id}\ndata: ${JSON.stringify({ id, kind: "changed", object: "process:1", at: "" })}\n\n`;
  replies = [
    ok({ events: [], position: 4, isComplete: true }),
    events(`retry: 1000\n\n: still here\n\n${event(5)}${event(6)}`),
    events(`id: 9\r\nevent: missed\r\ndata: {}\r\n\r\n${event(10)}`),
  ];
  const ids: unknown[] = [];
  for await (const change of client.follow()) {
    ids.push(change.kind === "missed" ? "missed" : change.id);
    if (ids.length === 4) break;
  }
  expect(ids).toEqual([5, 6, "missed", 10]);
  expect(seen).toEqual(["GET /svc/api/events", "GET /svc/api/events?since=4", "GET /svc/api/events?since=6"]);
});

verifies("client:events:followed", "a log continues where its stream ended, and says why it can't", async () => {
  const lines = (cursor: string, text: string) =>
    `event: lines\nid: ${cursor}\ndata: ${JSON.stringify({ lines: [{ text }] })}\n\n`;
  replies = [
    events(`event: begin\nid: a\ndata: {}\n\n${lines("b", "one")}`),
    events(`${lines("c", "two")}event: failed\ndata: {"error":"log_not_found","text":"No such log"}\n\n`),
  ];
  const texts: string[] = [];
  const reading = (async () => {
    for await (const page of client.followLog("Event.log")) texts.push(...page.lines.map(({ text }) => text));
  })();
  expect(await errorOf(reading)).toMatchObject({ name: "log_not_found", message: "No such log" });
  expect(texts).toEqual(["one", "two"]);
  expect(seen).toEqual(["GET /svc/api/logs/Event.log/follow", "GET /svc/api/logs/Event.log/follow?after=b"]);
});

verifies("client:calls:aborted", "a wait for a retry ends, too", async () => {
  const controller = new AbortController();
  const waiting = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  replies = [refused(503, 18060, { "Retry-After": "60" })];
  const call = waiting.processes.listProcesses({}, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 50);
  await expect(call).rejects.toThrow("enough");
});

verifies("client:calls:sent", "addresses have the default prefix, or their own", async () => {
  const { port } = server.address() as AddressInfo;
  await createClient({ url: `http://127.0.0.1:${port}/otto/` }).system.getInformation();
  expect(seen).toEqual(["GET /otto/api/info"]);
  expect(() => createClient({ url: "fms.example.com" })).toThrow(TypeError);
  await expect(client.processes.readProcessLogText({ id: ".." as never })).rejects.toThrow(TypeError);
});
