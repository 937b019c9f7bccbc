import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect } from "vitest";
import { adminTools } from "#shared/mcp/admin/catalogue.ts";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { callTool } from "../support/raw-call.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await testService();
  key = await service.anAdminKey();
});
afterAll(() => service.stop());

const tool = "run_file_operation";
const copy = { file: "contacts", operation: "copy_self_contained" };
const pageFor = (dialog: string) => `${service.baseUrl}/svc/files/Contacts.fmp12?op=${dialog}`;
const processes = async () => (await service.admin("GET", "/svc/api/processes")).body.response.processes;

/** Calls a tool with a client that opens pages for its user. */
async function withPages(action: "accept" | "decline", given: Readonly<Record<string, unknown>>) {
  const opened: unknown[] = [];
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: { url: {} } } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    opened.push(params);
    return { action };
  });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const url = new URL(`${service.baseUrl}/svc/admin-mcp?toolsets=all`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const answer = await client.callTool({ name: tool, arguments: given });
  await client.close();
  return { answer, opened };
}

verifies("mcp:admin:links", "without a stored account, the answer is a link, and nothing happens", async () => {
  for (const [operation, dialog] of [
    ["copy_self_contained", "selfContained"],
    ["reset_uuid", "uuid"],
    ["save_as_xml", "xml"],
    ["apply_patch", "patch"],
    ["encrypt", "encrypt"],
    ["decrypt", "decrypt"],
  ] as const) {
    const { structuredContent } = await callTool(service, key, tool, { ...copy, operation }, "?toolsets=all");
    expect(structuredContent, operation).toMatchObject({
      done: false,
      link: pageFor(dialog),
      next: expect.any(String),
    });
    expect(structuredContent).not.toHaveProperty("confirm_token");
  }
  expect(await processes()).toEqual([]);
});

verifies("mcp:admin:links", "a client that opens pages for its user gets the page", async () => {
  const { answer, opened } = await withPages("accept", copy);
  expect(opened).toEqual([
    expect.objectContaining({
      mode: "url",
      url: pageFor("selfContained"),
      message: expect.stringContaining("Contacts"),
    }),
  ]);
  expect(answer).toMatchObject({ structuredContent: { done: false, next: expect.stringContaining("list_processes") } });
  const declined = await withPages("decline", copy);
  expect(declined.answer).toMatchObject({ isError: true });
  expect(await processes()).toEqual([]);
});

verifies("mcp:admin:links", "with a stored account, the tool asks first and names it", async () => {
  const given = { ...copy, key: 1 };
  const { structuredContent } = await callTool(service, key, tool, given, "?toolsets=all");
  expect(structuredContent).toMatchObject({
    done: false,
    will_do: expect.stringMatching(/as "contacts Self-Contained", .* of key 1: Contacts\.fmp12/),
    confirm_token: expect.any(String),
  });
});

verifies("mcp:admin:links", "no tool has a parameter for a password", () => {
  for (const { tool } of adminTools.values())
    expect(Object.keys(tool.inputSchema.properties).join(" "), tool.name).not.toMatch(/pass|secret|encryption/i);
});
