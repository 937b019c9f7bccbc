import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { nameRefusal } from "../host-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { Server, ToolArgument } from "./file-tasks.ts";

/** Below the backups: finished builds of this server, builds from elsewhere, and what is in work. */
export const buildsFolder = "Latchkey Builds";

/** Where a build lies: made here, or brought here. */
export const BuildBox = z.enum(["outbox", "inbox"]);
export type BuildBox = z.infer<typeof BuildBox>;

/** What a build is called: the name of its folder, which every system reads alike. */
export const BuildName = z
  .string()
  .min(1)
  .max(120)
  .normalize("NFC")
  .refine((name) => nameRefusal(name) === undefined && !name.startsWith("."), {
    error: ({ input }) => nameRefusal(String(input)) ?? "must not begin with a dot",
  });

/** A file of text that travels with a build, into the server's documents. */
export const TextFile = z.strictObject({
  fileName: z
    .string()
    .max(200)
    .refine((name) => nameRefusal(name) === undefined, { error: ({ input }) => nameRefusal(String(input)) ?? "" })
    .describe("What it is called in the Documents folder."),
  content: z.string().max(30_000).describe("Its text."),
});
export type TextFile = z.infer<typeof TextFile>;

/** What a build has come to, as its agent reports it. */
export const BuildOutcome = z.object({
  zipSize: Offset.nullable(),
  /** Of the zip, in hexadecimal digits. Null where there is no zip. */
  sha256: z.string().nullable(),
  files: z.array(z.object({ fileName: z.string(), size: Offset, sha256: z.string(), hasContainerData: z.boolean() })),
});
export type BuildOutcome = z.infer<typeof BuildOutcome>;

/** The work that only one of builds and deployments does at a time: a name that no file has. */
export const buildLock = "builds and deployments?";

/** Making builds. */
export const buildTasks = lazySchemas({
  /** Puts copies and clones of hosted files where other servers fetch them. No open file is closed for it. */
  "builds.make": {
    request: () =>
      z.strictObject({
        server: Server,
        build: BuildName,
        files: z
          .array(
            z.strictObject({
              file: DatabaseName,
              isClone: z.boolean(),
              username: ToolArgument.optional(),
              password: ToolArgument.optional(),
              encryptionKey: ToolArgument.optional(),
            }),
          )
          .min(1)
          .max(100),
        withContainers: z.boolean(),
        isZipped: z.boolean(),
        level: z.int().min(-1).max(9),
        memoryLevel: z.int().min(1).max(9),
        /** A build of the same name is replaced. */
        force: z.boolean(),
        /** The manifest as JSON, as far as it is known before the files are there. */
        manifest: z.string().max(60_000),
        /** What is left free on the disk. */
        floorBytes: Offset,
      }),
    phases: ["starting", "backing up", "zipping", "moving files"],
  },
});
