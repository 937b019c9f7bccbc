import { type AHost, aHost } from "../../agent/support/a-host.ts";
import { type AnAgent, anAgent } from "../../agent/support/an-agent.ts";
import type { Answer } from "../../support/http/call.ts";
import type { TestService } from "../../support/test-service.ts";

/** Host with its agent, and an administrator who browses it. */
export interface BrowsedHost {
  readonly service: TestService;
  readonly host: AHost;
  readonly agent: AnAgent;
  readonly key: string;
  /** Makes a call with an Admin API key; `fields` are its query or its body, depending on the method. */
  as(method: string, path: string, fields?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Returns the entry of one path. */
  file(path: string): Promise<Answer["body"]>;
  /** Removes the host and stops the service. */
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
