import { mcpServers } from "#shared/mcp-servers/contract.ts";
import { mcpTrials } from "#shared/mcp-servers/trial/contract.ts";
import { oauth } from "#shared/oauth/contract.ts";
import { grants } from "../../functions/wiring/grants.ts";
import type { TestService } from "../support/test-service.ts";
import type { Prepared } from "./preparations.ts";

/** Returns the preconditions of the examples for MCP servers and their sign-ins. */
export function mcpPreparations(service: TestService) {
  const { slug } = mcpServers.createMcpServer.example.input;
  const at = `/svc/api/mcp-servers/${slug}`;
  const done = async (method: string, path: string, json?: object) => {
    const { status, text, body } = await service.admin(method, path, json);
    if (status !== 200) throw new Error(text);
    return body.response;
  };
  const none = async (): Promise<Prepared> => {
    await service.admin("DELETE", at); // It may not exist.
    return {};
  };
  const server = async (): Promise<Prepared> => {
    await none();
    await done("POST", "/svc/api/mcp-servers", mcpServers.createMcpServer.example.input);
    return {};
  };
  const tool = async (): Promise<Prepared> => {
    await server();
    const { mcp_server_slug: _, ...input } = mcpServers.createMcpTool.example.input;
    const made = await done("POST", `${at}/tools`, { ...input, script_name: "Say hello" });
    const { id } = mcpServers.getMcpTool.example.input;
    return { names: { [`/tools/${id}`]: `/tools/${made.id}` } };
  };
  return {
    createMcpServer: none,
    ...{ getMcpServer: server, updateMcpServer: server, deleteMcpServer: server, listMcpServers: server },
    ...{ createMcpTool: server, listMcpTools: tool, getMcpTool: tool, updateMcpTool: tool, deleteMcpTool: tool },
    ...{ listMcpCalls: tool, listMcpChanges: tool },
    async previewMcpServer(): Promise<Prepared> {
      await tool();
      const { user, password } = mcpTrials.previewMcpServer.example.input;
      return { names: { [`"${user}"`]: '"api"', [`"${password}"`]: '"demo-pass"' } };
    },
    async testMcpTool(): Promise<Prepared> {
      const { names } = await tool();
      const { id } = await done("POST", "/svc/api/api-key", {
        ...{ label: "tools", databases: ["Contacts.fmp12"], user: "api", pass: "demo-pass", isOData: true },
      });
      const { key } = mcpTrials.testMcpTool.example.input;
      return { names: { ...names, [`"key":${key}`]: `"key":${id}`, [`"key": ${key}`]: `"key": ${id}` } };
    },
    async revokeOAuthGrant(): Promise<Prepared> {
      const consent = {
        ...{ clientId: "a-client", clientName: "Claude Code", clientHost: null, redirectHost: "127.0.0.1" },
        ...{ account: "api", slug, file: "Contacts.fmp12", resource: `${service.baseUrl}/svc/mcp/${slug}` },
        ...{ scopes: ["fm:read" as const], refusedScopes: [] },
      };
      const id = await grants(service.runtime.platform).begin(consent, "demo-pass");
      return { names: { [oauth.revokeOAuthGrant.example.input.id]: id } };
    },
  };
}
