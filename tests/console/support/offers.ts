import type { Locator, Page } from "playwright";
import { roleNeeded } from "#shared/contract/role-needed.ts";
import { mayDo, type Role } from "#shared/contract/roles.ts";
import type { AWindow } from "./a-window.ts";
import { clipboard } from "./clipboard.ts";
import { operationAt } from "./operation-at.ts";

/** Actions that a page offers to a user. */
export interface Offers {
  /** Buttons, downloads and menu items, except those for everyone. */
  readonly changes: readonly string[];
  /** Dialogs whose call the role isn't allowed to make, with that call. */
  readonly refused: readonly string[];
}

/** Actions that change nothing and are offered to everyone. */
const forEveryone = [
  /^(Refresh|Columns|Hide|Dismiss|Cancel|Close)$/,
  /^(Show as table|Save as CSV)$/,
  /^(Open page|Show clients|Copy name)$/,
  /^(Follow|Last error|Go to time…|More filters|Regular expression|Match case|Clear filters)$/,
  /^(Previous|Next) (error|match) \(.+\)$/,
  /^(All phases|.+, done[\d.]+ (ms|s))$/,
  // A record found in all logs, which opens in its log.
  /^\d\d\/\d\d\/\d{4}, [\d:.]+\S+\.log/,
  // The latest calls of a key.
  /^(Show \d+ calls?|Details of \S.*)$/,
  /^Copy\b|^Open in File Browser$/,
  // The form of a deployment shows its steps to everyone.
  /^(\d\. .+|Add part|Edit as JSON|Next)$/,
];

/** Returns functions that read the actions that pages offer to a window's user. */
export function offersIn({ page, open }: AWindow, role: Role) {
  const allRead = untilRead(page);
  const main = page.locator("main");

  const goTo = async (address: string) => {
    await open("/between-two-pages");
    await page.locator("h1", { hasText: "Page not found" }).waitFor({ state: "attached" });
    await open(address);
    await allRead();
  };

  return {
    /** Returns everything that a page offers: its own buttons, the menus of each kind of row, and the dialogs of both. */
    async of(addresses: readonly string[]): Promise<Offers> {
      const changes = new Set<string>();
      const refused: string[] = [];
      const found = async (name: string, press: () => Promise<void>) => {
        if (isForEveryone(name) || changes.has(name)) return;
        changes.add(name);
        if (!asksFirst(name)) return;
        await press();
        refused.push(...(await refusedIn(page, role)));
      };
      for (const address of addresses) {
        await goTo(address);
        for (const name of await buttonsIn(page, "main"))
          await found(name, () => main.getByRole("button", { name, exact: true }).first().click());
        const menus = main.getByRole("button", { name: /^Actions / });
        for (let row = 0; row < (await menus.count()); row += 1)
          for (const line of await linesOf(page, menus.nth(row)))
            await found(line, async () => {
              await menus.nth(row).click();
              await page.getByRole("menuitem", { name: line, exact: true }).click();
            });
      }
      return { changes: [...changes], refused };
    },

    /** Returns the actions of the dialog that an address opens; an empty list if it opens none. */
    async ofDialogAt(address: string): Promise<readonly string[]> {
      await goTo(address);
      return (await buttonsIn(page, "[role=dialog] footer")).filter((name) => !isForEveryone(name));
    },
  };
}

const leadsToAPage: ReadonlySet<string> = new Set(["All file operations…", "Plan, run or edit…", "Duplicate…"]);
/** True if a button opens a dialog. */
const asksFirst = (name: string) => name.endsWith("…") && !leadsToAPage.has(name);
const isForEveryone = (name: string) => forEveryone.some((known) => known.test(name));

/** Returns the items of a menu. */
async function linesOf(page: Page, button: Locator): Promise<readonly string[]> {
  await button.click();
  const lines = page.getByRole("menuitem");
  await lines.first().waitFor();
  const texts = await lines.allInnerTexts();
  await page.keyboard.press("Escape");
  await lines.first().waitFor({ state: "detached" });
  return texts;
}

/**
 * Returns the calls of the open dialog that a role isn't allowed to make, and closes the dialog. Uses the dialog's copied terminal command.
 */
async function refusedIn(page: Page, role: Role): Promise<readonly string[]> {
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog")).last();
  await dialog.waitFor();
  const curl = dialog.getByRole("button", { name: "Copy as curl" });
  const calls = [];
  // A dialog that makes one call for each of many items has no call to copy.
  if ((await curl.count()) > 0) {
    await curl.click();
    calls.push(await clipboard(page));
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return calls.filter((call) => !mayCall(call, role));
}

function mayCall(curl: string, role: Role): boolean {
  const [, url = ""] = /^curl '([^']+)'/.exec(curl) ?? [];
  const [, method = "GET"] = / -X (\w+)/.exec(curl) ?? [];
  if (url === "") return false;
  const found = operationAt(method, url);
  const needed = found && roleNeeded(found);
  return found !== undefined && (needed === undefined || mayDo(role, needed));
}

/** Returns a function that resolves when everything requested by the page has arrived and is drawn. Open-ended streams are ignored. */
function untilRead(page: Page): () => Promise<void> {
  const asked = new Set<unknown>();
  page.on("request", (request) => {
    if (!/\/api\/events|\/follow/.test(request.url())) asked.add(request);
  });
  page.on("requestfinished", (request) => asked.delete(request));
  page.on("requestfailed", (request) => asked.delete(request));
  return async () => {
    await page.locator("main h1").waitFor({ state: "attached" });
    // A new component makes its requests in the next frames.
    for (let quiet = 0; quiet < 5; quiet = asked.size === 0 ? quiet + 1 : 0) await page.evaluate(twoFrames);
  };
}

const twoFrames = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";

/** Returns the names of buttons, except tabs, filters, table sorting and menus. */
async function buttonsIn(page: Page, within: string): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll(${JSON.stringify(within)})]
    .flatMap((part) => [...part.querySelectorAll("button:enabled, a[download]")])
    .filter((each) => !each.matches("[role=tab], [role=switch], [role=checkbox], [aria-pressed], [aria-disabled=true], [aria-haspopup]"))
    .filter((each) => each.closest("thead, [role=columnheader]") === null)
    .map((each) => each.getAttribute("aria-label") ?? each.textContent.trim())
    .filter((name) => !name.startsWith("Actions "))`);
}
