import type { Page } from "puppeteer-core";
import { afterAll, expect } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { firefoxFor, resizePage, startFirefox } from "./support/firefox.ts";
import { manyLines, manyLinesName, millionLines } from "./support/million-lines.ts";

const program = firefoxFor("system:console:firefox", "the console was");

if (program !== undefined) {
  const logs = millionLines();
  const service = await testService({
    decorate: (platform) => ({ ...platform, serviceLogs: fileLogBackend(logs, platform.clock) }),
  });
  const browser = await startFirefox(program);
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  verifies("system:console:firefox", async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await resizePage(page, 1280, 800);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });

    await page.goto(`${service.baseUrl}/svc/console/#/keys`);
    await type(page, 'input[name="username"]', "admin");
    await type(page, 'input[name="password"]', "admin-pass");
    await page.keyboard.press("Enter");
    await shown(page, "main", "No Data API keys yet");

    await page.keyboard.press("c");
    await shown(page, '[role="dialog"] input[name="label"]:focus');
    await page.keyboard.type("From Firefox");
    await page.keyboard.press("Tab");
    await page.keyboard.type("contacts");
    await shown(page, '[role="option"]', "Contacts.fmp12");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("api");
    await page.keyboard.press("Tab");
    await page.keyboard.type("demo-pass");
    await page.keyboard.press("Enter");
    await shown(page, '[data-testid="new-key"]');
    const key = await page.$eval('[data-testid="new-key"]', (element) => element.textContent ?? "");
    const answer = await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts", { key });
    expect(answer.status).toBe(200);

    await press(page, "Copy key");
    await shown(page, "body", "Copied");
    await press(page, "Done");
    await shown(page, "tbody", "From Firefox");

    await page.goto(`${service.baseUrl}/svc/console/#/logs/${manyLinesName}`);
    await shown(page, "[data-row]", `number=${manyLines - 1}`);
    await page.focus('[role="log"]');
    await page.keyboard.press("Home");
    await shown(page, "[data-row]", "number=0 ");
    await page.keyboard.press("End");
    await shown(page, "[data-row]", `number=${manyLines - 1}`);
    expect(await isVisible(page, `number=${manyLines - 1}`)).toBe(true);
    expect(complaints).toEqual([]);
  });
}

async function type(page: Page, selector: string, text: string): Promise<void> {
  await shown(page, selector);
  await page.type(selector, text);
}

async function press(page: Page, name: string): Promise<void> {
  await page.click(`::-p-xpath(//button[contains(., "${name}")])`);
}

/** Resolves when a matching element contains the text. Puppeteer's own method creates functions from text, which the policy blocks. */
async function shown(page: Page, selector: string, text = ""): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const texts = [...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent + " ");
      if (!texts.some((each) => each.includes(${JSON.stringify(text)}))) return;
      changes.disconnect();
      document.removeEventListener("focusin", look);
      resolve();
    };
    const changes = new MutationObserver(look);
    changes.observe(document, { subtree: true, childList: true, characterData: true });
    document.addEventListener("focusin", look);
    look();
  })`);
}

/** Returns true if the row with this text is visible within the log and the window. */
async function isVisible(page: Page, text: string): Promise<unknown> {
  return page.evaluate(`(() => {
    const row = [...document.querySelectorAll("[data-row]")].find((each) => each.textContent.includes(${JSON.stringify(text)}));
    const [inner, outer] = [row, document.querySelector('[role="log"]')].map((each) => each.getBoundingClientRect());
    return inner.height === 20 && inner.top >= outer.top && inner.bottom <= Math.min(outer.bottom, innerHeight) + 1;
  })()`);
}
