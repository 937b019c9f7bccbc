import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.stop();
});

const request = [
  "GET /svc/agent HTTP/1.1",
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  "",
  "",
].join("\r\n");

/** Asks for a link, reads its refusal, and never closes its own side. */
async function refusedUpgrade(): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.on("error", () => undefined); // The other side is gone by then, and that is what is looked for.
  socket.write(request);
  await once(socket, "end");
  return answer;
}

verifies("runtime:connections:refused-upgrades", async () => {
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(Array.from({ length: 105 }, refusedUpgrade));
    expect(new Set(answers.map((answer) => answer.split("\r\n")[0]))).toEqual(new Set(["HTTP/1.1 401 Unauthorized"]));
  }
  // More than the gateway takes at once, and every one of them is still open at its other end.
  expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(2_100);
  expect((await service.raw("GET", "/svc/healthz")).status).toBe(200);
});
