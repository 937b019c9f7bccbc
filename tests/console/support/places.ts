import type { Page } from "playwright";

/** A page or a dialog: where it is, and what says that it is there. */
export type Place = readonly [name: string, path: string, prepare: (page: Page) => Promise<unknown>];

/** Every page and dialog of a furnished house that has no agent. */
export const places: readonly Place[] = [
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
  [
    "close a file",
    "/files/Orders.fmp12?ask=close",
    (page) => page.getByRole("dialog").getByText("2 clients").waitFor(),
  ],
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
