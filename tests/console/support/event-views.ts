import type { View } from "./views.ts";

/** Pages and dialogs of what comes in and goes out. */
export const eventViews: readonly View[] = [
  ["webhooks", "/webhooks", (page) => page.getByText("1 failed").waitFor()],
  [
    "register a webhook",
    "/webhooks?create=true",
    async (page) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "File", exact: true }).selectOption("Contacts.fmp12");
      await dialog.getByLabel("Data API key").selectOption({ label: "Events (api)" });
      await dialog.getByText("The file is ready").waitFor();
      await dialog.getByLabel("Who sent it").selectOption("Another signature (HMAC)…");
      await dialog.getByText("Answers and limits").click();
    },
  ],
  ["webhook", "/webhooks/1", (page) => page.getByRole("button", { name: "Copy example" }).waitFor()],
  [
    "test event",
    "/webhooks",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Shop orders" }).click();
      await page.getByRole("menuitem", { name: "Send a test event…" }).click();
      await page.getByRole("dialog").getByLabel("Event, as JSON").waitFor();
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
  ["trigger", "/webhooks/triggers/1", (page) => page.getByText("Nothing waits to be sent.").waitFor()],
  ["notifications", "/settings/notifications", (page) => page.getByText("Administrators").waitFor()],
  [
    "add a destination",
    "/settings/notifications",
    async (page) => {
      await page.getByRole("button", { name: "Add destination…" }).click();
      await page.getByRole("dialog").getByLabel("Kind").selectOption("E-mail");
      await page.getByRole("dialog").getByLabel("Mail server").waitFor();
    },
  ],
];
