import type { Page } from "playwright";
import { inGuide, type Scene, scene, text } from "./scene.ts";

/** Scenes of keys. */
export const accessScenes: readonly Scene[] = [
  scene("keys", "/keys", text("Web shop"), inGuide),
  scene("key", "/keys/2", text("Latest calls")),
  scene("admin-keys", "/keys/admin", text("Deploy script")),
  scene("keys-none", "/keys?q=nothing", text("No match")),
  scene(
    "create-key",
    "/keys?create=true",
    async (page) => {
      await page.getByLabel("Label").fill("Reporting");
      await page.getByLabel("Files").click();
      await page.getByRole("option").first().waitFor();
    },
    inGuide,
  ),
  scene("create-key-filled", "/keys?create=true", async (page) => {
    await fillKey(page, "wrong");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByRole("alert").first().waitFor();
  }),
  scene("create-admin-key", "/keys/admin?create=true", (page) => page.getByRole("dialog").waitFor()),
  scene("edit-key", "/keys", async (page) => {
    await page.getByRole("button", { name: "Edit Web shop" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("delete-keys", "/keys", async (page) => {
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene(
    "new-key",
    "/keys?create=true",
    async (page) => {
      await fillKey(page, "demo-pass");
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
      await page.getByRole("heading", { name: "Your new key" }).waitFor();
      await page.getByRole("option", { name: "Contacts", exact: true }).waitFor({ state: "attached" });
    },
    inGuide,
  ),
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
