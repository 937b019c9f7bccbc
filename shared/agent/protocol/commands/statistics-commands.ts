import * as z from "zod";
import { lazySchemas } from "../lazy-schemas.ts";

/** Readings of one moment, by their metrics' names. Those that the service does not know are passed over there. */
const Readings = z.strictObject({ at: z.int(), values: z.record(z.string().max(50), z.number()) });

/** How long each group of calls took together. Milliseconds and bytes. */
const Took = {
  elapsedMs: z.number(),
  waitMs: z.number(),
  ioMs: z.number(),
  receivedBytes: z.number(),
  sentBytes: z.number(),
};

/** FileMaker Server's statistics, read where its logs are, and what the host itself is like. */
export const statisticsCommands = lazySchemas({
  "statistics.read": {
    /** From this moment on: the beginning of a minute. */
    request: () => z.strictObject({ from: z.int() }),
    reply: () =>
      z.strictObject({
        /** Readings before are here, as far as there are any: the beginning of a minute, by the host's clock. */
        to: z.int(),
        readings: z.array(Readings).max(1_000),
        /** The machine, as it is now. */
        host: Readings,
        disks: z.array(z.strictObject({ folder: z.string(), freeBytes: z.number(), totalBytes: z.number() })).max(20),
        /** When something was last written to Stats.log and to TopCallStats.log. Null: nothing is in it. */
        lastServerLine: z.int().nullable(),
        lastTopCallLine: z.int().nullable(),
        /** Which process the Database Server is: another one after each of its starts. Null: none was found. An older agent does not say. */
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
        /** How many calls and groups there are in all. */
        callCount: z.int(),
        groupCount: z.int(),
        /** Whether there was more in the log than is read at once: then these are those of the beginning. */
        isPartial: z.boolean(),
      }),
  },
});
