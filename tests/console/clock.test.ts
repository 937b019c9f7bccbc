import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { type AWindow, signedIn } from "./support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());
beforeAll(() => service.anAdminKey("Web shop"));

const hourMs = 3_600_000;

/** Opens a window whose clock differs from the service's by `byMs`. Tests turn the service's clock, and a date in its answers follows. */
async function apart(path: string, byMs: number): Promise<AWindow> {
  const window = await signedIn(service, path);
  const { page } = window;
  await page.route("**/svc/api/**", async (route) => {
    if ((await route.request().headerValue("accept")) === "text/event-stream") return route.fallback();
    const response = await route.fetch();
    return route.fulfill({
      response,
      headers: { ...response.headers(), date: new Date(service.clock.now()).toUTCString() },
    });
  });
  onTestFinished(() => page.unrouteAll({ behavior: "ignoreErrors" }));
  await page.clock.install({ time: service.clock.now() + byMs });
  await page.reload();
  return window;
}

for (const [which, byMs] of [
  ["an hour late", -hourMs],
  ["right", 0],
  ["an hour fast", hourMs],
] as const)
  verifies("system:console:clock", `new entries are shown as new if the browser's clock is ${which}`, async () => {
    const { page } = await apart("/keys/admin", byMs);
    const row = page.getByRole("row", { name: /Web shop/ });
    await row
      .getByText("just now")
      .or(row.getByText(/^\d+ minutes? ago$/))
      .first()
      .waitFor();
    expect(await row.textContent()).not.toMatch(/hour/);
  });

verifies("system:console:clock", "requests for the last 24 hours use the service's clock", async () => {
  const { page } = await apart("/keys/admin", hourMs);
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has("from"));
  await page.locator("aside").getByRole("link", { name: "Home", exact: true }).click();
  const from = new URL((await asked).url()).searchParams.get("from") ?? "";
  const since = service.clock.now() - Date.parse(from);
  expect(since).toBeGreaterThan(23.5 * hourMs);
  expect(since).toBeLessThan(24.5 * hourMs);
});

verifies("system:console:clock", "after the browser's clock is changed, the next response corrects it", async () => {
  const { page } = await apart("/keys/admin", 0);
  const row = page.getByRole("row", { name: /Web shop/ });
  await row.waitFor();
  await page.clock.setSystemTime(service.clock.now() + 5 * hourMs);
  await page.locator("aside").getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("region", { name: "Tasks" }).getByText("No tasks running.").waitFor();
  await page.goBack();
  await expect.poll(() => row.textContent()).not.toMatch(/hour/);
});
