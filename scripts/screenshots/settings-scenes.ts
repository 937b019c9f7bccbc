import { fromMenu, inGuide, type Scene, scene, text } from "./scene.ts";

/** Scenes of settings. */
export const settingsScenes: readonly Scene[] = [
  scene("appearance", "/settings/appearance", (page) => page.getByLabel("Nickname").waitFor(), inGuide),
  scene("retention", "/settings/retention", text("365 days")),
  scene("sessions", "/settings/sessions", text("This browser")),
  scene("agent", "/settings/agents", text("Connected"), inGuide),
  scene("agent-enrol", "/settings/agents", async (page) => {
    await page.getByRole("button", { name: "Replace…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create code" }).click();
    await page.getByText("Waiting for the agent…").waitFor();
  }),
  scene("agent-revoke", "/settings/agents", async (page) => {
    await page.getByRole("button", { name: "Revoke…" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene("server-commands", "/settings/server", text("Script engine")),
  scene("server-restart", "/settings/server", fromMenu("Database Server", "Restart…")),
  scene("about", "/settings/about", text("Compatible with level")),
];
