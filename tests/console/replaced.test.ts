import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { networkProxy } from "./support/network-proxy.ts";

const service = await testService();
afterAll(() => service.stop());

const missing = /status of 404|Failed to fetch dynamically imported module/;

/** Removes the logs page, as when the console is replaced by a new version: until that version is loaded, or permanently. */
async function replaced(page: Page, until: "loaded anew" | "never" = "loaded anew") {
  const loads = { count: 0 };
  const isIndex = (url: string) => /\/svc\/console\/(#.*)?$/.test(url);
  page.on("request", (request) => {
    if (request.isNavigationRequest() && isIndex(request.url())) loads.count += 1;
  });
  await page.route("**/console/assets/logs-route-*.js", (route) =>
    until === "loaded anew" && loads.count > 0 ? route.fallback() : route.fulfill({ status: 404, json: {} }),
  );
  return loads;
}
const toLogs = (page: Page) => page.locator("aside").getByRole("link", { name: "Logs", exact: true }).click();
const log = (page: Page) => page.getByRole("heading", { level: 1, name: /\.log$/ });
const reloadPage = (page: Page) => page.getByRole("alert").getByRole("button", { name: "Reload page" });

verifies(
  "system:console:replaced",
  "a user who opens a page whose code was replaced gets there after one load",
  async () => {
    const { page, forgive } = await signedIn(service, "/keys");
    forgive(missing);
    const loads = await replaced(page);
    await toLogs(page);
    await log(page).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/logs\//);
    expect(loads.count).toBe(1);
  },
);

verifies(
  "system:console:replaced",
  "code that stays missing is reported, and the page doesn't reload repeatedly",
  async () => {
    const { page, forgive } = await signedIn(service, "/keys");
    forgive(missing);
    const loads = await replaced(page, "never");
    await toLogs(page);
    await page.getByText(/even after a reload/).waitFor();
    expect(loads.count).toBe(1);
    expect(new URL(page.url()).hash).toBe("#/logs");
    await page.unroute("**/console/assets/logs-route-*.js");
    await reloadPage(page).click();
    await log(page).waitFor();
    expect(await page.evaluate(() => Object.entries(sessionStorage))).toEqual([
      ["latchkey.loaded-anew-for", expect.stringMatching(/^\.\/assets\/[\w.-]+\.js$/)],
    ]);
  },
);

verifies("system:console:replaced", "typed text stays, and the user decides", async () => {
  const { page, forgive } = await signedIn(service, "/settings/appearance");
  forgive(missing);
  const loads = await replaced(page);
  await page.getByLabel("Nickname").fill("Half a na");
  await toLogsByPointer(page);
  await page.getByText(/Save your work, then reload/).waitFor();
  expect(await page.getByLabel("Nickname").inputValue()).toBe("Half a na");
  expect(loads.count).toBe(0);
  await reloadPage(page).click();
  await expect.poll(() => loads.count).toBe(1);
  await page.getByLabel("Nickname").waitFor();
  await toLogs(page);
  await log(page).waitFor();
});

/** Moves the pointer over a menu entry, which preloads its page. */
const toLogsByPointer = (page: Page) => page.locator("aside").getByRole("link", { name: "Logs", exact: true }).hover();

verifies("system:console:replaced", "a short outage of the service doesn't replace the page", async () => {
  const way = await networkProxy(service);
  const { page, forgive } = await signedIn(way.service, "/keys");
  forgive(/ERR_|Failed to fetch/);
  await page.getByText("No Data API keys yet").waitFor();
  await page.clock.install();
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  way.become("closed");
  await toLogs(page);
  await page.getByText(/Latchkey isn't responding/).waitFor();
  expect(loads).toBe(0);
  expect(await page.getByRole("alert").count()).toBe(0);
  way.become("open");
  await page.clock.fastForward(60_000);
  await log(page).waitFor();
});
