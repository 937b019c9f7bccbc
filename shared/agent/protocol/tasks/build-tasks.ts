import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { nameRefusal } from "../host-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { Networks, StorePlace } from "./backup-tasks.ts";
import { Server, ToolArgument } from "./file-tasks.ts";
import { ScriptRun } from "./script-run.ts";

/** Folder below the backups: finished builds of this server, builds from elsewhere, and work in progress. */
export const buildsFolder = "Latchkey Builds";

/** Returns the path, below the backups, of the zip that another server pushes for a process's deployment. */
export function pushedZipPath(process: number): string {
  return `${buildsFolder}/incoming/${process}.build.zip`;
}

/** Location of a build: made here (outbox) or brought here (inbox). */
export const BuildBox = z.enum(["outbox", "inbox"]);
export type BuildBox = z.infer<typeof BuildBox>;

/** Name of a build and of its folder, valid on every system. */
export const BuildName = z
  .string()
  .min(1)
  .max(120)
  .normalize("NFC")
  .refine((name) => nameRefusal(name) === undefined && !name.startsWith("."), {
    error: ({ input }) => nameRefusal(String(input)) ?? "must not begin with a dot",
  });

/** Text file that travels with a build into the server's documents. */
export const TextFile = z.strictObject({
  fileName: z
    .string()
    .max(200)
    .refine((name) => nameRefusal(name) === undefined, { error: ({ input }) => nameRefusal(String(input)) ?? "" })
    .describe("Name in the Documents folder."),
  content: z.string().max(30_000).describe("Text of the script."),
});
export type TextFile = z.infer<typeof TextFile>;

/** Result of a build, as its agent reports it. */
export const BuildOutcome = z.object({
  zipSize: Offset.nullable(),
  /** Digest of the zip in hexadecimal digits. Null if there is no zip. */
  sha256: z.string().nullable(),
  files: z.array(z.object({ fileName: z.string(), size: Offset, sha256: z.string(), hasContainerData: z.boolean() })),
});
export type BuildOutcome = z.infer<typeof BuildOutcome>;

/** Folders below another one: names separated by slashes, or empty for that folder itself. */
const Folders = z.string().max(500);

const fileServer = {
  host: z.string().min(1).max(255),
  port: z.int().min(1).max(65_535),
  username: z.string().max(255),
  password: z.string().max(1024),
  folder: Folders,
  /** True to write files under their final names at once. */
  isInPlace: z.boolean(),
  networks: Networks,
};

/** Destination of a build. */
export const BuildDestination = z.discriminatedUnion("kind", [
  /** Inbox of another service. `prefixes`: allowed first segments of its paths. */
  z.strictObject({
    kind: z.literal("server"),
    address: z.url().max(500),
    token: z.string().max(200),
    prefixes: z.array(z.string().max(50)).min(1).max(10),
    networks: Networks,
  }),
  /** Only the zip, for a deployment elsewhere that waits for it. The address contains a proof and is as secret as a password. */
  z.strictObject({ kind: z.literal("push"), token: z.url().max(2_000), networks: Networks }),
  /** Folder of the web server on this host. */
  z.strictObject({ kind: z.literal("web-folder"), folder: Folders }),
  /** `hostKey`: the only server key that is accepted, by its SHA-256 in base64. */
  z.strictObject({ kind: z.literal("sftp"), ...fileServer, hostKey: z.string().max(50).optional() }),
  /** Folder of a bucket in an S3-compatible store. */
  z.strictObject({ kind: z.literal("store"), ...StorePlace.shape, networks: Networks }),
  /**
   * Over TLS. `needsTls`: require a trusted certificate. `allowsPlainText`: fall back to plain text if the server doesn't offer TLS.
   * Left out unless needed, for agents that don't know it.
   */
  z.strictObject({
    kind: z.literal("ftp"),
    ...fileServer,
    needsTls: z.boolean(),
    allowsPlainText: z.literal(true).optional(),
  }),
]);
export type BuildDestination = z.infer<typeof BuildDestination>;

/** Lock that builds and deployments share, so that only one runs at a time. Not a valid file name. */
export const buildLock = "builds and deployments?";

/** Maximum length of a manifest in characters. */
export const longestManifest = 60_000;

/** Makes and publishes builds. */
export const buildTasks = lazySchemas({
  /** Creates copies and clones of hosted files in the outbox, where other servers fetch them. Doesn't close any open file. */
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
        /** True to replace a build of the same name. */
        force: z.boolean(),
        /** Manifest as JSON, if known before the files exist. */
        manifest: z.string().max(longestManifest),
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
        /** Runs before the first file is copied. */
        before: ScriptRun.nullable(),
      }),
    phases: ["starting", "pre-build script", "backing up", "zipping", "moving files"],
  },
  /** Copies a build from the outbox to another place, where it appears only when complete. */
  "builds.publish": {
    request: () =>
      z.strictObject({
        build: BuildName,
        destination: BuildDestination,
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
      }),
    phases: ["publishing"],
  },
});
