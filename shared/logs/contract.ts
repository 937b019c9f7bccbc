import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Timestamp } from "#shared/contract/scalars.ts";

/** Any text: a name that isn't a log's gets the same response as a missing log. */
const Name = z.string().min(1).max(4_000).describe("A name from the list, letter by letter.");
const Problem = z
  .string()
  .nullable()
  .describe("Why FileMaker Server's logs are not listed: an error's name. Null: they are.");
export const LogLevel = z.enum(["info", "warning", "error"]).describe("How bad it is.");
const Switch = z.enum(["true", "false"]).transform((text) => text === "true");
const LineText = z.string().describe("The text. Control characters are spelled out, and what is beyond 16 KB is cut.");

const sizeBytes = z
  .int()
  .describe("How long the file is. On AWS, for the service's own logs: what all of them take together. Bytes.");
const modifiedAt = Timestamp.describe("When it was written to last.");

/** Log file in a list. */
export const LogListing = z.object({
  name: z.string().describe("Its name."),
  place: z.enum(["server", "service"]).describe("`server`: FileMaker Server's. `service`: our own."),
  sizeBytes,
  modifiedAt,
  isTimed: z.boolean().describe("Whether its records have times, and so can be searched for by time."),
});
export type LogListing = z.infer<typeof LogListing>;

const parsedFields = {
  time: Timestamp.nullable().describe("When it was written."),
  level: LogLevel.nullable().describe("How bad it is. Null where the log does not say."),
  code: z.string().nullable().describe("FileMaker's number for what happened."),
  meaning: z.string().nullable().describe("What the number stands for."),
  columns: z.record(z.string(), z.string()).describe("Its fields, by the names of the log's columns."),
};

export const LogLine = z.object({
  number: z.int().nullable().describe("Counted from 0. Null: not counted so far."),
  offset: z.int().describe("Where it begins. It tells a line from all others of its log."),
  kind: z
    .enum(["record", "continuation", "heading"])
    .describe("`continuation`: it belongs to the record above. `heading`: names of columns."),
  text: LineText,
  isCut: z.boolean().describe("The line is longer than is shown."),
  isOpen: z.boolean().describe("Its ending is not there yet: it comes again when it is."),
  ...parsedFields,
});
export type LogLine = z.infer<typeof LogLine>;

/** Record of a log: a line with a time, and the following lines without one. */
export const LogRecord = z.object({
  log: z.string().describe("The log that holds it."),
  offset: z.int().describe("Where it begins."),
  text: LineText,
  isCut: z.boolean().describe("The line is longer than is shown."),
  more: z.array(LineText).describe("The lines that belong to it, the first 50 of them."),
  ...parsedFields,
});
export type LogRecord = z.infer<typeof LogRecord>;

const counted = z
  .object({
    lines: z.int().describe("How many are counted."),
    bytes: z.int().describe("How many bytes they take."),
  })
  .describe("How far the log's lines are counted. Ask again for a line beyond: each call counts on.");

const recordExample = {
  log: "Event.log",
  offset: 48_211,
  text: '2026-11-20 09:15:02.530 +0100\tInformation\t18\tfms1\tOpened database "Archive" read only.',
  isCut: false,
  more: [],
  time: "2026-11-20T08:15:02.530Z",
  level: "info",
  code: "18",
  meaning: "A database was opened for reading only",
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
const numbers = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const searched = {
  name: Name,
  text: z.string().min(1).max(200).optional().describe("What a record's lines hold."),
  isPattern: Switch.optional().describe("`true`: `text` is a regular expression of RE2."),
  isCaseSensitive: Switch.optional().describe("`true`: capital letters are others than small ones."),
  exclude: z.string().min(1).max(200).optional().describe("What none of a record's lines holds. Never a pattern."),
  levels: z
    .string()
    .regex(/^(?:info|warning|error)(?:,(?:info|warning|error))*$/, "must be levels with commas between them")
    .transform((text) => text.split(",").map((level) => LogLevel.parse(level)))
    .optional()
    .describe("Levels with commas between them, such as `warning,error`."),
  from: Timestamp.optional().describe("From this moment on."),
  to: Timestamp.optional().describe("Before this moment."),
  order: z.enum(["newest", "oldest"]).default("newest").describe("Which records come first."),
  offset: numbers(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("Only records that begin before this place; behind it where the oldest come first."),
};

export const logs = resource({
  listLogFiles: {
    method: "GET",
    path: "/svc/api/server-info/logs",
    summary: "List the log files",
    access: "admin",
    input: z.object({}),
    output: z.object({
      fmsLogs: z.array(z.string()).describe("FileMaker Server's."),
      ottoLogs: z.array(z.string()).describe("The same as `serviceLogs`, for clients that know this name."),
      serviceLogs: z.array(z.string()).describe("This service's own."),
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
    summary: "Empty a log file",
    description:
      "The file stays, and is written on. On AWS the service's own logs are views of lines that CloudWatch keeps: nothing is deleted there, and what was written before is shown no more.",
    access: "admin",
    input: z.object({ logFileName: Name }),
    output: z.object({
      clearedBytes: z.int().describe("How many bytes were deleted."),
      isKept: z.boolean().describe("Nothing was deleted: the log begins again, and what it held is kept elsewhere."),
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
    output: z.object({ logs: z.array(LogListing).describe("FileMaker Server's first."), problem: Problem }),
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
      "The last ones where nothing is said. With `after` from the answer before, the lines that were written since: this is how a log is followed by asking. " +
      "A page may hold fewer lines than asked for.",
    access: "admin",
    input: z.object({
      name: Name,
      from: numbers(0, Number.MAX_SAFE_INTEGER).optional().describe("The number of the first line, counted from 0."),
      offset: numbers(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe("The line that begins at this place, or holds it, and those behind it."),
      before: Cursor.optional().describe("The lines before this place, from an answer's `before`."),
      after: Cursor.optional().describe("The lines from this place on, from an answer's `after`."),
      count: numbers(1, 2_000).default(500).describe("How many lines at most."),
    }),
    output: z.object({
      sizeBytes,
      modifiedAt,
      lines: z.array(LogLine).describe("In the order of the log."),
      before: Cursor.nullable().describe("Where the lines before these end. Null: there are none."),
      after: Cursor.describe("Where the lines go on, now or later."),
      isRotated: z
        .boolean()
        .describe(
          "The place that was named is gone, because the log was rotated or cleared. These are the last lines.",
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
      "All that is given has to fit. A search stops after two seconds, with what it has found: go on with `cursor`, in the same order.",
    access: "admin",
    input: z.object({
      ...searched,
      cursor: Cursor.optional(),
      limit: numbers(1, 1_000).default(200).describe("How many records at most."),
    }),
    output: z.object({
      records: z.array(LogRecord).describe("What was found, in the order that was asked for."),
      cursor: Cursor.nullable(),
      isPartial: z.boolean().describe("The time was up before the page was full: there may be more."),
      isRotated: z
        .boolean()
        .describe("The cursor's place is gone, because the log was rotated or cleared. The search began again."),
      scannedBytes: z.int().describe("How much of the log was searched."),
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
    summary: "Count what a search of a log finds",
    description:
      "One call counts at most 1,000 records, and for two seconds: while there is a cursor, go on with it and add up.",
    access: "admin",
    input: z.object({ ...searched, cursor: Cursor.optional() }),
    output: z.object({
      count: z.int().describe("How many records this call has found."),
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
  readLogsAround: {
    method: "GET",
    path: "/svc/api/logs/around",
    summary: "Read what several logs say about a moment",
    access: "admin",
    input: z.object({
      at: Timestamp.describe("The moment."),
      names: z
        .string()
        .min(1)
        .max(4_000)
        .transform((text) => text.split(","))
        .pipe(z.array(z.string()).max(50))
        .optional()
        .describe("Names of logs with commas between them. All that have times where nothing is said."),
      seconds: numbers(1, 86_400).default(60).describe("How far from the moment, before and after it."),
      limit: numbers(2, 500).default(100).describe("How many records of each log at most."),
    }),
    output: z.object({
      records: z.array(LogRecord).describe("From all logs, oldest first."),
      cut: z.array(z.string()).describe("The logs that have more records within the time."),
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
      "As it is, or a part of it with the header `Range`. FileMaker Server need not run. A caller can have 20 downloads at a time.",
    access: "admin",
    input: z.object({ fileName: Name }),
    output: z.string(),
    answers: "bytes",
    openPerCaller: 20,
    contentType: "text/plain",
    errors: [
      "log_not_found",
      "range_unsatisfiable",
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
    summary: "Ask for a log file's size and state",
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
    summary: "Follow a log as it is written",
    description:
      "A stream of events: `lines` as `GET …/lines` answers them, `failed` where the log cannot be read any more. It ends after ten minutes; go on with the last event's id. A caller can follow 10 logs at a time.",
    access: "admin",
    role: "viewer",
    input: z.object({
      name: Name,
      after: Cursor.optional().describe("Where to begin, from `GET …/lines`. The log's end where nothing is said."),
      latest: numbers(1, 1_000)
        .optional()
        .describe(
          "Where more is written at once than an event holds: only so many of the last lines, and none between.",
        ),
    }),
    output: z.string(),
    answers: "bytes",
    openPerCaller: 10,
    contentType: "text/event-stream",
    errors: ["log_not_found", "streams_exhausted", "agent_unavailable", "agent_timeout", "agent_refused"],
    example: { input: { name: "Event.log" } },
  },
});
