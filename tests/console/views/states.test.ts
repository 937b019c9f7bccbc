import type { Page } from "playwright";
import { afterAll, afterEach, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aWindow, signedIn } from "../support/a-window.ts";
import { untilFocused } from "../support/focus.ts";
import { networkProxy } from "../support/network-proxy.ts";

const service = await testService();
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.stop());

const focused = (page: Page) => page.evaluate("document.activeElement.tagName");

verifies("system:console:states", "the first tab stop skips the menu", async () => {
  const { page } = await signedIn(service, "/keys");
  await page.getByText("No Data API keys yet").waitFor();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("button", { name: "Skip to content" });
  expect(await skip.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  expect(await focused(page)).toBe("MAIN");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.querySelector('main').contains(document.activeElement)")).toBe(true);
});

verifies("system:console:states", "too many attempts show a countdown to the next one", async () => {
  const { page, open } = await aWindow(service);
  await page.clock.install();
  await open();
  await page.getByLabel("Account").fill("someone");
  const signIn = page.getByRole("button", { name: "Sign in" });
  const alert = page.getByRole("alert");
  for (;;) {
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    const answer = page.waitForResponse((response) => response.url().endsWith("/svc/api/session"));
    await signIn.click();
    if ((await answer).status() === 429) break;
    await alert.waitFor();
  }
  const text = await alert.getByText("Too many failed attempts").textContent();
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text ?? "") ?? [];
  const wait = Number(minutes) * 60 + Number(seconds);
  expect(wait).toBeGreaterThan(0);
  expect(await signIn.isDisabled()).toBe(true);
  await page.clock.runFor(1_000);
  await expect.poll(() => alert.textContent()).not.toBe(text);
  await page.clock.runFor(wait * 1_000);
  await alert.waitFor({ state: "detached" });
  await expect.poll(() => signIn.isDisabled()).toBe(false);
  expect(await page.getByLabel("Account").inputValue()).toBe("someone");
});

verifies("system:console:states", "a session that ends under a form keeps the form, which continues", async () => {
  const { page } = await signedIn(service, "/keys?create=true");
  const form = page.getByRole("dialog", { name: "Create Data API key" });
  await form.getByLabel("Label").fill("Half made");
  await form.getByLabel("Files").fill("Contacts");
  await page.getByRole("option", { name: "Contacts.fmp12" }).click();
  await page.keyboard.press("Tab");
  await form.getByLabel("Account").fill("api");
  await form.getByLabel("Password", { exact: true }).fill("demo-pass");
  await page.context().clearCookies();
  await form.getByRole("button", { name: "Create key" }).click();
  const over = page.getByRole("alertdialog", { name: "Your session ended" });
  await over.getByLabel("Password", { exact: true }).fill("admin-pass");
  await over.getByRole("button", { name: "Sign in" }).click();
  await over.waitFor({ state: "detached" });
  expect(await form.getByLabel("Label").inputValue()).toBe("Half made");
  expect(await form.getByLabel("Password", { exact: true }).inputValue()).toBe("demo-pass");
  await form.getByRole("button", { name: "Create key" }).click();
  await page.getByTestId("new-key").waitFor();
});

verifies(
  "system:console:states",
  "while FileMaker Server is stopped, a banner says what works, and that works",
  async () => {
    const { page, open } = await signedIn(service, "/settings/appearance");
    service.sandbox.faults.set({ kind: "stopped" });
    await service.turn(60_000);
    await page.reload();
    const banner = page.getByText(
      /^FileMaker Server's web server responds, but the Data API and the Admin API don't\./,
    );
    await banner.waitFor();
    expect(await banner.count()).toBe(1);
    expect(await page.getByLabel("Nickname").isEnabled()).toBe(true);
    await open("/logs/svc-info.log");
    await page.getByRole("log").getByText("path=").first().waitFor();
    service.sandbox.faults.clear();
    await service.turn(60_000);
    await page.reload();
    await page.getByRole("log").getByText("path=").first().waitFor();
    await banner.waitFor({ state: "detached" });
  },
);

verifies("system:console:states", "if the service is unavailable, loaded data stays, with its time", async () => {
  await service.aKey({ label: "Web shop" });
  const way = await networkProxy(service);
  const { page } = await signedIn(way.service, "/keys");
  await page.getByText("Web shop").waitFor();
  await page.clock.install();
  way.become("closed");
  await page.clock.fastForward(3_000);
  await page.getByText(/Showing data from \d\d:\d\d/).waitFor();
  await page.getByText("Web shop").waitFor();
  way.become("open");
  await page.clock.fastForward(60_000);
  await page.getByText(/Showing data from/).waitFor({ state: "detached" });
});

verifies("system:console:states", "a user who prefers reduced motion sees none", async () => {
  const { page } = await signedIn(service, "/keys", { reducedMotion: "reduce" });
  await page.getByText("Web shop").waitFor();
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByRole("dialog").getByLabel("Label").waitFor();
  const moving =
    "document.getAnimations().filter(({ effect }) => effect.getComputedTiming().activeDuration > 0).length";
  expect(await page.evaluate(moving)).toBe(0);
});

verifies("system:console:states", "the drawer closes by key and by selection, and returns the focus", async () => {
  const { page } = await signedIn(service, "/keys", { viewport: { width: 390, height: 844 } });
  const opener = page.getByRole("button", { name: "Open menu" });
  await opener.click();
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await untilFocused(opener);
  await opener.click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Databases" }).click();
  await page.getByRole("heading", { level: 1, name: "Databases" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});
