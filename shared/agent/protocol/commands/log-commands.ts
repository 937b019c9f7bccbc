import * as z from "zod";
import { LogName } from "#shared/contract/values/log-name.ts";
import { Base64, frameRangeBytes, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Log file. `id` stays the same while the file grows, and changes when it is rotated. */
const LogFile = z.strictObject({ name: LogName, sizeBytes: Offset, modifiedAt: z.int(), id: z.string().max(100) });

/** FileMaker Server's logs. */
export const logCommands = lazySchemas({
  "log.list": { request: () => z.strictObject({}), reply: () => z.strictObject({ logs: z.array(LogFile).max(500) }) },
  "log.readRange": {
    request: () =>
      z.strictObject({
        name: LogName,
        start: Offset,
        length: z.int().min(1).max(frameRangeBytes),
        /** File that the reader started with. Another file under its name is rejected as rotated. */
        id: z.string().max(100).optional(),
      }),
    reply: () => z.strictObject({ bytes: Base64, sizeBytes: Offset, modifiedAt: z.int(), id: z.string() }),
  },
  "log.clear": {
    request: () => z.strictObject({ name: LogName }),
    reply: () => z.strictObject({ clearedBytes: Offset }),
  },
});
