import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { storedDatabases } from "./backup-tasks.ts";
import { BuildBox, BuildName } from "./build-tasks.ts";
import { HostFilePath, NewDatabaseName, Server, ServerFolder, Subfolder, ToolArgument } from "./file-tasks.ts";
import { ScriptRun } from "./script-run.ts";

/** Private networks, in addition to public ones, that bytes may be fetched from. */
const networks = z.array(z.string().max(100)).max(200);

/** Source of a deployment's files. */
export const FileSource = z.discriminatedUnion("kind", [
  /** Zip on another server. The address contains a proof and is as secret as a password. */
  z.strictObject({
    kind: z.literal("zip"),
    token: z.url().max(4_000),
    build: BuildName,
    sizeBytes: Offset.nullable(),
    /** SHA-256 in hexadecimal digits. */
    sha256: z.string().nullable(),
    /** Size of each file in the zip. A file without an entry may not be compressed more than is usual. */
    sizes: z.record(z.string(), Offset),
    networks,
  }),
  /** Files on other servers, with one address each. */
  z.strictObject({
    kind: z.literal("files"),
    files: z
      .array(z.strictObject({ token: z.url().max(4_000), file: NewDatabaseName }))
      .min(1)
      .max(100),
    networks,
  }),
  /** Build on this host. */
  z.strictObject({ kind: z.literal("build"), box: BuildBox, build: BuildName }),
  /** Files on this host, hosted or in a folder. */
  z.strictObject({
    kind: z.literal("local"),
    files: z.array(DatabaseName).min(1).max(100),
    folder: HostFilePath.optional(),
  }),
  /** Replaced files that a deployment kept. */
  z.strictObject({ kind: z.literal("backup"), deployment: Id }),
  /** Databases of an offsite backup, or of a build that is a folder in a store. */
  z.strictObject({ kind: z.literal("store"), ...storedDatabases }),
]);
export type FileSource = z.infer<typeof FileSource>;

/** Options of FMDataMigration. */
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

/** Operation on one file. */
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

/** Result of one migration. */
export const MigrationReport = z.object({
  file: z.string(),
  bytes: Offset,
  durationMs: z.int().min(0),
  /** Number that the tool reports. Null if it doesn't report one. */
  tablesNotMigrated: z.int().min(0).nullable(),
  fieldsNotMigrated: z.int().min(0).nullable(),
  /** Tool's messages about single tables and fields. Null if there are none: it reports them only to an account with full access. */
  notMigrated: z.array(z.string()).nullable(),
});
export type MigrationReport = z.infer<typeof MigrationReport>;

/** Result of a deployment, as its agent reports it. */
export const DeploymentOutcome = z.object({
  /** Files that were replaced; their previous versions are kept. */
  kept: z.array(z.string()),
  /** Files that were open, and stay closed for the next part of the deployment. */
  leftClosed: z.array(z.string()),
  /** Total time that files were closed. Milliseconds. */
  closedMs: z.int().min(0),
  /** Migrations that were run or rehearsed. */
  migrations: z.array(MigrationReport).default([]),
  /** Configurations that the build includes for files, by their names here. */
  configs: z.array(z.object({ file: z.string(), config: z.unknown() })).default([]),
});
export type DeploymentOutcome = z.infer<typeof DeploymentOutcome>;

/** Deploys files: all or none. */
export const deploymentTasks = lazySchemas({
  "deployments.run": {
    request: () =>
      z.strictObject({
        server: Server,
        deployment: Id,
        source: FileSource.nullable(),
        files: z.array(DeployedFile).min(1).max(100),
        /** Maximum number of simultaneous migrations. */
        concurrency: z.int().min(1).max(10),
        /** Message to the users of the files. */
        message: z.string().max(200),
        /** Files that stay closed for the next part, which opens them. */
        staysClosed: z.array(DatabaseName).max(10_000),
        /** True to leave closed files closed at the end. */
        keepsClosed: z.boolean(),
        /** Files that an earlier part left closed for this one, with their encryption keys. */
        opens: z.array(z.strictObject(withKey)).max(10_000),
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
        /** True to replace externally stored containers too, if the source has them. */
        withContainers: z.boolean(),
        /** True to only fetch and migrate copies. Closes and replaces nothing. */
        isRehearsal: z.boolean(),
        /** Runs before the first file closes. */
        before: ScriptRun.nullable(),
        /** Runs after all files are open again. */
        after: ScriptRun.nullable(),
        /** Time limits for scripts of a build that have no limit of their own. Seconds. */
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
