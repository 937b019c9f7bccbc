import type { Page } from "playwright";

type Look = "" | "-dark" | "-phone";

/** One picture: where, and what is done there first. */
export interface Scene {
  readonly name: string;
  readonly path: string;
  readonly signsIn: boolean;
  readonly fullPage: boolean;
  readonly looks: readonly Look[];
  readonly isInGuide: boolean;
  prepare(page: Page): Promise<void>;
}

const everyLook: readonly Look[] = ["", "-dark", "-phone"];
const scene = (name: string, path: string, prepare: Scene["prepare"], more: Partial<Scene> = {}): Scene => ({
  name,
  path,
  prepare,
  signsIn: true,
  fullPage: false,
  looks: everyLook,
  isInGuide: ["home", "databases", "note", "keys", "create-key", "new-key", "appearance"].includes(name),
  ...more,
});
const text = (wanted: string) => (page: Page) => page.getByText(wanted).first().waitFor();

/** Every page and dialog that is worth a look. */
export const scenes: readonly Scene[] = [
  scene("sign-in", "/", (page) => page.getByRole("button", { name: "Sign in" }).waitFor(), { signsIn: false }),
  scene("home", "/", async (page) => {
    await text("answers at")(page);
    await text("Data API keys")(page);
    await text("Never used")(page);
  }),
  scene("keys", "/keys", text("Web shop")),
  scene("admin-keys", "/keys/admin", text("Deploy script")),
  scene("create-key", "/keys?create=true", async (page) => {
    await page.getByLabel("Label").fill("Reporting");
    await page.getByLabel("Files").click();
    await page.getByRole("option").first().waitFor();
  }),
  scene("create-key-filled", "/keys?create=true", async (page) => {
    await fillKey(page, "wrong");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByRole("alert").first().waitFor();
  }),
  scene("new-key", "/keys?create=true", async (page) => {
    await fillKey(page, "demo-pass");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByRole("heading", { name: "Your new key" }).waitFor();
    await page.getByRole("button", { name: "Read layouts" }).click();
    await page.getByRole("option", { name: "Contacts", exact: true }).waitFor({ state: "attached" });
  }),
  scene("edit-key", "/keys", async (page) => {
    await page.getByRole("button", { name: "Edit Web shop" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("delete-keys", "/keys", async (page) => {
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("databases", "/files", text("Contacts.fmp12")),
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
  scene("close-file", "/files/Orders.fmp12?ask=close", text("2 clients")),
  scene("file", "/files/Orders.fmp12", text("Ada Moreno")),
  scene("file-access", "/files/Contacts.fmp12?tab=access", text("Web shop")),
  scene("note", "/files/Contacts.fmp12?tab=note", text("Nightly import")),
  scene("note-editor", "/files/Contacts.fmp12?tab=note", async (page) => {
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("toolbar", { name: "Text tools" }).waitFor();
  }),
  scene("note-empty", "/files/Orders.fmp12?tab=note", text("Write a note")),
  scene("clients", "/files/clients", text("Ada Moreno")),
  scene("disconnect", "/files/clients", async (page) => {
    await page.getByRole("button", { name: "Actions for Ada Moreno" }).click();
    await page.getByRole("menuitem", { name: "Disconnect…" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("audit", "/audit", text("Create data API key")),
  scene("appearance", "/settings/appearance", (page) => page.getByLabel("Nickname").waitFor()),
  scene("sessions", "/settings/sessions", text("This browser")),
  scene("about", "/settings/about", text("Compatible with level")),
  scene("search", "/", async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).fill("952");
    await page.getByRole("option").first().waitFor();
  }),
  scene("file-runs", "/files/Orders.fmp12?tab=runs", text("No work was done")),
  scene("note-conflict", "/files/Contacts.fmp12?tab=note", async (page) => {
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Note about" }).click();
    await page.keyboard.type("Mine");
    const theirs = { type: "paragraph", content: [{ type: "text", text: "Ask Ben from now on." }] };
    await page.request.put(new URL("/svc/api/file-notes/Contacts.fmp12", page.url()).href, {
      headers: { Origin: new URL(page.url()).origin },
      data: { document: { type: "doc", content: [theirs] } },
    });
    await page.getByRole("dialog").waitFor();
  }),
  scene(
    "closing-file",
    "/files/Orders.fmp12?ask=close",
    async (page) => {
      await page.getByRole("dialog").getByRole("button", { name: "Close Orders" }).click();
      await page.getByText("You may leave this page").waitFor();
    },
    { looks: [""] },
  ),
  scene("menu", "/", async (page) => page.getByRole("button", { name: "Open the menu" }).click(), {
    looks: ["-phone"],
  }),
];

async function fillKey(page: Page, pass: string): Promise<void> {
  await page.getByLabel("Label").fill("Reporting");
  for (const file of ["Contacts", "Orders"]) {
    await page.getByLabel("Files").fill(file);
    await page.getByRole("option", { name: `${file}.fmp12` }).click();
  }
  await page.keyboard.press("Tab");
  await page.getByLabel("Account").fill("api");
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(pass);
}
