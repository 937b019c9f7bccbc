import { afterEach, expect, vi } from "vitest";
import AdminMcpPanel from "../../../console/src/features/mcp/admin/admin-mcp-panel.tsx";
import ServerDialog from "../../../console/src/features/mcp/servers/server-dialog.tsx";
import { schemaOf } from "../../../console/src/features/mcp/tools/parameter-draft.ts";
import ToolDialog from "../../../console/src/features/mcp/tools/tool-dialog.tsx";
import { draftOf } from "../../../console/src/features/mcp/tools/tool-draft.ts";
import TestDialog from "../../../console/src/features/mcp/trials/test-dialog.tsx";
import { adminMcp } from "../../../shared/mcp/admin/contract.ts";
import { mcpServers } from "../../../shared/mcp-servers/contract.ts";
import { jsonSchemaOf } from "../../../shared/mcp-servers/json-schema.ts";
import { mcpTrials } from "../../../shared/mcp-servers/trial/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const closed = vi.fn();
const server = mcpServers.createMcpServer.example.output;
const tool = mcpServers.createMcpTool.example.output;
const key = { id: 7, label: "Assistant", key: "dk_…1234", user: "api", databases: [server.filename] };
const keys = { "api-keys": [{ ...key, is_data_api: true, is_odata: true, allow_any_database: false }], cursor: null };

verifies(
  "mcp:console:page",
  "a server's slug follows its name, and a change contains only the differences",
  async () => {
    const changes = answering({
      "GET /svc/api/databases": { databases: [{ filename: "Contacts.fmp12" }] },
      "POST /svc/api/mcp-servers": server,
      "PATCH /svc/api/mcp-servers/sales": server,
    });
    const page = await shown(<ServerDialog onClose={closed} />);
    await page.getByRole("button", { name: "Create server" }).click();
    await expect.element(page.getByText("Choose a file.")).toBeInTheDocument();
    await page.getByLabelText("Name").fill("Ventes à l’étranger");
    await page.getByLabelText("File").selectOptions("Contacts.fmp12");
    await page.getByRole("button", { name: "Create server" }).click();
    await expect
      .poll(() => changes.at(-1)?.body)
      .toMatchObject({ name: "Ventes à l’étranger", slug: "ventes-a-l-etranger" });
    await page.unmount();

    const edited = await shown(<ServerDialog before={server} onClose={closed} />);
    await edited.getByLabelText("Instructions").fill("Ask before you write.");
    await edited.getByRole("button", { name: "Save changes" }).click();
    await expect
      .poll(() => changes.at(-1))
      .toEqual({
        call: "PATCH /svc/api/mcp-servers/sales",
        body: { updates: { instructions: "Ask before you write." } },
      });
  },
);

verifies(
  "mcp:console:tools",
  "a script that OData can't call is marked and not selectable, and the schema shown is the one that clients see",
  async () => {
    const changes = answering({
      "GET /svc/api/api-key": keys,
      "POST /svc/api/mcp-servers/scripts": {
        scripts: [
          { name: "Find customer", problem: null },
          { name: "Save & close", problem: "its name contains &" },
        ],
        reason: null,
      },
      "POST /svc/api/mcp-servers/sales/tools": tool,
    });
    const page = await shown(<ToolDialog server={server} onClose={closed} />);
    await page.getByLabelText("Name").fill("Find customer");
    const marked = page.getByRole("option", { name: "Save & close (OData can't call it: its name contains &)" });
    await expect.element(marked).toBeDisabled();
    await page.getByRole("combobox", { name: "Script", exact: true }).selectOptions("Find customer");
    const advice = page.getByText("Models call a tool by its description. Use at least 20 characters.");
    await expect.element(advice).toBeVisible();
    await page.getByRole("textbox", { name: "Description" }).fill("Finds customers by a part of their name.");
    await expect.element(advice).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Add parameter" }).click();
    const row = page.getByRole("group", { name: "Parameter 1" });
    await row.getByLabelText("Name").fill("kind");
    await row.getByLabelText("Allowed values").fill("company\nperson");
    await row.getByRole("switch", { name: "Required" }).click();
    const schema = page.getByRole("region", { name: "Schema" }).getByText(/additionalProperties/);
    await expect
      .poll(() => JSON.parse(schema.element().textContent ?? ""))
      .toMatchObject({ properties: { kind: { enum: ["company", "person"] } }, required: ["kind"] });
    await page.getByRole("button", { name: "Add tool" }).click();
    await expect
      .poll(() => changes.at(-1))
      .toMatchObject({
        call: "POST /svc/api/mcp-servers/sales/tools",
        body: {
          name: "Find customer",
          script_name: "Find customer",
          is_active: true,
          input_schema: {
            kind: { type: "string", isArray: false, required: true, enumValues: ["company", "person"] },
          },
        },
      });
  },
);

verifies("mcp:console:tools", "the schema of every kind of parameter matches the service's", async () => {
  const parameters = [
    { name: "name", type: "string", isArray: false, required: true, description: "A part" },
    { name: "kind", type: "string", isArray: true, required: false, enumValues: ["a", "b"] },
    { name: "count", type: "number", isArray: true, required: true },
    { name: "loud", type: "boolean", isArray: false, required: false, defaultValue: true },
    { name: "day", type: "string", isArray: false, required: true, format: "date" },
    { name: "at", type: "string", isArray: true, required: false, format: "date-time" },
    {
      name: "pages",
      type: "number",
      isArray: false,
      required: false,
      isInteger: true,
      minimum: 1,
      maximum: 9,
      defaultValue: 3,
    },
    { name: "rate", type: "number", isArray: false, required: false, minimum: -1.5, defaultValue: 0.5 },
  ] as const;
  const schema = Object.fromEntries(
    parameters.map(({ name, ...parameter }) => [
      name,
      "enumValues" in parameter ? { ...parameter, enumValues: [...parameter.enumValues] } : parameter,
    ]),
  );
  const drafts = draftOf({ ...tool, input_schema: schema }).parameters;
  const stored = Object.entries(schema).map(([name, parameter]) => ({ name, ...parameter }));
  expect(schemaOf(drafts)).toEqual(jsonSchemaOf(stored));
});

verifies(
  "mcp:console:tools",
  "a whole number with limits and a default, and a date, are set in the dialog",
  async () => {
    const changes = answering({
      "GET /svc/api/api-key": keys,
      "POST /svc/api/mcp-servers/scripts": { scripts: [{ name: tool.script_name, problem: null }] },
      "PATCH /svc/api/mcp-servers/sales/tools/12": tool,
    });
    const before = { ...tool, input_schema: {} };
    const page = await shown(<ToolDialog server={server} before={before} onClose={closed} />);
    await page.getByRole("button", { name: "Add parameter" }).click();
    const count = page.getByRole("group", { name: "Parameter 1" });
    await count.getByLabelText("Name").fill("pages");
    await count.getByLabelText("Type").selectOptions("Whole number");
    await count.getByLabelText("Minimum").fill("5");
    await count.getByLabelText("Maximum").fill("2");
    await count.getByLabelText("Default").fill("2.5");
    await page.getByRole("button", { name: "Add parameter" }).click();
    const day = page.getByRole("group", { name: "Parameter 2" });
    await day.getByLabelText("Name").fill("day");
    await day.getByLabelText("Type").selectOptions("Date");
    await day.getByLabelText("Default").fill("2026-02-30");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.element(page.getByText("The maximum is less than the minimum.")).toBeVisible();
    await expect
      .poll(() => page.getByText("The default isn't a valid value of this parameter.").elements().length)
      .toBe(2);
    expect(changes.filter(({ call }) => call.startsWith("PATCH"))).toEqual([]);
    await count.getByLabelText("Minimum").fill("1");
    await count.getByLabelText("Default").fill("2");
    await day.getByRole("switch", { name: "Required" }).click();
    await expect.element(day.getByLabelText("Default")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect
      .poll(() => changes.at(-1)?.body)
      .toMatchObject({
        input_schema: {
          pages: { type: "number", isInteger: true, minimum: 1, maximum: 2, defaultValue: 2, required: false },
          day: { type: "string", format: "date", required: true },
        },
      });
  },
);

verifies("mcp:console:tools", "a test sends typed values, and shows the request and the response", async () => {
  const trial = mcpTrials.testMcpTool.example.output;
  const numbers = { type: "number", isArray: true, required: false } as const;
  const changes = answering({
    "GET /svc/api/api-key": keys,
    "POST /svc/api/mcp-servers/sales/tools/12/test": trial,
  });
  const tested = { ...tool, input_schema: { ...tool.input_schema, numbers } };
  const page = await shown(<TestDialog server={server} tool={tested} onClose={closed} />);
  await page.getByRole("textbox", { name: "name" }).fill("Ada");
  await page.getByRole("textbox", { name: "numbers" }).fill("1\nx");
  await page.getByRole("button", { name: "Run script" }).click();
  await expect.element(page.getByText(/POST .Script.Find%20customer/)).toBeInTheDocument();
  await expect.element(page.getByText(/HTTP 200/)).toBeInTheDocument();
  expect(changes.at(-1)?.body).toEqual({ key: 7, arguments: { name: "Ada", numbers: [1, "x"] } });
});

verifies("mcp:console:admin", async () => {
  const settings = adminMcp.getAdminMcp.example.output;
  const changes = answering({
    "GET /svc/api/admin-mcp": settings,
    "GET /svc/api/admin-mcp/tools": adminMcp.previewAdminMcp.example.output,
    "PATCH /svc/api/admin-mcp": settings,
  });
  const page = await shown(<AdminMcpPanel />);
  await expect.element(page.getByText("1 tool, about 228 tokens")).toBeInTheDocument();
  await expect.element(page.getByText(/claude mcp add .*svc\/admin-mcp.*ak_…/)).toBeInTheDocument();
  await page.getByRole("switch", { name: "Keys" }).click();
  await page.getByRole("switch", { name: "Logs" }).click();
  await page.getByRole("switch", { name: "Let people sign in with an Admin Console account" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect
    .poll(() => changes)
    .toEqual([
      {
        call: "PATCH /svc/api/admin-mcp",
        body: {
          ...{ isActive: true, readOnly: true, oauthEnabled: true },
          toolsets: ["server", "files", "processes", "keys"],
        },
      },
    ]);
});
