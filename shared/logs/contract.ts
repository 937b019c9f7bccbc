import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Timestamp } from "#shared/contract/scalars.ts";

/** Any text: a name that isn't a log's gets the same response as a missing log. */
const Name = z.string().min(1).max(4_000).describe("A name from the list of logs, exactly as listed.");
const Problem = z
  .string()
  .nullable()
  .describe("Name of the error that prevents listing FileMaker Server's logs; null if they are listed.");
export const LogLevel = z.enum(["info", "warning", "error"]).describe("Severity.");
const Switch = z.enum(["true", "false"]).transform((text) => text === "true");
const LineText = z.string().describe("The text. Control characters are escaped; text beyond 16 KB is cut.");

const sizeBytes = z
  .int()
  .describe("Size of the file in bytes. On AWS, for the service's own logs: total size of all of them.");
const modifiedAt = Timestamp.describe("Time of the last write.");

/** Log file in a list. */
export const LogListing = z.object({
  name: z.string().describe("Its name."),
  place: z
    .enum(["server", "service"])
    .describe("`server`: a log of FileMaker Server. `service`: a log of this service."),
  sizeBytes,
  modifiedAt,
  isTimed: z.boolean().describe("True if its records have times and can be searched by time."),
});
export type LogListing = z.infer<typeof LogListing>;

const parsedFields = {
  time: Timestamp.nullable().describe("Time of the record."),
  level: LogLevel.nullable().describe("Severity; null if the log doesn't say."),
  code: z.string().nullable().describe("Number of FileMaker's event or error, or name of the service's error."),
  meaning: z.string().nullable().describe("Meaning of the code."),
  columns: z.record(z.string(), z.string()).describe("Fields of the record, by the log's column names."),
};

export const LogLine = z.object({
  number: z.int().nullable().describe("Line number, starting at 0; null if not counted yet."),
  offset: z.int().describe("Byte offset of the line. Unique within its log."),
  kind: z
    .enum(["record", "continuation", "heading"])
    .describe("`continuation`: part of the record above. `heading`: column names."),
  text: LineText,
  isCut: z.boolean().describe("True if the line is longer than shown."),
  isOpen: z
    .boolean()
    .describe("True if the end of the line isn't written yet. The line is returned again when it is complete."),
  ...parsedFields,
});
export type LogLine = z.infer<typeof LogLine>;

/** Record of a log: a line with a time, and the following lines without one. */
export const LogRecord = z.object({
  log: z.string().describe("Name of the log."),
  offset: z.int().describe("Byte offset of the record."),
  text: LineText,
  isCut: z.boolean().describe("True if the line is longer than shown."),
  more: z.array(LineText).describe("Further lines of the record, at most 50."),
  ...parsedFields,
});
export type LogRecord = z.infer<typeof LogRecord>;

const counted = z
  .object({
    lines: z.int().describe("Number of lines counted."),
    bytes: z.int().describe("Size of the counted lines in bytes."),
  })
  .describe("Number of lines counted so far. For a line beyond that, ask again: each call counts more lines.");

const recordExample = {
  log: "Event.log",
  offset: 48_211,
  text: '2026-11-20 09:15:02.530 +0100\tInformation\t18\tfms1\tOpened database "Archive" read only.',
  isCut: false,
  more: [],
  time: "2026-11-20T08:15:02.530Z",
  level: "info",
  code: "18",
  meaning: "A database was opened read-only",
  columns: {
    Timestamp: "2026-11-20 09:15:02.530 +0100",
    Level: "Information",
    Code: "18",
    Host: "fms1",
    Message: 'Opened database "Archive" read only.',
  },
} as const;
const { log: _, more: __, ...lineExample } = recordExample;
const cursorExample = "WyIxYi0yZiIsNDgyMTEsMjU2LCJ4Il0";
const numbers = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const LogNames = z
  .string()
  .min(1)
  .max(4_000)
  .transform((text) => text.split(","))
  .pipe(z.array(z.string()).max(50));

const searchedText = {
  text: z.string().min(1).max(200).optional().describe("Text that a record's lines contain."),
  isPattern: Switch.optional().describe("`true`: `text` is an RE2 regular expression."),
  isCaseSensitive: Switch.optional().describe("`true`: the search is case-sensitive."),
  exclude: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Text that none of a record's lines contains. Never a regular expression."),
  levels: z
    .string()
    .regex(/^(?:info|warning|error)(?:,(?:info|warning|error))*$/, "must be levels separated by commas")
    .transform((text) => text.split(",").map((level) => LogLevel.parse(level)))
    .optional()
    .describe("Levels separated by commas, such as `warning,error`."),
};

const searched = {
  name: Name,
  ...searchedText,
  from: Timestamp.optional().describe("Start time, inclusive."),
  to: Timestamp.optional().describe("End time, exclusive."),
  order: z.enum(["newest", "oldest"]).default("newest").describe("Sort order."),
  offset: numbers(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("Only records that begin before this offset; after it if the oldest come first."),
};

export const logs = resource({
  listLogFiles: {
    method: "GET",
    path: "/svc/api/server-info/logs",
    summary: "List the log files",
    access: "admin",
    input: z.object({}),
    output: z.object({
      fmsLogs: z.array(z.string()).describe("FileMaker Server's logs."),
      ottoLogs: z.array(z.string()).describe("The same as `serviceLogs`, for clients that use this name."),
      serviceLogs: z.array(z.string()).describe("Logs of this service."),
      problem: Problem,
    }),
    errors: [],
    example: {
      output: {
        fmsLogs: ["Access.log", "Event.log", "fmdapi.log", "scriptEvent.log"],
        ottoLogs: [
          "app-debug.log",
          "app-error.log",
          "app-info.log",
          "svc-debug.log",
          "svc-error.log",
          "svc-info.log",
          "svc-receiver.log",
        ],
        serviceLogs: [
          "app-debug.log",
          "app-error.log",
          "app-info.log",
          "svc-debug.log",
          "svc-error.log",
          "svc-info.log",
          "svc-receiver.log",
        ],
        problem: null,
      },
    },
  },
  clearLogFile: {
    method: "DELETE",
    path: "/svc/api/server-info/logs/clear/{logFileName}",
    summary: "Clear a log file",
    description:
      "The file stays and continues to be written. On AWS the service's own logs are views of lines that CloudWatch keeps: nothing is deleted there, and earlier lines are no longer shown.",
    access: "admin",
    input: z.object({ logFileName: Name }),
    output: z.object({
      clearedBytes: z.int().describe("Number of bytes deleted."),
      isKept: z
        .boolean()
        .describe("True if nothing was deleted: the log starts again, and its earlier content is kept elsewhere."),
    }),
    errors: ["log_not_found", "agent_unavailable", "agent_timeout", "agent_refused", "host_file_refused"],
    changes: ({ logFileName }: { readonly logFileName: string }) => `log:${logFileName.slice(0, 255)}`,
    example: { input: { logFileName: "Event.log" }, output: { clearedBytes: 1_204_511, isKept: false } },
  },
  listLogs: {
    method: "GET",
    path: "/svc/api/logs",
    summary: "List the log files with their sizes",
    access: "admin",
    input: z.object({}),
    output: z.object({ logs: z.array(LogListing).describe("FileMaker Server's logs come first."), problem: Problem }),
    errors: [],
    example: {
      output: {
        logs: [
          {
            name: "Event.log",
            place: "server",
            sizeBytes: 1_204_511,
            modifiedAt: "2026-11-20T09:15:02.114Z",
            isTimed: true,
          },
        ],
        problem: null,
      },
    },
  },
  readLogLines: {
    method: "GET",
    path: "/svc/api/logs/{name}/lines",
    summary: "Read lines of a log",
    description:
      "Returns the last lines by default. With `after` from the previous response, returns the lines written since: use this to follow a log by polling. " +
      "A page can have fewer lines than the limit.",
    access: "admin",
    input: z.object({
      name: Name,
      from: numbers(0, Number.MAX_SAFE_INTEGER).optional().describe("Number of the first line, starting at 0."),
      offset: numbers(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe(
          "Offset of the first line: the line that begins at this offset or contains it, and the lines after it.",
        ),
      before: Cursor.optional().describe("Lines before this cursor, taken from `before` of a response."),
      after: Cursor.optional().describe("Lines from this cursor on, taken from `after` of a response."),
      count: numbers(1, 2_000).default(500).describe("Page size in lines."),
    }),
    output: z.object({
      sizeBytes,
      modifiedAt,
      lines: z.array(LogLine).describe("The lines, in the order of the log."),
      before: Cursor.nullable().describe("Cursor for the lines before these; null if there are none."),
      after: Cursor.describe("Cursor for the lines after these, including lines that aren't written yet."),
      isRotated: z
        .boolean()
        .describe(
          "True if the requested position no longer exists because the log was rotated or cleared. These are the last lines.",
        ),
      counted,
    }),
    errors: ["log_not_found", "agent_unavailable", "agent_timeout", "agent_refused", "host_file_refused"],
    example: {
      input: { name: "Event.log", count: 1 },
      output: {
        sizeBytes: 48_300,
        modifiedAt: "2026-11-20T09:15:02.530Z",
        lines: [{ ...lineExample, number: 402, kind: "record", isOpen: false }],
        before: cursorExample,
        after: cursorExample,
        isRotated: false,
        counted: { lines: 403, bytes: 48_300 },
      },
    },
  },
  searchLog: {
    method: "GET",
    path: "/svc/api/logs/{name}/search",
    summary: "Search a log",
    description:
      "A record must match all conditions. A search stops after two seconds and returns what it found: continue with `cursor`, in the same order.",
    access: "admin",
    input: z.object({
      ...searched,
      cursor: Cursor.optional(),
      limit: numbers(1, 1_000).default(200).describe("Page size in records."),
    }),
    output: z.object({
      records: z.array(LogRecord).describe("The records found, in the requested order."),
      cursor: Cursor.nullable(),
      isPartial: z
        .boolean()
        .describe("True if the time limit ended the search before the page was full: there can be more records."),
      isRotated: z
        .boolean()
        .describe(
          "True if the cursor's position no longer exists because the log was rotated or cleared. The search started again.",
        ),
      scannedBytes: z.int().describe("Number of bytes searched."),
      sizeBytes,
    }),
    errors: [
      "log_not_found",
      "log_pattern_refused",
      "agent_unavailable",
      "agent_timeout",
      "agent_refused",
      "host_file_refused",
    ],
    example: {
      input: { name: "Event.log", text: "Archive" },
      output: {
        records: [recordExample],
        cursor: null,
        isPartial: false,
        isRotated: false,
        scannedBytes: 48_300,
        sizeBytes: 48_300,
      },
    },
  },
  countLogMatches: {
    method: "GET",
    path: "/svc/api/logs/{name}/count",
    summary: "Count the matches of a log search",
    description:
      "One call counts at most 1,000 records and takes at most two seconds. While the response has a cursor, continue with it and add up the counts.",
    access: "admin",
    input: z.object({ ...searched, cursor: Cursor.optional() }),
    output: z.object({
      count: z.int().describe("Number of records that this call found."),
      cursor: Cursor.nullable(),
    }),
    errors: [
      "log_not_found",
      "log_pattern_refused",
      "agent_unavailable",
      "agent_timeout",
      "agent_refused",
      "host_file_refused",
    ],
    example: { input: { name: "Event.log", text: "Archive" }, output: { count: 12, cursor: null } },
  },
  searchLogs: {
    method: "GET",
    path: "/svc/api/logs/search",
    summary: "Search several logs",
    description:
      "Searches logs that have times, at once, and returns the records of all of them, newest first. A log that can't be searched doesn't stop the others: `unread` names it. " +
      "While the response has `before`, continue with it as `to`.",
    access: "admin",
    input: z.object({
      ...searchedText,
      names: LogNames.optional().describe("Log names, separated by commas. Default: all logs that have times."),
      from: Timestamp.optional().describe("Start time, inclusive."),
      to: Timestamp.optional().describe("End time, exclusive."),
      limit: numbers(1, 1_000).default(200).describe("Page size in records."),
    }),
    output: z.object({
      records: z.array(LogRecord).describe("Records of all logs, newest first."),
      searched: z.array(z.string()).describe("Logs that were searched."),
      unread: z
        .array(
          z.object({
            log: z.string().describe("Name of the log."),
            error: z.string().describe("Name of the error."),
            text: z.string().describe("The error in one sentence."),
          }),
        )
        .describe("Logs that couldn't be searched, and why."),
      partial: z
        .array(z.string())
        .describe("Logs whose search was ended by the time limit: they can have more records in this time range."),
      before: Timestamp.nullable().describe("`to` for the next page; null at the end."),
      problem: Problem,
    }),
    errors: ["log_pattern_refused"],
    example: {
      input: { levels: "error", from: "2026-11-19T21:00:00.000Z", to: "2026-11-20T05:00:00.000Z" },
      output: {
        records: [recordExample],
        searched: ["Access.log", "Event.log"],
        unread: [],
        partial: [],
        before: null,
        problem: null,
      },
    },
  },
  readLogsAround: {
    method: "GET",
    path: "/svc/api/logs/around",
    summary: "Read the records of several logs around a time",
    access: "admin",
    input: z.object({
      at: Timestamp.describe("The time."),
      names: LogNames.optional().describe("Log names, separated by commas. Default: all logs that have times."),
      seconds: numbers(1, 86_400).default(60).describe("Seconds before and after the time."),
      limit: numbers(2, 500).default(100).describe("Maximum number of records per log."),
    }),
    output: z.object({
      records: z.array(LogRecord).describe("Records of all logs, oldest first."),
      cut: z.array(z.string()).describe("Logs that have more records in this period."),
      problem: Problem,
    }),
    errors: ["log_not_found", "agent_unavailable", "agent_timeout", "agent_refused", "host_file_refused"],
    example: {
      input: { at: "2026-11-20T08:15:02.000Z", names: "Event.log,Access.log" },
      output: { records: [recordExample], cut: [], problem: null },
    },
  },
  downloadLogFile: {
    method: "GET",
    path: "/svc/api/server-info/logs/{fileName}",
    summary: "Download a log file",
    description:
      "Returns the whole file, or a part of it with the header `Range`. On AWS, redirects to an address for more than 512 KB. FileMaker Server doesn't need to run. A caller can have 20 downloads at a time.",
    access: "admin",
    input: z.object({ fileName: Name }),
    output: z.string(),
    answers: "bytes",
    openPerCaller: 20,
    contentType: "text/plain",
    errors: [
      "log_not_found",
      "range_unsatisfiable",
      "download_not_ready",
      "streams_exhausted",
      "agent_unavailable",
      "agent_timeout",
      "agent_refused",
    ],
    example: { input: { fileName: "Event.log" } },
  },
  describeLogFile: {
    method: "HEAD",
    path: "/svc/api/server-info/logs/{fileName}",
    summary: "Get a log file's size and state",
    access: "admin",
    input: z.object({ fileName: Name }),
    output: z.string(),
    answers: "bytes",
    contentType: "text/plain",
    errors: ["log_not_found", "agent_unavailable", "agent_timeout", "agent_refused"],
    example: { input: { fileName: "Event.log" } },
  },
  followLog: {
    method: "GET",
    path: "/svc/api/logs/{name}/follow",
    summary: "Follow a log",
    description:
      "A stream of events: `lines`, as `GET …/lines` returns them, and `failed` if the log can no longer be read. The stream ends after ten minutes; continue with the id of the last event. A caller can follow 10 logs at a time.",
    access: "admin",
    role: "viewer",
    input: z.object({
      name: Name,
      after: Cursor.optional().describe("Cursor of the start, from `GET …/lines`. Default: the end of the log."),
      latest: numbers(1, 1_000)
        .optional()
        .describe("Maximum number of lines per event. If more are written at once, the event has only the last ones."),
    }),
    output: z.string(),
    answers: "bytes",
    openPerCaller: 10,
    contentType: "text/event-stream",
    errors: ["log_not_found", "streams_exhausted", "agent_unavailable", "agent_timeout", "agent_refused"],
    example: { input: { name: "Event.log" } },
  },
});
