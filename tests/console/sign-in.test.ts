import { afterAll, expect } from "vitest";
import { signInCodes } from "../../functions/wiring/filemaker.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow, signedIn } from "./support/a-window.ts";
import { untilFocused } from "./support/focus.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("sessions:console:deep-link", async () => {
  const { page, open, signIn, complaints } = await aWindow(service);
  await open("/keys?q=shop");
  await signIn();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("API Keys");
  expect(new URL(page.url()).hash).toContain("q=shop");
  expect(complaints).toEqual([]);
});

verifies("sessions:console:key", async () => {
  const key = await service.anAdminKey();
  const { page, open, forgive } = await aWindow(service);
  forgive(/502/);
  service.sandbox.faults.set({ kind: "stopped" });
  await service.turn(60_000);
  await open("/keys");
  // Before an attempt.
  await page.getByRole("status").getByText("You can still sign in with an Admin API key").waitFor();
  await page.getByRole("status").getByText("npm run sign-in-code").waitFor();
  await page.getByLabel("Account").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("admin-pass");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Use a key or one-time code" }).click();
  await page.getByLabel("Admin API key or one-time code", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "API Keys" }).waitFor();
  service.sandbox.faults.clear();
});

verifies("sessions:console:key", "the sign-in page accepts a one-time code", async () => {
  const { page, open } = await aWindow(service);
  service.sandbox.faults.set({ kind: "stopped" });
  await service.turn(60_000);
  await open("/keys");
  const { code } = await signInCodes(service.runtime.platform).create();
  await page.getByRole("button", { name: "Use a key or one-time code" }).click();
  await page.getByLabel("Admin API key or one-time code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "API Keys" }).waitFor();
  service.sandbox.faults.clear();
});

verifies("sessions:console:refused", async () => {
  const { page, open } = await aWindow(service);
  await open("/audit");
  await page.getByLabel("Account").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("FileMaker Server rejected this account or password").waitFor();
  expect(await page.getByLabel("Account").inputValue()).toBe("admin");
  const password = page.getByLabel("Password", { exact: true });
  await untilFocused(password);
  expect(await password.getAttribute("aria-invalid")).toBe("true");
  const reason = page.locator(`[id="${await password.getAttribute("aria-describedby")}"]`);
  expect(await reason.textContent()).toContain("rejected this account or password");
});

verifies("sessions:console:over", async () => {
  const { page } = await signedIn(service, "/settings/appearance");
  await page.getByLabel("Nickname").fill("Half typed");
  await page.context().clearCookies();
  await page.getByRole("tab", { name: "Sessions" }).click();
  await page.getByRole("alertdialog", { name: "Your session ended" }).waitFor();
  await page.getByLabel("Password", { exact: true }).fill("admin-pass");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("This browser").waitFor();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
});
