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
  isInGuide: ["home", "keys", "create-key", "new-key", "appearance"].includes(name),
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
    await page.getByRole("checkbox", { name: "Select all keys" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
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
