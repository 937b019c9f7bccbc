import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, expect, onTestFinished } from "vitest";
import { authorizationOf, newKey } from "../../local-agent/link/signature.ts";
import { type WatchedTable, watchedTable } from "../support/tables/watched-table.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aSigner } from "./support/a-link.ts";

const service = await testService();
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.stop();
});

const request = (...headers: readonly string[]) =>
  [
    "GET /svc/agent HTTP/1.1",
    "Host: localhost",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ...headers,
    "",
    "",
  ].join("\r\n");

/** Requests a link, reads the rejection, and never closes its own side. */
async function refusedUpgrade(): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.on("error", () => undefined); // The other side has closed the connection, as the test expects.
  socket.write(request());
  await once(socket, "end");
  return answer;
}

verifies("runtime:connections:refused-upgrades", async () => {
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(Array.from({ length: 105 }, refusedUpgrade));
    expect(new Set(answers.map((answer) => answer.split("\r\n")[0]))).toEqual(new Set(["HTTP/1.1 401 Unauthorized"]));
  }
  // More than the gateway accepts at once, and each is still open on the client side.
  expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(2_100);
  expect((await service.raw("GET", "/svc/healthz")).status).toBe(200);
});

for (const isTrusted of [true, false]) {
  const title = isTrusted ? "by its address" : "a header of a peer that is not trusted counts for nothing";
  verifies("runtime:connections:forwarded", title, async () => {
    let table: WatchedTable | undefined;
    const behind = await testService({
      limits: { connectionsPerAddress: 2 },
      environment: isTrusted ? { TRUSTED_PROXIES: "127.0.0.1" } : {},
      decorate(platform) {
        table = watchedTable(platform.table);
        return { ...platform, table };
      },
    });
    onTestFinished(() => behind.stop());
    const store = table as WatchedTable;
    const signed = aSigner({ id: randomUUID(), privateKey: newKey().privateKey }, behind.clock.now);
    /** Requests a link from an address, before the service knows who the client is. */
    const asked = async (forwarded: string) => {
      const { hostname, port } = new URL(behind.baseUrl);
      const socket = connect({ host: hostname, port: Number(port) });
      sockets.push(socket);
      let answer = "";
      socket.setEncoding("utf8").on("data", (text) => {
        answer += text;
      });
      const closed = once(socket, "close").then(() => answer);
      const before = store.reads("agents");
      const authorization = authorizationOf(signed({ type: "open" }));
      socket.write(request(`Authorization: ${authorization}`, `X-Forwarded-For: ${forwarded}`));
      let isClosed = false;
      void closed.then(() => {
        isClosed = true;
      });
      await until(() => isClosed || store.reads("agents") > before);
      return { isWaiting: !isClosed, closed };
    };
    store.hangs = true;
    const addresses = ["203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2"];
    const links = [];
    for (const address of addresses) links.push(await asked(address));
    expect(links.map(({ isWaiting }) => isWaiting)).toEqual([true, true, !isTrusted, true]);
    store.hangs = false;
    const answers = await Promise.all(links.map(({ closed }) => closed));
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(["401", "401", isTrusted ? "" : "401", "401"]);
    const logged = (await behind.logs()).split("\n").filter((line) => line.includes("agent_link_refused"));
    expect(logged.map((line) => JSON.parse(line).address).sort()).toEqual(
      isTrusted ? ["203.0.113.1", "203.0.113.1", "203.0.113.2"] : Array.from({ length: 4 }, () => "127.0.0.1"),
    );
    // Ended requests no longer count as soon as the service has noticed; the client may see the end first.
    store.hangs = true;
    while (!(await asked("203.0.113.1")).isWaiting);
    store.hangs = false;
  });
}
