import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { HostFilePath, Server } from "../tasks/file-tasks.ts";

/** Indexes in a list. */
const ListIndexes = z.array(z.int().min(0)).max(200);

/** Checks whether a task could begin, before it is accepted. Changes nothing. */
export const precheckCommands = lazySchemas({
  "work.look": {
    request: () =>
      z.strictObject({
        server: Server,
        /** Files that must exist: hosted ones by name, others by path. */
        sources: z.array(HostFilePath.or(DatabaseName)).max(100),
        /** Paths of new files. */
        targets: z.array(HostFilePath).max(100),
        /** The task itself, if it needs disk space. One that doesn't fit is rejected as `no-space`. */
        work: z.strictObject({ name: z.string().max(100), fields: z.record(z.string(), z.unknown()) }).optional(),
      }),
    spare: ["work"],
    reply: () =>
      z.strictObject({
        /** Sources that don't exist or are outside of FileMaker Server's folders. */
        missing: ListIndexes,
        /** Sources that FileMaker Server hosts and the agent can't find or read, each with the reason. */
        absent: z.array(z.strictObject({ index: z.int().min(0), text: z.string().max(2000) })).max(100),
        /** Targets that would be outside of those folders. */
        outside: ListIndexes,
      }),
  },
});
