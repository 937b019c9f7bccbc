import { fromMenu, inGuide, type Scene, scene, text } from "./scene.ts";

/** Scenes of webhooks, triggers and deliveries. */
export const eventScenes: readonly Scene[] = [
  scene("webhooks", "/webhooks", text("1 failed"), inGuide),
  scene(
    "register-webhook",
    "/webhooks?create=true",
    async (page) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Label").fill("Payments of the shop");
      await dialog.getByRole("combobox", { name: "File", exact: true }).selectOption("Contacts.fmp12");
      await dialog.getByLabel("Channel").fill("payments");
      await dialog.getByLabel("Data API key").selectOption({ label: "Events (api)" });
      await dialog.getByText("File is ready").waitFor();
    },
    inGuide,
  ),
  scene("webhook-schemes", "/webhooks?create=true", async (page) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Signature verification").selectOption("Custom signature (HMAC)…");
    await dialog.getByText("Responses and limits").click();
    await dialog.getByLabel("Hash function").waitFor();
  }),
  scene("webhook", "/webhooks/1", text("URL")),
  scene("test-event", "/webhooks", async (page) => {
    await fromMenu("Shop orders", "Send a test event…")(page);
    await page.getByRole("dialog").getByLabel("Data API key").selectOption({ label: "Events (api)" });
  }),
  scene("webhook-secret", "/webhooks", fromMenu("Payments", "Rotate secret…")),
  scene("deliveries", "/webhooks/deliveries", text("Failed")),
  scene("replay-failed", "/webhooks", fromMenu("Shop orders", "Retry failed…")),
  scene(
    "delivery",
    "/webhooks/deliveries?state=failed",
    async (page) => {
      await page.getByRole("main").getByRole("link", { name: /2027/ }).first().click();
      await page.getByRole("heading", { name: "Attempts" }).waitFor();
    },
    inGuide,
  ),
  scene("triggers", "/webhooks/triggers", text("Contacts to the shop")),
  scene("create-trigger", "/webhooks/triggers?create=true", async (page) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "File", exact: true }).selectOption("Contacts.fmp12");
    await dialog.getByLabel("Data API key").selectOption({ label: "Events (api)" });
    await dialog.getByLabel("Table", { exact: true }).fill("Contacts");
  }),
  scene("trigger", "/webhooks/triggers/1", text("Nothing waits")),
  scene("invoke-trigger", "/webhooks/triggers", fromMenu("Contacts to the shop", "Send records…")),
  scene("notifications", "/settings/notifications", text("Operations"), inGuide),
  scene("add-destination", "/settings/notifications", async (page) => {
    await page.getByRole("button", { name: "Add destination…" }).click();
    await page.getByRole("dialog").getByLabel("Kind").selectOption("Email");
    await page.getByRole("dialog").getByLabel("Mail server").waitFor();
  }),
];
