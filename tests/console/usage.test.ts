import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { foundInBothModes } from "./support/axe.ts";
import { populatedCharts } from "./support/chart-pages.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("usage:console:pages", async () => {
  await populatedCharts(service);

  const { page, open, complaints } = await signedIn(service, "/");
  const usage = page.getByRole("region", { name: "Usage" });
  const legend = (name: string) => usage.getByRole("figure", { name }).getByRole("listitem");
  await expect.poll(() => legend("Calls").allInnerTexts()).toEqual(["Answered\n3", "Rejected\n1"]);
  await expect.poll(() => legend("Errors").allInnerTexts()).toEqual(["key file not allowed\n1"]);
  const waits = (await legend("Time to first byte").allInnerTexts()).map((each) => each.replace(/\n[\d.,]+/, " N"));
  expect(waits).toEqual(["50 % within N ms", "95 % within N ms"]);

  await usage.getByRole("application", { name: "Calls" }).focus();
  await page.keyboard.press("End");
  await usage
    .getByRole("status")
    .getByText(/Answered 3, Rejected 1/)
    .waitFor({ state: "attached" });
  await usage.getByLabel("By", { exact: true }).selectOption("key");
  await usage.getByText("Web shop (1)", { exact: true }).waitFor();
  await usage.getByLabel("By", { exact: true }).selectOption("jobs");
  await expect.poll(() => legend("Jobs").allInnerTexts()).toEqual(["keys.rewrap Done\n1"]);
  await usage.getByRole("figure", { name: "Duration" }).waitFor();
  await usage.getByLabel("By", { exact: true }).selectOption("key");
  await usage.getByRole("button", { name: "Week ago" }).click();
  await usage.getByText("7 d", { exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#/?range=7d&split=key&compare=true");
  await usage.getByText("Web shop (1)", { exact: true }).waitFor();
  expect(await foundInBothModes(page)).toEqual([]);

  await open("/keys/1?range=1h");
  await usage
    .getByRole("button", { name: /Create Data API key, / })
    .first()
    .waitFor();
  await expect.poll(() => legend("Calls").allInnerTexts()).toEqual(["Answered\n3", "Rejected\n1"]);
  await usage.getByRole("figure", { name: "Calls" }).getByRole("button", { name: "Show as table" }).click();
  await usage.getByRole("columnheader", { name: "Rejected" }).waitFor();
  expect(await foundInBothModes(page)).toEqual([]);

  await open("/files/Contacts.fmp12?tab=usage");
  await expect.poll(() => legend("Calls").allInnerTexts()).toEqual(["Web shop (1)\n3"]);
  // The rejected call was for another file.
  await usage.getByRole("figure", { name: "Errors" }).waitFor();
  expect(await legend("Errors").count()).toBe(0);
  expect(await foundInBothModes(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
