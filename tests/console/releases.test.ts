import { afterAll, expect } from "vitest";
import { Stopping } from "../../local-agent/tasks/stopping.ts";
import type { NoteWatch } from "../../local-agent/tasks/task-journal.ts";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";

const files = [aFile("Contacts", { records: 1 }), aFile("Orders")];
const server = await aReleaseSetup(testService, "development", files, false);
const { service } = server;
/** Set by a test to pause or kill the agent at a step. */
let atStep: (name: string) => Promise<void> = async () => undefined;
const noteWatch: NoteWatch = async (when, note) => {
  if (when === "before" && note.note === "step") await atStep(`${note.name} ${note.state}`);
};
const agent = await server.agent({ noteWatch });
afterAll(() => server.stop());

verifies("builds:console:page", async () => {
  const { page, open } = await signedIn(service, "/builds");
  await page.getByText("No builds yet").waitFor();
  await page.getByRole("button", { name: "Create build…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create build" });
  await dialog.getByRole("button", { name: "Create build" }).click();
  await dialog.getByText("Choose a file.").waitFor();
  await dialog.getByLabel("Files").fill("cont");
  await page.getByRole("option", { name: "Contacts.fmp12" }).click();
  expect(await dialog.getByLabel("Build ID").inputValue()).toMatch(/^Contacts-\d{4}-\d{2}-\d{2}-\d{4}$/);
  await dialog.getByLabel("Build id").fill("release-1");
  await dialog.getByRole("button", { name: "Create build" }).click();
  await page.getByRole("heading", { name: /release-1/ }).waitFor();
  await open("/builds");
  const row = page.getByRole("row", { name: /release-1/ });
  await row.getByText("Completed", { exact: true }).waitFor();
  await row.getByRole("button", { name: "Actions for release-1" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("release-1.build.zip");
  await row.getByRole("button", { name: "Actions for release-1" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete build" }).click();
  await page.getByText("No builds yet").waitFor();
});

verifies("schedules:console:page", async () => {
  const { page, open } = await signedIn(service, "/schedules");
  await page.getByText("No schedules yet").waitFor();
  await page.getByRole("button", { name: "Create schedule…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create schedule" });
  await dialog.getByLabel("Name").fill("Nightly build");
  await dialog.getByLabel("Files", { exact: true }).fill("ord");
  await page.getByRole("option", { name: "Orders.fmp12" }).click();
  expect(await dialog.getByLabel("Build ID").inputValue()).toBe("Orders");
  await dialog.getByLabel("Build id").fill("nightly");
  await dialog.getByRole("switch", { name: "Replace an existing build with this ID" }).click();
  await dialog.getByRole("textbox", { name: "Pattern" }).fill("0 0 30 2 *");
  await dialog.getByText(/This schedule would never run/).waitFor();
  await dialog.getByRole("button", { name: "Every night, 2:30" }).click();
  await dialog.getByText(/Next runs: 21 Nov 2026, 02:30:00/).waitFor();
  await dialog.getByRole("button", { name: "Create schedule" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Create schedule…" }).click();
  await dialog.getByRole("radio", { name: /Deploy files/ }).click();
  await dialog.getByText(/No recipes yet/).waitFor();
  await dialog.getByRole("button", { name: "Create schedule" }).click();
  await dialog.getByText("Choose a recipe.").waitFor();
  await page.keyboard.press("Escape");

  const row = page.getByRole("row", { name: /Nightly build/ });
  await row.getByText("Creates build nightly of Orders.fmp12").waitFor();
  const choose = async (entry: string) => {
    await row.getByRole("button", { name: "Actions for Nightly build" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await choose("Disable");
  await row.getByText("Disabled").waitFor();
  await choose("Run now");
  await page.getByRole("heading", { name: /nightly/ }).waitFor();
  await open("/schedules");
  await row.getByText("Done", { exact: true }).waitFor();
  await row.getByRole("link", { name: "Nightly build" }).click();
  await page.getByText("manual").waitFor();
  await page.getByRole("link", { name: /^Task \d+$/ }).waitFor();
  await open("/schedules");
  await choose("Delete…");
  // It ran just now.
  await page.getByLabel("Type “Nightly build” to continue").fill("nightly build");
  await page.getByRole("dialog").getByRole("button", { name: "Delete schedule" }).click();
  await page.getByText("No schedules yet").waitFor();

  await page.getByText("No FileMaker Server schedules").waitFor();
  await fetch(`${service.sandbox.origin}/fmi/admin/api/v2/schedules/message`, {
    method: "POST",
    headers: { Authorization: adminAccount, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Good morning", messageType: { resourceType: "ALL_DB", messageText: "Hello" } }),
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  const own = page.getByRole("row", { name: /Good morning/ });
  await own.getByText("Enabled").waitFor();
  const ask = async (entry: string) => {
    await own.getByRole("button", { name: "Actions for Good morning" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await own.getByText("Never").waitFor();
  await ask("Run now");
  await own.getByText("Never").waitFor({ state: "detached" });
  await ask("Disable");
  await own.getByText("Disabled").waitFor();
});

verifies("deployments:console:page", async () => {
  const started = await server.post("deployment", {
    label: "Release 7",
    deployments: [
      {
        source: { type: "local", fileNames: ["Contacts"] },
        fileOperations: [{ operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Orders" } }],
      },
    ],
  });
  await server.ended(started.body.response.processIds[0]);
  expect(server.onDisk("Orders").definition?.tables[0]?.records).toHaveLength(1);

  const { page } = await signedIn(service, "/deployments");
  const row = page.getByRole("row", { name: /Release 7/ });
  await row.getByText("Successful", { exact: true }).waitFor();
  await row.getByRole("link", { name: "Release 7" }).click();
  await page.getByText(/Files were closed for/).waitFor();
  await page.getByRole("region", { name: "Files" }).getByText("Normal").waitFor();
  await page.getByRole("log").getByText("Opened Orders.fmp12").waitFor();
});

verifies("deployments:console:home", async () => {
  const timing = { kind: "once", at: new Date(service.clock.now() + 3_600_000).toISOString() };
  const action = { kind: "build", input: { buildId: "evening", files: [{ fileName: "Orders" }] } };
  const { body } = await server.post("schedules", { name: "Evening build", timing, action });
  const { page } = await signedIn(service, "/");
  const last = page.getByRole("region", { name: "Last deployment" });
  await last.getByRole("link", { name: "Release 7" }).waitFor();
  await last.getByText("Successful", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Next scheduled" }).getByRole("link", { name: "Evening build" }).waitFor();
  await service.admin("DELETE", `/svc/api/schedules/${body.response.schedule.id}`);
});

verifies("deployments:console:undo", async () => {
  const { page } = await signedIn(service, "/deployments/1");
  await page.getByRole("button", { name: "Undo…" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo Release 7?" });
  await dialog.getByText(/You lose records and design changes made in these files since/).waitFor();
  await dialog.getByText("Orders.fmp12").waitFor();
  const usedBy = dialog.getByRole("region", { name: "Used by" });
  await usedBy.and(page.locator("[aria-busy=false]")).waitFor();
  expect(await usedBy.textContent()).not.toMatch(/client|Couldn't/);
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("heading", { name: /Undo of Release 7/ }).waitFor();
  await page
    .getByText("Successful")
    .or(page.getByText("Done", { exact: true }))
    .first()
    .waitFor();
  expect(server.onDisk("Orders").definition?.tables[0]?.records).toEqual([]);
  // Its page says so, and links there.
  const undo = page.url();
  await page.goBack();
  await page.getByText("Undo requested:").getByRole("link").click();
  await page.waitForURL(undo);
});

verifies("deployments:console:form", async () => {
  const { page } = await signedIn(service, "/deployments");
  await page.getByRole("link", { name: "Create deployment" }).click();
  await page.getByLabel("Name").fill("Release 8");
  await page.getByLabel("Get files from").selectOption("This host");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Choose a file.").waitFor();
  await page.getByLabel("Files on this server").click();
  await page.getByRole("option", { name: "Orders.fmp12" }).click();
  await page.getByLabel("Operation for Orders.fmp12").selectOption("Replace");
  await page.getByLabel("Source file for Orders.fmp12").fill("Contacts.fmp12");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText(/^Ready( to deploy|, with)/).waitFor();
  await page.getByRole("button", { name: "Rehearse" }).click();
  await page.getByText("Rehearsals don't close files.").waitFor();
  await page
    .getByText("Successful")
    .or(page.getByText("Done", { exact: true }))
    .first()
    .waitFor();
  expect(server.onDisk("Orders").definition?.tables[0]?.records).toEqual([]);

  await page.getByRole("link", { name: "Duplicate…" }).click();
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  expect(await page.getByRole("textbox", { name: "JSON" }).inputValue()).toContain('"label": "Release 8"');
  await page.getByRole("button", { name: "Create plan" }).click();
  await page
    .getByText(/based on the last rehearsal|^Ready( to deploy|, with)/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Start deployment" }).click();
  await page.getByText(/Files were closed for/).waitFor();
  expect(server.onDisk("Orders").definition?.tables[0]?.records).toHaveLength(1);
});

verifies("deployments:console:recipes", async () => {
  const { page, open } = await signedIn(service, "/deployments/new");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const addFile = async (target: string, source: string) => {
    await page.getByLabel("Files on this server").fill(target);
    await page.getByRole("option", { name: target }).click();
    await page.keyboard.press("Escape");
    await page.getByLabel(`Operation for ${target}`).selectOption("Install");
    await page.getByLabel(`Source file for ${target}`).fill(source);
  };
  await page.getByLabel("Name").fill("Copies");
  await page.getByLabel("Get files from").selectOption("This host");
  await button("Next").click();
  await addFile("First.fmp12", "Contacts.fmp12");
  await button("Add part").click();
  await page.getByLabel("URL of the other server").fill("http://dev.example.com");
  await page.getByLabel("Admin API key").fill("its-own-key");
  await page.getByLabel("Build id").fill("release-1");
  await button("Next").click();
  await addFile("Second.fmp12", "Orders.fmp12");
  await button("Next").click();
  await page.getByRole("switch", { name: "Run a script after" }).click();
  await button("Create plan").click();
  await page.getByText("Required.").first().waitFor();
  await page.getByRole("switch", { name: "Run a script after" }).click();
  await page.getByRole("switch", { name: /Stop after the first failed part/ }).click();
  await button("Create plan").click();
  await page.getByText("Can't deploy. Fix these problems first.").waitFor();
  expect(await button("Start deployment").isDisabled()).toBe(true);
  await button("Save as recipe…").click();
  await page.getByRole("dialog").getByRole("button", { name: "Save recipe" }).click();
  await page.getByRole("heading", { level: 1, name: "Copies" }).waitFor();

  // Its secrets stay with the service, even when it is changed.
  await page.getByRole("button", { name: "2. Part 2" }).click();
  expect(await page.getByLabel("Admin API key").inputValue()).toBe("********");
  await page.getByLabel("Get files from").selectOption("This host");
  await button("Save recipe…").click();
  await page.getByRole("dialog").getByRole("button", { name: "Save recipe" }).click();
  await page.getByText("Copies saved").first().waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button("Save recipe…").waitFor({ state: "detached" });
  await button("Create plan").click();
  await page.getByText(/^Ready( to deploy|, with)/).waitFor();
  await button("Start deployment").click();
  await page
    .getByText(/Files were closed for|No file had to be closed|Closed time unknown/)
    .first()
    .waitFor();

  await open("/deployments/recipes");
  const row = page.getByRole("row", { name: /Copies/ });
  await row.getByText("2 parts: First.fmp12, Second.fmp12").waitFor();
  await row.getByText("Successful", { exact: true }).waitFor();
  await row.getByText("Needs two successful runs").waitFor();
  const { recipes } = (await server.get("deployment/recipes")).body.response;
  const { deployments } = (await server.get(`deployment/recipes/${recipes[0].id}`)).body.response.recipe.request;
  expect(deployments).toMatchObject([
    { source: { type: "local", fileNames: ["Contacts.fmp12"] } },
    { source: { type: "local", fileNames: ["Orders.fmp12"] } },
  ]);
  const choose = async (entry: string) => {
    await row.getByRole("button", { name: "Actions for Copies" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await choose("Duplicate…");
  await page.getByRole("heading", { level: 1, name: "Create deployment" }).waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Copies");

  await open("/schedules");
  await button("Create schedule…").click();
  const dialog = page.getByRole("dialog", { name: "Create schedule" });
  await dialog.getByLabel("Name").fill("Nightly copies");
  await dialog.getByRole("radio", { name: /Deploy files/ }).click();
  await dialog.getByLabel("Recipe", { exact: true }).selectOption("Copies");
  await dialog.getByRole("button", { name: "Create schedule" }).click();
  const scheduled = page.getByRole("row", { name: /Nightly copies/ });
  await scheduled.getByText("Deploys recipe Copies").waitFor();
  await open("/deployments/recipes");
  await choose("Delete…");
  await page.getByRole("dialog").getByRole("button", { name: "Delete recipe" }).click();
  await page
    .getByRole("dialog")
    .getByText(/A schedule uses this recipe/)
    .waitFor();
});

verifies("deployments:console:actions", async () => {
  const replace = (target: string, source: string) => ({
    source: { type: "local", fileNames: ["Contacts"] },
    fileOperations: [{ operation: "replace", source: { fileName: source }, target: { fileName: target } }],
  });
  const begin = async (label: string, ...deployments: readonly object[]) => {
    const { status, text, body } = await server.post("deployment", { label, deployments });
    expect(status, text).toBe(200);
    return body.response;
  };
  const { page, open } = await signedIn(service, "/deployments");
  const head = page.locator("main");
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  atStep = async (name) => {
    if (name !== "close done") return;
    held.resolve();
    await goOn.promise;
  };
  const {
    subDeploymentIds: [first],
  } = await begin("Release 9", replace("Orders", "Contacts"));
  await held.promise;
  await open(`/deployments/${first}`);
  await button("Abort").click();
  const taken = page.waitForResponse((response) => response.url().endsWith("/abort"));
  await page.getByRole("dialog").getByRole("button", { name: "Abort" }).click();
  await taken;
  goOn.resolve();
  await head.getByText("Aborted").first().waitFor();

  atStep = async () => undefined;
  await button("Run again").click();
  await page.getByText(/Files were closed for/).waitFor();

  const death = Promise.withResolvers<void>();
  atStep = async (name) => {
    if (name !== "clock begun") return;
    death.resolve();
    throw new Stopping();
  };
  const {
    processIds,
    subDeploymentIds: [killed],
  } = await begin("Release 10", replace("Orders", "Contacts"));
  await death.promise;
  await agent.stop();
  // Another agent has no record of what the previous one started.
  await server.agent();
  await server.ended(processIds[0]);
  await open(`/deployments/${killed}`);
  const resumed = page.waitForResponse((response) => response.url().endsWith("/resume"));
  await button("Resume").click();
  await server.ended((await (await resumed).json()).response.processId);
  await page.getByText(/Files were closed for/).waitFor();

  const two = await begin("Release 11", replace("Orders", "Contacts"), replace("Orders", "Missing"));
  await server.ended(two.processIds.at(-1));
  await open("/deployments");
  const row = page.getByRole("row", { name: /Release 11/ });
  await row.getByRole("link", { name: `Part ${two.subDeploymentIds[0]}` }).click();
  await button("Undo…").click();
  await page
    .getByRole("dialog", { name: `Undo Part ${two.subDeploymentIds[0]}?` })
    .getByRole("button", { name: "Undo", exact: true })
    .click();
  await page.getByRole("heading", { name: /Undo of/ }).waitFor();
  await page.getByText(/Files were closed for/).waitFor();

  await button("Delete…").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete deployment" }).click();
  await page.getByRole("heading", { level: 1, name: "Deployments" }).waitFor();
  await open("/");
});
