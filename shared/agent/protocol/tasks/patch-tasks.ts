import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { HostPath, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { HostFilePath, Server, ToolArgument } from "./file-tasks.ts";

/** Patch: a file by its full path, a file below Documents, or the patch itself. */
const Patch = z.union([
  z.strictObject({ path: HostFilePath, encryptionKey: ToolArgument.optional() }),
  z.strictObject({
    document: HostPath.refine((path) => path !== "", "must be a file name"),
    encryptionKey: ToolArgument.optional(),
  }),
  z.strictObject({ xml: z.string().min(1).max(30_000) }),
]);
export type Patch = z.infer<typeof Patch>;

/** Changes schemas with patches. */
export const patchTasks = lazySchemas({
  /** Applies patches to files with FMUpgradeTool, in order: all or none. */
  "files.patch": {
    request: () =>
      z.strictObject({
        server: Server,
        /** Disconnects users of a file at once. */
        force: z.boolean(),
        /** Message to the users of the files. */
        message: z.string().max(200),
        /** True to keep the previous files in Backups. */
        keepBackup: z.boolean(),
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
        files: z
          .array(
            z.strictObject({
              file: DatabaseName,
              username: ToolArgument,
              password: ToolArgument,
              currentEncryptionKey: ToolArgument.optional(),
              patches: z.array(Patch).min(1).max(50),
            }),
          )
          .min(1)
          .max(50),
      }),
    phases: ["looking", "closing", "backing up", "patching", "verifying", "swapping", "opening"],
  },
});
