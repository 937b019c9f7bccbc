import { afterAll, expect } from "vitest";
import { empty, saying, sayingRaw, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin, proxyTimeouts: { headersMs: 250, bodyMs: 250 } });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";
const ask = (method = "GET") => service.raw(method, path, { key });

verifies("proxy:upstream:connections", "sequential requests use one kept connection", async () => {
  upstream.answers(empty);
  await ask();
  const { opened } = upstream;
  for (let count = 0; count < 20; count += 1) expect(await ask()).toSucceed();
  expect(upstream.opened).toBe(opened);
});

verifies("proxy:upstream:connections", "no connection carries two requests at once", async () => {
  const busy = new Set<unknown>();
  const held: (() => void)[] = [];
  let most = 0;
  let shared = 0;
  upstream.answers((request, response) => {
    if (busy.has(request.socket)) shared += 1;
    busy.add(request.socket);
    most = Math.max(most, busy.size);
    response.once("finish", () => busy.delete(request.socket));
    held.push(() => empty(request, response));
  });
  const answers = Array.from({ length: 30 }, () => ask());
  await upstream.until(() => held.length === 30);
  for (const answer of held) answer();
  for (const answer of await Promise.all(answers)) expect(answer).toSucceed();
  expect([shared, most]).toEqual([0, 30]);
});

verifies("proxy:upstream:headers-timeout", async () => {
  upstream.answers(sayingRaw("", "is silent"));
  for (const method of ["GET", "POST"]) expect(await ask(method)).toRefuseLikeFileMaker("upstream_timeout");
  // Neither was sent a second time, and the server isn't left waiting.
  expect(upstream.calls.map((call) => call.method)).toEqual(["GET", "POST"]);
  await upstream.until(() => upstream.calls.every(({ over }) => over));
});

verifies("proxy:upstream:headers-timeout", "a hanging session isn't given to the next request", async () => {
  upstream.answers(sayingRaw("", "is silent"));
  expect(await ask()).toRefuseLikeFileMaker("upstream_timeout");
  const { logins } = upstream;
  upstream.answers(empty);
  expect(await ask()).toSucceed();
  expect(upstream.logins).toBe(logins + 1);
});

verifies("proxy:upstream:idle-timeout", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n";
  upstream.answers(sayingRaw(`${head}half`, "is silent"));
  await expect(ask()).rejects.toThrow(/cut off|aborted|socket hang up|ECONNRESET/);
  await upstream.until(() => upstream.calls.every(({ over }) => over));
});

verifies(
  "proxy:upstream:connections",
  "a kept connection that the server closes meanwhile costs no response",
  async () => {
    upstream.answers(saying(200, ["Content-Length", "2", "Connection", "close"], "ok"));
    for (let count = 0; count < 5; count += 1) expect((await ask("POST")).status).toBe(200);
  },
);
