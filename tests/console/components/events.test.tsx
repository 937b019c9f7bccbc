import { afterEach, expect, test, vi } from "vitest";
import { replayFailed } from "../../../console/src/features/deliveries/use-delivery-actions.ts";
import DestinationDialog from "../../../console/src/features/notifications/destination-dialog.tsx";
import { DestinationsPanel } from "../../../console/src/features/notifications/destinations-panel.tsx";
import { EventHistory } from "../../../console/src/features/notifications/event-history.tsx";
import TriggerDialog from "../../../console/src/features/triggers/form/trigger-dialog.tsx";
import { defaultSettings } from "../../../console/src/features/webhooks/form/default-settings.ts";
import WebhookDialog from "../../../console/src/features/webhooks/form/webhook-dialog.tsx";
import { notifications } from "../../../shared/notifications/contract.ts";
import { triggers } from "../../../shared/triggers/contract.ts";
import { defaultSettings as settingsOfContract, webhooks } from "../../../shared/webhooks/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const closed = vi.fn();
const nothing = () => null;
const destination = notifications.getNotificationDestination.example.output.destination;
const trigger = triggers.readTrigger.example.output.trigger;
const webhook = webhooks.getWebhook.example.output;

verifies("webhooks:console:register", "unset options aren't sent, and a generated secret is shown", async () => {
  const changes = answering({
    "GET /svc/api/databases": { databases: [{ filename: "Contacts.fmp12" }] },
    "GET /svc/api/api-key": { "api-keys": [], cursor: null },
    "POST /svc/api/webhooks": webhook,
  });
  const page = await shown(<WebhookDialog newKey={nothing} onClose={closed} />);
  await page.getByLabelText("Label").fill("Shop orders");
  await page.getByRole("button", { name: "Register webhook" }).click();
  await expect.element(page.getByText("Choose a file.")).toBeInTheDocument();
  await expect.element(page.getByText("Use letters, digits, dashes, underscores and periods.")).toBeInTheDocument();
  await page.getByRole("combobox", { name: "File", exact: true }).selectOptions("Contacts.fmp12");
  await page.getByLabelText("Channel").fill("orders");
  await page.getByLabelText("Signature verification").selectOptions("Standard Webhooks");
  await page.getByRole("button", { name: "Register webhook" }).click();
  await expect.element(page.getByText("This verification scheme needs a secret.")).toBeInTheDocument();
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByRole("radio", { name: /^Accepted/ }).click();
  await page.getByRole("button", { name: "Register webhook" }).click();
  await expect.element(page.getByText("Shop orders registered")).toBeInTheDocument();
  expect(changes).toEqual([
    {
      call: "POST /svc/api/webhooks",
      body: {
        filename: "Contacts.fmp12",
        channel: "orders",
        useFileReceiver: false,
        label: "Shop orders",
        settings: { answerMode: "accepted", verification: { scheme: "standard-webhooks" } },
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    },
  ]);
  const made = JSON.stringify(changes).match(/whsec_[\w+/]+=/)?.[0] ?? "no secret";
  await expect.element(page.getByText(made)).toBeInTheDocument();
});

test("a change of the verification stores the secret first if there is none", async () => {
  const changes = answering({
    "PATCH /svc/api/webhooks/7": webhook,
    "POST /svc/api/webhooks/7/secret": { webhook, secret: null },
    "GET /svc/api/api-key": { "api-keys": [], cursor: null },
  });
  const page = await shown(<WebhookDialog before={webhook} newKey={nothing} onClose={closed} />);
  await page.getByLabelText("Signature verification").selectOptions("Stripe");
  await page.getByLabelText("Signing secret").fill("whsec_stripe");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect
    .poll(() => changes)
    .toEqual([
      { call: "POST /svc/api/webhooks/7/secret", body: { secret: "whsec_stripe" } },
      { call: "PATCH /svc/api/webhooks/7", body: { settings: { verification: { scheme: "stripe" } } } },
    ]);
});

verifies(
  "triggers:console:page",
  "a change contains only the differences, and stored addresses aren't requested",
  async () => {
    const changes = answering({
      "PATCH /svc/api/triggers/3": { trigger, secrets: [] },
      "GET /svc/api/schedules": { schedules: [] },
      "GET /svc/api/api-key": { "api-keys": [], cursor: null },
    });
    const page = await shown(<TriggerDialog before={trigger} onClose={closed} />);
    await page.getByLabelText("Filter").fill("status eq 'open'");
    await page.getByRole("button", { name: "Save changes" }).click();
    const saved = () => changes.filter(({ call }) => call === "PATCH /svc/api/triggers/3").map(({ body }) => body);
    await expect.poll(() => saved().length).toBe(1);
    await page.getByRole("switch", { name: "Enabled" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(() => saved().length).toBe(2);
    await page.getByLabelText("Headers").fill("no header");
    await expect.element(page.getByText("Invalid header “no header”. Use Name: value")).toBeInTheDocument();
    const target = { id: 5, kind: "url", isEnabled: false };
    expect(saved()).toEqual([
      { filter: "status eq 'open'" },
      { filter: "status eq 'open'", destination: { kind: "relay", targets: [target] } },
    ]);
  },
);

verifies(
  "notifications:console:page",
  "a destination is added with its events, and its address isn't copied",
  async () => {
    const copies = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const secret = "whsec_of_the_server";
    const changes = answering({ "POST /svc/api/notifications/destinations": { destination, secret } });
    const page = await shown(<DestinationDialog onClose={closed} />);
    await page.getByRole("button", { name: "Add destination" }).click();
    await expect.element(page.getByText("Enter a label.")).toBeInTheDocument();
    await page.getByLabelText("Label").fill("Our server");
    await page.getByLabelText("Kind").selectOptions("Webhook");
    await page.getByLabelText("URL", { exact: true }).fill("https://ops.example.com/in?token=canary");
    await page.getByLabelText("Events").fill("build_f");
    await page.getByRole("option", { name: "build_failed" }).click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(() => copies.mock.calls.length).toBe(1);
    expect(copies.mock.calls[0]?.[0]).toContain("$DESTINATION_URL");
    expect(copies.mock.calls[0]?.[0]).not.toContain("canary");
    await page.getByRole("button", { name: "Add destination" }).click();
    await expect.element(page.getByText(secret)).toBeInTheDocument();
    expect(changes).toEqual([
      {
        call: "POST /svc/api/notifications/destinations",
        body: {
          label: "Our server",
          target: { type: "webhook", webhookUrl: "https://ops.example.com/in?token=canary" },
          minimumSeverity: "warning",
          events: ["build_failed"],
        },
      },
    ]);
  },
);

test("an email destination keeps its account, and requires recipients", async () => {
  const email = {
    type: "email",
    host: "smtp.example.com",
    port: 587,
    security: "starttls",
    user: "latchkey",
    from: "latchkey@example.com",
    to: ["ada@example.com"],
    hasPassword: true,
  } as const;
  const changes = answering({});
  const page = await shown(<DestinationDialog before={{ ...destination, target: email }} onClose={closed} />);
  await page.getByLabelText("To").fill("nobody");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.element(page.getByText("Enter email addresses.")).toBeInTheDocument();
  await page.getByLabelText("To").fill("ada@example.com\nben@example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(() => changes.length).toBe(1);
  const { hasPassword: _, ...target } = email;
  expect(changes[0]?.body).toMatchObject({ target: { ...target, to: ["ada@example.com", "ben@example.com"] } });
});

verifies("notifications:console:page", "a test shows its result, and a disabled destination says why", async () => {
  const off = { ...destination, active: false, disabledReason: "The destination responded that it is gone" };
  answering({
    "GET /svc/api/notifications/destinations": { destinations: [off] },
    "POST /svc/api/notifications/destinations/3/test": { ok: false, msg: "HTTP 404: no_service", deliveryId: "x" },
    "GET /svc/api/notifications/events": {
      cursor: null,
      events: [{ ...notifications.listNotificationEvents.example.output.events[0], repeats: 12 }],
    },
  });
  const page = await shown(
    <>
      <DestinationsPanel strip={nothing} replay={{ text: "Retry", dialog: nothing }} />
      <EventHistory />
    </>,
  );
  await expect.element(page.getByText("The destination responded that it is gone")).toBeInTheDocument();
  await expect.element(page.getByText("All events, warnings and errors")).toBeInTheDocument();
  await expect.element(page.getByText("and 12 more within an hour")).toBeInTheDocument();
  const tested = vi.mocked(window.fetch).mock.calls;
  await page.getByRole("button", { name: "Send test: Operations" }).click();
  await expect.poll(() => tested.some(([url]) => String(url).endsWith("/destinations/3/test"))).toBe(true);
});

test("the form starts with the default settings", () => {
  expect(defaultSettings).toEqual(settingsOfContract);
});

test("failed deliveries are replayed request by request, until none is left or none can be replayed", async () => {
  const left = [
    { replayed: 1_000, passedOver: 0, remaining: true },
    { replayed: 3, passedOver: 1, remaining: false },
    { replayed: 0, passedOver: 1_000, remaining: true },
  ];
  const since = "2026-11-20T09:00:00.000Z";
  const asked: unknown[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (_, { body } = {}) => {
    asked.push(JSON.parse(String(body)));
    return Response.json({ messages: [], response: left.shift() });
  });
  expect(await replayFailed("webhook-7", since)).toEqual({ replayed: 1_003, passedOver: 1 });
  expect(await replayFailed("webhook-7", undefined)).toEqual({ replayed: 0, passedOver: 1_000 });
  const source = "webhook-7";
  expect(asked).toEqual([{ source, since }, { source, since }, { source }]);
});
