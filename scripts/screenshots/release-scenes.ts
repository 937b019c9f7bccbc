import type { Page } from "playwright";
import { fromMenu, type Scene, scene, text } from "./scene.ts";

const onDevelopment = { on: "development" } as const;
const onProduction = { on: "production" } as const;
/** Options of the guide's scenes: a smaller window, so that its pictures are small. */
const inGuide = { isInGuide: true, guideSize: { width: 960, height: 600 } } as const;

const compare = async (page: Page) => {
  await fromMenu("release-13", "Compare…")(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Contacts::Email").waitFor();
  return dialog;
};

/** Scenes of builds, deployments and schedules, on two servers. */
export const releaseScenes: readonly Scene[] = [
  scene("releases-builds", "/builds", text("release-12"), { ...onDevelopment, ...inGuide }),
  scene(
    "releases-compare",
    "/builds",
    async (page) => {
      const dialog = await compare(page);
      await dialog.getByText("Old import").scrollIntoViewIfNeeded();
    },
    { ...onDevelopment, ...inGuide },
  ),
  scene("releases-compare-files", "/builds", compare, onDevelopment),
  scene(
    "releases-form",
    "/deployments/new",
    async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Release 14");
      await page.getByLabel("URL of the other server").fill("https://dev.acme.example");
      await page.getByLabel("Admin API key").fill("dk_0123456789");
      await page.getByLabel("Build id").fill("release-14");
    },
    { ...onProduction, ...inGuide },
  ),
  scene(
    "releases-form-build",
    "/deployments/new",
    async (page) => {
      await page.getByLabel("Get files from").selectOption("servicejit");
      await page.getByText("Build options").click();
      await page.getByRole("button", { name: "Add text file" }).click();
      await page.getByRole("button", { name: "Add notification" }).click();
    },
    onProduction,
  ),
  scene(
    "releases-form-chain",
    "/deployments/recipes/1",
    async (page) => {
      await page.getByRole("button", { name: "Scripts and options" }).click();
      await page.getByRole("button", { name: "Add action" }).click();
      await page.getByRole("button", { name: "Add action" }).click();
      await page.getByRole("combobox", { name: "Action 2" }).selectOption("generic_api");
      await page.getByRole("button", { name: "Add header" }).last().click();
      await page.getByRole("combobox", { name: "Action 1" }).scrollIntoViewIfNeeded();
    },
    onProduction,
  ),
  scene(
    "releases-plan",
    "/deployments/recipes/1",
    async (page) => {
      await page.getByRole("button", { name: "Create plan" }).click();
      await page.getByRole("button", { name: "Update plan" }).waitFor();
      await page.getByText(/Expected closed time/).waitFor();
    },
    { ...onProduction, ...inGuide },
  ),
  scene(
    "releases-plan-blocked",
    "/deployments/new",
    async (page) => {
      await page.getByLabel("Get files from").selectOption("build_inbox");
      await page.getByLabel("Build id").fill("release-99");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("button", { name: "Edit as JSON" }).click();
      const json = page.getByRole("textbox", { name: "JSON" });
      const request = JSON.parse(await json.inputValue());
      const files = [{ operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Missing" } }];
      request.deployments[0].fileOperations = files;
      await json.fill(JSON.stringify(request, null, 2));
      await page.getByRole("button", { name: "Create plan" }).click();
      await page.getByText("Can't deploy. Fix these problems first.").waitFor();
    },
    onProduction,
  ),
  scene("releases-deployments", "/deployments", text("Release 14"), onProduction),
  scene("releases-deployment", "/deployments/4", text("Files were closed for"), { ...onProduction, ...inGuide }),
  scene("releases-rehearsal", "/deployments/3", text("Rehearsals don't close files."), onProduction),
  scene("releases-failed", "/deployments/5", text("Failed"), onProduction),
  scene("releases-undone", "/deployments/1", text("Files were closed for"), onProduction),
  scene("releases-running", "/deployments/6", text("Files have been closed for"), onProduction),
  scene(
    "releases-undo",
    "/deployments/4",
    async (page) => {
      await page.getByRole("button", { name: "Undo…" }).click();
      await page.getByRole("dialog").getByText("No one has these files open.").waitFor();
    },
    { ...onProduction, ...inGuide },
  ),
  scene("releases-recipes", "/deployments/recipes", text("Nightly"), onProduction),
  scene("releases-schedules", "/schedules", text("Nightly deployment"), onProduction),
  scene(
    "releases-schedule",
    "/schedules",
    async (page) => {
      await page.getByRole("button", { name: "Create schedule…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Nightly deployment");
      await dialog.getByRole("radio", { name: /Deploy files/ }).click();
      await dialog.getByLabel("Recipe", { exact: true }).selectOption("Nightly");
      await dialog.getByRole("button", { name: "Every night, 2:30" }).click();
      await dialog.getByText(/Next runs/).waitFor();
    },
    { ...onProduction, ...inGuide },
  ),
];
