import * as z from "zod";
import { lazySchemas } from "../lazy-schemas.ts";

/** Metrics by name, measured at one time. The service ignores those that it doesn't know. */
const Readings = z.strictObject({ at: z.int(), values: z.record(z.string().max(50), z.number()) });

/** Total time of each group of calls, and their bytes. Milliseconds and bytes. */
const Took = {
  elapsedMs: z.number(),
  waitMs: z.number(),
  ioMs: z.number(),
  receivedBytes: z.number(),
  sentBytes: z.number(),
};

/** FileMaker Server's statistics, read from its logs, and measurements of the host. */
export const statisticsCommands = lazySchemas({
  "statistics.read": {
    /** Start time, on a full minute. */
    request: () => z.strictObject({ from: z.int() }),
    reply: () =>
      z.strictObject({
        /** End of the complete readings. A full minute by the host's clock. */
        to: z.int(),
        readings: z.array(Readings).max(1_000),
        /** Current readings of the machine. */
        host: Readings,
        disks: z.array(z.strictObject({ folder: z.string(), freeBytes: z.number(), totalBytes: z.number() })).max(20),
        /** Time of the last line in Stats.log and TopCallStats.log. Null: they are empty. */
        lastServerLine: z.int().nullable(),
        lastTopCallLine: z.int().nullable(),
        /** Identifies the process of the Database Server; changes with each start. Null: none was found. Older agents don't report it. */
        serverProcess: z.string().max(100).nullish(),
      }),
  },
  "statistics.topCalls": {
    request: () =>
      z.strictObject({
        from: z.int(),
        to: z.int(),
        by: z.enum(["file", "table", "layout", "client", "operation"]).optional(),
        top: z.int().min(1).max(50),
      }),
    reply: () =>
      z.strictObject({
        calls: z.array(
          z.strictObject({
            startedAt: z.int(),
            isRunning: z.boolean(),
            operation: z.string(),
            target: z.string(),
            file: z.string(),
            table: z.string().nullable(),
            layout: z.string().nullable(),
            client: z.string(),
            ...Took,
          }),
        ),
        groups: z.array(
          z.strictObject({
            name: z.string(),
            file: z.string().nullable(),
            calls: z.int(),
            longestMs: z.number(),
            ...Took,
          }),
        ),
        /** Total number of calls and groups. */
        callCount: z.int(),
        groupCount: z.int(),
        /** True if the log held more than one read. These results are from its beginning. */
        isPartial: z.boolean(),
      }),
  },
});
