import type { ToolOutcome } from "../../protocol/tool-set.ts";
import { destructiveTool, readTool } from "../admin-tool.ts";
import { apiRoute } from "../api-routes.ts";
import { doneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";

const listLogs = apiRoute("listLogs");
const readLogLines = apiRoute("readLogLines");
const searchLog = apiRoute("searchLog");
const clearLogFile = apiRoute("clearLogFile");

const log = { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_logs" } as const;
const usualLines = 200;

export const logTools = [
  readTool(
    "logs",
    "list_logs",
    {
      title: "List logs",
      description: "Lists the log files of FileMaker Server and of this service, with size and last change.",
      input: pageInput,
      output: pageOutput("logs"),
    },
    async (given, context) => {
      const { logs: found } = await context.api.call(listLogs, {});
      const rows = found.map(({ name, place, sizeBytes, modifiedAt }) => ({
        log: name,
        of: place,
        size_bytes: sizeBytes,
        modified_at: modifiedAt,
      }));
      return pageOfAll("logs", rows, given, context);
    },
  ),
  readTool(
    "logs",
    "read_log",
    {
      title: "Read a log",
      description:
        "Reads the last lines of a log, or the newest lines that contain a text, have at least a level, or are newer than a time.",
      input: {
        log,
        tail: { type: "integer", minimum: 1, maximum: 2_000, default: usualLines },
        contains: { type: "string", minLength: 1, maxLength: 200 },
        since: { type: "string", minLength: 20, maxLength: 30, description: "UTC, such as 2026-11-20T09:15:00.000Z" },
        level: { type: "string", enum: ["error", "warning", "info"] },
      },
      required: ["log"],
      output: { lines: { type: "array", items: { type: "string" } }, searched_all: { type: "boolean" } },
      openWorld: true,
    },
    async (given, { api }) => {
      const { log: name, tail = usualLines, contains, since, level } = given;
      if (contains === undefined && since === undefined && level === undefined) {
        const { lines } = await api.call(readLogLines, { name: String(name), count: Number(tail) });
        return linesResult(lines.map(({ text }) => text));
      }
      const found = await api.call(searchLog, {
        name: String(name),
        limit: Math.min(1_000, Number(tail)),
        ...(contains !== undefined && { text: String(contains) }),
        ...(since !== undefined && { from: String(since) }),
        ...(level !== undefined && { levels: levelsFrom(String(level)) }),
      });
      const lines = found.records.toReversed().flatMap(({ text, more }) => [text, ...more]);
      return linesResult(lines, !found.isPartial && found.cursor === null);
    },
  ),
  destructiveTool(
    "logs",
    "clear_log",
    {
      title: "Clear a log",
      description: "Clears a log file. Its content is deleted.",
      input: { log },
      required: ["log"],
      output: { done: { type: "boolean" }, cleared_bytes: { type: "integer" } },
    },
    async ({ log: name }, { api }) => {
      const { logs: found } = await api.call(listLogs, {});
      const listed = found.find((one) => one.name === name);
      const size = listed === undefined ? "" : ` of ${listed.sizeBytes} bytes`;
      return { message: `Delete everything in the log ${name}${size}.`, state: { log: name } };
    },
    async ({ log: name }, { api }) => {
      const { clearedBytes } = await api.call(clearLogFile, { logFileName: String(name) });
      return doneResult({ cleared_bytes: clearedBytes });
    },
  ),
];

/** Keeps the last lines if the result is too long, because the latest matter most. */
function linesResult(lines: readonly string[], searchedAll = true): ToolOutcome {
  return { kind: "result", isData: true, keeps: "last", content: { lines, searched_all: searchedAll } };
}

/** Returns a level and all more severe ones. */
function levelsFrom(level: string): string {
  const all = ["error", "warning", "info"];
  return all.slice(0, all.indexOf(level) + 1).join(",");
}
