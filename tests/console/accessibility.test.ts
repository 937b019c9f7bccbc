import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { aWindow, signedIn } from "./support/a-window.ts";

const home = await house();
beforeAll(async () => {
  await home.aKey({ label: "Web shop", allowAnyDatabase: true, isOData: true });
  await home.anAdminKey("Deploy script");
  await home.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
  await home.admin("PUT", "/svc/api/file-notes/Contacts", { document: aNote });
});
afterAll(() => home.stop());

/** A note with everything that notes can hold. */
const aNote = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Who looks after it" }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Ada, see " },
        { type: "text", text: "the manual", marks: [{ type: "link", attrs: { href: "https://manual.example.com" } }] },
        { type: "text", text: "dump", marks: [{ type: "code" }] },
      ],
    },
    { type: "codeBlock", content: [{ type: "text", text: "fmsadmin list files" }] },
  ],
};

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What axe finds, in a line each. */
async function found(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

/** Pages and dialogs, and what says that they are there. */
const places: readonly (readonly [name: string, path: string, prepare: (page: Page) => Promise<unknown>])[] = [
  ["home", "/", (page) => page.getByText("The Data API is enabled.").waitFor()],
  ["keys", "/keys", (page) => page.getByText("Web shop").waitFor()],
  ["admin keys", "/keys/admin", (page) => page.getByText("Deploy script").waitFor()],
  ["create key", "/keys?create=true", (page) => page.getByRole("dialog").getByLabel("Files").click()],
  ["create admin key", "/keys/admin?create=true", (page) => page.getByRole("dialog").waitFor()],
  ["edit key", "/keys", (page) => page.getByRole("button", { name: "Edit Web shop" }).click()],
  [
    "delete keys",
    "/keys",
    async (page) => {
      await page.getByRole("checkbox", { name: "Select all" }).click();
      await page.getByRole("button", { name: "Delete…" }).click();
    },
  ],
  ["databases", "/files", (page) => page.getByText("Contacts.fmp12").waitFor()],
  [
    "a file's actions",
    "/files",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Orders.fmp12" }).click();
      await page.getByRole("menuitem", { name: "Close…" }).waitFor();
    },
  ],
  ["ticked files", "/files", (page) => page.getByRole("checkbox", { name: "Select Contacts.fmp12" }).click()],
  ["close a file", "/files/Orders.fmp12?ask=close", (page) => page.getByText("2 clients").waitFor()],
  ["file", "/files/Orders.fmp12", (page) => page.getByText("Ada Moreno").waitFor()],
  ["file access", "/files/Contacts.fmp12?tab=access", (page) => page.getByText("Web shop").waitFor()],
  [
    "file operations",
    "/files/Contacts.fmp12?tab=operations",
    (page) => page.getByText("Needs FileMaker Server 26").waitFor(),
  ],
  [
    "encrypt a file",
    "/files/Contacts.fmp12?tab=operations&op=encrypt",
    (page) => page.getByText("What depends on it").waitFor(),
  ],
  ["delete a file", "/files/Contacts.fmp12?op=delete", (page) => page.getByText("What depends on it").waitFor()],
  ["download a file", "/files/Contacts.fmp12?op=download", (page) => page.getByRole("dialog").waitFor()],
  [
    "file browser without an agent",
    "/browse/documents",
    (page) => page.getByText("agent on the database host").waitFor(),
  ],
  ["note", "/files/Contacts.fmp12?tab=note", (page) => page.getByText("Who looks after it").waitFor()],
  [
    "note editor",
    "/files/Contacts.fmp12?tab=note",
    async (page) => {
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("toolbar", { name: "Text tools" }).waitFor();
    },
  ],
  ["clients", "/files/clients", (page) => page.getByText("Ada Moreno").waitFor()],
  [
    "disconnect",
    "/files/clients",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Ada Moreno" }).click();
      await page.getByRole("menuitem", { name: "Disconnect…" }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  [
    "processes",
    "/processes",
    (page) => page.getByRole("link", { name: "Seal the stored passwords of keys again" }).waitFor(),
  ],
  ["run", "/processes/1", (page) => page.getByRole("log").getByText("Done").waitFor()],
  ["what runs now", "/keys", (page) => page.getByRole("button", { name: /process runs|Nothing runs/ }).click()],
  ["log", "/logs/svc-info.log", (page) => page.getByRole("log").getByText("path=").first().waitFor()],
  ["log line", "/logs/svc-info.log?line=1", (page) => page.getByRole("region", { name: "Line 1" }).waitFor()],
  [
    "what was found in a log",
    "/logs/svc-info.log?q=path&not=nothing",
    async (page) => {
      await page.getByText(/newest first/).waitFor();
      await page.getByRole("log").getByText("path=").first().click();
      await page.getByRole("button", { name: "Show in context" }).waitFor();
    },
  ],
  ["clear a log", "/logs/svc-info.log?ask=clear", (page) => page.getByText("The file stays").waitFor()],
  [
    "around a moment",
    "/logs/svc-info.log?at=2026-11-20T09:00:00.000Z&within=3600",
    (page) => page.getByRole("table").waitFor(),
  ],
  ["audit", "/audit", (page) => page.getByText("Create data API key").waitFor()],
  ["appearance", "/settings/appearance", (page) => page.getByLabel("Nickname").waitFor()],
  ["sessions", "/settings/sessions", (page) => page.getByText("This browser").waitFor()],
  ["agent", "/settings/agents", (page) => page.getByText("No agent is enrolled").waitFor()],
  ["server commands", "/settings/server", (page) => page.getByText("Script engine").waitFor()],
  ["about", "/settings/about", (page) => page.getByText("Compatible with level").waitFor()],
  ["search", "/", (page) => page.keyboard.press("Control+k")],
  ["no page", "/nowhere", (page) => page.getByText("There is no such page").waitFor()],
];

for (const colorScheme of ["light", "dark"] as const) {
  verifies("system:console:accessible", `sign-in, ${colorScheme}`, async () => {
    const { page, open } = await aWindow(home, { colorScheme });
    await open();
    await page.getByLabel("Account").waitFor();
    expect(await found(page)).toEqual([]);
  });

  for (const [name, path, prepare] of places)
    verifies("system:console:accessible", `${name}, ${colorScheme}`, async () => {
      const { page, complaints } = await signedIn(home, path, { colorScheme });
      await prepare(page);
      expect(await found(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });
}

verifies("system:console:accessible", "theme colours that are hard on the eye", async () => {
  const { page } = await signedIn(home, "/keys");
  for (const themeColor of ["yellow", "magenta", "black", "white"])
    for (const colorScheme of ["light", "dark"] as const) {
      await home.admin("PATCH", "/svc/api/settings", { themeColor });
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await page.getByText("Web shop").waitFor();
      expect(await found(page), `${themeColor} in ${colorScheme}`).toEqual([]);
    }
});

verifies(
  "system:console:accessible",
  "a phone has the menu in a drawer, and nothing wider than the screen",
  async () => {
    const { page } = await signedIn(home, "/keys", { viewport: { width: 390, height: 844 } });
    await page.getByText("Web shop").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(await found(page)).toEqual([]);
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("link", { name: "Audit trail" }).waitFor();
    expect(await found(page)).toEqual([]);
    await page.getByRole("link", { name: "Audit trail" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
);
