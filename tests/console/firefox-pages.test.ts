import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { KeyInput, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { alertByKeyboard } from "./support/alert-by-keyboard.ts";
import { wcagTags } from "./support/axe.ts";
import { type AnyPage, isFocused, until } from "./support/by-keyboard.ts";
import { beforeCharts, chartPageHolds, chartPages, populatedCharts, stripByKeyboard } from "./support/chart-pages.ts";
import { firefoxFor, resizePage, startFirefox } from "./support/firefox.ts";

const program = firefoxFor("usage:console:chart-pages", "charts and alerts were");

if (program !== undefined) {
  const [service, browser] = await Promise.all([testService(), startFirefox(program)]);
  beforeAll(() => populatedCharts(service));
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  verifies("usage:console:chart-pages", "in Firefox", async () => {
    const page = await signedIn();
    await page.evaluate(axe);
    for (const each of chartPages) await chartPageHolds(page, each, findings);
  });

  verifies("backups:console:strip", "on its page, in Firefox", async () => stripByKeyboard(await signedIn()));

  verifies(
    "usage:console:alerts",
    "a rule is created, edited, and deleted using only the keyboard, in Firefox",
    async () => {
      const listed = async () => (await service.admin("GET", "/svc/api/alerts")).body.response.alerts;
      await alertByKeyboard(await signedIn(), listed);
    },
  );

  /** Opens a new window in which a user has signed in by keyboard. A page that breaks fails the test. */
  async function signedIn(): Promise<AnyPage> {
    const context = await browser.createBrowserContext();
    onTestFinished(() => context.close());
    const opened = await context.newPage();
    opened.setDefaultTimeout(0);
    await opened.evaluateOnNewDocument(beforeCharts);
    const errors: string[] = [];
    opened.on("pageerror", (error) => errors.push(String(error)));
    onTestFinished(() => expect(errors).toEqual([]));
    const page = anyPage(opened, service.baseUrl);
    await page.resize(1_280, 800);
    await page.open("/");
    await until(page, isFocused("Account"));
    await page.type("admin");
    await page.press("Tab");
    await page.type("admin-pass");
    await page.press("Enter");
    await until(page, `document.querySelector("main h1") !== null`);
    return page;
  }
}

/** The same axe that Chromium's tests use. */
const axe = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

async function findings(page: AnyPage): Promise<readonly string[]> {
  const found = await page.evaluate(`axe
    .run(document, { runOnly: { type: "tag", values: ${JSON.stringify(wcagTags)} }, resultTypes: ["violations"], preload: false })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.target.join(" "))))`);
  return found as readonly string[];
}

function anyPage(page: Page, baseUrl: string): AnyPage {
  return {
    async open(address) {
      await page.goto(`${baseUrl}/svc/console/#${address}`);
    },
    evaluate: (script) => page.evaluate(script),
    press: (key) => page.keyboard.press(key as KeyInput),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => resizePage(page, width, height),
  };
}
