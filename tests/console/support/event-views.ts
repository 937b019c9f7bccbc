import type { View } from "./views.ts";

/** Pages and dialogs of incoming and outgoing events. */
export const eventViews: readonly View[] = [
  ["webhooks", "/webhooks", (page) => page.getByText("1 failed").waitFor()],
  [
    "register a webhook",
    "/webhooks?create=true",
    async (page) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "File", exact: true }).selectOption("Contacts.fmp12");
      await dialog.getByLabel("Data API key").selectOption({ label: "Events (api)" });
      await dialog.getByText("File is ready").waitFor();
      await dialog.getByLabel("Signature verification").selectOption("Custom signature (HMAC)…");
      await dialog.getByText("Responses and limits").click();
    },
  ],
  ["webhook", "/webhooks/1", (page) => page.getByRole("button", { name: "Copy example" }).waitFor()],
  [
    "test event",
    "/webhooks",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Shop orders" }).click();
      await page.getByRole("menuitem", { name: "Send a test event…" }).click();
      await page.getByRole("dialog").getByLabel("Event (JSON)").waitFor();
    },
  ],
  ["deliveries", "/webhooks/deliveries", (page) => page.getByText("FileMaker error 105").waitFor()],
  [
    "delivery",
    "/webhooks/deliveries?state=failed",
    async (page) => {
      await page
        .getByRole("row", { name: /FileMaker error 105/ })
        .getByRole("link")
        .click();
      await page.getByRole("heading", { name: "Attempts" }).waitFor();
    },
  ],
  ["triggers", "/webhooks/triggers", (page) => page.getByRole("link", { name: "Contacts to the shop" }).waitFor()],
  [
    "create a trigger",
    "/webhooks/triggers?create=true",
    async (page) => {
      await page.getByRole("button", { name: "Add target" }).click();
      await page.getByRole("button", { name: "Remove target" }).first().waitFor();
    },
  ],
  ["trigger", "/webhooks/triggers/1", (page) => page.getByText("No pending events.").waitFor()],
  ["offsite backups", "/backups", (page) => page.getByText("store/fm-backups/production").waitFor()],
  [
    "send backups offsite",
    "/backups",
    async (page) => {
      await page.getByRole("button", { name: "Add schedule…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Location").selectOption("Store");
      await dialog.getByRole("combobox", { name: "Bucket" }).selectOption("fm-backups");
      await dialog.getByText("Container folders").click();
      await dialog.getByRole("switch", { name: "Include container folder 1" }).click();
    },
  ],
  [
    "restore an offsite backup",
    "/backups",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Nightly" }).click();
      await page.getByRole("menuitem", { name: "Restore…" }).click();
      await page.getByRole("checkbox", { name: /Contacts/ }).click();
      await page.getByRole("radio", { name: /^New name/ }).click();
    },
  ],
  ["an offsite schedule", "/backups/Nightly", (page) => page.getByText("No runs yet").waitFor()],
  [
    "offsite locations",
    "/backups/locations",
    async (page) => {
      await page.getByText("Test results").click();
      await page.getByText("Upload in parts").waitFor();
    },
  ],
  [
    "add an offsite location",
    "/backups/locations",
    async (page) => {
      await page.getByRole("button", { name: "Add location…" }).click();
      await page.getByRole("dialog").getByLabel("Endpoint").waitFor();
    },
  ],
  ["notifications", "/settings/notifications", (page) => page.getByText("Administrators").waitFor()],
  [
    "add a destination",
    "/settings/notifications",
    async (page) => {
      await page.getByRole("button", { name: "Add destination…" }).click();
      await page.getByRole("dialog").getByLabel("Kind").selectOption("Email");
      await page.getByRole("dialog").getByLabel("Mail server").waitFor();
    },
  ],
];
