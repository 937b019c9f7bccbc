import { afterAll, expect } from "vitest";
import { bob, salesWorld } from "../mcp-servers/support/sales-world.ts";
import { bearer, connected } from "../mcp-servers/support/sdk-clients.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { clicks, countClicks } from "./support/clicks.ts";
import { copied } from "./support/clipboard.ts";

const service = await testService({ sandbox: { world: salesWorld() } });
afterAll(() => service.stop());
const key = await service.aKey({
  label: "Assistant",
  databases: ["Contacts.fmp12"],
  isOData: true,
  user: "Admin",
  pass: "full-access-pass",
});
/** Tools use OData: a key without it isn't offered, although it is the newest one. */
await service.aKey({ label: "Without OData", databases: ["Contacts.fmp12"], user: "Admin", pass: "full-access-pass" });

verifies("mcp:console:page", "a server is created with two tools, tested, previewed as bob, and called", async () => {
  const { page } = await signedIn(service, "/mcp");
  await page.getByText("No MCP servers yet").waitFor();
  await page.getByRole("button", { name: "Create server…" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Sales");
  await dialog.getByLabel("File").selectOption("Contacts.fmp12");
  await dialog.getByRole("button", { name: "Create server" }).click();

  for (const [name, script] of [
    ["Give back", "Echo"],
    ["Numbers", "Secret numbers"],
  ] as const) {
    await page.getByRole("button", { name: "Add tool…" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByRole("combobox", { name: "Script", exact: true }).selectOption(script);
    await dialog.getByRole("textbox", { name: "Description" }).fill("Gives back what it was given, as it is.");
    await dialog.getByRole("button", { name: "Add parameter" }).click();
    await dialog.getByRole("group", { name: "Parameter 1" }).getByLabel("Name", { exact: true }).fill("text");
    await dialog.getByRole("button", { name: "Add tool" }).click();
    await page.getByRole("row", { name: new RegExp(name) }).waitFor();
  }

  await page.getByRole("button", { name: "Actions for Give back" }).click();
  await page.getByRole("menuitem", { name: "Test…" }).click();
  await dialog.getByRole("textbox", { name: "text" }).fill("hi");
  await dialog.getByRole("button", { name: "Run script" }).click();
  await dialog.getByText("POST /Script.Echo").waitFor();
  await dialog.getByText("HTTP 200").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("tab", { name: "Account preview" }).click();
  await page.getByRole("radio", { name: /^Account/ }).check();
  await page.getByLabel("Account", { exact: true }).fill(bob.user);
  await page.getByLabel("Password", { exact: true }).fill(bob.pass);
  await page.getByRole("button", { name: "Show tools" }).click();
  await page.getByText("1 of 2 tools visible").waitFor();
  await page.getByText("The account can't see its script").waitFor();

  await page.getByRole("button", { name: "Actions for Sales" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await dialog.getByLabel("Record tools").selectOption("Find and read records");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByText("Enter at least one table.").waitFor();
  await dialog.getByRole("textbox", { name: "Tables" }).fill("Contacts\n\n Phones ");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "detached" });

  const client = await connected({ baseUrl: service.baseUrl, slug: "sales", headers: bearer(key) });
  const { structuredContent: tables } = await client.callTool({ name: "list_tables", arguments: {} });
  expect(tables).toMatchObject({ tables: [{ name: "Contacts" }, { name: "Phones" }] });
  await client.callTool({ name: "give_back", arguments: { text: "hi" } });
  // Entries soon after a call are written together with later ones; the page reads again every ten seconds.
  await service.turn(250);
  await service.settle();
  await page.getByRole("tab", { name: "Calls" }).click();
  await page
    .getByRole("row", { name: /give_back/ })
    .getByText("Done")
    .waitFor();
  await page.getByRole("tab", { name: "Changes" }).click();
  await page.getByRole("row", { name: /Numbers/ }).waitFor();
});

verifies("mcp:console:connect", "from the home page, a configuration is copied with two clicks", async () => {
  const { page } = await signedIn(service, "/", {}, countClicks);
  await page.getByRole("link", { name: "MCP Servers" }).click();
  await page.getByRole("button", { name: "Copy configuration for Sales" }).click();
  const url = `${service.baseUrl}/svc/mcp/sales`;
  expect(JSON.parse(await copied(page))).toEqual({ mcpServers: { sales: { url } } });
  expect(await clicks(page)).toBe(2);
});
