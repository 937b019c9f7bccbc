import * as z from "zod";
import { LogName } from "../log-name.ts";
import { Offset } from "./host-path.ts";
import { madeWhenUsed } from "./when-used.ts";

const Id = z.string().max(100);
const Position = z.strictObject({ id: Id, offset: Offset, headBytes: Offset, head: z.string().max(100) });
const File = z.strictObject({ name: z.string().max(255), sizeBytes: Offset, modifiedAt: z.int(), id: Id });
const Line = z.strictObject({
  offset: Offset,
  text: z.string(),
  isCut: z.boolean(),
  number: Offset.nullable(),
  isOpen: z.boolean(),
});
const Record = z.strictObject({ offset: Offset, text: z.string(), isCut: z.boolean(), more: z.array(z.string()) });
const Words = z.string().max(200);

/** Reading FileMaker Server's logs where they are: only what is shown rides the link. */
export const logReadingCommands = madeWhenUsed({
  "log.lines": {
    request: () =>
      z.strictObject({
        name: LogName,
        number: Offset.optional(),
        offset: Offset.optional(),
        before: Position.optional(),
        after: Position.optional(),
        count: z.int().min(1).max(2_000),
        /** With `after`, where nothing was written since: the agent looks again for so long. Milliseconds. */
        waitMs: z.int().min(0).max(10_000).optional(),
      }),
    reply: () =>
      z.strictObject({
        file: File,
        lines: z.array(Line),
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
        text: Words.optional(),
        isPattern: z.boolean().optional(),
        isCaseSensitive: z.boolean().optional(),
        exclude: Words.optional(),
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
        file: File,
        records: z.array(Record),
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
    reply: () => z.strictObject({ records: z.array(Record), isCut: z.boolean() }),
  },
});
