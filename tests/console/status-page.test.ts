import type { Page } from "playwright";
import { afterAll, expect, onTestFinished } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { browser, signedIn } from "./support/a-window.ts";
import { asViewer } from "./support/as-viewer.ts";
import { foundInBothModes, foundInBothSchemes } from "./support/axe.ts";
import { tabTo } from "./support/tab-to.ts";

const service = await testService();
afterAll(() => service.stop());

const stored = async () => (await service.admin("GET", "/svc/api/settings/status-page")).body.response;

verifies("system:status:console", async () => {
  await service.anAdminKey();
  const timing = { kind: "repeating", cron: "30 2 * * *", timeZone: "UTC" };
  const action = { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts" }] } };
  const made = await service.admin("POST", "/svc/api/schedules", { name: "Nightly build", timing, action });
  const { id } = made.body.response.schedule;
  const [begins, ends] = [1, 2].map((days) => new Date(service.clock.now() + days * 86_400_000).toISOString());
  const { page } = await signedIn(service, "/settings/access");
  const panel = page.getByRole("region", { name: "Status page" });
  const { keyboard } = page;
  await panel.getByLabel("Heading").waitFor();
  expect(await panel.getByRole("link").count()).toBe(0);

  await tabTo(page, panel.getByRole("switch", { name: "Publish a status page" }));
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.type("FileMaker at Acme");
  await keyboard.press("Tab");
  for (const [typed, option, chip] of [
    ["Cont", "Contacts", "Contacts"],
    ["Night", `Nightly build (${id})`, `Nightly build (${id})`],
  ] as const) {
    await keyboard.type(typed);
    await page.getByRole("option", { name: option, exact: true }).waitFor();
    await keyboard.press("Enter");
    await panel.getByRole("button", { name: `Remove ${chip}` }).waitFor();
    await keyboard.press("Tab");
  }
  await panel.getByRole("button", { name: "Add notice" }).and(page.locator(":focus")).waitFor();
  await keyboard.press("Enter");
  const save = panel.getByRole("button", { name: "Save status page" });
  await tabTo(page, save);
  await keyboard.press("Enter");
  await panel.getByText("Describe what is planned.").waitFor();
  await panel.getByRole("textbox", { name: "Notice 1" }).fill("Move to the new machine");
  await panel.getByText("Enter a start and an end.").waitFor();
  await panel.getByLabel("From").fill(ends?.slice(0, 19) ?? "");
  await panel.getByLabel("To", { exact: true }).fill(begins?.slice(0, 19) ?? "");
  await panel.getByText("The end must be after the start.").waitFor();
  expect(await foundInBothModes(page)).toEqual([]);
  expect((await stored()).version).toBe(0);
  await panel.getByLabel("From").fill(begins?.slice(0, 19) ?? "");
  await panel.getByLabel("To", { exact: true }).fill(ends?.slice(0, 19) ?? "");
  await tabTo(page, save);
  await keyboard.press("Enter");
  await page.getByText("Status page saved").waitFor();
  const whole = (moment = "") => `${moment.slice(0, 19)}.000Z`;
  expect(await stored()).toEqual({
    isOn: true,
    title: "FileMaker at Acme",
    files: ["Contacts"],
    schedules: [id],
    notices: [{ text: "Move to the new machine", startsAt: whole(begins), endsAt: whole(ends) }],
    version: 1,
  });
  const address = `${service.baseUrl}/svc/status`;
  expect(await panel.getByRole("link", { name: address }).getAttribute("href")).toBe("/svc/status");
  expect(await foundInBothModes(page)).toEqual([]);

  const users = await aPageSignedOut();
  await users.goto(address);
  await users.getByRole("heading", { name: "FileMaker at Acme" }).waitFor();
  expect(await users.getByRole("definition").allInnerTexts()).toEqual([
    "Open",
    "Nightly build",
    "Move to the new machine",
  ]);
  expect(await foundInBothSchemes(users)).toEqual([]);

  // Another user changes it meanwhile: the entered text stays, and can be saved after the change has been read.
  const { version: _, ...before } = await stored();
  await tabTo(page, panel.getByRole("switch"));
  await keyboard.press("Space");
  await service.admin("PUT", "/svc/api/settings/status-page", { ...before, title: "Theirs" });
  await panel.getByLabel("Heading").and(page.locator('[value="Theirs"]')).waitFor();
  await tabTo(page, save);
  await keyboard.press("Enter");
  await page.getByText("Status page turned off").waitFor();
  expect(await stored()).toMatchObject({ isOn: false, title: "Theirs", version: 3 });
  expect((await service.raw("GET", "/svc/status")).status).toBe(404);
});

verifies("system:status:console", "a viewer can read it, but change nothing", async () => {
  const settings = { isOn: false, title: "Ours", files: ["Contacts"], schedules: [999], notices: [] };
  await service.admin("PUT", "/svc/api/settings/status-page", settings);
  const { page } = await signedIn(service, "/settings/access", {}, asViewer);
  const panel = page.getByRole("region", { name: "Status page" });
  await panel.getByText("Only administrators can change this page.").waitFor();
  await panel.getByText("Schedule 999").waitFor();
  expect(await panel.getByLabel("Heading").isDisabled()).toBe(true);
  expect(await panel.locator("button:enabled").count()).toBe(0);
  expect(await panel.getByRole("button", { name: /Save|Undo|Add/ }).count()).toBe(0);
  expect(await foundInBothModes(page)).toEqual([]);
});

/** Opens the page in a signed-out browser, without the page's policy, which blocks all scripts, including the test's. */
async function aPageSignedOut(): Promise<Page> {
  const context = await (await browser()).newContext({ bypassCSP: true });
  onTestFinished(() => context.close());
  return context.newPage();
}
