import { createServer } from "node:net";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { refusedHosts } from "../system/support/refused-hosts.ts";

let connections = 0;
/** Listens at every address of this machine. */
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
await new Promise<void>((resolve) => void listener.listen(0, resolve));
const { port } = listener.address() as { port: number };
const service = await testService();
afterAll(async () => {
  await service.stop();
  await new Promise((resolve) => listener.close(resolve));
});

const sentTo = async (target: object) => {
  const at = "/svc/api/notifications/destinations";
  const made = await service.admin("POST", at, { label: "Refused", target });
  expect(made.status, made.text).toBe(200);
  return (await service.admin("POST", `${at}/${made.body.response.destination.id}/test`)).body.response;
};
const refusal = { ok: false, msg: expect.stringMatching(/^Blocked: |is not allowed/), deliveryId: expect.any(String) };

verifies("notifications:targets:refused", "no webhook or chat is called there", async () => {
  for (const host of refusedHosts)
    expect(await sentTo({ type: "webhook", webhookUrl: `https://${host}:${port}/latchkey` }), host).toEqual(refusal);
  expect(await sentTo({ type: "slack", channelUrl: `http://localhost:${port}/` })).toEqual(refusal);
  expect(connections).toBe(0);
});

verifies("notifications:targets:refused", "no mail server is contacted there", async () => {
  const addresses = { from: "latchkey@example.com", to: ["ada@example.com"] };
  for (const host of refusedHosts)
    expect(await sentTo({ type: "email", host, port, security: "none", ...addresses }), host).toEqual(refusal);
  expect(connections).toBe(0);
});
