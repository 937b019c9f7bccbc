import type { Call, NamedKey } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { scriptNameProblem } from "#shared/contract/values/script-name.ts";
import { basic } from "#shared/filemaker/authorization.ts";
import type { KeyHandle } from "#shared/keys/api.ts";
import type { ToolOutcome } from "#shared/mcp/api.ts";
import { problemsOf, withoutNulls } from "#shared/mcp/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { CallLog } from "../endpoint/call-log-store.ts";
import type { McpCallers } from "../endpoint/callers.ts";
import type { FileAccount } from "../endpoint/file-account.ts";
import { runScript, scriptRequest } from "../endpoint/script-call.ts";
import type { ScriptList, ScriptLists } from "../endpoint/script-lists.ts";
import type { ServerToolSet } from "../endpoint/server-tools.ts";
import { jsonSchemaOf } from "../json-schema.ts";
import type { ServerRecord, ToolRecord } from "../record.ts";
import type { McpServerStore } from "../store.ts";
import type { mcpTrials } from "./contract.ts";

interface TrialDependencies {
  readonly store: Pick<McpServerStore, "bySlug" | "history">;
  readonly callers: McpCallers;
  readonly scriptLists: ScriptLists;
  readonly toolsFor: (server: ServerRecord, account: FileAccount) => Promise<ServerToolSet>;
  readonly callLog: Pick<CallLog, "list">;
  /**
   * Returns a key that can open the file.
   * @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed
   */
  readonly keyNamed: (named: NamedKey) => Promise<KeyHandle>;
  readonly clock: Clock;
  readonly callsOut: boolean;
  /** Maximum wait for a script in milliseconds. */
  readonly answerMs: number;
}

interface GivenCredential {
  readonly key?: string | number | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

const usualPage = 50;

/** Creates the service with which administrators test MCP servers and view their usage. */
export function mcpTrialService(dependencies: TrialDependencies): ServiceOf<typeof mcpTrials> {
  const { store, callers, scriptLists, toolsFor, callLog, keyNamed, clock, callsOut, answerMs } = dependencies;

  const found = async (slug: string): Promise<ServerRecord> => {
    const stored = await store.bySlug(slug);
    if (stored === undefined) throw new ServiceError("mcp_server_not_found");
    return stored.record;
  };

  const accountOf = async (
    server: Pick<ServerRecord, "filename" | "oauthEnabled">,
    { key, user, password }: GivenCredential,
    { caller, client }: Call,
  ): Promise<FileAccount> => {
    if ((key === undefined) === (user === undefined))
      throw new ServiceError("input_invalid", { text: "send either `key` or `user`" });
    if (key !== undefined)
      return callers.ofKey(await keyNamed({ key, filename: server.filename, caller }), server, client);
    const account = { user: user ?? "", pass: password ?? "" };
    const credential = { kind: "account", ...account, authorization: basic(account.user, account.pass) } as const;
    const proven = await callers.find(credential, {
      ...{ server, resource: "", client },
      // The caller of this operation is an administrator; the account is only tried.
      identified: () => undefined,
    });
    if (proven === undefined) throw new ServiceError("mcp_account_refused");
    return proven;
  };

  return {
    async listFileScripts({ filename, ...credential }, call) {
      if (!callsOut) return { scripts: null, reason: new ServiceError("mcp_calls_prevented").text };
      const server = { filename: fullDatabaseName(filename), oauthEnabled: false };
      const account = await accountOf(server, credential, call);
      // Scripts may have been added since.
      scriptLists.forget(account, server.filename);
      const list = await scriptLists.of(account, server.filename);
      if (list.kind === "unknown") return { scripts: null, reason: list.reason };
      return { scripts: list.names.map((name) => ({ name, problem: scriptNameProblem(name) ?? null })), reason: null };
    },

    async previewMcpServer({ mcp_server_slug: slug, ...credential }, call) {
      const server = await found(slug);
      const account = await accountOf(server, credential, call);
      scriptLists.forget(account, server.filename);
      const set = await toolsFor(server, account);
      const scripts = callsOut ? await scriptLists.of(account, server.filename) : undefined;
      const own = new Set(server.tools.map(({ mcpName }) => mcpName));
      return {
        instructions: set.instructions,
        unreachable_tables: [...set.unreachableTables],
        tools: server.tools.map((tool) => {
          const reason = reasonFor(tool, scripts);
          return { id: tool.id, name: tool.name, mcp_name: tool.mcpName, is_shown: reason === "shown", reason };
        }),
        other_tools: (await set.list()).map(({ name }) => name).filter((name) => !own.has(name)),
      };
    },

    async testMcpTool({ mcp_server_slug: slug, id, arguments: sent, ...credential }, call) {
      if (!callsOut) throw new ServiceError("mcp_calls_prevented");
      const server = await found(slug);
      const tool = server.tools.find((one) => one.id === id);
      if (tool === undefined) throw new ServiceError("mcp_tool_not_found");
      const account = await accountOf(server, credential, call);
      const schema = jsonSchemaOf(tool.parameters);
      const args = withoutNulls(schema, sent);
      const { method, path, body = null } = scriptRequest(tool, args);
      const request = { method, path, body };
      const problems = problemsOf(schema, args);
      if (problems.length > 0) {
        const result = { is_error: true, text: problems.join("; "), structured: null };
        return { request, answer: null, result, outcome: "arguments", duration_ms: 0 };
      }
      const startedAt = clock.now();
      const { outcome, how, answer } = await runScript(
        account,
        { ...tool, timeoutS: Math.min(tool.timeoutS, answerMs / 1000) },
        args,
      );
      return {
        request,
        answer: answer === undefined ? null : { status: answer.status, body: answer.body ?? null },
        result: resultOf(outcome),
        outcome: how,
        duration_ms: clock.now() - startedAt,
      };
    },

    async listMcpCalls({ mcp_server_slug: slug, cursor, limit = usualPage }) {
      const page = await callLog.list(await found(slug), { cursor, limit });
      const calls = page.calls.map(({ at, durationMs, toolId, toolName, how, requestId, ...call }) => ({
        ...{ at: timestamp(at), tool_id: toolId, tool: toolName, outcome: how },
        ...{ caller: call.caller, label: call.label, client: call.client, code: call.code },
        ...{ duration_ms: durationMs, request_id: requestId },
      }));
      return { calls, cursor: page.cursor };
    },

    async listMcpChanges({ mcp_server_slug: slug, cursor, limit = usualPage }) {
      const { id } = await found(slug);
      const page = await store.history(id, { cursor, limit });
      const changes = page.entries.map(({ version, at, by, toolId, toolName, what, changes: fields }) => ({
        ...{ version, at: timestamp(at), by, tool_id: toolId, tool: toolName, what, changes: fields },
      }));
      return { changes, cursor: page.cursor };
    },
  };
}

function reasonFor({ isActive, scriptName }: ToolRecord, scripts: ScriptList | undefined) {
  if (!isActive) return "off";
  if (scripts === undefined) return "callouts-off";
  if (scripts.kind === "unknown") return "scripts-unknown";
  return scripts.has(scriptName) ? "shown" : "script-hidden";
}

function resultOf(outcome: ToolOutcome) {
  return {
    is_error: "isError" in outcome && outcome.isError === true,
    text: outcome.kind === "text" ? outcome.text : null,
    structured: outcome.kind === "result" ? outcome.content : null,
  };
}
