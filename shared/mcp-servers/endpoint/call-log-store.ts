import * as z from "zod";
import { callerName } from "#shared/contract/caller-name.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { type GatheringDependencies, gatheredWrites } from "#shared/mcp/api.ts";
import type { Fields, NewItem, Table } from "#shared/ports/table.ts";
import type { ServerRecord, ToolRecord } from "../record.ts";
import { CallEnd } from "../trial/contract.ts";
import type { FileAccount } from "./file-account.ts";
import type { ToolRun } from "./tool-run.ts";

/** Partitions of the call log, as roles name them. `*` matches any characters. */
export const mcpCallPartitions = ["mcp-server-calls#*"];

/** Retention of a call in milliseconds. */
const keptMs = 30 * 24 * 60 * 60_000;

/** Call of a tool, without its arguments and result. */
export const CallEntry = storedRecord("mcp-servers/endpoint/call", 1, {
  at: z.number(),
  durationMs: z.number(),
  toolId: z.int().nullable(),
  toolName: z.string(),
  caller: z.string(),
  /** Label of the caller's key. */
  label: z.string().nullable().default(null),
  /** Program that the caller signed in to. */
  client: z.string().nullable().default(null),
  how: CallEnd,
  code: z.string().nullable(),
  requestId: z.string(),
});
export type CallEntry = z.output<typeof CallEntry>;

interface NotedCall extends Pick<ToolRun, "code"> {
  readonly how: CallEnd;
  /** Tool that runs a script, or the name of a tool for records. */
  readonly tool: Pick<ToolRecord, "id" | "mcpName"> | string;
  readonly account: Pick<FileAccount, "caller" | "client">;
  readonly startedAt: number;
  readonly requestId: string;
}

interface CallLogDependencies extends GatheringDependencies {
  readonly table: Table;
}

/** Log of the calls of each server's tools, newest first, kept for 30 days. */
export function callLog({ table, ...gathering }: CallLogDependencies) {
  const { clock } = gathering;
  const partitionOf = ({ id }: Pick<ServerRecord, "id">) => `mcp-server-calls#${id}`;
  const writes = gatheredWrites<NewItem>(
    "the log of MCP calls",
    async (items) => void (await Promise.all(items.map((item) => table.put(item)))),
    gathering,
  );
  let noted = 0;

  return {
    /** Returns immediately. */
    note(server: Pick<ServerRecord, "id">, { tool, account, how, code, startedAt, requestId }: NotedCall): void {
      const [toolId, toolName] = typeof tool === "string" ? [null, tool] : [tool.id, tool.mcpName];
      const { caller, client = null } = account;
      const entry: CallEntry = {
        ...{ schema: 1, at: startedAt, durationMs: clock.now() - startedAt, toolId, toolName, how, requestId },
        ...{ caller: callerName(caller), label: ("name" in caller ? caller.name.label : undefined) ?? null, client },
        code: code ?? null,
      };
      // One request can call several tools in the same millisecond.
      noted += 1;
      const sk = `${new Date(startedAt).toISOString()} ${requestId} ${String(noted).padStart(9, "0")}`;
      const key = { pk: partitionOf(server), sk };
      const expiresAt = Math.ceil((startedAt + keptMs) / 1000);
      writes.add({ ...key, fields: entry as Fields, expiresAt });
    },

    /** Writes pending entries. */
    flush: () => writes.flush(),

    /** @throws CursorRefused */
    async list(
      server: Pick<ServerRecord, "id">,
      { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
    ) {
      const page = await table.query({
        ...{ pk: partitionOf(server), reverse: true, limit },
        ...(cursor !== undefined && { cursor }),
      });
      return { calls: page.items.map(({ fields }) => CallEntry.parse(fields)), cursor: page.cursor ?? null };
    },
  };
}

export type CallLog = ReturnType<typeof callLog>;
