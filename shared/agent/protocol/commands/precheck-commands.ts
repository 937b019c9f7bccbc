import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { HostFilePath, Server } from "../tasks/file-tasks.ts";

/** Which of a list, by its place there. */
const ListIndexes = z.array(z.int().min(0)).max(200);

/** Looking, before work is accepted, whether it could begin. Nothing is changed. */
export const precheckCommands = lazySchemas({
  "work.look": {
    request: () =>
      z.strictObject({
        server: Server,
        /** Files that have to be there: hosted ones by their names, others by their paths. */
        sources: z.array(HostFilePath.or(DatabaseName)).max(100),
        /** Where files are to be put, by their paths. */
        targets: z.array(HostFilePath).max(100),
        /** The work itself, where it needs room on a disk: one for which there is none is refused as `no-space`. */
        work: z.strictObject({ name: z.string().max(100), fields: z.record(z.string(), z.unknown()) }).optional(),
      }),
    spare: ["work"],
    reply: () =>
      z.strictObject({
        /** Sources that are not there, or lie outside of the folders of FileMaker Server. */
        missing: ListIndexes,
        /** Targets that would lie outside of them. */
        outside: ListIndexes,
      }),
  },
});
