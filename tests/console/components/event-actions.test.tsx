import { QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, expect, vi } from "vitest";
import { deliveryColumnNames } from "../../../console/src/features/deliveries/delivery-columns.tsx";
import { DeliveryList } from "../../../console/src/features/deliveries/delivery-list.tsx";
import ReplaceDestinationSecretDialog from "../../../console/src/features/notifications/replace-secret-dialog.tsx";
import InvokeDialog from "../../../console/src/features/triggers/invoke-dialog.tsx";
import ReplaceTargetSecretDialog from "../../../console/src/features/triggers/replace-secret-dialog.tsx";
import { KeyField } from "../../../console/src/features/webhooks/key-field.tsx";
import ReplaceWebhookSecretDialog from "../../../console/src/features/webhooks/replace-secret-dialog.tsx";
import { useColumnChoice } from "../../../console/src/ui/tables/column-choice.ts";
import { type DeliveryRow, deliveries } from "../../../shared/deliveries/contract.ts";
import { notifications } from "../../../shared/notifications/contract.ts";
import { signIns } from "../../../shared/sessions/contract.ts";
import { triggers } from "../../../shared/triggers/contract.ts";
import { webhooks } from "../../../shared/webhooks/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const trigger = triggers.readTrigger.example.output.trigger;
const webhook = webhooks.getWebhook.example.output;
const destination = notifications.getNotificationDestination.example.output.destination;

verifies("triggers:console:page", "a trigger is invoked for the specified records, or for all on request", async () => {
  const changes = answering({ "POST /svc/api/triggers/3/invoke": { ok: true } });
  const closed = vi.fn();
  const page = await shown(<InvokeDialog trigger={trigger} onClose={closed} />);
  const invoke = page.getByRole("button", { name: "Send records" });
  const rows = page.getByLabelText("Record numbers");
  for (const wrong of ["", "63, 0", "63 1.5", "all"]) {
    await rows.fill(wrong);
    await invoke.click();
    await expect.element(page.getByText("Enter up to 10,000 numbers greater than 0.")).toBeInTheDocument();
  }
  expect(changes).toEqual([]);
  await rows.fill("63, 61 7");
  await invoke.click();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  await page.getByRole("radio", { name: /^All/ }).click();
  await invoke.click();
  await expect.poll(() => closed.mock.calls.length).toBe(2);
  expect(changes.map(({ body }) => body)).toEqual([{ rowIDs: [63, 61, 7] }, { allRecords: true }]);
});

verifies("triggers:access:operators", "the console asks operators for the value of a key", async () => {
  const changes = answering({ "POST /svc/api/triggers/3/invoke": { ok: true } });
  const { caller, session } = signIns.getSession.example.output;
  const queryClient = new QueryClient();
  queryClient.setQueryData(["GET /svc/api/session", {}], { caller: { ...caller, role: "operator" }, session });
  const chosen = vi.fn();
  const field = await shown(<KeyField filename="Contacts.fmp12" chosenKey={0} onChange={chosen} />, queryClient);
  await field.getByLabelText("Data API key").fill(" dk_value ");
  expect(chosen).toHaveBeenLastCalledWith("dk_value");
  const closed = vi.fn();
  const page = await shown(<InvokeDialog trigger={trigger} onClose={closed} />, queryClient);
  await page.getByLabelText("Record numbers").fill("63");
  await page.getByRole("dialog").getByLabelText("Data API key").fill("dk_value");
  await page.getByRole("button", { name: "Send records" }).click();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  expect(changes.map(({ body }) => body)).toEqual([{ rowIDs: [63], key: "dk_value" }]);
});

verifies("triggers:console:page", "a target's secret is rotated, and shown with the target's address", async () => {
  const secret = "whsec_of_the_target";
  const changes = answering({ "POST /svc/api/triggers/3/targets/5/secret": { secret } });
  const [target] = trigger.destination.targets;
  if (target === undefined) throw new Error("The example has a target");
  const page = await shown(<ReplaceTargetSecretDialog triggerId={3} target={target} onClose={vi.fn()} />);
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect.element(page.getByText(secret)).toBeInTheDocument();
  await expect.element(page.getByText("https://shop.example.com/contacts")).toBeInTheDocument();
  expect(changes.map(({ body }) => body)).toEqual([{ previousHours: 24 }]);
});

verifies(
  "notifications:console:page",
  "a server's secret is rotated, and the dialog closes only after it was copied",
  async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const secret = "whsec_of_the_server";
    const changes = answering({ "POST /svc/api/notifications/destinations/3/secret": { destination, secret } });
    const closed = vi.fn();
    const page = await shown(<ReplaceDestinationSecretDialog destination={destination} onClose={closed} />);
    await page.getByLabelText("Sign with both for (hours)").fill("2");
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await expect.element(page.getByText(secret)).toBeInTheDocument();
    expect(changes.map(({ body }) => body)).toEqual([{ previousHours: 2 }]);
    await page.getByRole("button", { name: "Done" }).click();
    expect(closed).not.toHaveBeenCalled();
    await page.getByRole("button", { name: "Back to the secret" }).click();
    await page.getByRole("button", { name: "Copy secret" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => closed.mock.calls.length).toBe(1);
  },
);

verifies(
  "webhooks:console:page",
  "a webhook's secret is generated here, or is the sender's and not shown",
  async () => {
    const changes = answering({ "POST /svc/api/webhooks/7/secret": { webhook, secret: null } });
    const closed = vi.fn();
    const page = await shown(<ReplaceWebhookSecretDialog webhook={webhook} onClose={closed} />);
    const replace = page.getByRole("button", { name: "Rotate secret" });
    await page.getByRole("radio", { name: /^From the sender/ }).click();
    await replace.click();
    await expect.element(page.getByText("Paste the sender's secret.")).toBeInTheDocument();
    expect(changes).toEqual([]);
    await page.getByLabelText("Secret", { exact: true }).fill("whsec_of_the_sender");
    await replace.click();
    await expect.poll(() => closed.mock.calls.length).toBe(1);
    expect(changes.map(({ body }) => body)).toEqual([{ previousHours: 24, secret: "whsec_of_the_sender" }]);

    const made = "whsec_made_here";
    const again = answering({ "POST /svc/api/webhooks/7/secret": { webhook, secret: made } });
    await page.getByRole("radio", { name: /^Generate/ }).click();
    await replace.click();
    await expect.element(page.getByText(made)).toBeInTheDocument();
    expect(again.map(({ body }) => body)).toEqual([{ previousHours: 24 }]);
  },
);

function aDelivery(number: number, more: Partial<DeliveryRow> = {}): DeliveryRow {
  const id = `webhook-7_${String(number).padStart(32, "0")}`;
  return { ...deliveries.getDelivery.example.output.delivery, id, senderId: `evt_${number}`, ...more };
}

function Deliveries() {
  const choice = useColumnChoice("deliveries", deliveryColumnNames, undefined, () => undefined);
  const [filter, setFilter] = useState({});
  return (
    // Below the frame's header, as on its page.
    <div className="pt-14">
      <DeliveryList source="webhook-7" filter={filter} onFilter={setFilter} choice={choice} link={(_, name) => name} />
    </div>
  );
}

verifies(
  "webhooks:console:deliveries",
  "a selection is replayed with one request, and a pending delivery is canceled after a confirmation",
  async () => {
    const rows = [aDelivery(3, { state: "pending", endedAt: null }), aDelivery(2, { state: "failed" }), aDelivery(1)];
    const [pending, failed, delivered] = rows.map(({ id }) => id);
    const changes = answering({
      "GET /svc/api/deliveries": { deliveries: rows, cursor: null, lookedAt: 3 },
      "POST /svc/api/deliveries/replay": { replayed: 2, passedOver: 0, remaining: false },
    });
    const page = await shown(<Deliveries />);
    await page.getByRole("checkbox", { name: "Select evt_2" }).click();
    await page.getByRole("checkbox", { name: "Select evt_1" }).click();
    await page.getByRole("button", { name: "Retry 2" }).click();
    await expect.element(page.getByRole("checkbox", { name: "Select evt_2" })).not.toBeChecked();
    expect(changes).toEqual([{ call: "POST /svc/api/deliveries/replay", body: { ids: [failed, delivered] } }]);

    const ask = async () => {
      await page.getByRole("button", { name: "Actions for evt_3" }).click();
      await page.getByRole("menuitem", { name: "Cancel…" }).click();
    };
    await ask();
    await page.getByRole("button", { name: "Keep delivery" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(changes).toHaveLength(1);
    await ask();
    await page.getByRole("button", { name: "Cancel delivery" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(changes[1]).toMatchObject({ call: `POST /svc/api/deliveries/${pending}/cancel` });
    // A finished delivery can't be canceled.
    await page.getByRole("button", { name: "Actions for evt_2" }).click();
    await expect.element(page.getByRole("menuitem", { name: "Retry" })).toBeInTheDocument();
    expect(page.getByRole("menuitem", { name: "Cancel…" }).query()).toBeNull();
  },
);
