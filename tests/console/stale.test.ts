import type { Page } from "playwright";
import { afterAll, afterEach, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow, signedIn } from "./support/a-window.ts";
import { networkProxy } from "./support/network-proxy.ts";

const service = await testService();
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.stop());

const filterOf = (page: Page) =>
  page.locator("main").evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).filter);

verifies(
  "system:console:live",
  "a key that starts failing, or works again, is updated on the home page and in the list of keys",
  async () => {
    const key = await service.aKey({ label: "Web shop" });
    const { page } = await signedIn(service, "/");
    await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
    const keys = await signedIn(service, "/keys");
    const row = keys.page.getByRole("row", { name: /Web shop/ });
    await row.getByText("Never used").waitFor();
    service.sandbox.faults.set({ kind: "wrongPassword" });
    await service.admin("POST", `/svc/api/api-key/${key}/logout`);
    expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("stored_credentials_refused");
    service.sandbox.faults.clear();
    const refused = "FileMaker Server rejects the account “api” in Contacts: 1 key fails.";
    await page.getByRole("status").getByText(refused).waitFor();
    await row.getByText("Failing", { exact: true }).waitFor();
    await service.turn(20 * 60_000);
    expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
    await page.getByText(refused).waitFor({ state: "detached" });
    await row.getByText("Failing", { exact: true }).waitFor({ state: "detached" });
    await row.getByText("Never used").waitFor({ state: "detached" });
  },
);

verifies("system:console:states", "the last data of a stopped server stays, with its time", async () => {
  const { page } = await signedIn(service, "/files");
  await page.getByText("Orders.fmp12").waitFor();
  service.sandbox.faults.set({ kind: "stopped" });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page
    .getByRole("alert")
    .getByText(/^Showing data from \d\d:\d\d\.$/)
    .waitFor();
  await page.getByText("Orders.fmp12").waitFor();
  // While the server is still stopped: once it runs, the page's own polling may take the button away.
  await page.getByRole("button", { name: "Try again" }).click();
  service.sandbox.faults.clear();
  await page.getByRole("alert").waitFor({ state: "detached" });
});

verifies(
  "system:console:states",
  "once anything reports that the server is stopped, every panel does, and none when it is back",
  async () => {
    const { page } = await signedIn(service, "/");
    const server = page.getByRole("region", { name: "FileMaker Server" });
    await server.getByText("Running").first().waitFor();
    await page.getByRole("region", { name: "Databases" }).getByText("Normal").waitFor();
    await service.turn(10_000);
    service.sandbox.faults.set({ kind: "stopped" });
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText(/^FileMaker Server's web server responds, but /).waitFor();
    await server.getByText("Stopped").first().waitFor();
    await page
      .getByRole("region", { name: "Databases" })
      .getByText(/^Showing data from/)
      .waitFor();
    await page.getByRole("region", { name: "Databases" }).getByRole("button", { name: "Try again" }).click();
    service.sandbox.faults.clear();
    await service.turn(10_000);
    await page.getByText(/^FileMaker Server's web server responds, but /).waitFor({ state: "detached" });
    await page.getByText("The Data API is enabled.").waitFor();
  },
);

verifies("system:console:states", "a list that couldn't be read never looks like an empty one", async () => {
  const { page, open } = await signedIn(service, "/nowhere");
  service.sandbox.faults.set({ kind: "stopped" });
  await open("/files/clients");
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
  expect(await page.getByText("No clients connected").count()).toBe(0);
});

verifies("system:console:states", "if the service is unavailable, the page says so once, and turns gray", async () => {
  const way = await networkProxy(service);
  const { page } = await signedIn(way.service, "/");
  await page.getByText("The Data API is enabled.").waitFor();
  await page.getByRole("region", { name: "Databases" }).getByText("Normal").waitFor();
  expect(await filterOf(page)).toBe("none");
  await page.clock.install();
  way.become("closed");
  await page.clock.fastForward(90_000);
  await page.getByText(/Latchkey isn't responding\. Showing data from/).waitFor();
  await page.getByText("The Data API is enabled.").waitFor();
  for (const name of ["Checks", "Databases", "API keys", "FileMaker Server"])
    expect(await page.getByRole("region", { name }).getByRole("alert").count(), name).toBe(0);
  expect(await filterOf(page)).toBe("grayscale(1)");
  way.become("open");
  await page.clock.fastForward(60_000);
  await page.getByText(/Showing data from/).waitFor({ state: "detached" });
  expect(await filterOf(page)).toBe("none");
});

verifies("system:console:states", "the frame is shown while the session is still being checked", async () => {
  const { page, open, signIn } = await aWindow(service);
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    if (route.request().method() === "GET") await answered.promise;
    await route.continue();
  });
  await open("/keys");
  await page.getByRole("status").getByText("Loading").waitFor({ state: "attached" });
  expect(await page.getByLabel("Account").count()).toBe(0);
  answered.resolve();
  await signIn();
  await page.getByRole("heading", { level: 1, name: "API Keys" }).waitFor();
});
