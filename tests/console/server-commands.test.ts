import type { Locator, Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aFileOperationSetup } from "../files/operations/support/a-file-operation-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { untilFocused } from "./support/focus.ts";
import { endOfRun } from "./support/operating.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
const { service } = setup;
afterAll(() => setup.stop());

const server = () => service.sandbox.world.server;

/** Opens the confirmation of a command from the menu of its server component. */
async function askedFor(page: Page, command: string, part: string): Promise<Locator> {
  await page.getByRole("button", { name: `Actions for ${part}` }).click();
  await page.getByRole("menuitem", { name: `${command}…`, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `${command} ${part}?` });
  await untilFocused(dialog.getByRole("button", { name: "Cancel" }));
  return dialog;
}

verifies("server:console:commands", "the Data API is stopped, and started again", async () => {
  const { page, complaints, open } = await signedIn(service, "/settings/server");
  const stopping = await askedFor(page, "Stop", "Data API");
  await stopping.getByText("Data API sessions end.").waitFor();
  await stopping.getByRole("button", { name: "Stop Data API" }).click();
  await endOfRun(page, setup);
  expect(server().engines.dataApi).toBe(false);

  await open("/settings/server");
  const components = page.getByRole("region", { name: "Dangerous actions" });
  const part = (name: string) =>
    components.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
  await part("Data API").getByText("Stopped").waitFor();
  await part("Database Server").getByText("Running").waitFor();
  await part("Script engine").getByText("Unknown").waitFor();
  const starting = await askedFor(page, "Start", "Data API");
  await starting.getByRole("button", { name: "Start Data API" }).click();
  await endOfRun(page, setup);
  expect(server().engines.dataApi).toBe(true);
  expect(complaints).toEqual([]);
});

verifies("server:console:commands", "nothing happens after Cancel", async () => {
  const { page } = await signedIn(service, "/settings/server");
  const dialog = await askedFor(page, "Stop", "Database Server");
  await dialog.getByText("All files are closed and all clients are disconnected immediately.").waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(server().running).toBe(true);
});

verifies("server:console:commands", "a production server requires the component's name", async () => {
  await service.admin("PATCH", "/svc/api/settings", { environmentTag: "PROD" });
  const { page, complaints } = await signedIn(service, "/settings/server");
  const dialog = await askedFor(page, "Restart", "Database Server");
  const submit = dialog.getByRole("button", { name: "Restart Database Server" });
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel(/^Type .?Database Server.? to continue/).fill("database server");
  await submit.click();
  await endOfRun(page, setup);
  expect([server().running, setup.statusOf("Contacts")]).toEqual([true, "NORMAL"]);
  expect(complaints).toEqual([]);
});
