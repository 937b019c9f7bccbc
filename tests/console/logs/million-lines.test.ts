import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { manyLines, manyLinesName, millionLines, numberedLine } from "../support/million-lines.ts";

const [lines, name] = [manyLines, manyLinesName];
const logs = millionLines();
const service = await testService({
  decorate: (platform) => ({ ...platform, serviceLogs: fileLogBackend(logs, platform.clock) }),
});
afterAll(() => service.stop());

const log = (page: Page) => page.getByRole("log");
const row = (page: Page, number: number) => log(page).getByText(`number=${number}`, { exact: true });
const scrollTo = (page: Page, share: number) =>
  log(page).evaluate((element, to) => {
    element.scrollTop = to * (element.scrollHeight - element.clientHeight);
  }, share);

verifies(
  "logs:console:million",
  "the log opens at its last line, and both ends and the middle can be reached",
  async () => {
    const { page, complaints } = await signedIn(service, `/logs/${name}`);
    await row(page, lines - 1).waitFor();
    await page.getByText("1,050,010 lines").waitFor();
    expect(await log(page).evaluate((element) => element.scrollHeight)).toBeLessThanOrEqual(8_000_000);
    await log(page).focus();
    await page.keyboard.press("Home");
    await row(page, 0).waitFor();
    await page.keyboard.press("End");
    await row(page, lines - 1).waitFor();
    await scrollTo(page, 0.5);
    await log(page)
      .getByText(/^number=52[45]\d{3}$/)
      .first()
      .waitFor();
    await scrollTo(page, 1);
    await row(page, lines - 1).waitFor();
    await scrollTo(page, 0);
    await row(page, 0).waitFor();
    expect(complaints).toEqual([]);
  },
);

verifies("logs:console:million", "wheel and keys move by actual rows, and skip none", async () => {
  const { page } = await signedIn(service, `/logs/${name}?line=700001`);
  await row(page, 700_000).waitFor();
  await page.getByRole("button", { name: "Close details" }).click();
  const first = async () => Number(await log(page).locator("[data-row]").first().getAttribute("data-row"));
  const start = await first();
  await log(page).hover();
  await page.mouse.wheel(0, 40);
  await row(page, start + 2).waitFor();
  await expect.poll(first).toBe(start + 2);
  await log(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(first).toBe(start + 3);
  await page.keyboard.press("PageDown");
  const rows = await log(page).evaluate((element) => Math.floor(element.clientHeight / 20) - 1);
  await expect.poll(first).toBe(start + 3 + rows);
  await page.keyboard.press("PageUp");
  await expect.poll(first).toBe(start + 3);
  await row(page, start + 4).waitFor();
});

verifies("logs:console:million", "the thumb leads anywhere by ratio", async () => {
  const { page } = await signedIn(service, `/logs/${name}`);
  await row(page, lines - 1).waitFor();
  for (const share of [0.1, 0.9, 0.33, 0.66]) {
    await scrollTo(page, share);
    const shown = log(page).locator("[data-row]").first();
    await expect
      .poll(async () => Math.round((Number(await shown.getAttribute("data-row")) / lines) * 100))
      .toBe(Math.round(share * 100));
    await row(page, Number(await shown.getAttribute("data-row")) + 3).waitFor();
  }
});

verifies("logs:console:million", "a jump requests all visible rows once, without gaps next to them", async () => {
  const { page } = await signedIn(service, `/logs/${name}`);
  await row(page, lines - 1).waitFor();
  const asked: { readonly from: number; readonly end: number }[] = [];
  page.on("request", (request) => {
    const query = new URL(request.url()).searchParams;
    const from = Number(query.get("from") ?? Number.NaN);
    if (request.url().includes(`/logs/${name}/lines`)) asked.push({ from, end: from + Number(query.get("count")) });
  });
  // At the boundary of a block of lines.
  for (const share of [0.1, 0.9, 0.33]) {
    asked.length = 0;
    await scrollTo(page, share);
    await row(page, Math.round(share * lines)).waitFor();
    const numbers = await log(page)
      .locator("[data-row]")
      .evaluateAll((rows) => rows.map((each) => Number(each.getAttribute("data-row"))));
    const [status] = asked;
    expect(status?.from).toBeLessThanOrEqual(Math.min(...numbers));
    expect(status?.end).toBeGreaterThan(Math.max(...numbers));
    const isAsked = (number: number) => asked.some(({ from, end }) => from <= number && number < end);
    const [above, below] = [Math.min(...numbers) - numbers.length + 1, Math.max(...numbers) + numbers.length - 1];
    await expect.poll(() => isAsked(above) && isAsked(below)).toBe(true);
  }
});

verifies("logs:console:million", "lines written at its end appear, including many at once", async () => {
  const { page, complaints } = await signedIn(service, `/logs/${name}`);
  await page.getByText("Live", { exact: true }).last().waitFor();
  await row(page, lines - 1).waitFor();
  const fresh = Array.from({ length: 5_000 }, (_, index) => `${numberedLine(lines + index)}\n`);
  logs.append(name, fresh.join(""));
  await service.turn(1_000);
  await row(page, lines + 4_999).waitFor();
  await page.getByText("1,055,010 lines").waitFor();
  const { requests } = await page.evaluate(() => ({
    requests: performance.getEntriesByType("mark").map((mark) => mark.name),
  }));
  expect(requests).toEqual(expect.arrayContaining(["log-open", "log-filled"]));
  expect(complaints).toEqual([]);
});
