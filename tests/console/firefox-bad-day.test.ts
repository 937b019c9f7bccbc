import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "puppeteer-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { aFileOperationSetup } from "../files/operations/support/a-file-operation-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { badDay, type UsedConsole } from "./support/bad-day.ts";
import { countClicksAt } from "./support/clicks.ts";
import { firefoxFor, resizePage, startFirefox } from "./support/firefox.ts";

const program = firefoxFor("system:console:bad-day", "the bad day was");

if (program !== undefined) {
  const demo = JSON.parse(readFileSync(new URL("../../sandbox/worlds/demo.json", import.meta.url), "utf8"));
  const [setup, browser] = await Promise.all([
    aFileOperationSetup((sandbox) => testService({ sandbox }), demo),
    startFirefox(program),
  ]);
  const { service } = setup;
  afterAll(async () => {
    await browser.close();
    await setup.stop();
  });

  for (const { name, run } of badDay)
    verifies("system:console:bad-day", `in Firefox: ${name}`, async () => {
      const context = await browser.createBrowserContext();
      onTestFinished(() => context.close());
      await run(await usedConsole(context, service.baseUrl), setup);
    });
}

/** Returns the console in a new Firefox window. A page that breaks fails the test. */
async function usedConsole(context: BrowserContext, baseUrl: string): Promise<UsedConsole> {
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  await resizePage(page, 1280, 800);
  await page.evaluateOnNewDocument(countClicksAt("window"));
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  onTestFinished(() => expect(errors).toEqual([]));
  const home = `${baseUrl}/svc/console/#/`;
  let misses = 0;
  /** Presses an element, and presses again if it moves between locating and pressing, because something above it has just appeared. */
  const press = async (selector: string, name: string): Promise<void> => {
    const { x, y } = await inPage<{ x: number; y: number }>(
      page,
      `const found = ${named(selector, name)};
      if (found === undefined || found.disabled) return;
      found.scrollIntoView({ block: "center" });
      const { left, top, width, height } = found.getBoundingClientRect();
      const at = { x: left + width / 2, y: top + height / 2 };
      // Something may still lie over it, such as a dialog that closes; or it still moves.
      const isStill = window.seenAt?.x === at.x && window.seenAt.y === at.y;
      window.seenAt = at;
      if (!isStill || !found.contains(document.elementFromPoint(at.x, at.y))) return;
      window.hit = false;
      // By its name: a part that has just been loaded takes the place of what stood for it. And by the click, not by the press: what moves away
      // between the button's going down and up is not clicked.
      const isIt = (each) => each !== null && (${isNamed(name)})(each);
      addEventListener("click", ({ target }) => { window.hit = isIt(target.closest(${JSON.stringify(selector)})); }, { capture: true, once: true });
      return at;`,
    );
    await page.mouse.click(x, y);
    if (await page.evaluate("window.hit")) return;
    misses += 1;
    await press(selector, name);
  };

  return {
    async openHome(as) {
      await page.goto(home);
      if (as === "visitor") return;
      await fill(page, "Account", "admin");
      await fill(page, "Password", "admin-pass");
      await page.keyboard.press("Enter");
      await inPage(page, `return document.querySelector("main h1") ? true : undefined;`);
    },
    async reload() {
      misses = 0;
      await page.reload();
    },
    press: (role, name) => press({ link: "a[href]", button: "button", menuitem: "[role=menuitem]" }[role], name),
    fill: (label, value) => fill(page, label, value),
    enter: () => page.keyboard.press("Enter"),
    async sees(text) {
      await inPage(page, `return ${text}.test(document.body.innerText) ? true : undefined;`);
    },
    async loses(row) {
      await inPage(page, `return ${named("[role=row], tr", row)} === undefined ? true : undefined;`);
    },
    async run() {
      await inPage(page, `return /#\\/processes\\/\\d+$/.test(location.href) ? true : undefined;`);
      return Number(page.url().split("/").at(-1));
    },
    async clicks() {
      return Number(await page.evaluate("document.documentElement.dataset.clicks ?? 0")) - misses;
    },
  };
}

async function fill(page: Page, label: string, value: string): Promise<void> {
  await inPage(
    page,
    `const label = [...document.querySelectorAll("label")].find((each) => each.textContent.trim() === ${JSON.stringify(label)});
    const field = label && (label.control ?? document.getElementById(label.htmlFor));
    if (!field) return;
    field.focus();
    field.select();
    return true;`,
  );
  await page.keyboard.type(value);
}

/**
 * Returns script text for the page: finds the first visible element with this selector and the text in its name. Ignores elements that a
 * dialog makes unavailable.
 */
function named(selector: string, name: string): string {
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) =>
    each.getClientRects().length > 0 && each.closest("[inert], [aria-hidden=true]") === null && (${isNamed(name)})(each))`;
}

/** Returns script text for the page: true if an element's name contains the text. */
function isNamed(name: string): string {
  return `(each) => ((each.ariaLabel ?? "") + " " + each.textContent).includes(${JSON.stringify(name)})`;
}

/**
 * Runs the script in the page in every frame until it returns a value. Puppeteer's own method creates functions from text, which the policy
 * blocks.
 */
async function inPage<T>(page: Page, body: string): Promise<T> {
  return (await page.evaluate(`new Promise((resolve, reject) => {
    const ask = () => { ${body} };
    const look = () => {
      try {
        const answer = ask();
        return answer === undefined ? void requestAnimationFrame(look) : resolve(answer);
      } catch (thrown) {
        reject(thrown);
      }
    };
    look();
  })`)) as T;
}
