import type { View } from "./views.ts";

/** Pages and dialogs of the files in a service with data and without an agent. */
export const fileViews: readonly View[] = [
  ["databases", "/files", (page) => page.getByText("Contacts.fmp12").waitFor()],
  [
    "a file's actions",
    "/files",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Orders.fmp12" }).click();
      await page.getByRole("menuitem", { name: "Close…" }).waitFor();
    },
  ],
  [
    "ticked files",
    "/files",
    async (page) => {
      await page.getByRole("checkbox", { name: "Select Contacts.fmp12" }).click();
      await page.getByText("1 file selected").waitFor();
    },
  ],
  [
    "close a file",
    "/files/Orders.fmp12?ask=close",
    (page) => page.getByRole("dialog").getByText("2 clients").waitFor(),
  ],
  ["file", "/files/Orders.fmp12", (page) => page.getByText("Ada Moreno").waitFor()],
  ["file access", "/files/Contacts.fmp12?tab=access", (page) => page.getByText("Web shop").waitFor()],
  [
    "what uses a file",
    "/files/Contacts.fmp12?tab=users",
    (page) => page.getByRole("link", { name: "Web shop" }).waitFor(),
  ],
  [
    "file operations",
    "/files/Contacts.fmp12?tab=operations",
    (page) => page.getByText("Requires FileMaker Server 26").waitFor(),
  ],
  [
    "encrypt a file",
    "/files/Contacts.fmp12?tab=operations&op=encrypt",
    (page) => page.getByRole("dialog").getByText("Used by").waitFor(),
  ],
  [
    "delete a file",
    "/files/Contacts.fmp12?op=delete",
    (page) => page.getByRole("dialog").getByText("Used by").waitFor(),
  ],
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
];
