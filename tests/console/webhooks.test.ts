import { afterAll, expect } from "vitest";
import { runShell } from "../docs/code-runners.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { clicks, countClicks } from "./support/clicks.ts";
import { copied } from "./support/clipboard.ts";

const service = await testService();
afterAll(() => service.stop());
const key = await service.aKey({ label: "Shop", databases: ["Contacts.fmp12"], isOData: true });

verifies(
  "webhooks:console:page",
  "a webhook is registered, an event is sent with curl, and a failed one is replayed",
  async () => {
    const { page, open } = await signedIn(service, "/webhooks");
    await page.getByText("No webhooks yet").waitFor();
    await page.getByRole("button", { name: "Register webhook…" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Label").fill("Shop orders");
    await dialog.getByRole("combobox", { name: "File", exact: true }).selectOption("Contacts.fmp12");
    await dialog.getByLabel("Channel").fill("orders");
    await dialog.getByLabel("Data API key").selectOption({ label: "Shop (api)" });
    await dialog.getByText("File is ready").waitFor();
    await dialog.getByText("Layout and script").click();
    await dialog.getByLabel("Script", { exact: true }).fill("Nothing");
    await dialog.getByText("The script Nothing is missing").waitFor();
    await dialog.getByText('Go to Layout [ "OttoReceiver" ]').waitFor();
    await dialog.getByLabel("Script", { exact: true }).fill("OttoReceiver");
    await dialog.getByRole("button", { name: "Register webhook" }).click();
    await dialog.getByText("Shop orders registered").waitFor();
    await dialog.getByRole("button", { name: "Send test event" }).click();
    await dialog.getByText("Delivered. The sender would get HTTP 200.").waitFor();
    await dialog.getByRole("button", { name: "Copy example" }).click();
    const answer = JSON.parse(await runShell(await copied(page), { DATA_KEY: key }));
    expect(answer).toMatchObject({ success: true });
    await dialog.getByRole("button", { name: "Done" }).click();

    const { webhooks } = (await service.admin("GET", "/svc/api/webhooks")).body.response;
    const { id } = webhooks[0];
    const setLayout = (layout: string) => service.admin("PATCH", `/svc/api/webhooks/${id}`, { settings: { layout } });
    await setLayout("Missing");
    await service.raw("POST", "/svc/receiver/Contacts/orders", { key, json: { order: "late" } });
    await setLayout("OttoReceiver");
    const row = page.getByRole("row", { name: /Shop orders/ });
    await row.getByText("1 failed").waitFor();
    await open("/");
    await page.getByRole("link", { name: "“Shop orders”: 1 delivery failed. You can retry it." }).click();
    await page
      .getByRole("row", { name: /FileMaker error 105/ })
      .getByRole("link")
      .click();
    await page.getByText('{"order":"late"}').waitFor();
    await page.getByText("FileMaker error 105: the layout is missing").first().waitFor();
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("Delivered", { exact: true }).waitFor();
    await page
      .getByRole("row", { name: /Manual retry/ })
      .first()
      .waitFor();

    await page.getByRole("link", { name: "Shop orders" }).click();
    await page.getByText("3 events", { exact: true }).waitFor();
    await page.getByRole("searchbox").or(page.getByLabel("Text")).first().fill("late");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
  },
);

verifies(
  "webhooks:console:deliveries",
  "from the home page, all failed deliveries of a webhook are replayed with four clicks",
  async () => {
    const { response } = (
      await service.admin("POST", "/svc/api/webhooks", {
        channel: "forms",
        filename: "Contacts",
        label: "Forms",
        settings: { layout: "Missing" },
      })
    ).body;
    for (const n of [1, 2, 3]) await service.raw("POST", "/svc/receiver/Contacts/forms", { key, json: { n } });
    await service.admin("PATCH", `/svc/api/webhooks/${response.id}`, { settings: { layout: "OttoReceiver" } });
    const { page } = await signedIn(service, "/", {}, countClicks);
    await page.getByRole("link", { name: "Webhooks" }).first().click();
    await page.getByRole("button", { name: "Actions for Forms" }).click();
    await page.getByRole("menuitem", { name: "Retry failed…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retry failed" }).click();
    await page.getByText("Retrying 3 deliveries").waitFor();
    expect(await clicks(page)).toBe(4);
    await page.getByRole("row", { name: /Forms/ }).getByText("failed").waitFor({ state: "detached" });
    const { deliveries } = (await service.admin("GET", `/svc/api/deliveries?source=webhook-${response.id}`)).body
      .response;
    expect(deliveries.map(({ state }: { state: string }) => state)).not.toContain("failed");
  },
);

verifies("triggers:console:page", async () => {
  const { page } = await signedIn(service, "/webhooks/triggers");
  await page.getByText("No table triggers yet").waitFor();
  await page.getByRole("button", { name: "Create trigger…" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Label").fill("Contacts to the shop");
  await dialog.getByRole("combobox", { name: "File", exact: true }).selectOption("Contacts.fmp12");
  await dialog.getByLabel("Data API key").selectOption({ label: "Shop (api)" });
  await dialog.locator('datalist option[value="Contacts"]').waitFor({ state: "attached" });
  await dialog.getByLabel("Table", { exact: true }).fill("Contacts");
  await dialog
    .getByRole("textbox", { name: "URL", exact: true })
    .fill("https://shop.example.com/contacts?token=canary");
  await dialog.getByRole("button", { name: "Create trigger" }).click();
  await dialog.getByTestId("secret").waitFor();
  expect(await dialog.getByTestId("secret").textContent()).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "Copy secret" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /Contacts to the shop/ });
  await row.getByText("Active").waitFor();
  expect(await page.locator("main").textContent()).not.toContain("canary");
  await row.getByRole("link", { name: "Contacts to the shop" }).click();
  await page.getByText("No pending events.").waitFor();
  await page.getByRole("button", { name: "Actions for Contacts to the shop" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await dialog.getByLabel("Fields", { exact: true }).fill("uuid,status");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("uuid,status").waitFor();
  await page.getByRole("button", { name: "Actions for Contacts to the shop" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete trigger" }).click();
  await page.getByText("No table triggers yet").waitFor();
});
