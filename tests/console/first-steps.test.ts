import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("system:console:first-minute", async () => {
  const { page } = await signedIn(service, "/");
  const card = page.getByRole("region", { name: "FileMaker Server" });
  await card.getByText("Latchkey Demo Server").waitFor();
  await card.getByText(/^22\./).waitFor();
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByText("Send a request").waitFor();
  expect(await steps.getByText("(done)").count()).toBe(0);

  const key = await service.aKey({ label: "First" });
  await expect.poll(() => steps.getByText("(done)").count()).toBe(1);
  expect((await service.raw("GET", recordsPath(), { key })).status).toBe(200);
  await expect.poll(() => steps.getByText("(done)").count()).toBe(2);
  await steps.getByRole("link", { name: "Create key" }).click();
  await page.getByRole("dialog", { name: "Create Admin API key" }).waitFor();
  await page.keyboard.press("Escape");
  await service.anAdminKey();
  await page.goto(`${service.baseUrl}/svc/console/#/`);
  await card.waitFor();
  await steps.waitFor({ state: "detached" });
});

verifies("system:console:first-minute", "the steps stay hidden in the browser that hid them", async () => {
  const { "api-keys": rows } = (await service.admin("GET", "/svc/api/admin-api-key")).body.response;
  await service.admin("POST", "/svc/api/admin-api-key/bulk-delete", { keys: rows.map(({ id }: { id: number }) => id) });
  const { page } = await signedIn(service, "/");
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("button", { name: "Hide" }).click();
  await steps.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("region", { name: "API keys" }).getByText("Never used").waitFor();
  expect(await steps.count()).toBe(0);
});
