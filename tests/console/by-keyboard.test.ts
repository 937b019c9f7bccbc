import { afterAll, beforeAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { type AWindow, signedIn } from "./support/a-window.ts";
import { alertByKeyboard } from "./support/alert-by-keyboard.ts";
import { found } from "./support/axe.ts";
import type { AnyPage } from "./support/by-keyboard.ts";
import { beforeCharts, chartPageHolds, chartPages, populatedCharts, stripByKeyboard } from "./support/chart-pages.ts";
import { clicks, countClicks } from "./support/clicks.ts";

const service = await testService();
beforeAll(() => populatedCharts(service));
afterAll(() => service.stop());

verifies("usage:console:chart-pages", "in Chromium", async () => {
  const window = await signedIn(service, "/", {}, beforeCharts);
  for (const each of chartPages) await chartPageHolds(anyPage(window), each, () => found(window.page));
});

verifies("backups:console:strip", "on its page, in Chromium", async () => {
  const window = await signedIn(service, "/", {}, `${beforeCharts}${countClicks}`);
  await stripByKeyboard(anyPage(window));
  expect(await clicks(window.page)).toBe(0);
});

verifies(
  "usage:console:alerts",
  "a rule is created, edited, and deleted using only the keyboard, in Chromium",
  async () => {
    const window = await signedIn(service, "/", {}, countClicks);
    await alertByKeyboard(
      anyPage(window),
      async () => (await service.admin("GET", "/svc/api/alerts")).body.response.alerts,
    );
    expect(await clicks(window.page)).toBe(0);
  },
);

function anyPage({ page, open }: AWindow): AnyPage {
  return {
    open,
    evaluate: (script) => page.evaluate(script),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewportSize({ width, height }),
  };
}
