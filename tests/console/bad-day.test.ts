import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aFileOperationSetup } from "../files/operations/support/a-file-operation-setup.ts";
import { changePassword } from "../support/changed-password.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow, signedIn } from "./support/a-window.ts";
import { clicks, countClicks } from "./support/clicks.ts";
import { endOfRun } from "./support/operating.ts";

const demo = JSON.parse(readFileSync(new URL("../../sandbox/worlds/demo.json", import.meta.url), "utf8"));
const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), demo);
const { service } = setup;
afterAll(() => setup.stop());
const adminKey = await service.anAdminKey("On call");
const { server } = service.sandbox.world;

/** The cause is named after at most two clicks from Home. */
async function isNamed(page: Page, cause: string | RegExp): Promise<void> {
  await page.locator("main").getByText(cause).first().waitFor();
  expect(await clicks(page)).toBeLessThanOrEqual(2);
}

verifies("system:console:bad-day", "keys are refused after a password was changed", async () => {
  const key = await service.aKey({ label: "Web shop" });
  changePassword(service.sandbox, "Contacts", "api", "changed-demo-pass");
  expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("stored_credentials_refused");
  await service.settle();
  const { page } = await signedIn(service, "/", {}, countClicks);
  await isNamed(page, "FileMaker Server refuses the account “api” in Contacts: 1 key fails.");
  await page.getByRole("link", { name: /refuses the account “api”/ }).click();
  await page.getByRole("button", { name: "Change password…" }).click();
  await page.getByRole("dialog").getByLabel("Password").fill("changed-demo-pass");
  await page.keyboard.press("Enter");
  await page.getByText("1 key has the new password").waitFor();
  expect(await clicks(page)).toBeLessThanOrEqual(5);
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  changePassword(service.sandbox, "Contacts", "api", "demo-pass");
});

verifies("system:console:bad-day", "the server is down at the sign-in", async () => {
  const window = await aWindow(service, {}, countClicks);
  const { page, open } = window;
  server.stopped.add("ADMINSERVER");
  server.running = false;
  await service.turn(5 * 60_000);
  await open("/");
  await page.getByLabel("Account").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("admin-pass");
  await page.keyboard.press("Enter");
  await page
    .getByRole("alert")
    .getByText(/Admin API/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Use a key or a one-time code" }).click();
  await page.getByLabel("Admin API key or one-time code").fill(adminKey);
  await page.keyboard.press("Enter");
  await isNamed(page, /Admin API did not answer|Database Server/);

  server.stopped.delete("ADMINSERVER");
  await service.turn(5 * 60_000);
  await page.reload();
  await isNamed(page, "The Database Server is stopped: no file can be opened.");
  await page.getByRole("link", { name: "The Database Server is stopped: no file can be opened." }).click();
  await page.getByRole("button", { name: "Actions for Database Server" }).click();
  await page.getByRole("menuitem", { name: "Start…", exact: true }).click();
  await page.getByRole("button", { name: "Start Database Server" }).click();
  await endOfRun(page, setup);
  expect(server.running).toBe(true);
  expect(await clicks(page)).toBeLessThanOrEqual(5);
});

verifies("system:console:bad-day", "a user holds a file open", async () => {
  const { page } = await signedIn(service, "/", {}, countClicks);
  await page.getByRole("link", { name: "Show files" }).click();
  await page.getByRole("link", { name: "Orders.fmp12" }).click();
  await isNamed(page, "Ada Moreno");
  await page.getByRole("link", { name: "All clients" }).click();
  await page.getByRole("button", { name: "Actions for Ada Moreno" }).click();
  await page.getByRole("menuitem", { name: /^Disconnect/ }).click();
  await page.getByRole("dialog").getByLabel("Grace time, in seconds").fill("0");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /Ada Moreno/ }).waitFor({ state: "detached" });
  expect(await clicks(page)).toBeLessThanOrEqual(5);
});

/** Runs a script that takes forty seconds, and answers how to let them pass. */
async function aSlowScript(label: string): Promise<() => Promise<void>> {
  const key = await service.aKey({ label });
  service.sandbox.faults.set({ kind: "scriptDelay", milliseconds: 40_000 });
  let isOver = false;
  const path = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/script/Echo";
  const call = service.raw("GET", path, { key }).finally(() => {
    isOver = true;
  });
  return async () => {
    while (!isOver) await service.turn(10_000);
    await call;
    service.sandbox.faults.clear();
    await service.logs();
  };
}

verifies("system:console:bad-day", "a script was slow", async () => {
  await (await aSlowScript("Nightly report"))();
  const { page } = await signedIn(service, "/", {}, countClicks);
  await page.getByRole("link", { name: "Show keys" }).click();
  await page.getByRole("link", { name: "Nightly report" }).click();
  await isNamed(page, /\/script\/Echo/);
  await page.getByText(/^\d{2,3},\d{3} ms$/).waitFor();
});

verifies("system:console:bad-day", "a script is slow, and its session is ended", async () => {
  const end = await aSlowScript("Hanging report");
  const { page } = await signedIn(service, "/", {}, countClicks);
  await page.getByRole("link", { name: "Show files" }).click();
  await page.getByRole("link", { name: "Contacts.fmp12" }).click();
  await isNamed(page, /Data API/);
  await page.getByRole("link", { name: "All clients" }).click();
  await page.getByRole("button", { name: "Actions for api" }).first().click();
  await page.getByRole("menuitem", { name: /^Disconnect/ }).click();
  await page.getByRole("dialog").getByLabel("Grace time, in seconds").fill("0");
  await page.keyboard.press("Enter");
  await page.getByText("asked to leave").waitFor();
  expect(await clicks(page)).toBeLessThanOrEqual(5);
  await end();
});
