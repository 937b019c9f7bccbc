import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("system:server-down:console", async () => {
  await service.anAdminKey();
  const { page } = await signedIn(service, "/");
  const card = page.getByRole("region", { name: "FileMaker Server" });
  await card.getByText("Runs").nth(4).waitFor();
  service.sandbox.world.server.running = false;
  await service.turn(60_000);
  await page.reload();
  const banner = page.getByText(/^The Database Server is stopped: no file can be opened\. The service's logs/);
  await banner.waitFor();
  const points = page.getByRole("region", { name: "Prerequisites" });
  await points.getByText("The Database Server is stopped: no file can be opened.").waitFor();
  await card.getByText("Does not run").waitFor();
  expect(await card.getByText("Runs").count()).toBe(4);
  await page.getByText("Keys may fail: 1 point must be fixed.").waitFor();
  service.sandbox.world.server.running = true;
  await service.turn(60_000);
  await page.reload();
  await points.getByText("The Database Server runs.").waitFor();
  await banner.waitFor({ state: "detached" });
});
