import { inGuide, type Scene, scene, text } from "./scene.ts";

/** Scenes of processes, logs and the audit trail. */
export const watchScenes: readonly Scene[] = [
  scene("processes", "/processes", text("Compress"), inGuide),
  scene("processes-none", "/processes?q=nothing", text("No tasks match")),
  scene("run", ({ running }) => `/processes/${running}`, text("You can leave this page"), inGuide),
  scene(
    "run-failed",
    ({ failed }) => `/processes/${failed}`,
    (page) => page.getByRole("log").waitFor(),
    inGuide,
  ),
  scene(
    "run-done",
    ({ done }) => `/processes/${done}`,
    (page) => page.getByRole("log").waitFor(),
  ),
  scene(
    "run-abort",
    ({ running }) => `/processes/${running}`,
    async (page) => {
      await page.getByRole("button", { name: "Abort" }).click();
      await page.getByRole("dialog").waitFor();
    },
    { variants: [""] },
  ),
  scene("log", "/logs/Event.log", (page) => page.getByRole("log").getByText("Opened database").first().waitFor()),
  scene(
    "log-line",
    "/logs/Event.log",
    async (page) => {
      await page.getByRole("button", { name: "Last error" }).click();
      await page.getByRole("button", { name: "Around this time" }).waitFor();
    },
    inGuide,
  ),
  scene("log-found", "/logs/fmdapi.log?q=_find", async (page) => {
    await page.getByText(/newest first/).waitFor();
    await page.getByRole("log").locator("[data-row]").first().click();
  }),
  scene("log-errors", "/logs/Event.log?level=error", (page) =>
    page.getByRole("log").getByText("authentication failed").waitFor(),
  ),
  scene(
    "log-around",
    "/logs/Event.log?at=2027-03-23T09:45:00.000Z&within=600",
    (page) => page.getByRole("table").waitFor(),
    inGuide,
  ),
  scene("log-time", "/logs/Event.log?ask=time", (page) => page.getByRole("dialog").waitFor()),
  scene("log-clear", "/logs/Event.log?ask=clear", text("The file stays")),
  scene("log-none", "/logs/nothing.log", text("“nothing.log” not found")),
  scene("audit", "/audit", text("Create data API key")),
];
