import type { Confirm, CountCall, Cursors, ToolCall, ToolLimits, ToolOutcome } from "#shared/mcp/api.ts";
import { AccountRefused, type FileAccount } from "../endpoint/file-account.ts";
import type { ToolRun } from "../endpoint/tool-run.ts";
import type { ServerRecord } from "../record.ts";
import { noAnswer } from "./answers.ts";
import type { Arguments, DataContext, DataTool, ServerMemory } from "./data-tool.ts";
import { DataRefused } from "./refused.ts";
import { allowedTables, type TableLists } from "./schema/table-lists.ts";
import { type FileTables, unreachableReason } from "./schema/tables.ts";
import { tableCalls } from "./table-calls.ts";
import { changeTools } from "./tools/changes.ts";
import { figureTools } from "./tools/figures.ts";
import { questionTools } from "./tools/questions.ts";
import { tableTools } from "./tools/tables.ts";

/** All tools for records, in the order in which they are listed. */
const dataTools: readonly DataTool[] = [...tableTools, ...questionTools, ...figureTools, ...changeTools];

/** Timeout of a call to FileMaker Server in milliseconds, shorter than that of clients. */
const timeoutMs = 25_000;

interface DataToolDependencies {
  readonly tableLists: TableLists;
  readonly confirm: Confirm;
  readonly cursors: Cursors;
  readonly count: CountCall;
  readonly limits: Pick<ToolLimits, "destructive">;
}

/** Tools for the records of one server, for one caller. */
export interface DataToolSet {
  /** Tools available according to the server's settings and the account's tables, regardless of the sign-in. */
  readonly tools: readonly DataTool[];
  /** Reason why no tools are available, if the server is configured to have some. */
  readonly problem: string | undefined;
  /** Allowed tables that FileMaker Server lists but can't reach. */
  readonly unreachable: readonly string[];
  readonly run: (one: DataTool, given: Arguments, call: ToolCall) => Promise<ToolRun>;
}

/** Creates tools for the records of the tables that a server allows. They use the caller's account. */
export function dataToolSets({ tableLists, confirm, cursors, count, limits }: DataToolDependencies) {
  // There is one FileMaker Server.
  const server: ServerMemory = { decodesPaths: false, withoutFigures: new Set() };

  /** @throws AccountRefused, also from calls, if FileMaker Server no longer accepts the account */
  return async (record: ServerRecord, account: FileAccount): Promise<DataToolSet> => {
    const seen = await tablesFor(record, account);
    const caller = `${record.id}/${account.credential}/${account.id}`;

    const perform = async (one: DataTool, given: Arguments, call: ToolCall, tables: FileTables) => {
      const { name } = one.tool;
      const question = { caller, tool: name, given };
      const { cursor } = given;
      const position = typeof cursor === "string" ? await cursors.read(cursor, question) : undefined;
      if (typeof cursor === "string" && position === undefined)
        throw new DataRefused("Invalid or expired cursor. Start without a cursor.");
      const context: DataContext = {
        tables,
        position,
        cursor: (next) => cursors.write(next, question),
        server,
        ask: tableCalls(server, (request) =>
          account.call({ ...request, timeoutMs, signal: call.signal }).catch((thrown: unknown) => {
            if (call.signal.aborted) throw new DataRefused("The call was canceled. A change may have been made.");
            throw noAnswer(thrown, timeoutMs);
          }),
        ),
      };
      const { preview, run } = one;
      if (preview !== undefined) {
        const asked = await confirm({ caller, tool: name, given, call, preview: () => preview(given, context) });
        if (asked !== undefined) return { outcome: asked, how: "asked" as const };
        const wait = count(`${account.credential}/${account.id}#${name}`, limits.destructive);
        if (wait !== undefined)
          throw new DataRefused(
            `Rate limit exceeded: ${limits.destructive.max} such calls per hour. Wait ${wait} seconds, and tell the user.`,
          );
      }
      const outcome: ToolOutcome = { kind: "result", content: await run(given, context), isData: true };
      return { outcome, how: "done" as const };
    };

    return {
      unreachable: [...seen.unreachable],
      tools: seen.kind === "known" ? dataTools.filter((one) => isOffered(one, record, seen.tables)) : [],
      problem: seen.kind === "known" ? undefined : seen.reason,
      async run(one, given, call): Promise<ToolRun> {
        if (seen.kind === "unknown") throw new Error("a record tool was called that isn't offered");
        try {
          return { ...(await perform(one, given, call, seen.tables)), code: undefined };
        } catch (thrown) {
          if (thrown instanceof AccountRefused) return accountRefused;
          if (!(thrown instanceof DataRefused)) throw thrown;
          if (thrown.isStale) tableLists.forget(account, record.filename);
          const { message: text, code } = thrown;
          const how = thrown.how === "arguments" ? "refused" : thrown.how;
          if (call.signal.aborted) return { outcome: failure(text), how: "cancelled", code };
          return { outcome: failure(text), how, code };
        }
      },
    };
  };

  async function tablesFor(
    { dataTools: wanted, allowedTables: allowed, filename }: ServerRecord,
    account: FileAccount,
  ) {
    if (wanted === "off") return { kind: "known", tables: none, unreachable: [] } as const;
    const list = await tableLists.of(account, filename);
    if (list.kind === "unknown") return { ...list, unreachable: [] };
    const tables = allowedTables(list, allowed);
    const unreachable = [...tables.unreachable.values()];
    if (tables.tables.size > 0) return { kind: "known", tables, unreachable } as const;
    const reason =
      tables.unreachable.size > 0
        ? `FileMaker Server can't reach the tables that this server allows. ${unreachableReason}`
        : "the file has none of the tables that this server allows";
    return { kind: "unknown", reason, unreachable } as const;
  }
}

const none: FileTables = { aggregates: false, serverVersion: "", tables: new Map(), unreachable: new Map() };

function isOffered(
  { access, aggregates = false }: DataTool,
  { dataTools: wanted }: Pick<ServerRecord, "dataTools">,
  tables: FileTables,
): boolean {
  if (wanted === "off" || (aggregates && !tables.aggregates)) return false;
  return access === "read" || wanted === "read-write";
}

const accountRefused: ToolRun = {
  outcome: failure("FileMaker Server no longer accepts this account. Sign in again."),
  ...{ how: "refused", code: undefined, isAccountRefused: true },
};

function failure(text: string): ToolOutcome {
  return { kind: "text", isError: true, text };
}
