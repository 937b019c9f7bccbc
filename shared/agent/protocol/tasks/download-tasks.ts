import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { Server, ToolArgument } from "./file-tasks.ts";

/** What is made of hosted files to be downloaded: all of each, its structure without records, or its structure as XML. */
export const DownloadKind = z.enum(["copy", "clone", "xml"]);
export type DownloadKind = z.infer<typeof DownloadKind>;

/** Below the backups: a folder per download, named by its id. */
export const downloadsFolder = "Latchkey Downloads";

/** A file's account, where a tool has to open the file. */
const Account = {
  username: ToolArgument.optional(),
  password: ToolArgument.optional(),
  encryptionKey: ToolArgument.optional(),
};

/** Making copies of hosted files. */
export const downloadTasks = lazySchemas({
  /** Puts one file, or several in a zip, where a download is read from. No file is closed for it. */
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
        /** What the outcome is called. */
        name: z.string().max(255),
        isZipped: z.boolean(),
        concurrency: z.int().min(1).max(10),
        withInfo: z.boolean(),
        /** Keeps each document among the server's documents too. */
        toDocuments: z.boolean(),
        /** The sweeper deletes the outcome then. */
        keptUntil: z.int(),
        /** What is left free on the disk. */
        floorBytes: z.int().min(0),
      }),
    phases: ["looking", "copying", "packing"],
  },
});
