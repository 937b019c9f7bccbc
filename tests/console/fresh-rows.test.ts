import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("system:console:still", async () => {
  for (let count = 0; count < 12; count += 1) await service.aKey({ label: `key ${count}` });
  const { page, complaints } = await signedIn(service, "/audit", { viewport: { width: 1280, height: 400 } });
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const rows = page.getByRole("table").getByRole("row");
  await expect.poll(() => rows.count()).toBeGreaterThan(12);
  const before = await rows.count();
  const newest = () => rows.nth(1).textContent();

  await service.admin("PATCH", "/svc/api/settings", { serverNickname: "at the top" });
  await expect.poll(newest).toMatch(/settings/i);
  expect(await rows.count()).toBe(before + 1);

  await page.mouse.move(640, 300);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(200);
  const places = () =>
    page.evaluate("[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().top)");
  const stood = await places();
  await service.aKey({ label: "while the user reads" });
  await page.getByRole("button", { name: "1 new" }).waitFor();
  await service.aKey({ label: "and another" });
  await page.getByRole("button", { name: "2 new" }).waitFor();
  expect(await places()).toEqual(stood);

  await page.getByRole("button", { name: "2 new" }).click();
  await expect.poll(() => rows.count()).toBe(before + 3);
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.getByRole("button", { name: "2 new" }).waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
