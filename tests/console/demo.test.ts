import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow } from "./support/a-window.ts";

const demo = await testService({ kind: "demo" });
afterAll(() => demo.stop());
const server = await testService();
afterAll(() => server.stop());

verifies("runtime:demo:marked", "in the console, on the sign-in page and above every page", async () => {
  const { page, open, signIn } = await aWindow(demo);
  await open("/keys");
  await page.getByRole("main").getByText("Demo server", { exact: true }).waitFor();
  await signIn();
  await page.getByRole("banner").getByText("Demo server", { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.getByRole("banner").getByText("Demo server", { exact: true }).isVisible()).toBe(true);
});

verifies("runtime:demo:marked", "a server's console shows no demo notice", async () => {
  const { page, open, signIn } = await aWindow(server);
  await open("/keys");
  await signIn();
  await page.getByRole("heading", { level: 1, name: "API Keys" }).waitFor();
  expect(await page.getByText("Demo server").count()).toBe(0);
});
