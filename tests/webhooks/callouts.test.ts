import { afterAll, expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";

/** FileMaker Server on the service's own machine, which calls nothing else. */
const server = await startServer();
const service = await testService({
  environment: { PREVENT_DAPI_CALLOUT: "true", FMS_LOOPBACK_URL: server.origin, FMS_URL: server.origin },
  largestBodyBytes: 2_000,
});
afterAll(async () => {
  await service.stop();
  await server.close();
});

const { register, send, key } = await hooks(service);

verifies("webhooks:callout:prevented", "an event reaches its file through the loopback address", async () => {
  await register("inside");
  expect((await send("POST", "/svc/receiver/Contacts/inside", { json: { n: 1 } })).status).toBe(200);
  expect(server.counters.logins).toBeGreaterThan(0);
});

verifies(
  "webhooks:callout:prevented",
  "a trigger's relay to an address is rejected before anything is sent",
  async () => {
    // The last name belongs to this machine: not even that is resolved.
    const targets = ["https://shop.example.com/in", "http://localhost:1/in"].map((url) => ({ kind: "url", url }));
    const given = {
      label: "x",
      filename: "Contacts",
      key,
      tableName: "Phones",
      destination: { kind: "relay", targets },
    };
    const { trigger } = (await service.admin("POST", "/svc/api/triggers", given)).body.response;
    expect(trigger.state).toBe("active");
    await service.admin("POST", `/svc/api/triggers/${trigger.id}/invoke`, { rowIDs: [1] });
    for (const { id } of trigger.destination.targets) {
      const listed = async () =>
        (await service.admin("GET", `/svc/api/deliveries?source=target-${id}`)).body.response.deliveries[0];
      while ((await listed())?.state !== "failed") await service.turn(10);
      expect((await listed()).reason).toContain("`PREVENT_DAPI_CALLOUT`");
    }
  },
);

verifies("webhooks:callout:prevented", "no notification is sent to a chat, another server, or by email", async () => {
  const channelUrl = "https://chat.example.com/in";
  const addresses = { from: "latchkey@example.com", to: ["ada@example.com"] };
  const targets = [
    ...["slack", "discord"].map((type) => ({ type, channelUrl })),
    { type: "teams", workflowUrl: channelUrl },
    { type: "webhook", webhookUrl: "https://shop.example.com/in" },
    { type: "email", host: "mail.example.com", port: 25, security: "none", ...addresses },
  ];
  const at = "/svc/api/notifications/destinations";
  for (const target of targets) {
    const { destination } = (await service.admin("POST", at, { label: "x", target })).body.response;
    const { ok, msg } = (await service.admin("POST", `${at}/${destination.id}/test`)).body.response;
    expect([ok, msg], target.type).toEqual([false, expect.stringContaining("`PREVENT_DAPI_CALLOUT`")]);
  }
});

verifies("webhooks:receive:gateway-limit", async () => {
  await register("large", { largestBytes: 5_000 });
  const sent = (bytes: number) => send("POST", "/svc/receiver/Contacts/large", { json: { a: "x".repeat(bytes) } });
  expect((await sent(1_000)).status).toBe(200);
  const refused = await sent(3_000);
  expect(refused).toRefuseWith("body_too_large");
  expect(refused.body.messages[0].text).toContain("`POST /svc/api/uploads`");
  const file = await send("POST", "/svc/filereceiver/Contacts/large", { body: "x".repeat(3_000) });
  expect(file).toRefuseWith("body_too_large");
  expect(file.body.messages[0].text).toContain("`POST /svc/api/uploads`");
});
