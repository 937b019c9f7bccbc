import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { Server, ToolArgument } from "./file-tasks.ts";

/** Form of a download: the files, their structure without records, or their structure as XML. */
export const DownloadKind = z.enum(["copy", "clone", "xml"]);
export type DownloadKind = z.infer<typeof DownloadKind>;

/** Folder below the backups with a folder per download, named by its id. */
export const downloadsFolder = "Latchkey Downloads";

/** Account for tools that open the file. */
const Account = {
  username: ToolArgument.optional(),
  password: ToolArgument.optional(),
  encryptionKey: ToolArgument.optional(),
};

/** Makes copies of hosted files. */
export const downloadTasks = lazySchemas({
  /** Writes a file, or a zip of several files, to the folder for downloads. Doesn't close any file. */
  "files.download": {
    request: () =>
      z.strictObject({
        server: Server,
        download: z.uuid(),
        kind: DownloadKind,
        files: z
          .array(z.strictObject({ file: DatabaseName, ...Account }))
          .min(1)
          .max(100),
        /** Name of the result. */
        name: z.string().max(255),
        isZipped: z.boolean(),
        concurrency: z.int().min(1).max(10),
        withInfo: z.boolean(),
        /** True to also store each document in the server's documents folder. */
        toDocuments: z.boolean(),
        /** Time at which it is permanently deleted. */
        keptUntil: z.int(),
        /** Free disk space to leave. Bytes. */
        floorBytes: z.int().min(0),
      }),
    phases: ["looking", "copying", "packing"],
  },
});
