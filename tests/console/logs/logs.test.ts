import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aHost } from "../../agent/support/a-host.ts";
import { anAgent } from "../../agent/support/an-agent.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { clicks, countClicks } from "../support/clicks.ts";
import { clipboard } from "../support/clipboard.ts";
import { untilFocused } from "../support/focus.ts";
import { chosenLine, eventLine, eventLog } from "../support/log-lines.ts";

const host = aHost();
const folder = join(host.path, "Logs");
const service = await testService();
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

/** Writes 3,000 lines; line 2,001 is an error with two additional lines. */
const write = () => host.write("Logs/Event.log", eventLog(3_000, { 2000: "Error", 700: "Error", 900: "Warning" }));
const rows = (page: Page) => page.getByRole("log");

verifies("logs:console:clicks", "the last error in Event.log", async () => {
  write();
  const { page, complaints } = await signedIn(service, "/", {}, countClicks);
  await page.getByRole("link", { name: "Logs", exact: true }).click();
  await page.getByRole("button", { name: "Last error" }).click();
  await page.getByRole("region", { name: "Line 2,001" }).getByText("A server process ended").waitFor();
  expect(await clicks(page)).toBe(2);
  await page.waitForURL(/#\/logs\/Event\.log\?line=2001$/);
  expect(await chosenLine(page)).toContain("message 2000");
  expect(complaints).toEqual([]);
});

verifies("logs:console:clicks", "all log entries around the time of a line", async () => {
  write();
  host.write("Logs/Access.log", eventLine(1_001, "Information", "a client came"));
  const { page, complaints } = await signedIn(service, "/logs/Event.log", {}, countClicks);
  await rows(page).getByText("message 2999").click();
  await page.getByRole("button", { name: "Around this time" }).click();
  await page.getByRole("cell", { name: /message 2999/ }).waitFor();
  expect(await clicks(page)).toBe(2);
  await page.getByRole("button", { name: "Earlier" }).click();
  await page.getByLabel("Range").selectOption("± 1 hour");
  await page.getByRole("columnheader", { name: "Access.log" }).waitFor();
  await page.getByRole("button", { name: /a client came/ }).click();
  await page.waitForURL(/#\/logs\/Access\.log\?line=1$/);
  await page.getByRole("region", { name: "Line 1" }).waitFor();
  expect(complaints).toEqual([]);
});

verifies(
  "logs:console:viewer",
  "a link leads to a line, whose panel shows its columns and the lines below it",
  async () => {
    write();
    const { page, complaints } = await signedIn(service, "/logs/Event.log?line=2001");
    const panel = page.getByRole("region", { name: "Line 2,001" });
    await panel.getByText("first further line").waitFor();
    expect(await panel.textContent()).toMatch(/Code.*701.*Host.*fms1.*Message.*message 2000/);
    await panel.getByRole("button", { name: "Copy line" }).click();
    await expect.poll(() => clipboard(page)).toContain("\nsecond further line");
    await panel.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => clipboard(page)).toBe(page.url());
    await panel.getByRole("button", { name: "Close details" }).click();
    await panel.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  },
);

verifies("logs:console:search", async () => {
  write();
  const { page, complaints } = await signedIn(service, "/logs/Event.log");
  await page.getByRole("searchbox").or(page.getByLabel("Search this log")).fill("message 700");
  await page.getByRole("status").getByText("1 match, newest first").waitFor();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await page.getByLabel("Search this log").fill("message (700|900)$");
  await page.getByRole("status").getByText("2 matches, newest first").waitFor();
  await page.getByLabel("Level", { exact: true }).selectOption("Errors");
  await page.getByRole("status").getByText("1 match, newest first").waitFor();
  expect(new URL(page.url()).hash).toMatch(/q=.*re=true.*level=error/);
  await rows(page).getByText("message 700").click();
  await page.getByRole("button", { name: "Show in context" }).click();
  await page.waitForURL(/#\/logs\/Event\.log\?line=701$/);
  await rows(page).getByText("message 699").waitFor();
  expect(complaints).toEqual([]);
});

verifies("logs:console:search", "an invalid pattern, and a search without matches, are reported", async () => {
  write();
  const { page } = await signedIn(service, "/logs/Event.log?q=(&re=true");
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Search this log").fill("nothing like it");
  await page.getByText("No lines match these filters").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await rows(page).getByText("message 2999").waitFor();
});

verifies("logs:console:follow", async () => {
  write();
  const { page, complaints } = await signedIn(service, "/logs/Event.log");
  await page.getByText("Live", { exact: true }).last().waitFor();
  appendFileSync(join(folder, "Event.log"), eventLine(3_000, "Information", "just written"));
  await service.turn(1_000);
  await rows(page).getByText("just written").waitFor();
  await rows(page).focus();
  await page.keyboard.press("PageUp");
  await page.getByRole("button", { name: "Follow", pressed: false }).waitFor();
  appendFileSync(join(folder, "Event.log"), eventLine(3_001, "Information", "written later"));
  await service.turn(1_000);
  await page.getByRole("button", { name: "1 line new" }).click();
  await rows(page).getByText("written later").waitFor();
  expect(complaints).toEqual([]);
});

verifies("logs:console:clear", async () => {
  write();
  const { page, complaints } = await signedIn(service, "/logs/Event.log");
  await rows(page).getByText("message 2999").waitFor();
  await page.getByText("Live", { exact: true }).last().waitFor();
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Clear…" }).click();
  const dialog = page.getByRole("dialog", { name: "Clear Event.log?" });
  await dialog.getByText("The file stays").waitFor();
  await untilFocused(dialog.getByRole("button", { name: "Cancel" }));
  await dialog.getByRole("button", { name: "Clear Event.log" }).click();
  await dialog.waitFor({ state: "detached" });
  await service.turn(1_000);
  await page.getByText("This log is empty.").waitFor();
  expect(readFileSync(join(folder, "Event.log"), "utf8")).toBe("");
  appendFileSync(join(folder, "Event.log"), eventLine(0, "Information", "begun anew"));
  await service.turn(1_000);
  await rows(page).getByText("begun anew").waitFor();
  expect(complaints).toEqual([]);
});

verifies("logs:console:keyboard", async () => {
  write();
  const { page, complaints } = await signedIn(service);
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await rows(page).getByText("message 2999").waitFor();
  await page.keyboard.press("E");
  await page.getByRole("region", { name: "Line 2,001" }).waitFor();
  await page.keyboard.press("E");
  await page.getByRole("region", { name: "Line 701" }).waitFor();
  await page.keyboard.press("e");
  await page.getByRole("region", { name: "Line 2,001" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("region", { name: "Line 2,004" }).getByText("message 2001").first().waitFor();
  await page.keyboard.press("Home");
  await page.getByRole("region", { name: "Line 1", exact: true }).getByText("message 0").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("message 12");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("111 matches, newest first").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await page.keyboard.press("n");
  await page.getByRole("region", { name: /^Line 1,30/ }).waitFor();
  expect(complaints).toEqual([]);
});

verifies("logs:console:rows", "a time leads to its line, and a search shows the number of matches", async () => {
  write();
  const { page, complaints } = await signedIn(service, "/logs/Event.log");
  await page.getByRole("button", { name: "Go to time…" }).click();
  const dialog = page.getByRole("dialog", { name: "Go to a time" });
  await dialog.getByLabel("Time").fill("2026-11-20T09:10:00");
  await dialog.getByRole("button", { name: "Go", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(/line=601$/);
  await expect.poll(() => chosenLine(page)).toContain("message 600");

  await page.getByLabel("Search this log").fill("message");
  await page.getByText("3,000 matches, newest first").waitFor();
  const choice = page.getByLabel("Log", { exact: true });
  expect(
    await choice.evaluate(
      (select: { scrollWidth: number; clientWidth: number }) => select.scrollWidth <= select.clientWidth,
    ),
  ).toBe(true);
  expect(complaints).toEqual([]);
});
