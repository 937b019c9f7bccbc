import type { TestService } from "../../support/test-service.ts";

interface ToolOptions {
  readonly name?: string;
  readonly description?: string;
  readonly script_name?: string;
  readonly input_schema?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Returns functions that create servers and tools as an administrator. */
export function servers(service: TestService) {
  const send = async (method: string, path: string, json?: unknown) => {
    const { status, body } = await service.admin(method, `/svc/api/mcp-servers${path}`, json);
    if (status !== 200) throw new Error(`${method} ${path}: HTTP ${status} ${JSON.stringify(body)}`);
    return body.response;
  };
  return {
    send,
    aServer: (slug: string, options: Readonly<Record<string, unknown>> = {}) =>
      send("POST", "", { name: slug, slug, filename: "Contacts.fmp12", ...options }),
    aTool: (slug: string, options: ToolOptions = {}) =>
      send("POST", `/${slug}/tools`, {
        name: "Echo",
        description: "Gives back what it was given, as it is.",
        script_name: "Echo",
        input_schema: {},
        ...options,
      }),
  };
}
