import type { Caller } from "#shared/contract/call.ts";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { CallerRefused, type ToolSet } from "#shared/mcp/api.ts";
import type { CallCredential } from "#shared/proxy/api.ts";
import type { ServerRecord } from "../record.ts";
import type { McpServerStore } from "../store.ts";
import type { McpCallers } from "./callers.ts";
import { type Challenge, credentialRefused, type SignInChallenge, scopeRefused } from "./challenge.ts";
import type { mcpEndpoints } from "./contract.ts";
import { mcpCredential } from "./credential.ts";
import { AccountRefused, type FileAccount } from "./file-account.ts";
import type { ServerToolSet } from "./server-tools.ts";

interface McpEndpointDependencies {
  readonly store: Pick<McpServerStore, "bySlug">;
  readonly callers: Pick<McpCallers, "find">;
  readonly toolsFor: (server: ServerRecord, account: FileAccount) => Promise<ServerToolSet>;
  /** Responds using the protocol. */
  readonly answer: (call: RawCall, open: () => Promise<ToolSet>) => Promise<void>;
  readonly credentialOf: (authorization: string | undefined, query: string) => CallCredential;
  /** Returns the identifier of an MCP server, the same under every prefix. */
  readonly resourceOf: (slug: string) => string;
  readonly signIn: SignInChallenge;
}

/** Creates the service for the endpoints of MCP servers: authenticates callers and serves their tools. */
export function mcpEndpointService(dependencies: McpEndpointDependencies): ServiceOf<typeof mcpEndpoints> {
  const { store, callers, toolsFor, answer, credentialOf, resourceOf, signIn } = dependencies;

  const accountFor = async (server: ServerRecord, { http, client, setCaller }: RawCall): Promise<FileAccount> => {
    const { headers, target, prefix } = http;
    const challenge: Challenge = (signedIn, reason) => signIn(signedIn, reason, prefix);
    const mark = target.indexOf("?");
    const authorization = headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === "authorization");
    const rawQuery = mark < 0 ? "" : target.slice(mark);
    const credential = mcpCredential({ authorization, rawQuery, credentialOf });
    const resource = resourceOf(server.slug);
    const identified = (caller: Caller) => setCaller?.(caller);
    const account = await callers.find(credential, { server, resource, client, identified });
    if (account === undefined) throw credentialRefused(server, credential.kind !== "nothing", challenge);
    return account;
  };

  /** Returns the tools of a caller, with errors as HTTP responses. */
  const toolsOf = async (server: ServerRecord, call: RawCall): Promise<ToolSet> => {
    const account = await accountFor(server, call);
    const challenge: Challenge = (signedIn, reason) => signIn(signedIn, reason, call.http.prefix);
    const refusal = (thrown: unknown) =>
      thrown instanceof AccountRefused ? credentialRefused(server, true, challenge) : undefined;
    const tools = await toolsFor(server, account).catch((thrown: unknown) => {
      throw refusal(thrown) ?? thrown;
    });
    return {
      ...tools,
      admit(name) {
        if (tools.needsMoreScope(name)) throw scopeRefused(server, challenge);
      },
      call: (...given) =>
        tools.call(...given).catch((thrown: unknown) => {
          const answer = refusal(thrown);
          throw answer === undefined ? thrown : new CallerRefused(answer);
        }),
    };
  };

  return {
    async callMcpServer({ mcp_server_slug: slug }, call) {
      await answer(call, async () => {
        const stored = await store.bySlug(slug);
        if (stored === undefined || !stored.record.isActive) throw new ServiceError("mcp_server_not_found");
        return toolsOf(stored.record, call);
      });
    },
  };
}
