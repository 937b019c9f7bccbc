import { afterAll, expect } from "vitest";
import { finalProcess } from "../../processes/support/final-process.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("logs:console:moment", async () => {
  const answer = await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
  await finalProcess(service, answer.body.response.processId);
  await service.settle();
  const { page, complaints } = await signedIn(service, "/processes/1");
  const run = page.getByRole("link", { name: /^\d+ \w+ 2026/ });
  const started = await run.locator("time").getAttribute("datetime");
  await run.click();
  await page.getByRole("heading", { level: 1, name: /^Around / }).waitFor();
  expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#/logs/svc-info.log?at=${started}`);
  await page
    .getByRole("cell", { name: /path=|process/ })
    .first()
    .waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Re-encrypt stored secrets" }).waitFor();
  expect(complaints).toEqual([]);
});

verifies("logs:console:moment", "from the audit trail and the list of keys too", async () => {
  await service.aKey({ label: "Web shop" });
  const { page, open } = await signedIn(service, "/audit");
  await page
    .getByRole("row", { name: /Create data API key/i })
    .getByRole("link")
    .filter({ has: page.locator("time") })
    .click();
  await page.getByRole("heading", { level: 1, name: /^Around / }).waitFor();
  await open("/keys");
  await page
    .getByRole("row", { name: /Web shop/ })
    .getByRole("link")
    .filter({ has: page.locator("time") })
    .click();
  await page.getByRole("heading", { level: 1, name: /^Around / }).waitFor();
});
