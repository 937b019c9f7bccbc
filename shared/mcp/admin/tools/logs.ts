import type * as z from "zod";
import type { logs } from "#shared/logs/contract.ts";
import { maxTextBytes } from "../../protocol/capped.ts";
import type { ToolOutcome } from "../../protocol/tool-set.ts";
import { type Arguments, destructiveTool, readTool, type ToolContext } from "../admin-tool.ts";
import { ApiRefused, apiRoute, type OutputOf } from "../api-routes.ts";
import { doneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";
import { doneField, text, whole } from "../result-fields.ts";

const listLogs = apiRoute("listLogs");
const readLogLines = apiRoute("readLogLines");
const searchLog = apiRoute("searchLog");
const clearLogFile = apiRoute("clearLogFile");

const log = { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_logs" } as const;
const usualLines = 200;
const dayMs = 24 * 60 * 60_000;
const maxRecords = 1_000;
/** Maximum size of the lines of an answer, with space for what surrounds them. */
const maxLinesBytes = maxTextBytes - 2_000;
const time = { type: "string", minLength: 10, maxLength: 30 } as const;
const timeForms = "UTC, as 2026-11-20T09:15:00Z or as a date such as 2026-11-20";

export const logTools = [
  readTool(
    "logs",
    "list_logs",
    {
      title: "List logs",
      uses: [listLogs],
      description:
        "Lists the log files of FileMaker Server and of this service, with size and last change. Use it to get the name of a log for read_log.",
      input: pageInput,
      output: pageOutput("logs", {
        log: text("Name for other tools"),
        of: text("Whose log it is: service or server"),
        size_bytes: whole(),
        modified_at: text(),
      }),
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
      uses: [readLogLines, searchLog, listLogs],
      description:
        "Reads the last lines of a log, or the newest lines of one log or of all logs that contain a text, have at least a level, or are within a time. Use it to find errors, such as those of last night.",
      input: {
        log: { ...log, description: "Name as in list_logs. Without it, all logs are searched" },
        tail: {
          type: "integer",
          minimum: 1,
          maximum: 2_000,
          default: usualLines,
          description: `Number of lines. Default: ${usualLines}`,
        },
        contains: { type: "string", minLength: 1, maxLength: 200, description: "Only lines with this text" },
        since: { ...time, description: `Only newer lines. ${timeForms}` },
        until: { ...time, description: `Only older lines. ${timeForms}` },
        level: {
          type: "string",
          enum: ["error", "warning", "info"],
          description:
            "Only lines of this level and more severe ones. Default: warning with since or until, otherwise info",
        },
        cursor: {
          type: "string",
          description: "next_cursor of the previous answer, for older lines, with the same other arguments",
        },
      },
      output: {
        lines: { type: "array", items: { type: "string" }, description: "Oldest first" },
        searched_all: { type: "boolean", description: "True if no older lines match" },
        next_cursor: { type: "string", description: "For the lines before these" },
      },
      openWorld: true,
    },
    async (given, context) => {
      const { log: name, tail = usualLines, contains, since, until, level } = given;
      if (name === undefined) return ofAllLogs(given, context);
      if ([contains, since, until, level].every((value) => value === undefined)) {
        const { lines } = await context.api.call(readLogLines, { name: String(name), count: Number(tail) });
        return linesResult(lines.map(({ text }) => text));
      }
      return searched(context, Number(tail), { name: String(name), ...queryOf(given) });
    },
  ),
  destructiveTool(
    "logs",
    "clear_log",
    {
      title: "Clear a log",
      uses: [listLogs, clearLogFile],
      description: "Clears a log file. Its content is deleted. Use it only if the user wants to delete a log.",
      input: { log },
      required: ["log"],
      output: { done: doneField, cleared_bytes: whole("Size of what was deleted") },
    },
    async ({ log: name }, { api }) => {
      const { logs: found } = await api.call(listLogs, {});
      const listed = found.find((one) => one.name === name);
      if (listed === undefined) throw new ApiRefused(404, 0, `Log not found: ${JSON.stringify(name)}. Call list_logs`);
      if (listed.sizeBytes === 0) throw new ApiRefused(409, 0, `The log ${listed.name} is empty already`);
      return {
        message: `Delete everything in the log ${listed.name}, ${listed.sizeBytes} bytes.`,
        state: { log: name },
      };
    },
    async ({ log: name }, { api }) => {
      const { clearedBytes } = await api.call(clearLogFile, { logFileName: String(name) });
      return doneResult({ cleared_bytes: clearedBytes });
    },
  ),
];

type Query = Omit<z.input<(typeof logs)["searchLog"]["input"]>, "name" | "limit" | "cursor">;

function queryOf({ contains, since, until, level }: Arguments): Query {
  const isTimed = (since ?? until) !== undefined && contains === undefined;
  const levels = level === undefined && isTimed ? "warning" : level;
  return {
    ...(contains !== undefined && { text: String(contains) }),
    ...(since !== undefined && { from: moment(String(since), "start") }),
    ...(until !== undefined && { to: moment(String(until), "end") }),
    ...(levels !== undefined && { levels: levelsFrom(String(levels)) }),
  };
}

/**
 * Returns the newest lines of all logs whose lines have times, each with the name of its log, and a cursor for older ones. Lines of the
 * same time stay together: the cursor is the time of the oldest.
 */
async function ofAllLogs(given: Arguments, { api, position, cursor }: ToolContext): Promise<ToolOutcome> {
  const { contains, since, until, level } = given;
  if ([contains, since, until, level].every((value) => value === undefined))
    throw new ApiRefused(
      400,
      0,
      "To read all logs, send since, contains or level. To read one, send log. Call list_logs",
    );
  const query = { ...queryOf(given), ...(typeof position === "string" && { to: position }) };
  const { logs: listed } = await api.call(listLogs, {});
  const wanted = Number(given.tail ?? usualLines);
  const found = await Promise.all(
    listed
      .filter(({ isTimed }) => isTimed)
      .map(async ({ name }) => {
        const { records, cursor: more, isPartial } = await api.call(searchLog, { name, ...query, limit: wanted });
        return { records: records.filter(({ time }) => time !== null), isCut: more !== null || isPartial, name };
      }),
  );
  // Beyond the oldest record of a log that has more, other logs would look as if that one had none.
  const complete = Math.max(
    0,
    ...found.flatMap(({ records, isCut }) => (isCut ? [timeOf(records.at(-1) ?? { time: null })] : [])),
  );
  const all = found
    .flatMap(({ records, name }) => records.map((record) => ({ ...record, name })))
    .sort((one, other) => timeOf(other) - timeOf(one));
  const newest = all.filter((record) => timeOf(record) > complete);
  // All of one time: their log has more of it than fit into an answer.
  return pageOfLines(
    newest.length > 0 ? newest : all.filter((record) => timeOf(record) === complete),
    wanted,
    found.some(({ isCut }) => isCut),
    cursor,
  );
}

/** Returns as many of the newest records as fit, and a cursor if there are more. */
async function pageOfLines(
  newest: readonly (TimedRecord & { readonly name: string })[],
  wanted: number,
  isCut: boolean,
  cursor: ToolContext["cursor"],
): Promise<ToolOutcome> {
  for (let limit = wanted; ; limit = Math.ceil(limit / 2)) {
    const oldest = newest[limit - 1];
    const shown = oldest === undefined ? newest : newest.filter((one) => timeOf(one) >= timeOf(oldest));
    const texts = shown.toReversed().flatMap(({ name, text, more }) => [`${name}: ${text}`, ...more]);
    if (limit > 1 && Buffer.byteLength(JSON.stringify(texts)) > maxLinesBytes) continue;
    const hasMore = isCut || shown.length < newest.length;
    const last = shown.at(-1);
    const older = hasMore && last?.time ? await cursor(last.time) : undefined;
    return linesResult(texts, !hasMore, older);
  }
}

type TimedRecord = Pick<OutputOf<typeof searchLog>["records"][number], "time" | "text" | "more">;

function timeOf({ time }: Pick<TimedRecord, "time">): number {
  return time === null ? 0 : Date.parse(time);
}

/**
 * Returns the newest lines that match, and a cursor for older ones. Asks for fewer if they are too long for one answer: a shortened answer
 * would have no way to the rest.
 */
async function searched(
  { api, position, cursor }: ToolContext,
  lines: number,
  query: Omit<z.input<(typeof logs)["searchLog"]["input"]>, "limit" | "cursor">,
): Promise<ToolOutcome> {
  for (let limit = Math.min(maxRecords, lines); ; limit = Math.ceil(limit / 2)) {
    const from = typeof position === "string" ? { cursor: position } : {};
    const found = await api.call(searchLog, { ...query, ...from, limit });
    const texts = found.records.toReversed().flatMap(({ text, more }) => [text, ...more]);
    if (limit > 1 && Buffer.byteLength(JSON.stringify(texts)) > maxLinesBytes) continue;
    const older = found.cursor === null ? undefined : await cursor(found.cursor);
    return linesResult(texts, !found.isPartial && found.cursor === null, older);
  }
}

/** Returns a time. A date stands for the start or the end of its day, UTC. */
function moment(time: string, end: "start" | "end"): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(time) ? Date.parse(time) : Number.NaN;
  return Number.isNaN(day) ? time : new Date(end === "start" ? day : day + dayMs).toISOString();
}

/** Keeps the last lines if the result is too long, because the latest matter most. */
function linesResult(lines: readonly string[], searchedAll = true, older?: string): ToolOutcome {
  const content = { lines, searched_all: searchedAll, ...(older !== undefined && { next_cursor: older }) };
  return { kind: "result", isData: true, keeps: "last", content };
}

/** Returns a level and all more severe ones. */
function levelsFrom(level: string): string {
  const all = ["error", "warning", "info"];
  return all.slice(0, all.indexOf(level) + 1).join(",");
}
