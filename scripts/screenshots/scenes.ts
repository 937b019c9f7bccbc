import { accessScenes } from "./access-scenes.ts";
import { browserScenes } from "./browser-scenes.ts";
import { eventScenes } from "./event-scenes.ts";
import { fileScenes } from "./file-scenes.ts";
import { releaseScenes } from "./release-scenes.ts";
import { inGuide, type Scene, scene, text } from "./scene.ts";
import { settingsScenes } from "./settings-scenes.ts";
import { watchScenes } from "./watch-scenes.ts";

/** All pages and dialogs worth checking. Scenes that change the server come last. */
export const scenes: readonly Scene[] = [
  scene("sign-in", "/", (page) => page.getByRole("button", { name: "Sign in" }).waitFor(), { signsIn: false }),
  scene(
    "home",
    "/",
    async (page) => {
      for (const each of ["answers at", "Data API keys", "Never used", "in 24 hours", "Free"]) await text(each)(page);
    },
    inGuide,
  ),
  scene(
    "search",
    "/",
    async (page) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search" }).fill("or");
      await page.getByRole("option", { name: "Orders" }).first().waitFor();
    },
    inGuide,
  ),
  scene("search-number", "/", async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).fill("952");
    await page.getByRole("option").first().waitFor();
  }),
  scene("search-begun", "/", async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
  }),
  scene("keyboard", "/audit", async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
  }),
  scene("activity", "/keys", async (page) => {
    await page.getByRole("button", { name: "1 running task" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("menu", "/", async (page) => page.getByRole("button", { name: "Open menu" }).click(), {
    variants: ["-phone"],
  }),
  scene("no-page", "/nowhere", text("Page not found")),
  ...accessScenes,
  ...fileScenes,
  ...browserScenes,
  ...eventScenes,
  ...releaseScenes,
  ...watchScenes,
  ...settingsScenes,
];
