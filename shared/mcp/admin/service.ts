import { type Call, type Caller, roleOf } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { looksLikeKey } from "#shared/contract/values/api-key.ts";
import type { OwnApi } from "#shared/http/own-api.ts";
import { CallerRefused, type ToolSet } from "../protocol/tool-set.ts";
import { type ApiCalls, apiCalls } from "./api-routes.ts";
import { adminTools, chosenTools, type ToolChoice } from "./catalogue.ts";
import { narrowed } from "./choice.ts";
import type { adminMcp } from "./contract.ts";
import { type AdminSignIns, adminSignIn, boundedApi, type ChallengeReason, type SignedIn } from "./sign-ins.ts";
import type { AdminMcpStore, StoredSettings } from "./store.ts";
import { adminToolSet, type NotedCall } from "./tool-set.ts";

export interface AdminMcpDependencies extends Omit<Parameters<typeof adminToolSet>[0], never> {
  readonly store: AdminMcpStore;
  readonly ownApi: OwnApi;
  /** Returns the owner of an Admin API key; undefined if there is no such key. */
  readonly identify: (key: string) => Promise<Caller | undefined>;
  readonly signIns: AdminSignIns;
  /** Writes a tool call to the audit trail. */
  readonly note: (call: RawCall, caller: Caller, noted: NotedCall) => Promise<void>;
  readonly answer: (call: RawCall, open: () => Promise<ToolSet>) => Promise<void>;
}

/** Creates the service for the administrators' MCP endpoint and its settings. */
export function adminMcpService(dependencies: AdminMcpDependencies): ServiceOf<typeof adminMcp> {
  const { store, ownApi, identify, signIns, note, answer, clock, baseUrl, prefix } = dependencies;

  const shown = ({ updatedAt, ...settings }: StoredSettings, call: Call) => ({
    ...settings,
    url: `${baseUrl()}/${call.prefix ?? prefix}/admin-mcp`,
    updatedAt: updatedAt === null ? null : timestamp(updatedAt),
  });

  /** Returns the error for a missing or invalid credential. If people can sign in, it names both ways and where to begin. */
  const refused = (settings: StoredSettings, reason: ChallengeReason, { http }: RawCall): ServiceError => {
    if (adminSignIn(settings) === undefined) return new ServiceError("admin_mcp_key_missing");
    const challenge = signIns.challenge(settings, reason, http.prefix);
    if (reason === "insufficient")
      return new ServiceError("mcp_scope_insufficient", { response: { challenge, error: "insufficient_scope" } });
    const error = reason === "missing" ? "invalid_request" : "invalid_token";
    return new ServiceError("admin_mcp_credential_refused", { response: { challenge, error } });
  };

  /** @throws ServiceError admin_mcp_key_missing, admin_mcp_credential_refused, admin_mcp_off */
  const identified = async (call: RawCall) => {
    const credential = credentialIn(call);
    const caller = credential.kind === "key" ? await identify(credential.value) : undefined;
    const settings = await store.read();
    const mayBeToken = credential.kind === "token" && adminSignIn(settings) !== undefined;
    const signedIn = mayBeToken ? await signIns.find(credential.value, call.client) : undefined;
    const known = caller ?? signedIn?.caller;
    if (known === undefined) throw refused(settings, credential.kind === "nothing" ? "missing" : "invalid", call);
    call.setCaller?.(known);
    if (!settings.isActive) throw new ServiceError("admin_mcp_off");
    return { caller: known, settings, signedIn, key: credential.value };
  };

  const open = async (call: RawCall): Promise<ToolSet> => {
    const { http, header, userAgent = "" } = call;
    const { caller, settings, signedIn, key } = await identified(call);
    const query = queryOf(http.target);
    const given = (name: string, inHeader: string) => [...query.getAll(name), ...[header(inHeader) ?? []].flat()];
    const role = signedIn?.role ?? roleOf(caller) ?? "viewer";
    const allowed: ToolChoice = {
      role,
      toolsets: settings.toolsets.filter((name) => signedIn?.toolsets.includes(name) ?? true),
      readOnly: settings.readOnly || role === "viewer" || signedIn?.readsOnly === true,
    };
    const choice = narrowed(allowed, {
      toolsets: given("toolsets", `x-${prefix}-mcp-toolsets`),
      readOnly: given("readonly", `x-${prefix}-mcp-readonly`),
    });
    const authorization = signedIn?.authorization ?? `Bearer ${key}`;
    const api = apiCalls(ownApi, { authorization, address: http.address, userAgent });
    const tools = adminToolSet(dependencies, {
      caller: callerName(caller),
      choice,
      allowed,
      api: signedIn === undefined ? api : apiOf(signedIn, api, refused(settings, "invalid", call)),
      note: (noted) => note(call, caller, noted),
    });
    if (signedIn?.readsOnly !== true || settings.readOnly) return tools;
    return {
      ...tools,
      admit(name) {
        const { tool, toolset } = adminTools.get(name) ?? {};
        const needsMore = tool?.annotations.readOnlyHint === false;
        if (needsMore && toolset !== undefined && choice.toolsets.includes(toolset))
          throw refused(settings, "insufficient", call);
      },
    };
  };

  return {
    adminMcp: (_input, call) => answer(call, () => open(call)),

    getAdminMcp: async (_input, call) => shown(await store.read(), call),

    async updateAdminMcp(changes, call) {
      const changed = await store.change(changes, clock.now());
      if (!changed.oauthEnabled) await signIns.endAll();
      return shown(changed, call);
    },

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

/** Returns the API for a person who signed in. A refused account ends the grant, and `refusal` is the answer to the client. */
function apiOf({ role, end }: SignedIn, api: ApiCalls, refusal: ServiceError): ApiCalls {
  return boundedApi(api, role, async () => {
    await end();
    throw new CallerRefused(refusal);
  });
}

/** Credential of a call. `other`: one that is never accepted, such as an account. */
interface AdminMcpCredential {
  readonly kind: "key" | "token" | "nothing" | "other";
  readonly value: string;
}

/**
 * Returns the only credential of a call.
 * @throws ServiceError wrong_kind_of_key, admin_key_in_url, credentials_repeated
 */
function credentialIn({ http }: Pick<RawCall, "http">): AdminMcpCredential {
  const inQuery = queryOf(http.target).getAll("apiKey");
  if (inQuery.some((value) => looksLikeKey(value, "admin"))) throw new ServiceError("admin_key_in_url");
  const sent = http.headers.filter((_, at) => at % 2 === 1 && http.headers[at - 1]?.toLowerCase() === "authorization");
  if (sent.length + inQuery.length > 1) throw new ServiceError("credentials_repeated");
  const [scheme = "", value = ""] = (sent[0] ?? "").split(" ");
  if (looksLikeKey(value, "data") || inQuery.length > 0) throw new ServiceError("wrong_kind_of_key");
  if (sent.length === 0) return { kind: "nothing", value };
  if (scheme.toLowerCase() !== "bearer") return { kind: "other", value };
  return { kind: looksLikeKey(value, "admin") ? "key" : "token", value };
}

function queryOf(target: string): URLSearchParams {
  const mark = target.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : target.slice(mark));
}
