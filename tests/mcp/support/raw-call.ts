import type { Answer, CallOptions } from "../../support/http/call.ts";
import type { TestService } from "../../support/test-service.ts";

const headers = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": "2025-11-25",
};

/** Sends one request of the old revisions to the endpoint for administrators, without an SDK client. */
export function rpc(
  service: TestService,
  key: string,
  method: string,
  params: unknown,
  { query = "", ...options }: CallOptions & { readonly query?: string } = {},
): Promise<Answer> {
  return service.raw("POST", `/svc/admin-mcp${query}`, {
    json: { jsonrpc: "2.0", id: 1, method, params },
    ...options,
    headers: { ...headers, Authorization: `Bearer ${key}`, ...options.headers },
  });
}

export async function callTool(
  service: TestService,
  key: string,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
  query = "",
) {
  const { body } = await rpc(service, key, "tools/call", { name, arguments: given }, { query });
  return body.result ?? body;
}

export async function toolNames(
  service: TestService,
  key: string,
  options: CallOptions & { readonly query?: string } = {},
): Promise<readonly string[]> {
  const { body } = await rpc(service, key, "tools/list", {}, options);
  return body.result.tools.map(({ name }: { readonly name: string }) => name);
}
