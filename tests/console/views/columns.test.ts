import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aBusyServer } from "../../files/databases/support/a-busy-server.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { foundInBothModes } from "../support/axe.ts";
import { fitsEverySize } from "../support/layout-facts.ts";

const service = await testService({ sandbox: { world: aBusyServer() } });
afterAll(() => service.stop());

const button = (page: Page) => page.getByRole("button", { name: /^Columns/ });
const line = (page: Page, name: string) => page.getByRole("menuitemcheckbox", { name, exact: true });
const hash = (page: Page) => decodeURIComponent(new URL(page.url()).hash);
const address = (page: Page) => expect.poll(() => hash(page));
/** Returns the column headers, except those of checkboxes and actions. */
const heads = async (page: Page) => (await page.getByRole("columnheader").allTextContents()).slice(1, -1);
const nowhere = "/settings/about";
const every = ["Name", "State", "Clients", "Size", "Encrypted", "Extended privileges", "Keys", "Last offsite copy"];

verifies("system:console:columns", async () => {
  const window = await signedIn(service, "/files");
  const { page, open } = window;
  await page.getByRole("row", { name: /Payroll/ }).waitFor();
  expect(await heads(page)).toEqual(every);
  await page.getByRole("button", { name: "State", exact: true }).click();
  await button(page).click();
  for (const name of ["State", "Clients", "Encrypted", "Keys", "Last offsite copy"]) await line(page, name).click();
  await page.keyboard.press("Escape");
  await address(page).toBe("#/files?sort=state&columns=name,size,privileges");
  expect(await heads(page)).toEqual(["Name", "Size", "Extended privileges"]);

  // Hidden columns still filter and sort.
  await page.getByRole("button", { name: /^Closed/ }).click();
  await page.getByRole("row", { name: /Orders/ }).waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: /^Closed/ }).getAttribute("aria-pressed")).toBe("true");
  await address(page).toBe("#/files?sort=state&columns=name,size,privileges&only=closed");
  const sent = new URL(page.url()).hash.slice(1);

  await page.reload();
  await expect.poll(() => heads(page)).toEqual(["Name", "Size", "Extended privileges"]);
  await open(nowhere);
  await page.getByRole("link", { name: "Databases" }).click();
  await address(page).toBe("#/files?columns=name,size,privileges");
  expect(await heads(page)).toEqual(["Name", "Size", "Extended privileges"]);

  // Another browser doesn't know the selection until it opens the address.
  const other = await signedIn(service, "/files");
  await other.page.getByRole("row", { name: /Payroll/ }).waitFor();
  expect(await heads(other.page)).toEqual(every);
  await other.open(sent);
  await expect.poll(() => heads(other.page)).toEqual(["Name", "Size", "Extended privileges"]);
  await other.open("/files");
  await expect.poll(() => heads(other.page)).toEqual(every);

  await button(page).click();
  await page.getByRole("menuitem", { name: "Show all" }).click();
  await address(page).toBe("#/files");
  await page.reload();
  await expect.poll(() => heads(page)).toEqual(every);
  expect(hash(page)).toBe("#/files");
});

verifies("system:console:columns", "every table with more than three columns has its own choice", async () => {
  await service.aKey({ label: "Web shop" });
  await service.anAdminKey("Deploy script");
  const { page, open } = await signedIn(service, nowhere);
  for (const [path, column, left] of [
    ["/keys", "Account", "label,files,last_used,created,key"],
    ["/keys/admin", "Created", "label,last_used,key"],
    ["/files/clients", "Program", "who,files,address,since"],
    ["/processes", "Progress", "what,state,by,started,took"],
    ["/audit", "From", "what,outcome,who,when"],
    ["/trash", "Size", "file,folder,deleted,by,kept"],
    ["/files/Orders.fmp12?tab=runs", "Progress", "what,state,by,started,took"],
  ] as const) {
    await open(path);
    await button(page).click();
    await line(page, column).click();
    await page.keyboard.press("Escape");
    await address(page).toBe(`#${path}${path.includes("?") ? "&" : "?"}columns=${left}`);
    // So that the next button isn't this one.
    await open(nowhere);
    await button(page).waitFor({ state: "detached" });
  }
  await open("/keys");
  await address(page).toBe("#/keys?columns=label,files,last_used,created,key");
});

verifies("system:console:columns", "the menu is readable in both modes, and the bar fits every window", async () => {
  const { page } = await signedIn(service, "/files?columns=name,size&sort=state");
  await button(page).click();
  await page.getByText("Sorted", { exact: true }).waitFor();
  expect(await foundInBothModes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await fitsEverySize(page);
});
