import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { networkProxy } from "./support/network-proxy.ts";

const service = await testService();
afterAll(() => service.stop());

const mark = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor();
const row = (page: Page, label: string) => page.getByRole("row", { name: new RegExp(label) }).waitFor();

verifies("system:console:live", "another user's new entry appears in an open list", async () => {
  const { page, complaints } = await signedIn(service, "/keys");
  await mark(page, "Live");
  await page.getByText("No Data API keys yet").waitFor();
  await service.aKey({ label: "Web shop" });
  await row(page, "Web shop");
  expect(complaints).toEqual([]);
});

verifies("system:console:live", "a stream that reached its time limit continues where it ended", async () => {
  const { page } = await signedIn(service, "/keys");
  await mark(page, "Live");
  await service.turn(6 * 60_000);
  await service.aKey({ label: "Late shop" });
  await row(page, "Late shop");
  await mark(page, "Live");
});

verifies(
  "system:console:live",
  "without streams, the console polls every few seconds until they get through again",
  async () => {
    const way = await networkProxy(service);
    const { page } = await signedIn(way.service, "/keys");
    await page.clock.install();
    await mark(page, "Live");
    way.become("noStreams");
    await way.untilStreams(0);
    await service.aKey({ label: "While it was cut" });
    await page.clock.fastForward(3_000);
    await mark(page, "Polling");
    await row(page, "While it was cut");
    await service.aKey({ label: "While polling" });
    await page.clock.fastForward(5_000);
    await row(page, "While polling");
    way.become("open");
    await page.clock.fastForward(15_000);
    await mark(page, "Live");
  },
);

verifies(
  "system:console:live",
  "a service that was unavailable is followed again, and everything is reloaded",
  async () => {
    const way = await networkProxy(service);
    const { page } = await signedIn(way.service, "/keys");
    await page.clock.install();
    await mark(page, "Live");
    way.become("closed");
    await page.clock.fastForward(3_000);
    await mark(page, "Reconnecting");
    await service.aKey({ label: "Meanwhile" });
    way.become("open");
    await page.clock.fastForward(30_000);
    await mark(page, "Live");
    await row(page, "Meanwhile");
  },
);

verifies("system:console:live", "a hidden window closes its connection, and misses nothing", async () => {
  const way = await networkProxy(service);
  const { page } = await signedIn(way.service, "/keys");
  await page.clock.install();
  await way.untilStreams(1);
  await see(page, false);
  await page.clock.fastForward(10_000);
  await way.untilStreams(0);
  await service.aKey({ label: "Unseen" });
  await see(page, true);
  await row(page, "Unseen");
  await way.untilStreams(1);
});

verifies("system:console:live", "nothing is followed on the sign-in page", async () => {
  const way = await networkProxy(service);
  const { page } = await signedIn(way.service, "/keys");
  await way.untilStreams(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
  await way.untilStreams(0);
});

/** Shows or hides the page, as when another window covers it. */
async function see(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, value: ${!isSeen} });
    document.dispatchEvent(new Event("visibilitychange"))`);
}
