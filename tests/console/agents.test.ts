import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";

const service = await testService();
const host = aHost();
const agents: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.stop()));
  await service.stop();
  host.remove();
});

const dialog = (page: Page) => page.getByRole("dialog");
const codeIn = async (page: Page) => (await dialog(page).getByText(/^lc-/).textContent()) ?? "";

verifies("agent:console:enrol", "the page waits until the agent that got the code is connected", async () => {
  const { page, complaints } = await signedIn(service, "/browse/documents");
  await page.getByText("The agent on the database host is offline").waitFor();
  await page.getByRole("link", { name: "Show agents" }).click();
  await page.getByRole("button", { name: "Enroll agent" }).click();
  await dialog(page).getByRole("button", { name: "Create code" }).click();
  await dialog(page).getByText("Waiting for the agent…").waitFor();
  expect(await dialog(page).getByText("latchkey-agent.mjs enroll").textContent()).toBe(
    `node latchkey-agent.mjs enroll ${service.baseUrl}/svc`,
  );
  agents.push(await anAgent(service, host, { code: await codeIn(page) }));
  await dialog(page).getByText("is connected.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await page.getByText("Connected").waitFor();
  await page.getByText("fmsadmin is missing.").waitFor();
  await page.getByText("Install FileMaker Server with its tools").first().waitFor();
  await page.goto(`${service.baseUrl}/svc/console/#/browse/documents`);
  await page.getByText("This folder is empty").waitFor();
  expect(complaints).toEqual([]);
});

verifies("agent:console:enrol", "replacing shows a warning before a code is created", async () => {
  const { page } = await signedIn(service, "/settings/agents");
  await page.getByRole("button", { name: "Replace…" }).click();
  await dialog(page).getByText("replaces the enrolled one").waitFor();
  await dialog(page).getByRole("button", { name: "Create code" }).click();
  expect(await codeIn(page)).toMatch(/^lc-/);
});

verifies("agent:console:home", async () => {
  const { page, complaints } = await signedIn(service);
  await page
    .getByRole("region", { name: "Disk" })
    .getByText(/GB|TB|MB/)
    .first()
    .waitFor();
  await page.getByRole("region", { name: "Databases" }).getByText("Clients").waitFor();
  await page.getByRole("region", { name: "Tasks" }).getByText("No tasks running.").waitFor();
  expect(complaints).toEqual([]);
});

verifies(
  "server:console:commands",
  "a component of the server is restarted after a confirmation, and its run is shown",
  async () => {
    const { page, complaints } = await signedIn(service, "/settings/server");
    await page.getByRole("button", { name: "Actions for Data API" }).click();
    await page.getByRole("menuitem", { name: "Restart…" }).click();
    await dialog(page).getByText("Data API sessions end.").waitFor();
    await dialog(page).getByRole("button", { name: "Restart Data API" }).click();
    await page.waitForURL(/#\/processes\/\d+/);
    expect(complaints).toEqual([]);
  },
);

verifies("agent:console:revoke", async () => {
  const { page, complaints } = await signedIn(service, "/settings/agents");
  await page.getByRole("button", { name: "Revoke…" }).click();
  await dialog(page).getByText("stop until you enroll another agent").waitFor();
  await dialog(page).getByRole("button", { name: "Revoke agent" }).click();
  await page.getByText("No agent enrolled").waitFor();
  await page.getByText("1 former agent").waitFor();
  expect(complaints).toEqual([]);
});
