import { type AHost, aHost } from "../../agent/support/a-host.ts";
import { type AnAgent, anAgent } from "../../agent/support/an-agent.ts";
import type { Answer } from "../../support/http/call.ts";
import type { TestService } from "../../support/test-service.ts";

/** A host with its agent, and an administrator who browses it. */
export interface BrowsedHost {
  readonly service: TestService;
  readonly host: AHost;
  readonly agent: AnAgent;
  readonly key: string;
  /** A call with an Admin API Key: its query where there is one, or its body. */
  as(method: string, path: string, fields?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** The entry of one place. */
  file(path: string): Promise<Answer["body"]>;
  /** Stops the service too. */
  remove(): Promise<void>;
}

export async function aBrowsedHost(service: TestService): Promise<BrowsedHost> {
  const host = aHost();
  const agent = await anAgent(service, host);
  const key = await service.anAdminKey();
  const as: BrowsedHost["as"] = (method, path, fields = {}) => {
    const inQuery = method === "GET" || method === "HEAD" || method === "DELETE";
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    return inQuery
      ? service.raw(method, query === "" ? path : `${path}?${query}`, { key })
      : service.raw(method, path, { key, json: fields });
  };
  return {
    service,
    host,
    agent,
    key,
    as,
    file: async (path) => (await as("GET", "/svc/api/files/stat", { path })).body.response.file,
    async remove() {
      await agent.stop();
      await service.stop();
      host.remove();
    },
  };
}
