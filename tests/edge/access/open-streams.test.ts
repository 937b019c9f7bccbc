import { afterAll, afterEach, expect } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { memoryLogs } from "../../logs/support/memory-logs.ts";
import { aBrowser } from "../../support/http/a-browser.ts";
import { type OpenStream, openStream } from "../../support/http/open-stream.ts";
import { adminAccount, basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const logs = memoryLogs();
logs.write("svc-info.log", "before\n");
// More than the buffers between both ends of a connection hold.
logs.write("svc-debug.log", Buffer.alloc(32 * 1024 * 1024, "line\n"));
const service = await testService({
  decorate: (platform) => ({ ...platform, serviceLogs: fileLogBackend(logs, platform.clock) }),
});
const open: OpenStream[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.leave();
});
afterAll(() => service.stop());

type Headers = Readonly<Record<string, string>>;
const most = 10;
const opened = async (path: string, headers: Headers): Promise<OpenStream> => {
  const stream = await openStream(service.baseUrl, path, { Accept: "text/event-stream", ...headers });
  open.push(stream);
  return stream;
};
const eventStream = (headers: Headers) => opened("/svc/api/events", headers);
const follower = (headers: Headers) => opened("/svc/api/logs/svc-info.log/follow", headers);
const bearer = (key: string): Headers => ({ Authorization: `Bearer ${key}` });

async function fill(stream: (headers: Headers) => Promise<OpenStream>, headers: Headers): Promise<void> {
  for (let count = 0; count < most; count += 1) expect((await stream(headers)).status).toBe(200);
}

/** Tries until a stream is accepted: the service notices with a delay that another one has ended. */
async function untilLetIn(stream: (headers: Headers) => Promise<OpenStream>, headers: Headers): Promise<void> {
  while ((await stream(headers)).status !== 200) await service.clock.sleep(20);
}

for (const [kind, stream] of [
  ["logs", follower],
  ["events", eventStream],
] as const)
  verifies(
    "access:limits:streams",
    `${kind}: the eleventh is rejected, and accepted once another one has closed`,
    async () => {
      const headers = bearer(await service.anAdminKey());
      await fill(stream, headers);
      const beyond = await stream(headers);
      expect([beyond.status, beyond.retryAfter]).toEqual([429, "15"]);
      expect(beyond.received()).toContain("Too many open streams or downloads for this caller: at most 10");
      // Each caller has its own limit.
      expect((await stream(bearer(await service.anAdminKey()))).status).toBe(200);
      await open[0]?.leave();
      await untilLetIn(stream, headers);
    },
  );

verifies("access:limits:streams", "log downloads that aren't read count until their clients disconnect", async () => {
  const headers = bearer(await service.anAdminKey());
  const download = async (): Promise<OpenStream> => {
    const path = "/svc/api/server-info/logs/svc-debug.log";
    const stream = await openStream(service.baseUrl, path, headers, "first bytes");
    open.push(stream);
    return stream;
  };
  for (let count = 0; count < 20; count += 1) expect((await download()).status).toBe(200);
  expect((await download()).status).toBe(429);
  await open[0]?.leave();
  await untilLetIn(download, headers);
});

verifies("access:limits:streams", "followed logs and event streams are counted separately", async () => {
  const headers = bearer(await service.anAdminKey());
  await fill(follower, headers);
  expect((await eventStream(headers)).status).toBe(200);
  for (let count = 0; count < most + 1; count += 1)
    expect((await service.raw("GET", "/svc/api/events", { headers })).status).toBe(200);
});

verifies("access:limits:streams", "more sessions of an account don't allow more", async () => {
  const cookies: Headers[] = [];
  for (let count = 0; count < 2; count += 1) {
    const browser = aBrowser(service);
    expect((await browser.signIn()).status).toBe(200);
    cookies.push({ Cookie: browser.cookie, "Sec-Fetch-Site": "same-origin" });
  }
  const [first, second] = cookies as [Headers, Headers];
  await fill(eventStream, first);
  expect((await eventStream(second)).status).toBe(429);
  expect((await eventStream({ Authorization: adminAccount })).status).toBe(429);
  expect((await eventStream({ Authorization: basicAuth("ADMIN", "admin-pass") })).status).toBe(429);
});

verifies("access:limits:streams", "a stream rejected for another reason isn't counted", async () => {
  const headers = bearer(await service.anAdminKey());
  for (let count = 0; count < most + 1; count += 1) {
    // There is no agent that could report a missing log.
    expect((await opened("/svc/api/logs/None.log/follow", headers)).status).toBe(503);
    expect((await opened("/svc/api/events?since=x", headers)).status).toBe(400);
  }
  await untilLetIn(follower, headers);
  await untilLetIn(eventStream, headers);
});
