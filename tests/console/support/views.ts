import type { Page } from "playwright";

/** Page or dialog: its address, and a function that waits until it is there. */
export type View = readonly [name: string, path: string, prepare: (page: Page) => Promise<unknown>];

/** Pages and dialogs of a service with data and without an agent, except those of its files. */
export const views: readonly View[] = [
  ["home", "/", (page) => page.getByText("The Data API is enabled.").waitFor()],
  ["keys", "/keys", (page) => page.getByText("Web shop").waitFor()],
  ["admin keys", "/keys/admin", (page) => page.getByText("Deploy script").waitFor()],
  [
    "create key",
    "/keys?create=true",
    async (page) => {
      await page.getByRole("dialog").getByLabel("Files").click();
      await page.getByRole("option", { name: "Contacts.fmp12" }).waitFor();
    },
  ],
  [
    "key",
    "/keys/1",
    (page) => page.getByRole("region", { name: "Changes" }).getByText("Create data API key").waitFor(),
  ],
  [
    "change password",
    "/keys/1",
    async (page) => {
      await page.getByRole("button", { name: "Change password…" }).click();
      await page.getByRole("dialog").getByLabel("Password").waitFor();
    },
  ],
  ["create admin key", "/keys/admin?create=true", (page) => page.getByRole("dialog").waitFor()],
  [
    "edit key",
    "/keys",
    async (page) => {
      await page.getByRole("button", { name: "Edit Web shop" }).click();
      await page.getByRole("dialog").getByLabel("Label").waitFor();
    },
  ],
  [
    "delete keys",
    "/keys",
    async (page) => {
      await page.getByRole("checkbox", { name: "Select all" }).click();
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.getByRole("dialog").getByText("Web shop").waitFor();
    },
  ],
  ["processes", "/processes", (page) => page.getByRole("link", { name: "Re-encrypt stored secrets" }).waitFor()],
  ["run", "/processes/1", (page) => page.getByRole("log").getByText("Done").waitFor()],
  [
    "what runs now",
    "/keys",
    async (page) => {
      await page.getByRole("button", { name: "No running tasks" }).click();
      await page.getByRole("dialog").getByText("No running tasks.").waitFor();
    },
  ],
  ["builds", "/builds", (page) => page.getByText("No builds yet").waitFor()],
  ["deployments", "/deployments", (page) => page.getByText("No deployments yet").waitFor()],
  [
    "create a deployment",
    "/deployments/new",
    async (page) => {
      await chooseContacts(page);
      await page.getByText("Details of Contacts.fmp12").click();
      await page.getByLabel("Account on this server").waitFor();
    },
  ],
  [
    "options of a deployment",
    "/deployments/new",
    async (page) => {
      await chooseContacts(page);
      await page.getByLabel("Operation for Contacts.fmp12").selectOption("Replace");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("switch", { name: "Run a script after" }).click();
      await page.getByRole("button", { name: "Add notification" }).click();
      await page.getByLabel("Parallel migrations").waitFor();
    },
  ],
  [
    "a deployment as JSON",
    "/deployments/new",
    async (page) => page.getByRole("button", { name: "Edit as JSON" }).click(),
  ],
  ["recipes", "/deployments/recipes", (page) => page.getByRole("link", { name: "Release" }).waitFor()],
  [
    "a recipe",
    "/deployments/recipes/1",
    (page) => page.getByRole("button", { name: "2. Contacts by their names" }).click(),
  ],
  [
    "files of a recipe by an expression",
    "/deployments/recipes/1",
    async (page) => {
      await page.getByRole("button", { name: "2. Contacts by their names" }).click();
      await page.getByRole("button", { name: "2. Files" }).click();
      await page.getByLabel("Regular expression", { exact: true }).waitFor();
    },
  ],
  ["no deployment", "/deployments/1", (page) => page.getByText("Deployment not found").waitFor()],
  ["schedules", "/schedules", (page) => page.getByRole("link", { name: "Nightly build" }).waitFor()],
  ["schedule", "/schedules/1", (page) => page.getByText("No runs yet").waitFor()],
  [
    "create a schedule",
    "/schedules",
    async (page) => {
      await page.getByRole("button", { name: "Create schedule…" }).click();
      await page
        .getByRole("dialog")
        .getByText(/Next runs: .*2026/)
        .waitFor();
    },
  ],
  ["alerts", "/alerts", (page) => page.getByText("Slow answers").waitFor()],
  [
    "an alert rule that was tried",
    "/alerts",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Slow answers" }).click();
      await page.getByRole("menuitem", { name: "Edit and test…" }).click();
      await page.getByRole("button", { name: "Test", exact: true }).click();
      await page.getByText("Wouldn't have fired in the last 7 days.").waitFor();
    },
  ],
  ["log", "/logs/svc-info.log", (page) => page.getByRole("log").getByText("path=").first().waitFor()],
  ["log line", "/logs/svc-info.log?line=1", (page) => page.getByRole("region", { name: "Line 1" }).waitFor()],
  [
    "what was found in a log",
    "/logs/svc-info.log?q=path&not=nothing",
    async (page) => {
      await page.getByText(/newest first/).waitFor();
      await page.getByRole("log").getByText("path=").first().click();
      await page.getByRole("button", { name: "Show in context" }).waitFor();
    },
  ],
  ["clear a log", "/logs/svc-info.log?ask=clear", (page) => page.getByText("The file stays").waitFor()],
  [
    "around a moment",
    "/logs/svc-info.log?at=2026-11-20T09:00:00.000Z&within=3600",
    (page) => page.getByRole("table").waitFor(),
  ],
  ["audit", "/audit", (page) => page.getByText("Create data API key").waitFor()],
  ["appearance", "/settings/appearance", (page) => page.getByLabel("Nickname").waitFor()],
  [
    "access",
    "/settings/access",
    async (page) => {
      await page.getByText(/the server's own machine\. If/).waitFor();
      await page.getByLabel("Heading").waitFor();
    },
  ],
  ["retention", "/settings/retention", (page) => page.getByText("365 days").waitFor()],
  ["sessions", "/settings/sessions", (page) => page.getByText("This browser").waitFor()],
  ["agent", "/settings/agents", (page) => page.getByText("No agent enrolled").waitFor()],
  ["server commands", "/settings/server", (page) => page.getByText("Script engine").waitFor()],
  ["about", "/settings/about", (page) => page.getByText("Compatible with level").waitFor()],
  [
    "search",
    "/",
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("option", { name: "Databases" }).waitFor();
    },
  ],
  ["no page", "/nowhere", (page) => page.getByText("Page not found").waitFor()],
];

/** Opens the form of a deployment at its files step, and selects a file of this host. */
async function chooseContacts(page: Page): Promise<void> {
  await page.getByLabel("Get files from").selectOption("This host");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Files on this server").fill("Contacts");
  await page.getByRole("option", { name: "Contacts.fmp12" }).click();
}
