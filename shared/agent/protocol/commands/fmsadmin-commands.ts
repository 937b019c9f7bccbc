import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Names that are passed as arguments. None starts with `-`, so none is read as an option. */
const Files = z.array(DatabaseName.refine((name) => !name.startsWith("-"), "must not begin with a dash")).max(256);
const Seconds = z.int().min(0).max(3600);

/** Commands of fmsadmin, each with its arguments. */
export const FmsadminTask = z.discriminatedUnion("task", [
  z.strictObject({ task: z.literal("version") }),
  z.strictObject({ task: z.literal("list-files"), isLong: z.boolean().default(false) }),
  z.strictObject({ task: z.literal("list-clients"), isLong: z.boolean().default(false) }),
  z.strictObject({ task: z.literal("list-schedules") }),
  z.strictObject({ task: z.literal("open"), files: Files.min(1) }),
  z.strictObject({
    task: z.literal("close"),
    files: Files.min(1),
    graceSeconds: Seconds.optional(),
    isForced: z.boolean().default(false),
  }),
  z.strictObject({ task: z.literal("pause"), files: Files }),
  z.strictObject({ task: z.literal("resume"), files: Files }),
  z.strictObject({ task: z.literal("remove"), files: Files.min(1) }),
  z.strictObject({ task: z.literal("verify"), files: Files.min(1) }),
  z.strictObject({
    task: z.literal("process"),
    action: z.enum(["start", "stop", "restart"]),
    service: z.enum(["fmse", "adminserver", "httpserver", "fmsib"]),
  }),
  z.strictObject({
    task: z.literal("statistics"),
    action: z.enum(["enable", "disable"]),
    log: z.enum(["serverstats", "topcallstats"]),
  }),
]);
export type FmsadminTask = z.infer<typeof FmsadminTask>;

/** Result of a program, in the same form for success and failure. */
export const ProgramOutcome = z.strictObject({
  /** Null if a signal ended it. */
  exitCode: z.int().nullable(),
  /** Its output; only the end if there was too much. */
  output: z.string(),
  /** True if the program printed more than `output` holds. */
  isCut: z.boolean(),
  timedOut: z.boolean(),
  killed: z.boolean(),
  durationMs: z.int().min(0),
});
export type ProgramOutcome = z.infer<typeof ProgramOutcome>;

/** FileMaker Server's command line tool. */
export const fmsadminCommands = lazySchemas({
  "fmsadmin.run": {
    request: () =>
      z.strictObject({
        run: FmsadminTask,
        /** Admin Console account, which fmsadmin reads from its standard input. */
        user: z.string().min(1).max(255),
        pass: z.string().max(1024),
      }),
    reply: () => ProgramOutcome,
  },
});
