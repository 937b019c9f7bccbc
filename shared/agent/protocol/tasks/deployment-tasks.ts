import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { storedDatabases } from "./backup-tasks.ts";
import { BuildBox, BuildName } from "./build-tasks.ts";
import { HostFilePath, NewDatabaseName, Server, ServerFolder, Subfolder, ToolArgument } from "./file-tasks.ts";
import { ScriptRun } from "./script-run.ts";

/** Networks beside the public ones that bytes may be fetched from. */
const networks = z.array(z.string().max(100)).max(200);

/** Where the files of a deployment come from. */
export const FileSource = z.discriminatedUnion("kind", [
  /** A zip on another server. The address holds a proof, and is as secret as a password. */
  z.strictObject({
    kind: z.literal("zip"),
    token: z.url().max(4_000),
    build: BuildName,
    sizeBytes: Offset.nullable(),
    /** In hexadecimal digits. */
    sha256: z.string().nullable(),
    /** How long each file of it is: one that its maker does not name may not be packed tighter than is usual. */
    sizes: z.record(z.string(), Offset),
    networks,
  }),
  /** Files on other servers, one address each. */
  z.strictObject({
    kind: z.literal("files"),
    files: z
      .array(z.strictObject({ token: z.url().max(4_000), file: NewDatabaseName }))
      .min(1)
      .max(100),
    networks,
  }),
  /** A build that lies on this host. */
  z.strictObject({ kind: z.literal("build"), box: BuildBox, build: BuildName }),
  /** Files that lie on this host, hosted or in a folder. */
  z.strictObject({
    kind: z.literal("local"),
    files: z.array(DatabaseName).min(1).max(100),
    folder: HostFilePath.optional(),
  }),
  /** What a deployment has kept of the files that it replaced. */
  z.strictObject({ kind: z.literal("backup"), deployment: Id }),
  /** Databases of an offsite backup, or of a build that lies as a folder at a store. */
  z.strictObject({ kind: z.literal("store"), ...storedDatabases }),
]);
export type FileSource = z.infer<typeof FileSource>;

/** FMDataMigration's switches. */
export const MigrationFlag = z.enum([
  "-ignore_valuelists",
  "-ignore_accounts",
  "-ignore_fonts",
  "-reevaluate",
  "-rebuildindexes",
  "-v",
]);

const withKey = { file: DatabaseName, encryptionKey: ToolArgument.optional() };
const withAccount = { ...withKey, username: ToolArgument, password: ToolArgument };

/** What becomes of one file. */
export const DeployedFile = z.discriminatedUnion("operation", [
  z.strictObject({
    operation: z.literal("migrate"),
    clone: z.strictObject(withAccount),
    dataSource: z.strictObject(withAccount),
    target: z.strictObject(withKey),
    flags: z.array(MigrationFlag).max(10),
    locale: ToolArgument.optional(),
  }),
  z.strictObject({
    operation: z.literal("install"),
    source: z.strictObject(withKey),
    target: z.strictObject({ ...withKey, file: NewDatabaseName }),
    overwrite: z.boolean(),
    folder: ServerFolder,
    subfolder: Subfolder.optional(),
  }),
  z.strictObject({
    operation: z.literal("replace"),
    source: z.strictObject(withKey),
    target: z.strictObject(withKey),
  }),
  z.strictObject({ operation: z.literal("close"), target: z.strictObject(withKey) }),
]);
export type DeployedFile = z.infer<typeof DeployedFile>;

/** How one migration went. */
export const MigrationReport = z.object({
  file: z.string(),
  bytes: Offset,
  durationMs: z.int().min(0),
  /** As the tool counts them. Null where it does not say. */
  tablesNotMigrated: z.int().min(0).nullable(),
  fieldsNotMigrated: z.int().min(0).nullable(),
  /** What the tool says of single tables and fields. Null where it names none: it does so for an account with full access only. */
  notMigrated: z.array(z.string()).nullable(),
});
export type MigrationReport = z.infer<typeof MigrationReport>;

/** What a deployment has come to, as its agent reports it. */
export const DeploymentOutcome = z.object({
  /** Files that were replaced, and are kept as they were. */
  kept: z.array(z.string()),
  /** Files that were open, and stay closed for the next part of the deployment. */
  leftClosed: z.array(z.string()),
  /** How long files were closed, all together. */
  closedMs: z.int().min(0),
  /** The migrations that were made, or rehearsed. */
  migrations: z.array(MigrationReport).default([]),
  /** What the build has brought along for files, by what they are called here. */
  configs: z.array(z.object({ file: z.string(), config: z.unknown() })).default([]),
});
export type DeploymentOutcome = z.infer<typeof DeploymentOutcome>;

/** Deploying files: all of them, or none. */
export const deploymentTasks = lazySchemas({
  "deployments.run": {
    request: () =>
      z.strictObject({
        server: Server,
        deployment: Id,
        source: FileSource.nullable(),
        files: z.array(DeployedFile).min(1).max(100),
        /** So many migrations at a time. */
        concurrency: z.int().min(1).max(10),
        /** The message that people in the files see. */
        message: z.string().max(200),
        /** Files that stay closed for the next part, which opens them. */
        staysClosed: z.array(DatabaseName).max(10_000),
        /** No file that was closed is opened at the end. */
        keepsClosed: z.boolean(),
        /** Files that an earlier part has left closed for this one, with what opens them. */
        opens: z.array(z.strictObject(withKey)).max(10_000),
        /** What is left free on the disk. */
        floorBytes: Offset,
        /** Whether what files keep outside of themselves is replaced with them, where the source has it. */
        withContainers: z.boolean(),
        /** Fetching and migrating alone, on copies: nothing is closed, and nothing replaced. */
        isRehearsal: z.boolean(),
        /** Runs before the first file closes. */
        before: ScriptRun.nullable(),
        /** Runs when all files are open again. */
        after: ScriptRun.nullable(),
        /** How long scripts may run that a build names, without a time limit of their own. */
        usualScriptSeconds: z.strictObject({ before: z.int().min(1), after: z.int().min(1) }),
      }),
    phases: [
      "starting",
      "fetching",
      "parsing options",
      "pre-deployment script",
      "closing",
      "migrating",
      "installing",
      "opening",
      "post-deployment script",
      "post-deployment steps",
    ],
  },
});
