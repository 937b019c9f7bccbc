import type { TestService } from "../../support/test-service.ts";

/** Creates received events and a failed one, a table trigger, and two notification destinations. */
export async function populatedEvents(service: TestService): Promise<void> {
  const key = await service.aKey({ label: "Events", databases: ["Contacts.fmp12"], isOData: true });
  const post = async (path: string, body: object) => {
    const answer = await service.admin("POST", path, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.response;
  };
  const { id } = await post("/svc/api/webhooks", { channel: "orders", filename: "Contacts", label: "Shop orders" });
  const setLayout = (layout: string) => service.admin("PATCH", `/svc/api/webhooks/${id}`, { settings: { layout } });
  const send = (order: number) =>
    service.raw("POST", "/svc/receiver/Contacts/orders", { key, json: { order, customer: "Ada Moreno" } });
  for (const order of [1, 2, 3, 4]) await send(order);
  await setLayout("Missing");
  await send(5);
  await setLayout("OttoReceiver");
  await send(6);
  await post("/svc/api/webhooks", {
    channel: "stripe",
    filename: "Contacts",
    label: "Payments",
    secret: "whsec_of_the_sender",
    settings: { active: false, answerMode: "accepted", acceptedStatus: 200, verification: { scheme: "stripe" } },
  });
  await post("/svc/api/triggers", {
    label: "Contacts to the shop",
    filename: "Contacts",
    key,
    tableName: "Contacts",
    select: "uuid,status",
    destination: {
      kind: "relay",
      targets: [{ kind: "url", url: "https://shop.example.com/contacts", headers: { "X-Shop": "7" } }],
    },
  });
  const destinations = "/svc/api/notifications/destinations";
  await post(destinations, {
    label: "Operations",
    minimumSeverity: "warning",
    target: { type: "slack", channelUrl: "https://slack.example.com/services/T0/B0/x" },
  });
  await post(destinations, {
    label: "Administrators",
    minimumSeverity: "error",
    events: ["build_failed", "deployment_failed"],
    target: { type: "email", host: "smtp.example.com", from: "latchkey@example.com", to: ["ada@example.com"] },
  });
  await service.settle();
}
