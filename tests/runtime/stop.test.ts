import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { call } from "../support/http/call.ts";
import { rawAnswer, rawConnection, rawHead } from "../support/http/raw-http.ts";
import { type Answering, empty, wireUpstream } from "../support/http/wire-upstream.ts";
import { type LatchkeyProcess, latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { adminAccount } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const upstream = await wireUpstream();
afterAll(() => upstream.close());
beforeEach(() => upstream.answers(empty));

const path = "/svc/fmi/data/vLatest/databases/Wire.fmp12/layouts/L/records";

interface Service {
  readonly process: LatchkeyProcess;
  readonly dataDir: string;
  readonly key: string;
}

async function service(): Promise<Service> {
  const dataDir = join(scratchFolder(), "data");
  const process = await latchkeyProcess({ DATA_DIR: dataDir, FMS_URL: upstream.origin });
  const json = { databases: ["Wire.fmp12"], user: "api", pass: "demo-pass" };
  const { body } = await call(process.baseUrl, "POST", "/svc/api/api-key/create-only", { json });
  return { process, dataDir, key: body.response.key };
}

/** Returns a server behavior that holds every call until it is released. */
function holding(): { readonly answering: Answering; letGo(): void } {
  const held: (() => void)[] = [];
  return {
    answering: (request, response) => held.push(() => empty(request, response)),
    letGo: () => {
      for (const answer of held.splice(0)) answer();
    },
  };
}

/** Resolves when the service no longer accepts connections. */
async function refusesConnections(baseUrl: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const accepted = await new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
  if (accepted) await refusesConnections(baseUrl);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  verifies(
    "runtime:stop:exits",
    `${signal} while idle, with kept connections open and sessions logged in`,
    async () => {
      const { process: latchkey, key } = await service();
      const kept = await rawConnection(latchkey.baseUrl);
      kept.send(rawHead(`GET ${path} HTTP/1.1`, ["Host: x", `Authorization: Bearer ${key}`]));
      await kept.until((text) => text.includes("messages"));
      const { logouts } = upstream;
      process.kill(latchkey.pid, signal);
      expect(await latchkey.terminate()).toEqual({ code: 0, signal: null });
      expect(await kept.closed).toBe("ended");
      expect(upstream.logouts).toBe(logouts + 1);
      expect(latchkey.printed()).toBe(
        `Latchkey ready at ${latchkey.baseUrl}\nConsole at ${latchkey.baseUrl}/svc/console/\n`,
      );
    },
  );
}

/** Starts a call that hangs at FileMaker Server, and requests a restart meanwhile. */
async function restarting({ process: { baseUrl }, key }: Service) {
  const { answering, letGo } = holding();
  const arrived = Promise.withResolvers<void>();
  upstream.answers((request, response) => {
    if (!request.url?.endsWith("/records")) return empty(request, response);
    answering(request, response);
    arrived.resolve();
  });
  const underWay = call(baseUrl, "GET", path, { key });
  await arrived.promise;
  const answer = await call(baseUrl, "POST", "/svc/api/restart", {
    headers: { Authorization: adminAccount },
    json: {},
  });
  expect(answer.body.response).toMatchObject({ ok: true });
  await refusesConnections(baseUrl);
  return { underWay, letGo };
}

verifies("system:restart:again", async () => {
  const started = await service();
  const { underWay, letGo } = await restarting(started);
  letGo();
  expect((await underWay).status).toBe(200);
  const readyLines = () => [...started.process.printed().matchAll(/Latchkey ready at (\S+)/g)].map(([, url]) => url);
  await until(() => readyLines().length === 2);
  const [, baseUrl = ""] = readyLines();
  upstream.answers(empty);
  expect((await call(baseUrl, "GET", path, { key: started.key })).status).toBe(200);
  // The same process, so that its supervisor isn't affected.
  expect(await started.process.terminate()).toEqual({ code: 0, signal: null });
  await expect(fetch(`${baseUrl}/svc/healthz`)).rejects.toThrow();
});

verifies("system:restart:again", "a service that received a signal meanwhile isn't restarted", async () => {
  const started = await service();
  const { underWay, letGo } = await restarting(started);
  const ended = started.process.terminate();
  letGo();
  expect((await underWay).status).toBe(200);
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(started.process.printed().match(/Latchkey ready/g)).toHaveLength(1);
});

verifies("runtime:stop:finishes", async () => {
  const { process: latchkey, dataDir, key } = await service();
  const { answering, letGo } = holding();
  upstream.answers(answering);
  const { logouts } = upstream;
  const answers = Array.from({ length: 20 }, () => call(latchkey.baseUrl, "GET", path, { key }));
  const kept = await rawConnection(latchkey.baseUrl);
  kept.send(rawHead(`GET ${path} HTTP/1.1`, ["Host: x", `Authorization: Bearer ${key}`]));
  await upstream.until(() => upstream.calls.length === 21);
  const ended = latchkey.terminate();
  await refusesConnections(latchkey.baseUrl);
  // A second signal changes nothing.
  process.kill(latchkey.pid, "SIGTERM");
  expect(upstream.logouts).toBe(logouts);
  letGo();
  for (const answer of await Promise.all(answers)) expect(answer).toSucceed();
  expect(rawAnswer(await kept.until((text) => text.includes("messages"))).status).toBe(200);
  expect(await kept.closed).toBe("ended");
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(upstream.logouts).toBeGreaterThan(logouts);
  const lines = readFileSync(join(dataDir, "logs", "svc-info.log"), "utf8").split("\n");
  expect(lines.filter((line) => line.includes(path.slice(4)))).toHaveLength(21);
});

verifies(
  "runtime:stop:finishes",
  "a request on a connection that is still busy is served, and its response says that it is the last",
  async () => {
    const { process: latchkey, key } = await service();
    const { answering, letGo } = holding();
    upstream.answers(answering);
    const busy = await rawConnection(latchkey.baseUrl);
    const ask = rawHead(`GET ${path} HTTP/1.1`, ["Host: x", `Authorization: Bearer ${key}`]);
    busy.send(ask);
    await upstream.until(() => upstream.calls.length === 1);
    const ended = latchkey.terminate();
    await refusesConnections(latchkey.baseUrl);
    busy.send(ask);
    letGo();
    await upstream.until(() => upstream.calls.length === 2);
    letGo();
    expect(await busy.closed).toBe("ended");
    const second = busy.received.slice(busy.received.lastIndexOf("HTTP/1.1 "));
    expect([rawAnswer(second).status, rawAnswer(second).all("connection")]).toEqual([200, ["close"]]);
    expect((await ended).code).toBe(0);
  },
);

verifies("runtime:stop:finishes", "under load, no response is truncated", async () => {
  const { process: latchkey, key } = await service();
  let answered = 0;
  let cut = 0;
  let stopped = false;
  const caller = async (): Promise<void> => {
    while (!stopped) {
      const connection = await rawConnection(latchkey.baseUrl);
      connection.send(
        rawHead(`GET ${path} HTTP/1.1`, ["Host: x", "Connection: close", `Authorization: Bearer ${key}`]),
      );
      await connection.closed;
      if (connection.received.endsWith('"OK"}]}')) answered += 1;
      else if (connection.received !== "") cut += 1;
      // No longer accepted: the service has started to stop.
      else stopped = true;
    }
  };
  const callers = Promise.all(Array.from({ length: 16 }, caller));
  await upstream.until(() => upstream.calls.length > 100);
  expect(await latchkey.terminate()).toEqual({ code: 0, signal: null });
  await callers;
  expect(cut).toBe(0);
  expect(answered).toBeGreaterThan(100);
});

test("a connection with half a request doesn't delay the stop", async () => {
  const { process: latchkey } = await service();
  const kept = await rawConnection(latchkey.baseUrl);
  onTestFinished(() => void kept.socket.destroy());
  // Half a request doesn't count as a pending call.
  kept.send("GET /svc/healthz HTTP/1.1\r\nHost");
  expect(await latchkey.terminate()).toEqual({ code: 0, signal: null });
});
