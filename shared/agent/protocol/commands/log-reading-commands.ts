import * as z from "zod";
import { LogName } from "#shared/contract/values/log-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

const Id = z.string().max(100);
const Position = z.strictObject({ id: Id, offset: Offset, headBytes: Offset, head: z.string().max(100) });
const LogFile = z.strictObject({ name: z.string().max(255), sizeBytes: Offset, modifiedAt: z.int(), id: Id });
const LogLine = z.strictObject({
  offset: Offset,
  text: z.string(),
  isCut: z.boolean(),
  number: Offset.nullable(),
  isOpen: z.boolean(),
});
const LogRecord = z.strictObject({ offset: Offset, text: z.string(), isCut: z.boolean(), more: z.array(z.string()) });
const SearchText = z.string().max(200);

/** Reads FileMaker Server's logs in place. Only the lines to show are sent over the link. */
export const logReadingCommands = lazySchemas({
  "log.lines": {
    request: () =>
      z.strictObject({
        name: LogName,
        number: Offset.optional(),
        offset: Offset.optional(),
        before: Position.optional(),
        after: Position.optional(),
        count: z.int().min(1).max(2_000),
        /** With `after`: time that the agent waits for new lines. Milliseconds. */
        waitMs: z.int().min(0).max(10_000).optional(),
      }),
    reply: () =>
      z.strictObject({
        file: LogFile,
        lines: z.array(LogLine),
        start: Position,
        end: Position,
        isRotated: z.boolean(),
        index: z.strictObject({ lines: Offset, bytes: Offset }),
      }),
    spare: ["waitMs"],
  },
  "log.search": {
    request: () =>
      z.strictObject({
        name: LogName,
        text: SearchText.optional(),
        isPattern: z.boolean().optional(),
        isCaseSensitive: z.boolean().optional(),
        exclude: SearchText.optional(),
        levels: z
          .array(z.enum(["info", "warning", "error"]))
          .max(10)
          .optional(),
        from: z.int().optional(),
        to: z.int().optional(),
        isForwards: z.boolean().optional(),
        offset: Offset.optional(),
        reached: Position.optional(),
        limit: z.int().min(1).max(1_000),
      }),
    reply: () =>
      z.strictObject({
        file: LogFile,
        records: z.array(LogRecord),
        next: Position.nullable(),
        isPartial: z.boolean(),
        isRotated: z.boolean(),
        scannedBytes: Offset,
        patternFault: z.string().nullable(),
      }),
  },
  "log.around": {
    request: () =>
      z.strictObject({
        name: LogName,
        at: z.int(),
        withinMs: z.int().min(0),
        limit: z.int().min(2).max(500),
      }),
    reply: () => z.strictObject({ records: z.array(LogRecord), isCut: z.boolean() }),
  },
});
