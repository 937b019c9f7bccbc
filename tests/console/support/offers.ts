import type { Locator, Page } from "playwright";
import { roleNeeded } from "#shared/contract/role-needed.ts";
import { mayDo, type Role } from "#shared/contract/roles.ts";
import type { AWindow } from "./a-window.ts";
import { clipboard } from "./clipboard.ts";
import { operationAt } from "./operation-at.ts";

/** What a page offers to someone. */
export interface Offers {
  /** Its buttons, downloads and lines of its menus, but for what is for everyone. */
  readonly changes: readonly string[];
  /** Of its dialogs those whose call the role may not make, with that call. */
  readonly refused: readonly string[];
}

/** What changes nothing, and is for everyone. */
const forEveryone = [
  /^(Refresh|Columns|Hide|Dismiss|Cancel|Close)$/,
  /^(Show as table|Save as CSV)$/,
  /^(Open page|Show clients|Copy name)$/,
  /^(Follow|Last error|Go to time…|More filters|Regular expression|Match case|Clear filters)$/,
  /^(Previous|Next) (error|match) \(.+\)$/,
  /^(All phases|.+, done[\d.]+ (ms|s))$/,
  /^Copy\b|^Open in File Browser$/,
  // The form of a deployment shows its steps to everyone.
  /^(\d\. .+|Add part|Edit as JSON|Next)$/,
];

/** Reads what pages offer to the user of a window. */
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
    /** Everything that a page offers: its own buttons, the menus of each kind of row, and the dialogs of both. */
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

    /** What a dialog offers that its address opens; nothing where none opens. */
    async ofDialogAt(address: string): Promise<readonly string[]> {
      await goTo(address);
      return (await buttonsIn(page, "[role=dialog] footer")).filter((name) => !isForEveryone(name));
    },
  };
}

const leadsToAPage: ReadonlySet<string> = new Set(["All file operations…", "Plan, run or edit…", "Duplicate…"]);
/** What opens a dialog. */
const asksFirst = (name: string) => name.endsWith("…") && !leadsToAPage.has(name);
const isForEveryone = (name: string) => forEveryone.some((known) => known.test(name));

/** The lines of a menu. */
async function linesOf(page: Page, button: Locator): Promise<readonly string[]> {
  await button.click();
  const lines = page.getByRole("menuitem");
  await lines.first().waitFor();
  const texts = await lines.allInnerTexts();
  await page.keyboard.press("Escape");
  await lines.first().waitFor({ state: "detached" });
  return texts;
}

/** The calls of the dialog that is open which a role may not make: it copies its call for a terminal. Then it is closed. */
async function refusedIn(page: Page, role: Role): Promise<readonly string[]> {
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog")).last();
  await dialog.waitFor();
  const curl = dialog.getByRole("button", { name: "Copy as curl" });
  const calls = [];
  // What makes one call for each of many has none to copy.
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

/** Says when everything that the page has asked for has come, and was drawn. What it follows for good is left out. */
function untilRead(page: Page): () => Promise<void> {
  const asked = new Set<unknown>();
  page.on("request", (request) => {
    if (!/\/api\/events|\/follow/.test(request.url())) asked.add(request);
  });
  page.on("requestfinished", (request) => asked.delete(request));
  page.on("requestfailed", (request) => asked.delete(request));
  return async () => {
    await page.locator("main h1").waitFor({ state: "attached" });
    // A part that has just come asks for more in the next frames.
    for (let quiet = 0; quiet < 5; quiet = asked.size === 0 ? quiet + 1 : 0) await page.evaluate(twoFrames);
  };
}

const twoFrames = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";

/** Names of what can be pressed, but for tabs, filters, what sorts a table and menus. */
async function buttonsIn(page: Page, within: string): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll(${JSON.stringify(within)})]
    .flatMap((part) => [...part.querySelectorAll("button:enabled, a[download]")])
    .filter((each) => !each.matches("[role=tab], [role=switch], [role=checkbox], [aria-pressed], [aria-disabled=true], [aria-haspopup]"))
    .filter((each) => each.closest("thead, [role=columnheader]") === null)
    .map((each) => each.getAttribute("aria-label") ?? each.textContent.trim())
    .filter((name) => !name.startsWith("Actions "))`);
}
