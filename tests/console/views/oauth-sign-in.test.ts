import type { Page } from "playwright";
import { afterAll, expect, onTestFinished } from "vitest";
import { servers } from "../../mcp-servers/support/servers.ts";
import { aClient, account, aProof } from "../../oauth/support/browser.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { browser } from "../support/a-window.ts";
import { foundInBothSchemes } from "../support/axe.ts";

const service = await testService();
afterAll(() => service.stop());
const { aServer, aTool } = servers(service);
await aServer("contacts");
await aTool("contacts");
const client = aClient(service);

/** Opens the page without its policy, which blocks all scripts, including the test's. */
async function aPage(): Promise<Page> {
  const context = await (await browser()).newContext({ bypassCSP: true, baseURL: service.baseUrl });
  onTestFinished(() => context.close());
  return context.newPage();
}

const addressFor = (clientId: string) =>
  `/svc/oauth/authorize?${new URLSearchParams(client.request(clientId, aProof().challenge))}`;

verifies("oauth:page:accessible", "when opened, and after a wrong password", async () => {
  const page = await aPage();
  await page.goto(addressFor(await client.register()));
  await page.getByRole("heading", { name: /Sign in to let/ }).waitFor();
  expect(await foundInBothSchemes(page)).toEqual([]);
  await page.getByLabel("Account name").fill(account.user);
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Sign in and allow" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("Account name").inputValue()).toBe(account.user);
  expect(await foundInBothSchemes(page)).toEqual([]);
});

verifies("oauth:page:accessible", "the page that rejects a client", async () => {
  const page = await aPage();
  await page.goto(addressFor("nobody"));
  await page.getByRole("heading").first().waitFor();
  expect(await foundInBothSchemes(page)).toEqual([]);
});
