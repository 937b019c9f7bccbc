import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { type AWindow, aWindow } from "./support/a-window.ts";
import { populated } from "./support/populated.ts";

const service = await testService();
afterAll(() => service.stop());
await populated(service);

/** Pages, and a text of theirs that is there once they have been read and that the page before does not have. */
type Pages = readonly (readonly [path: string, text: string])[];

/** Where administrators alone change something. */
const administration: Pages = [
  ["/keys", "Web shop"],
  ["/keys/1", "Changes of this key"],
  ["/keys/admin", "Deploy script"],
  ["/settings/appearance", "Nickname"],
  ["/settings/access", "Allowed networks"],
  ["/settings/access", "There is a status page"],
  ["/settings/transfer", "Export"],
];
const everywhere: Pages = [
  ["/", "Nightly build"],
  ["/files", "Archive.fmp12"],
  ["/files/Contacts.fmp12?tab=note", "Who looks after it"],
  ["/files/Contacts.fmp12?tab=operations", "Self-contained copy"],
  ["/files/clients", "Connected"],
  ["/builds", "No builds yet"],
  ["/deployments", "No deployments yet"],
  ["/deployments/recipes", "Release"],
  ["/schedules", "Evening call"],
  ["/alerts", "Slow answers"],
  ["/processes/1", "Data API Keys"],
  ["/webhooks", "No webhooks yet"],
  ["/mcp", "No MCP servers yet"],
  ["/logs/svc-info.log", "path="],
  ...administration,
];

/** What changes nothing, and is for everyone. */
const forEveryone = [
  /^(Copy as curl|Copy JSON|Refresh|Columns|Hide|Dismiss)$/,
  /^(Show as table|Save as CSV)$/,
  /^(Open its page|Show its clients|Copy its name)$/,
  /^(Follow|Last error|Go to time…|More filters|Regular expression|Match case|Clear filters)$/,
  /^(Previous|Next) (error|match) \(.+\)$/,
  /^(All phases|.+, done[\d.]+ (ms|s))$/,
  /^Copy (name|.*address|.*id)$/i,
];

verifies("access:console:offers", "a viewer, on every page", async () => {
  const { window, refused } = await signedInAs("viewer");
  for (const page of everywhere) expect(await changesOffered(window, page), page[0]).toEqual([]);
  expect(refused).toEqual([]);
});

verifies("access:console:offers", "an operator, where administrators alone change something", async () => {
  const { window, refused } = await signedInAs("operator");
  for (const page of administration) expect(await changesOffered(window, page), page[0]).toEqual([]);
  // What an operator may do is there.
  expect(await changesOffered(window, ["/alerts", "Slow answers"])).toContain("Add rule…");
  expect(refused).toEqual([]);
});

/** A window with the session of a key that has a role, and the calls of its pages that are refused for it. */
async function signedInAs(role: string) {
  const account = { user: "admin", pass: "admin-pass" };
  const { body } = await service.admin("POST", "/svc/api/admin-api-key", { ...account, label: role, role });
  const window = await aWindow(service);
  await window.page.request.post(`${service.baseUrl}/svc/api/session`, {
    headers: { Origin: service.baseUrl },
    data: { key: body.response.key },
  });
  const refused: string[] = [];
  window.page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`);
  });
  return { window, refused };
}

/** What a page offers but for what is for everyone: its buttons, downloads, and the lines of its first menu. */
async function changesOffered({ page, open }: AWindow, [path, text]: Pages[number]): Promise<readonly string[]> {
  await open(path);
  await page.locator("main").getByText(text).first().waitFor();
  const names = await buttonsOn(page);
  const menu = page
    .locator("main")
    .getByRole("button", { name: /^Actions / })
    .first();
  if ((await menu.count()) > 0) {
    await menu.click();
    await page.getByRole("menuitem").first().waitFor();
    names.push(...(await page.getByRole("menuitem").allInnerTexts()));
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
  return names.filter((name) => !forEveryone.some((known) => known.test(name)));
}

/** Names of what can be pressed, but for tabs, filters, what sorts a table and menus. */
function buttonsOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll("main button:enabled, main a[download]")]
    .filter((each) => !each.matches("[role=tab], [role=switch], [role=checkbox], [aria-pressed], [aria-disabled=true], [aria-haspopup]"))
    .filter((each) => each.closest("thead, [role=columnheader]") === null)
    .map((each) => each.getAttribute("aria-label") ?? each.textContent.trim())
    .filter((name) => !name.startsWith("Actions "))`);
}
