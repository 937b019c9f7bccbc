import { afterAll, beforeAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aWindow, signedIn } from "../support/a-window.ts";
import { found, foundInBothModes } from "../support/axe.ts";
import { clicks, countClicks } from "../support/clicks.ts";
import { copied } from "../support/clipboard.ts";
import { fillByKeyboard } from "../support/making-a-key.ts";
import { populated } from "../support/populated.ts";
import { tabTo } from "../support/tab-to.ts";

const service = await testService();
beforeAll(() => populated(service));
afterAll(() => service.stop());

verifies("system:console:accessible", "sign-in page, light and dark", async () => {
  const { page, open } = await aWindow(service);
  await open();
  await page.getByLabel("Account").waitFor();
  expect(await foundInBothModes(page)).toEqual([]);
});

for (const themeColor of ["yellow", "magenta", "black", "white"])
  verifies("system:console:accessible", `a theme in ${themeColor}, light and dark`, async () => {
    await service.admin("PATCH", "/svc/api/settings", { themeColor });
    const { page, open } = await signedIn(service, "/keys");
    await page.getByText("Web shop").waitFor();
    expect(await foundInBothModes(page, "colors")).toEqual([]);
    await open("/files/Orders.fmp12?ask=close");
    await page.getByRole("dialog").getByText("2 clients").waitFor();
    expect(await foundInBothModes(page, "colors")).toEqual([]);
  });

verifies(
  "system:console:accessible",
  "a phone has the menu in a drawer, and nothing wider than the screen",
  async () => {
    const { page } = await signedIn(service, "/keys", { viewport: { width: 390, height: 844 } });
    await page.getByText("Web shop").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(await found(page)).toEqual([]);
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("link", { name: "Audit trail" }).waitFor();
    expect(await found(page)).toEqual([]);
    await page.getByRole("link", { name: "Audit trail" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
);

verifies("system:console:accessible", "forced colors leave texts, symbols, and the focus visible", async () => {
  const { page, complaints } = await signedIn(service, "/keys", { forcedColors: "active" });
  await page.getByText("Web shop").waitFor();
  expect(await page.evaluate("matchMedia('(forced-colors: active)').matches")).toBe(true);
  await page.getByRole("checkbox", { name: "Select Web shop" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "Select Web shop" }).locator("svg").waitFor();
  expect(await page.evaluate(`(${lookAtTick})(document.activeElement.querySelector("svg"))`)).toBe("seen");
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).not.toBe("none");
  expect(complaints).toEqual([]);
});

/** Script text for the page: true if a check mark has a different color than its background. */
const lookAtTick = `(mark) => {
  const { color } = getComputedStyle(mark);
  let under = mark.parentElement;
  while (under && getComputedStyle(under).backgroundColor === "rgba(0, 0, 0, 0)") under = under.parentElement;
  return under && getComputedStyle(under).backgroundColor !== color ? "seen" : "lost";
}`;

verifies("keys:console:keyboard", "from sign-in to a copied key and on to the logs, no pointer is needed", async () => {
  const { page, open, complaints } = await aWindow(service, {}, countClicks);
  await open();
  await page.getByLabel("Account").waitFor();
  await page.getByLabel("Account").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("admin");
  await page.keyboard.press("Tab");
  await page.keyboard.type("admin-pass");
  await page.keyboard.press("Enter");
  await page.getByText("The Data API is enabled.").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.getByRole("row", { name: /Web shop/ }).waitFor();
  await page.keyboard.press("c");
  await fillByKeyboard(page, "By hand", ["Contacts"]);
  await page.keyboard.press("Enter");
  await page.getByTestId("new-key").waitFor();
  await tabTo(page, page.getByRole("button", { name: "Copy key" }));
  await page.keyboard.press("Enter");
  expect(await copied(page)).toMatch(/^dk_/);
  await page.keyboard.press("Escape");
  await page.getByTestId("new-key").waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.waitForURL(/#\/logs/);
  expect(await clicks(page)).toBe(0);
  expect(complaints).toEqual([]);
});
