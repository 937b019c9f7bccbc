import type { Page } from "playwright";
import { fromMenu, inGuide, type Scene, scene, text } from "./scene.ts";

const letter = "Letter to suppliers about the new delivery addresses and opening hours.docx";

/** Scenes of files on the database host that aren't hosted, and of the trash. */
export const browserScenes: readonly Scene[] = [
  scene("browser", "/browse/", (page) => page.getByRole("grid").getByText("Documents").waitFor()),
  scene("browser-databases", "/browse/databases", text("Read-only")),
  scene("browser-folder", "/browse/documents/Imports", text("orders-2027-03-22.csv")),
  scene("browser-empty", "/browse/documents/Imports?q=nothing", text("No match")),
  scene("browser-uploads", "/browse/documents/Imports", upload, inGuide),
  scene("browser-chosen", "/browse/documents/Imports", async (page) => {
    await page.getByText("orders-2027-03-22.csv").waitFor();
    for (const day of [20, 21]) await page.getByRole("checkbox", { name: `Select orders-2027-03-${day}.csv` }).click();
  }),
  scene("browser-menu", "/browse/documents/Imports", async (page) => {
    await page.getByRole("button", { name: "Actions for orders-2027-03-22.csv" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).waitFor();
  }),
  scene("browser-rename", "/browse/documents/Imports", fromMenu("orders-2027-03-22.csv", "Rename…")),
  scene("browser-move", "/browse/documents/Imports", fromMenu("orders-2027-03-22.csv", "Move…")),
  scene("browser-link", "/browse/documents/Imports", fromMenu("orders-2027-03-22.csv", "Create link…")),
  scene("browser-delete", "/browse/documents/Imports", fromMenu(letter, "Delete…")),
  scene("trash", "/trash", text("Trade Fairs"), inGuide),
  scene("trash-delete", "/trash", fromMenu("customers.csv", "Delete permanently…")),
];

/** Sets up three uploads: one in progress, one whose name is taken, and one that just started. */
async function upload(page: Page): Promise<void> {
  const partBytes = 1_000_000;
  const sent = new Map<string, number>();
  // Later parts are held back.
  await page.route("**/svc/api/files?**", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const { date: _, ...headers } = answer.headers();
    await route.fulfill({
      response: answer,
      headers,
      json: { ...body, response: { ...body.response, uploadPartBytes: partBytes } },
    });
  });
  await page.route("**/svc/api/files/uploads/*", (route) => {
    const request = route.request();
    if (request.method() !== "PATCH") return route.fallback();
    const parts = (sent.get(request.url()) ?? 0) + 1;
    sent.set(request.url(), parts);
    return parts > 3 ? undefined : route.fallback();
  });
  await page.reload();
  await page.getByText("orders-2027-03-22.csv").waitFor();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const aFile = (name: string, bytes: number) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.alloc(bytes),
  });
  await (await choosing).setFiles([
    aFile("Catalogue pictures.zip", 9_300_000),
    aFile("orders-2027-03-22.csv", 1_300_000),
    aFile("orders-2027-03-23.csv", 4_400_000),
  ]);
  await page.getByText("A file with this name already exists").waitFor();
  for (const total of ["8.9 MB", "4.2 MB"]) await page.getByText(`2.9 MB of ${total}`).waitFor();
}
