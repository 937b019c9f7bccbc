import { type Call, type Caller, roleOf } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { looksLikeKey } from "#shared/contract/values/api-key.ts";
import type { OwnApi } from "#shared/http/own-api.ts";
import type { ToolSet } from "../protocol/tool-set.ts";
import { apiCalls } from "./api-routes.ts";
import { chosenTools } from "./catalogue.ts";
import { narrowed } from "./choice.ts";
import type { adminMcp } from "./contract.ts";
import type { AdminMcpStore, StoredSettings } from "./store.ts";
import { adminToolSet, type NotedCall } from "./tool-set.ts";

export interface AdminMcpDependencies extends Omit<Parameters<typeof adminToolSet>[0], never> {
  readonly store: AdminMcpStore;
  readonly ownApi: OwnApi;
  /**
   * Returns the owner of an Admin API key.
   * @throws ServiceError admin_mcp_key_missing
   */
  readonly identify: (key: string) => Promise<Caller>;
  /** Writes a tool call to the audit trail. */
  readonly note: (call: RawCall, caller: Caller, noted: NotedCall) => Promise<void>;
  readonly answer: (call: RawCall, open: () => Promise<ToolSet>) => Promise<void>;
}

/** Creates the service for the administrators' MCP endpoint and its settings. */
export function adminMcpService(dependencies: AdminMcpDependencies): ServiceOf<typeof adminMcp> {
  const { store, ownApi, identify, note, answer, clock, baseUrl, prefix } = dependencies;

  const shown = ({ updatedAt, ...settings }: StoredSettings, call: Call) => ({
    ...settings,
    url: `${baseUrl()}/${call.prefix ?? prefix}/admin-mcp`,
    updatedAt: updatedAt === null ? null : timestamp(updatedAt),
  });

  const open = async (call: RawCall): Promise<ToolSet> => {
    const { http, header, userAgent = "" } = call;
    const key = keyOf(call);
    const caller = await identify(key);
    call.setCaller?.(caller);
    const settings = await store.read();
    if (!settings.isActive) throw new ServiceError("admin_mcp_off");
    const query = queryOf(http.target);
    const given = (name: string, inHeader: string) => [...query.getAll(name), ...[header(inHeader) ?? []].flat()];
    const role = roleOf(caller) ?? "viewer";
    const allowed = { ...settings, role, readOnly: settings.readOnly || role === "viewer" };
    const choice = narrowed(allowed, {
      toolsets: given("toolsets", `x-${prefix}-mcp-toolsets`),
      readOnly: given("readonly", `x-${prefix}-mcp-readonly`),
    });
    const api = apiCalls(ownApi, { authorization: `Bearer ${key}`, address: http.address, userAgent });
    return adminToolSet(dependencies, {
      caller: callerName(caller),
      choice,
      allowed,
      api,
      note: (noted) => note(call, caller, noted),
    });
  };

  return {
    adminMcp: (_input, call) => answer(call, () => open(call)),

    getAdminMcp: async (_input, call) => shown(await store.read(), call),

    updateAdminMcp: async (changes, call) => shown(await store.change(changes, clock.now()), call),

    async previewAdminMcp({ toolsets, readonly }) {
      const choice = narrowed(
        { ...(await store.read()), role: "administrator" },
        {
          toolsets: toolsets === undefined ? [] : [toolsets],
          readOnly: readonly === undefined ? [] : [readonly],
        },
      );
      const chosen = chosenTools(choice);
      const characters = JSON.stringify(chosen.map(({ tool }) => tool)).length;
      const tools = chosen.map(({ toolset, tool: { name, title, description, annotations } }) => ({
        ...{ name, title, toolset, description },
        readOnly: annotations.readOnlyHint,
        destructive: annotations.destructiveHint,
      }));
      return { tools, characters, tokens: Math.ceil(characters / 4) };
    },
  };
}

/**
 * Returns the only credential of a call.
 * @throws ServiceError admin_mcp_key_missing, wrong_kind_of_key, admin_key_in_url, credentials_repeated
 */
function keyOf({ http }: Pick<RawCall, "http">): string {
  const inQuery = queryOf(http.target).getAll("apiKey");
  if (inQuery.some((value) => looksLikeKey(value, "admin"))) throw new ServiceError("admin_key_in_url");
  const sent = http.headers.filter((_, at) => at % 2 === 1 && http.headers[at - 1]?.toLowerCase() === "authorization");
  if (sent.length + inQuery.length > 1) throw new ServiceError("credentials_repeated");
  const [scheme = "", value = ""] = (sent[0] ?? "").split(" ");
  if (looksLikeKey(value, "data") || inQuery.length > 0) throw new ServiceError("wrong_kind_of_key");
  if (scheme.toLowerCase() !== "bearer" || !looksLikeKey(value, "admin"))
    throw new ServiceError("admin_mcp_key_missing");
  return value;
}

function queryOf(target: string): URLSearchParams {
  const mark = target.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : target.slice(mark));
}
