import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientInUserAgent, readsStructuredContent } from "#shared/mcp/protocol/known-clients.ts";
import { dataNotice } from "#shared/mcp/protocol/server.ts";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { rpc } from "../support/raw-call.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await testService();
  key = await service.anAdminKey();
});
afterAll(() => service.stop());

const call = { name: "list_files", arguments: {} };
const short = "The result is in structuredContent.";

const sentTo = async (userAgent: string, called: object = call) =>
  (await rpc(service, key, "tools/call", called, { headers: { "User-Agent": userAgent } })).body.result;

verifies("mcp:admin:short-text", "in the old revisions, the User-Agent names the client", async () => {
  const whole = await sentTo("node");
  expect(JSON.parse(whole.content[0].text)).toEqual(whole.structuredContent);
  const known = await sentTo("claude-code/2.1.204 (cli)");
  expect(known.structuredContent).toEqual(whole.structuredContent);
  expect(known.content[0].text).toBe(short);
  expect(JSON.stringify(known).length).toBeLessThan(0.7 * JSON.stringify(whole).length);
  const refused = await sentTo("claude-code/2.1.204 (cli)", { name: "get_file", arguments: { file: "Nope" } });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("Nope") }] });
  expect(refused).not.toHaveProperty("structuredContent");
});

verifies("mcp:admin:short-text", "in the new revision, each request names the client", async () => {
  const textFor = async (name: string, version: string) => {
    const client = new Client({ name, version }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    const url = new URL(`${service.baseUrl}/svc/admin-mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    const { content } = await client.callTool(call);
    await client.close();
    const [first] = content as readonly { readonly text: string }[];
    return first?.text;
  };
  expect(await textFor("claude-code", "2.1.280")).toBe(short);
  expect(await textFor("codex-mcp-client", "0.140.0")).toBe(short);
  expect(await textFor("claude-code", "1.0.98")).toContain("Contacts.fmp12");
  expect(await textFor("cursor-vscode", "2.1.280")).toContain("Contacts.fmp12");
});

verifies("mcp:admin:short-text", "text of other people keeps its mark", async () => {
  const { content } = await sentTo("claude-code/2.1.204 (cli)", { name: "list_connected_clients", arguments: {} });
  expect(content.map(({ text }: { readonly text: string }) => text)).toEqual([short, dataNotice]);
});

test("only whole product names with a version count", () => {
  for (const userAgent of ["claude-code", "claude-code/x", "x claude-code/2.1.0", "", undefined])
    expect(readsStructuredContent(clientInUserAgent(userAgent)), userAgent).toBe(false);
  expect(clientInUserAgent("claude-code/2.1.204 (cli)")).toEqual({ name: "claude-code", version: "2.1.204" });
});
