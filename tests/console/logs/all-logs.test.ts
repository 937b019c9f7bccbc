import { afterAll, expect } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { signedIn } from "../support/a-window.ts";
import { found } from "../support/axe.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("logs:console:all", "in two clicks from Home, and a line opens its log", async () => {
  const key = await service.aKey({ label: "Web shop" });
  const path = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Nope/records";
  for (let call = 0; call < 3; call += 1) await service.raw("GET", path, { key });
  expect((await service.raw("GET", recordsPath(), { key })).status).toBe(200);
  await service.logs();

  const { page, complaints } = await signedIn(service, "/");
  await page.getByRole("link", { name: "Logs", exact: true }).click();
  await page.getByRole("link", { name: "Last night's errors" }).click();
  await page.getByRole("heading", { name: "All logs", level: 1 }).waitFor();
  await page.getByText(/^Nothing from .* in \d+ logs?$/).waitFor();
  expect(await found(page)).toEqual([]);

  // The lines have the time of the test's clock, which is days before the browser's.
  await page.route(/\/svc\/api\/logs\/search/, async (route) => {
    const url = new URL(route.request().url());
    for (const name of ["from", "to"]) url.searchParams.delete(name);
    await route.continue({ url: url.href });
  });
  await page.getByRole("button", { name: "Last hour" }).click();
  const rows = page.getByRole("region", { name: "Lines of all logs" }).getByRole("listitem");
  const calls = rows.filter({ hasText: "svc-info.log" }).filter({ hasText: "Layout is missing" });
  await calls.first().waitFor();
  expect(await calls.count()).toBe(1);
  expect(await calls.textContent()).toContain("× 3");
  expect(await found(page)).toEqual([]);
  await page.getByLabel("Search all logs").fill("nothing has this text");
  await page.getByText("No lines of this level contain “nothing has this text” in the time range.").waitFor();
  await page.getByLabel("Search all logs").fill("layouts/Nope");
  await calls.first().getByRole("button").click();
  await page.getByRole("heading", { name: "svc-info.log", level: 1 }).waitFor();
  await page.getByRole("log").getByText("layouts/Nope").first().waitFor();
  expect(complaints).toEqual([]);
});
