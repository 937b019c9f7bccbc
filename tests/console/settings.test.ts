import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { secondAdministrator } from "../support/second-administrator.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { clipboard } from "./support/clipboard.ts";

const service = await testService({ sandbox: { world: secondAdministrator() } });
afterAll(() => service.stop());

verifies("system:console:appearance", async () => {
  const { page, complaints } = await signedIn(service, "/settings/appearance");
  await page.getByLabel("Nickname").fill("Acme");
  await page.getByLabel("Environment tag").fill("PROD");
  await page.getByRole("textbox", { name: "Theme color" }).fill("rebeccapurple");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Saved").waitFor();
  await page.getByRole("complementary").getByText("Acme").waitFor();
  const fill = () => page.evaluate("getComputedStyle(document.querySelector('aside')).backgroundColor");
  await expect.poll(fill).toBe("rgb(102, 51, 153)");
  await expect.poll(() => page.title()).toBe("● PROD Acme — Settings");
  const { body } = await service.raw("GET", "/svc/api/info");
  expect(body.response?.service).toMatchObject({ themeColor: "rebeccapurple", environmentTag: "PROD" });
  await page.getByRole("textbox", { name: "Theme color" }).fill("no color at all");
  await page.getByText("Not a valid CSS color.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Save changes" }).isDisabled()).toBe(true);
  expect(complaints).toEqual([]);
});

verifies("system:console:appearance", "the color can be turned off for the menu", async () => {
  const { page, complaints } = await signedIn(service, "/settings/appearance");
  const colors = () =>
    page.evaluate(
      "['aside', 'header'].map((each) => getComputedStyle(document.querySelector(each)).backgroundColor)",
    ) as Promise<string[]>;
  expect(new Set(await colors()).size).toBe(2);
  for (const size of [1, 2]) {
    await page.getByRole("switch", { name: "Plain menu" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => new Set(await colors()).size).toBe(size);
  }
  expect(complaints).toEqual([]);
});

verifies("system:console:retention", async () => {
  const { page } = await signedIn(service, "/settings/retention");
  for (const [what, days] of [
    ["Tasks", "30 days"],
    ["Audit trail", "AUDIT_DAYS365 days"],
    ["Trash", "TRASH_DAYS30 days"],
  ] as const) {
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: what });
    expect(await row.getByText(/days$/).first().textContent()).toBe(days);
  }
});

verifies(
  "system:console:retention",
  "the retention of files that FileMaker Server has removed is set there",
  async () => {
    const { page } = await signedIn(service, "/settings/retention");
    const stored = async () =>
      (await service.admin("GET", "/svc/api/settings")).body.response.deleteFMSRemovedFilesAfterXDays;
    const row = page.getByRole("listitem").filter({ hasText: "Removed by FileMaker Server" });
    await row.getByRole("spinbutton").fill("14");
    await row.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    expect(await stored()).toBe(14);
    await row.getByRole("spinbutton").fill("");
    await row.getByRole("button", { name: "Save" }).click();
    await expect.poll(stored).toBeNull();
  },
);

verifies("system:console:app-log", async () => {
  const { page } = await signedIn(service, "/settings/about");
  const panel = page.getByRole("region", { name: "Application log" });
  await panel.getByRole("button", { name: "Create token" }).click();
  const copied = async () => {
    await panel.getByRole("button", { name: "Copy token" }).click();
    return clipboard(page);
  };
  await panel.getByText(/^al_…/).waitFor();
  const first = await copied();
  const write = (token: string) => service.raw("POST", "/svc/api/app-log", { json: { token, message: "m" } });
  expect(await write(first)).toSucceed();
  expect(await page.content()).not.toContain(first);
  await panel.getByRole("button", { name: "Rotate token…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate token" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(async () => (await write(first)).status).toBe(401);
  expect(await write(await copied())).toSucceed();
});

verifies("sessions:console:revoke", async () => {
  const other = aBrowser(service, { "User-Agent": "Backup robot" });
  await other.signIn();
  const { page } = await signedIn(service, "/settings/sessions");
  await page.getByRole("button", { name: "End the session of Backup robot" }).click();
  await page.getByText("Backup robot").waitFor({ state: "detached" });
  await page.getByText("This browser").waitFor();
  expect(await other.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
});

verifies("sessions:console:others", async () => {
  const other = aBrowser(service, { "User-Agent": "Backup robot" });
  await other.signIn("second", "second-pass");
  const { page, complaints } = await signedIn(service, "/settings/sessions");
  await page.getByRole("list", { name: "second" }).getByText("Backup robot").waitFor();
  await page.getByRole("button", { name: "End all sessions of second" }).click();
  await page.getByText("No one else is signed in.").waitFor();
  await page.getByText("This browser").waitFor();
  expect(await other.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  expect(complaints).toEqual([]);
});

verifies("system:console:audit", async () => {
  await service.aKey({ label: "Traced" });
  const { page } = await signedIn(service, "/audit");
  const rows = page.getByRole("table").getByRole("row");
  await rows.getByText("Create data API key").waitFor();
  await page.getByLabel("Object", { exact: true }).fill("data-key:1");
  await page.getByText("Sign in", { exact: true }).first().waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).hash).toContain("object=data-key");
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByLabel("Outcome").selectOption("Rejected");
  await page.getByText("No entries match these filters").waitFor();
});

verifies("system:console:home", async () => {
  const { page, complaints } = await signedIn(service);
  await page.getByRole("status").getByText("All checks passed.").waitFor();
  await page.getByText("The Data API is enabled.").waitFor();
  expect(complaints).toEqual([]);
});

verifies("system:console:search", async () => {
  const { page } = await signedIn(service);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("952");
  await page.getByRole("option", { name: /^FileMaker 952/ }).waitFor();
  await field.fill("create admin");
  await page.getByRole("option", { name: /Create Admin API key/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Create Admin API key" }).waitFor();
});
