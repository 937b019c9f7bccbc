import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { clicks, countClicks } from "./support/clicks.ts";

const enough = 50_000_000_000;
let freeBytes = enough;
const host = aHost();
const service = await testService({
  decorate: (platform) => ({ ...platform, dataDiskFreeBytes: async () => freeBytes }),
});
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const state = (page: Page) => page.getByRole("region", { name: "Status" });
const points = (page: Page) => page.getByRole("region", { name: "Checks" });

/** Opens Home as an administrator would, some seconds later. */
async function lookedAt(page: Page, seconds: number): Promise<void> {
  await service.turn(seconds * 1_000);
  await page.reload();
  await state(page).getByText("Checking the server…").waitFor({ state: "detached" });
}

verifies("system:health:parts", "a full disk is shown on the home page, and its cause within two clicks", async () => {
  const { page } = await signedIn(service, "/", {}, countClicks);
  await points(page).getByText("The agent on the database host is online.").waitFor();
  freeBytes = 500_000;
  await lookedAt(page, 10);
  const { checks } = (await service.raw("GET", "/svc/readyz")).body;
  expect([checks.agent.ok, checks.disk.ok]).toEqual([true, false]);
  await points(page)
    .getByText(/A disk is full: the disk of the service's data has [\d.]+ [kM]B left/)
    .waitFor();
  expect(await clicks(page)).toBe(0);
  freeBytes = enough;
  await lookedAt(page, 10);
  await points(page)
    .getByText(/A disk is full/)
    .waitFor({ state: "detached" });
});

verifies(
  "system:health:parts",
  "a killed agent is shown on the home page, and its cause within two clicks",
  async () => {
    const { page } = await signedIn(service, "/", {}, countClicks);
    await points(page).getByText("The agent on the database host is online.").waitFor();
    await agent.stop();
    await lookedAt(page, 60);
    expect((await service.raw("GET", "/svc/readyz")).body.checks.agent.ok).toBe(false);
    await points(page).getByText("The agent on the database host is offline.").waitFor();
    await points(page)
      .getByText(/Start the agent's service on the database host/)
      .waitFor();
    expect(await clicks(page)).toBe(0);
  },
);
