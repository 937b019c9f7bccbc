import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect } from "vitest";
import { adminCallAt } from "../../scripts/dev-aws/admin-call.ts";
import { verifies } from "../support/verifies.ts";

const statuses: number[] = [];
const bodies: string[] = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  bodies.push(body);
  response.writeHead(statuses.shift() ?? 200).end('{"messages":[],"response":{"code":"7"}}');
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => new Promise((closed) => server.close(closed)));
const call = adminCallAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { pauseMs: 1, maxAttempts: 4 });

verifies("runtime:aws:dev-busy", async () => {
  statuses.push(503, 504, 503);
  expect(await call("POST", "/api/agents", { replace: true })).toEqual({ code: "7" });
  expect(bodies).toEqual(Array(4).fill('{"replace":true}'));
});

verifies(
  "runtime:aws:dev-busy",
  "other refusals end it at once, and so does a machine that stays too busy",
  async () => {
    bodies.length = 0;
    statuses.push(401);
    await expect(call("GET", "/api/agents")).rejects.toThrow("GET /api/agents answered 401");
    expect(bodies).toHaveLength(1);
    statuses.push(503, 503, 503, 503);
    await expect(call("GET", "/api/agents")).rejects.toThrow("answered 503");
    expect(bodies).toHaveLength(5);
  },
);
