import type { Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { runShell } from "../docs/code-runners.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { copied } from "./support/clipboard.ts";
import { fillByPointer } from "./support/making-a-key.ts";
import { populated } from "./support/populated.ts";

const service = await testService();
beforeAll(() => populated(service));
afterAll(() => service.stop());

/**
 * Error code of a call that needs the agent on the database host. This service has no agent, so this error means that the call was
 * otherwise accepted.
 */
const agentAway = 18120;

interface Answer {
  readonly messages: readonly { readonly code: number; readonly text: string }[];
  readonly response: { readonly processId?: number; readonly key?: string };
}

/** Returns the answers to the commands in the clipboard, pasted into a shell that exports these variables. */
async function pasted(page: Page, variables: Readonly<Record<string, string>> = {}): Promise<readonly Answer[]> {
  const key = await service.anAdminKey("Terminal");
  const answers: Answer[] = [];
  for (const command of commandsIn(await copied(page)))
    answers.push(JSON.parse(await runShell(command, { LATCHKEY_ADMIN_KEY: key, ...variables })));
  return answers;
}

const copyIn = (page: Page) => page.getByRole("main").getByRole("button", { name: "Copy as curl" });
const commandsIn = (text: string) => text.split("\n\n");
const copiedCommands = async (page: Page) => {
  await copyIn(page).click();
  return commandsIn(await copied(page));
};
const inDialog = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Copy as curl" });

for (const [path, calls] of [
  ["/", 20],
  ["/files", 1],
  ["/files/clients", 1],
  ["/files/Contacts.fmp12", 2],
  ["/files/Contacts.fmp12?tab=note", 2],
  ["/files/Contacts.fmp12?tab=access", 1],
  ["/files/Contacts.fmp12?tab=users", 2],
  ["/files/Contacts.fmp12?tab=operations", 1],
  ["/files/Contacts.fmp12?tab=runs", 2],
  ["/browse/", 1],
  ["/browse/documents?q=it's&sort=-size", 1],
  ["/trash", 1],
  ["/keys", 1],
  ["/keys/admin", 1],
  ["/processes?q=seal&state=final&from=2026-01-01T00:00:00.000Z", 1],
  ["/mcp", 1],
  ["/processes/1", 2],
  ["/webhooks", 1],
  ["/webhooks/deliveries?source=webhook-7&state=failed&q=order", 1],
  ["/webhooks/triggers", 1],
  ["/logs/svc-info.log", 1],
  ["/logs/svc-info.log?q=path=%22&not=nothing&level=error", 1],
  ["/logs/svc-info.log?at=2026-11-20T09:00:00.000Z&within=3600", 1],
  ["/audit?actor=admin&outcome=done", 1],
  ["/settings/appearance", 1],
  ["/settings/notifications", 1],
  ["/settings/retention", 1],
  ["/settings/sessions", 1],
  ["/settings/agents", 1],
  ["/settings/server", 1],
  ["/settings/about", 1],
] as const)
  verifies("system:console:curl", `${path} in a terminal`, async () => {
    const { page } = await signedIn(service, path);
    // A page's second call is known when the first one is answered.
    await expect.poll(() => copiedCommands(page)).toHaveLength(calls);
    const answers = await pasted(page);
    for (const { messages } of answers) expect([0, agentAway], JSON.stringify(messages)).toContain(messages[0]?.code);
  });

verifies("system:console:curl", "around a given time, it is as wide as the page", async () => {
  const { page } = await signedIn(service, "/logs/svc-info.log?at=2026-11-20T09:00:00.000Z&within=3600");
  await copyIn(page).click();
  expect(await copied(page)).toContain("seconds=3600");
});

verifies(
  "system:console:curl",
  "the command of the new-key dialog creates a key, with its password as a variable",
  async () => {
    const { page } = await signedIn(service, "/keys?create=true");
    await fillByPointer(page, ["Contacts"]);
    await page.getByRole("dialog").getByLabel("Label").fill(`Ada's "own"`);
    await inDialog(page).click();
    expect(await copied(page)).not.toContain("demo-pass");
    const [answer] = await pasted(page, { FILEMAKER_PASSWORD: "demo-pass" });
    const key = answer?.response.key ?? "";
    expect((await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts", { key })).status).toBe(200);
    const { body } = await service.admin("GET", "/svc/api/api-key");
    expect(JSON.stringify(body.response)).toContain(JSON.stringify(`Ada's "own"`));
  },
);

verifies("system:console:curl", "a file operation takes its passwords from variables", async () => {
  const { page } = await signedIn(service, "/files/Contacts.fmp12?op=encrypt");
  const dialog = page.getByRole("dialog");
  for (const label of ["New encryption password", "Confirm encryption password"])
    await dialog.getByLabel(label).fill("long-secret");
  await dialog.getByLabel("Shared ID").fill("acme");
  await dialog.getByLabel("Password", { exact: true }).fill("demo-pass");
  await inDialog(page).click();
  const command = await copied(page);
  expect(command).not.toMatch(/long-secret|demo-pass/);
  expect(command).toContain(`"encryptionKey":"'"$ENCRYPTION_PASSWORD"'"`);
  const [answer] = await pasted(page, { ENCRYPTION_PASSWORD: "long-secret", FILEMAKER_PASSWORD: "demo-pass" });
  expect(answer?.response.processId).toBeGreaterThan(0);
});

verifies(
  "system:console:curl",
  "the server commands page copies none of them, but the confirmation of each does",
  async () => {
    const { page } = await signedIn(service, "/settings/server");
    await copyIn(page).click();
    expect(await copied(page)).not.toContain("POST");
    await page.getByRole("button", { name: "Actions for Data API" }).click();
    await page.getByRole("menuitem", { name: "Restart…" }).click();
    await page.getByText("Copied").waitFor({ state: "detached" });
    await inDialog(page).click();
    expect(await copied(page)).toContain(`{"command":"restart","service":"fmdapi"}`);
  },
);
