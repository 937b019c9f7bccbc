import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { nameRefusal } from "../host-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { Networks, StorePlace } from "./backup-tasks.ts";
import { Server, ToolArgument } from "./file-tasks.ts";
import { ScriptRun } from "./script-run.ts";

/** Below the backups: finished builds of this server, builds from elsewhere, and what is in work. */
export const buildsFolder = "Latchkey Builds";

/** Where the zip arrives, below the backups, that another server pushes for the deployment of a process. */
export function pushedZipPath(process: number): string {
  return `${buildsFolder}/incoming/${process}.build.zip`;
}

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

/** Folders below another one: names with slashes between them, empty for that one itself. */
const Folders = z.string().max(500);

const fileServer = {
  host: z.string().min(1).max(255),
  port: z.int().min(1).max(65_535),
  username: z.string().max(255),
  password: z.string().max(1024),
  folder: Folders,
  /** Files are written under their own names at once. */
  isInPlace: z.boolean(),
  networks: Networks,
};

/** Where a build is brought. */
export const BuildDestination = z.discriminatedUnion("kind", [
  /** The inbox of another service. `prefixes`: first segments of paths that it may have. */
  z.strictObject({
    kind: z.literal("server"),
    address: z.url().max(500),
    token: z.string().max(200),
    prefixes: z.array(z.string().max(50)).min(1).max(10),
    networks: Networks,
  }),
  /** The zip alone, for a deployment elsewhere that waits for it. The address holds a proof, and is as secret as a password. */
  z.strictObject({ kind: z.literal("push"), token: z.url().max(2_000), networks: Networks }),
  /** The web server's folder on this host. */
  z.strictObject({ kind: z.literal("web-folder"), folder: Folders }),
  /** `hostKey`: the only key of the server that is taken, by its SHA-256 in base64. */
  z.strictObject({ kind: z.literal("sftp"), ...fileServer, hostKey: z.string().max(50).optional() }),
  /** A folder of a bucket at an S3-compatible store. */
  z.strictObject({ kind: z.literal("store"), ...StorePlace.shape, networks: Networks }),
  /**
   * Over TLS. `needsTls`: with a certificate that is trusted. `allowsPlainText`: without TLS if the server doesn't offer it;
   * left out unless it is wanted, for agents that don't know it.
   */
  z.strictObject({
    kind: z.literal("ftp"),
    ...fileServer,
    needsTls: z.boolean(),
    allowsPlainText: z.literal(true).optional(),
  }),
]);
export type BuildDestination = z.infer<typeof BuildDestination>;

/** The work that only one of builds and deployments does at a time: a name that no file has. */
export const buildLock = "builds and deployments?";

/** The longest manifest, in characters. */
export const longestManifest = 60_000;

/** Making builds, and bringing them elsewhere. */
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
        manifest: z.string().max(longestManifest),
        /** What is left free on the disk. */
        floorBytes: Offset,
        /** Runs before the first file is copied. */
        before: ScriptRun.nullable(),
      }),
    phases: ["starting", "pre-build script", "backing up", "zipping", "moving files"],
  },
  /** Brings a build from the outbox to another place, where it appears as a whole. */
  "builds.publish": {
    request: () =>
      z.strictObject({
        build: BuildName,
        destination: BuildDestination,
        /** What is left free on the disk. */
        floorBytes: Offset,
      }),
    phases: ["publishing"],
  },
});
