import { servers } from "../../mcp-servers/support/servers.ts";
import type { TestService } from "../../support/test-service.ts";
import type { View } from "./views.ts";

/** Creates a server with a tool that accepts arguments of every kind, and a key for its file. */
export async function populatedMcp(service: TestService): Promise<void> {
  await service.aKey({ label: "Assistant", databases: ["Contacts.fmp12"], isOData: true });
  const { aServer, aTool, send } = servers(service);
  await aServer("sales", { name: "Sales", description: "Customers and their orders" });
  const { id } = await aTool("sales", {
    input_schema: {
      text: { type: "string", required: true, description: "What comes back" },
      kind: { type: "string", enumValues: ["short", "long"] },
      numbers: { type: "number", isArray: true },
      loud: { type: "boolean" },
    },
  });
  await send("PATCH", `/sales/tools/${id}`, { timeout_s: 60 });
}

/** Pages and dialogs of MCP servers, and of the endpoint for administrators. */
export const mcpViews: readonly View[] = [
  ["MCP servers", "/mcp", (page) => page.getByRole("link", { name: "Sales" }).waitFor()],
  [
    "create an MCP server",
    "/mcp?create=true",
    (page) => page.getByRole("dialog").getByLabel("Slug").fill("sales-of-today"),
  ],
  ["tools of an MCP server", "/mcp/sales", (page) => page.getByText("Destructive").waitFor()],
  [
    "edit a tool",
    "/mcp/sales",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Echo" }).click();
      await page.getByRole("menuitem", { name: "Edit…" }).click();
      await page.getByRole("dialog").getByText("More settings").click();
      await page.getByRole("dialog").getByText('"additionalProperties": false').waitFor();
    },
  ],
  [
    "test a tool",
    "/mcp/sales",
    async (page) => {
      await page.getByRole("button", { name: "Actions for Echo" }).click();
      await page.getByRole("menuitem", { name: "Test…" }).click();
      await page.getByRole("textbox", { name: "text" }).fill("hi");
      await page.getByLabel("Data API key").selectOption({ label: "Assistant (api)" });
      await page.getByRole("button", { name: "Run script" }).click();
      await page.getByText("HTTP 200").waitFor();
    },
  ],
  [
    "account preview",
    "/mcp/sales?tab=preview",
    async (page) => {
      await page.getByLabel("Data API key").selectOption({ label: "Assistant (api)" });
      await page.getByRole("button", { name: "Show tools" }).click();
      await page.getByText("1 of 1 tool visible").waitFor();
    },
  ],
  [
    "connect a client",
    "/mcp/sales?tab=connect",
    (page) => page.getByLabel("Client", { exact: true }).selectOption("Cursor"),
  ],
  [
    "sign-ins of an MCP server",
    "/mcp/sales?tab=signIns",
    (page) => page.getByText("No AI client is signed in").waitFor(),
  ],
  ["calls of an MCP server", "/mcp/sales?tab=calls", (page) => page.getByText("No calls yet").waitFor()],
  ["changes of an MCP server", "/mcp/sales?tab=changes", (page) => page.getByText("timeoutS").waitFor()],
  ["no MCP server", "/mcp/none", (page) => page.getByText("MCP server not found").waitFor()],
  ["AI clients for administrators", "/settings/assistants", (page) => page.getByText(/tools, about/).waitFor()],
];
