import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Download } from "playwright";
import { afterAll, expect } from "vitest";
import { aHost } from "../../agent/support/a-host.ts";
import { anAgent } from "../../agent/support/an-agent.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { copied } from "../support/clipboard.ts";
import { eventLine, eventLog } from "../support/log-lines.ts";

const host = aHost();
const service = await testService();
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});
const textOf = async (saved: Download) => {
  const file = join(scratchFolder(), saved.suggestedFilename());
  await saved.saveAs(file);
  return readFileSync(file, "utf8");
};
const content = eventLog(400, { 100: "Error", 200: "Error" });
host.write("Logs/Event.log", content);

verifies("logs:console:download", "the whole log, byte for byte", async () => {
  const { page } = await signedIn(service, "/logs/Event.log");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("Event.log");
  expect(await textOf(saved)).toBe(content);
});

verifies("logs:console:download", "the lines that match the filters, oldest first", async () => {
  const { page, complaints } = await signedIn(service, "/logs/Event.log?level=error");
  await page.getByText("2 matches, newest first").waitFor();
  await page.getByRole("button", { name: "Actions" }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Filtered lines" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("Event-found.log");
  expect(await textOf(saved)).toBe(eventLine(100, "Error", "message 100") + eventLine(200, "Error", "message 200"));
  expect(complaints).toEqual([]);
});

verifies("logs:console:download", "selected lines, with the mouse or the keyboard", async () => {
  const { page, complaints } = await signedIn(service, "/logs/Event.log");
  const log = page.getByRole("log");
  await log.getByText("message 390", { exact: false }).click();
  await log.getByText("message 392").click({ modifiers: ["Shift"] });
  await page.getByText("3 lines selected").waitFor();
  await log.focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("4 lines selected").waitFor();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  expect(`${await copied(page)}\n`).toBe(content.split("\n").slice(390, 394).join("\n").concat("\n"));
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("Event-391-394.log");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByText("4 lines selected").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

verifies("logs:console:follow", "if no stream gets through, the log is polled every two seconds", async () => {
  const { page } = await signedIn(service);
  await page.route("**/follow*", (route) => route.fulfill({ status: 404, body: "no streams here" }));
  await page.getByRole("link", { name: "Logs", exact: true }).click();
  await page.getByText("Live, every 2 s").waitFor();
  appendFileSync(join(host.path, "Logs", "Event.log"), eventLine(400, "Information", "written meanwhile"));
  await page.getByRole("log").getByText("written meanwhile").waitFor();
});
