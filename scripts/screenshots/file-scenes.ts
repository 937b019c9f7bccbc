import type { Page } from "playwright";
import { dialogText, fromMenu, inGuide, type Scene, scene, text } from "./scene.ts";

/** Scenes of hosted files. */
export const fileScenes: readonly Scene[] = [
  scene("databases", "/files", text("Contacts.fmp12"), inGuide),
  scene("databases-none", "/files?q=nothing", text("No match")),
  scene("databases-chosen", "/files", async (page) => {
    await page.getByRole("checkbox", { name: "Select Contacts.fmp12" }).click();
    await page.getByRole("checkbox", { name: "Select Orders.fmp12" }).click();
  }),
  scene("databases-menu", "/files", async (page) => {
    await page.getByRole("button", { name: "Actions for Orders.fmp12" }).click();
    await page.getByRole("menuitem", { name: "Close…" }).waitFor();
  }),
  scene("databases-note", "/files", async (page) => {
    await page.getByRole("link", { name: "Contacts.fmp12" }).hover();
    await page.getByText("Looked after by").waitFor();
  }),
  scene("clients", "/files/clients", text("Ada Moreno")),
  scene("message", "/files/clients", fromMenu("Ada Moreno", "Send message…")),
  scene("disconnect", "/files/clients", fromMenu("Ada Moreno", "Disconnect…")),
  scene("file", "/files/Orders.fmp12", text("Ada Moreno"), inGuide),
  scene("file-access", "/files/Contacts.fmp12?tab=access", text("Web shop")),
  scene("file-operations", "/files/Orders.fmp12?tab=operations", text("Check consistency"), inGuide),
  scene("file-runs", "/files/Field%20Service.fmp12?tab=runs", text("Check the consistency")),
  scene("file-runs-none", "/files/Staff.fmp12?tab=runs", text("No tasks yet")),
  scene("file-gone", "/files/Nothing.fmp12", text("doesn't host")),
  scene("close-file", "/files/Orders.fmp12?ask=close", dialogText("3 clients")),
  scene("compress", "/files/Orders.fmp12?op=compress", dialogText("Used by")),
  scene("encrypt", "/files/Orders.fmp12?op=encrypt", dialogText("Used by"), inGuide),
  scene("recover", "/files/Archive.fmp12?op=recover", (page) => page.getByRole("dialog").waitFor()),
  scene("rename", "/files/Archive.fmp12?op=rename", (page) => page.getByRole("dialog").waitFor()),
  scene("download", "/files/Orders.fmp12?op=download", (page) => page.getByRole("dialog").waitFor()),
  scene("delete-file", "/files/Orders.fmp12?op=delete", dialogText("Used by")),
  scene("note", "/files/Contacts.fmp12?tab=note", text("Nightly import"), inGuide),
  scene("note-empty", "/files/Orders.fmp12?tab=note", text("Write a note")),
  scene("note-editor", "/files/Contacts.fmp12?tab=note", editNote, inGuide),
  scene("note-link", "/files/Contacts.fmp12?tab=note", async (page) => {
    await editNote(page);
    await page.getByRole("button", { name: "Link" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("note-conflict", "/files/Staff.fmp12?tab=note", async (page) => {
    await editNote(page);
    await page.getByRole("textbox", { name: "Note about" }).click();
    await page.keyboard.type("The contracts are in. ");
    const theirs = { type: "paragraph", content: [{ type: "text", text: "Ask Ben from now on." }] };
    await page.request.put(new URL("/svc/api/file-notes/Staff.fmp12", page.url()).href, {
      headers: { Origin: new URL(page.url()).origin },
      data: { document: { type: "doc", content: [theirs] } },
    });
    await page.getByRole("dialog").waitFor();
  }),
];

async function editNote(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("toolbar", { name: "Text tools" }).waitFor();
}
