import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { found } from "./support/axe.ts";

// Without an Admin API key, only callers' accounts show the state of the Database Server.
const service = await testService();
afterAll(() => service.stop());
const { world } = service.sandbox;

verifies("system:server-down:every-page", async () => {
  const [keys, home] = [await signedIn(service, "/keys"), await signedIn(service, "/")];
  await home.page.getByText("All checks passed.").waitFor();
  const bar = ({ page }: typeof keys) =>
    page.getByRole("status").filter({ hasText: /The Database Server is stopped.*still work/ });
  await expect.poll(() => bar(keys).count()).toBe(0);

  world.server.running = false;
  await service.turn(2_000);
  const stoppedAt = Date.now();
  await Promise.all([bar(keys).waitFor(), bar(home).waitFor()]);
  expect(Date.now() - stoppedAt).toBeLessThan(5_000);
  await home.page.getByText("All checks passed.").waitFor({ state: "detached" });
  expect(await found(keys.page)).toEqual([]);
  await keys.page.getByRole("button", { name: "Start Database Server" }).click();
  await keys.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Start/ })
    .waitFor();
  await keys.page.keyboard.press("Escape");

  world.server.running = true;
  await service.turn(2_000);
  await bar(keys).waitFor({ state: "detached" });
  await keys.page.getByText("FileMaker Server is running again").waitFor();
  await home.page.getByText("All checks passed.").waitFor();
});
