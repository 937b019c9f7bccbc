import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { aFileOperationSetup } from "../files/operations/support/a-file-operation-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow, enter } from "./support/a-window.ts";
import { badDay, type UsedConsole } from "./support/bad-day.ts";
import { clicks, countClicks } from "./support/clicks.ts";

const demo = JSON.parse(readFileSync(new URL("../../sandbox/worlds/demo.json", import.meta.url), "utf8"));
const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), demo);
const { service } = setup;
afterAll(() => setup.stop());

/** Returns the console in the run's browser. */
async function usedConsole(): Promise<UsedConsole> {
  const window = await aWindow(service, {}, countClicks);
  const { page } = window;
  return {
    openHome: (as) => (as === "visitor" ? window.open("/") : enter(service, window, "/")),
    async reload() {
      await page.reload();
    },
    // With its case: "Restart…" contains "start…".
    press: (role, name) =>
      page
        .getByRole(role, { name: new RegExp(name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")) })
        .first()
        .click(),
    fill: (label, value) => page.getByLabel(label, { exact: true }).fill(value),
    enter: () => page.keyboard.press("Enter"),
    sees: (text) => page.getByText(text).first().waitFor(),
    loses: (row) => page.getByRole("row", { name: row }).waitFor({ state: "detached" }),
    async run() {
      await page.waitForURL(/#\/processes\/\d+$/);
      return Number(page.url().split("/").at(-1));
    },
    clicks: () => clicks(page),
  };
}

for (const { name, run } of badDay)
  verifies("system:console:bad-day", name, async () => run(await usedConsole(), setup));
