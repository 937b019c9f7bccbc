import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { foundInBothModes } from "../support/axe.ts";

const service = await testService();
afterAll(() => service.stop());

const search = async (page: Page, typed: string) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill(typed);
};
const options = (page: Page) => page.getByRole("option");

verifies(
  "system:console:search",
  "an Admin API key is found by its label, and by its last four characters",
  async () => {
    const key = await service.anAdminKey("Deploy script");
    const { page } = await signedIn(service);
    for (const typed of ["deploy", key.slice(-4)]) {
      await search(page, typed);
      // Its actions are found too.
      await options(page)
        .filter({ hasText: /^Deploy script/ })
        .click();
      await page.getByRole("heading", { level: 1, name: "API Keys" }).waitFor();
      expect(new URL(page.url()).hash).toBe("#/keys/admin?q=Deploy+script");
      await page.getByRole("row", { name: /Deploy script/ }).waitFor();
    }
  },
);

verifies("system:console:search", "matches in names come before matches in actions", async () => {
  await service.aKey({ label: "Color report" });
  const { page } = await signedIn(service);
  await search(page, "or");
  for (const hasText of ["Orders.fmp12", "Color report", "Show errors in"])
    await options(page).filter({ hasText }).first().waitFor();
  const found = await options(page).allTextContents();
  const placeOf = (text: string) => found.findIndex((each) => each.includes(text));
  expect(placeOf("Orders.fmp12")).toBe(0);
  expect(placeOf("Color report")).toBeLessThan(placeOf("Show errors in"));
});

verifies("system:console:search", "the id of a process leads to it, regardless of its age", async () => {
  const { page } = await signedIn(service);
  await search(page, "4711");
  await options(page).filter({ hasText: "Task 4711" }).click();
  await page.getByText("Task not found").waitFor();
  expect(new URL(page.url()).hash).toBe("#/processes/4711");
});

verifies("system:console:search", "the last choice comes first, also before anything is typed", async () => {
  const { page } = await signedIn(service);
  await search(page, "orders");
  await options(page)
    .filter({ hasText: /^Orders\.fmp12/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Orders.fmp12" }).waitFor();
  await search(page, "audit");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Audit trail" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Audit trail" }).waitFor();
  await search(page, "");
  await options(page).filter({ hasText: "Orders.fmp12" }).waitFor();
  expect(await options(page).allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining("Audit trail"), expect.stringContaining("Home")]),
  );
  expect((await options(page).allTextContents()).slice(0, 2)).toEqual([
    expect.stringContaining("Audit trail"),
    expect.stringContaining("Orders.fmp12"),
  ]);
});

verifies("system:console:search", "an error number is explained, FileMaker's included", async () => {
  const { page } = await signedIn(service, "/keys");
  for (const [typed, cause] of [
    ["952", "FileMaker 952"],
    ["18032", "Latchkey 18032"],
  ] as const) {
    await search(page, typed);
    await options(page).filter({ hasText: cause }).first().waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: cause });
    await dialog.getByText("Usual cause").waitFor();
    await dialog.getByText("Next step").waitFor();
    expect(await foundInBothModes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).hash).toBe("#/keys");
  }
});

verifies(
  "system:console:search",
  "every letter counts after the shortcut, even while the search is loading",
  async () => {
    const { page, complaints } = await signedIn(service, "/keys");
    await page.getByRole("heading", { level: 1, name: "API Keys" }).waitFor();
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/search-palette*.js", async (route) => {
      await promise;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    // Includes letters that are shortcuts on the page below: `c` creates, `g` navigates, Enter presses.
    await page.keyboard.type("gcordx");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    release();
    const field = page.getByRole("combobox", { name: "Search" });
    await field.waitFor();
    await expect.poll(() => field.inputValue()).toBe("gcord");
    await page.keyboard.type("ers");
    expect(await field.inputValue()).toBe("gcorders");
    await page.keyboard.press("Escape");
    expect(new URL(page.url()).hash).toBe("#/keys");
    // Afterwards, letters are the page's shortcuts again.
    await page.keyboard.press("c");
    await page.getByRole("dialog", { name: "Create Data API key" }).waitFor();
    expect(complaints).toEqual([]);
  },
);

verifies(
  "system:console:search",
  "letters typed right after the shortcut belong to the search once it is loaded",
  async () => {
    const { page } = await signedIn(service);
    await search(page, "");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Search" }).waitFor({ state: "detached" });
    await page.evaluate(`(() => {
    const press = (key, more) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    press("k", { ctrlKey: true });
    for (const letter of "audit") press(letter);
  })()`);
    await expect.poll(() => page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("audit");
  },
);

verifies(
  "system:console:search",
  "the highlighted result stays highlighted while more are loaded, and Enter opens it",
  async () => {
    const { page } = await signedIn(service, "/settings/about");
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/svc/api/databases", async (route) => {
      await promise;
      await route.continue();
    });
    await search(page, "co");
    await options(page).first().waitFor();
    await page.keyboard.press("ArrowDown");
    // Until it is drawn, the first one is selected.
    await expect.poll(() => options(page).first().getAttribute("aria-selected")).toBe("false");
    const marked = page.locator('[role="option"][aria-selected="true"]');
    const before = await marked.textContent();
    release();
    await options(page).filter({ hasText: "Contacts.fmp12" }).first().waitFor();
    expect(await marked.textContent()).toBe(before);
  },
);

verifies("system:console:search", "search runs actions: dark mode, a server component, sign-out", async () => {
  const { page } = await signedIn(service);
  await search(page, "dark");
  await page.keyboard.press("Enter");
  await page.locator('html[data-mode="dark"]').waitFor({ state: "attached" });
  await search(page, "restart data api");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Restart Data API?" }).waitFor();
  await page.keyboard.press("Escape");
  await search(page, "sign out");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sign in" }).waitFor();
});

verifies("system:console:search", "a client is found by name, and a key and a request by id", async () => {
  await service.aKey({ label: "Numbered" });
  const { page } = await signedIn(service);
  await search(page, "ada mor");
  await options(page).filter({ hasText: "Ada Moreno" }).first().click();
  await page.getByRole("button", { name: /^Only Ada Moreno/ }).waitFor();
  expect(await page.getByRole("table").getByRole("row").count()).toBe(2);

  const id = (await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"].at(-1).id;
  await search(page, `data-key:${id}`);
  await options(page).filter({ hasText: "Numbered" }).waitFor();
  await page.keyboard.press("Escape");

  const { headers } = await service.admin("PATCH", "/svc/api/settings", { serverNickname: "By request" });
  const request = String(headers["x-request-id"]);
  await search(page, request);
  await options(page).filter({ hasText: "Find in Audit trail" }).click();
  const rows = page.getByRole("table").getByRole("row");
  await rows.nth(1).getByText("Update settings").waitFor();
  expect(await rows.count()).toBe(2);
});
