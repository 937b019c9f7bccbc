import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { HostPath, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { HostFilePath, Server, ToolArgument } from "./file-tasks.ts";

/** A patch: a file by its full path, one below Documents, or the patch itself. */
const Patch = z.union([
  z.strictObject({ path: HostFilePath, encryptionKey: ToolArgument.optional() }),
  z.strictObject({
    document: HostPath.refine((path) => path !== "", "must name a file"),
    encryptionKey: ToolArgument.optional(),
  }),
  z.strictObject({ xml: z.string().min(1).max(30_000) }),
]);
export type Patch = z.infer<typeof Patch>;

/** Changes of schemas by patches. */
export const patchTasks = lazySchemas({
  /** Applies patches to files with FMUpgradeTool, in order: all of them, or none. */
  "files.patch": {
    request: () =>
      z.strictObject({
        server: Server,
        /** People in a file are disconnected at once. */
        force: z.boolean(),
        /** What people in the files are told. */
        message: z.string().max(200),
        /** The files as they were stay in Backups. */
        keepBackup: z.boolean(),
        /** What is left free on the disk. */
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
