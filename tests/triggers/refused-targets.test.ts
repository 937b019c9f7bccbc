import { createServer } from "node:net";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { refusedHosts } from "../system/support/refused-hosts.ts";

let connections = 0;
/** Listener at every address of this machine. */
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

verifies("triggers:relay:refused", async () => {
  const key = await service.aKey({ isOData: true });
  const targets = refusedHosts.map((host) => ({ kind: "url", url: `https://${host}:${port}/in` }));
  const given = { label: "x", filename: "Contacts", key, tableName: "Phones", destination: { kind: "relay", targets } };
  const { trigger } = (await service.admin("POST", "/svc/api/triggers", given)).body.response;
  await service.admin("POST", `/svc/api/triggers/${trigger.id}/invoke`, { rowIDs: [1] });
  for (const { id, url } of trigger.destination.targets) {
    const listed = async () =>
      (await service.admin("GET", `/svc/api/deliveries?source=target-${id}`)).body.response.deliveries[0];
    while ((await listed())?.state !== "failed") await service.turn(1_000);
    expect(await listed(), url).toMatchObject({
      attempts: 1,
      reason: expect.stringMatching(/^Blocked: |is not allowed/),
    });
  }
  expect(connections).toBe(0);
});
