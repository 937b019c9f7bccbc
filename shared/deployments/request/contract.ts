import * as z from "zod";
import { HostName } from "#shared/agent/protocol/host-path.ts";
import { BuildName } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { NewDatabaseName, ServerFolder, Subfolder, ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { buildOptions } from "#shared/builds/contract.ts";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { OffsiteLocation } from "#shared/contract/values/publish-destination.ts";
import {
  ChainedActions,
  Notification,
  PostDeploymentScript,
  PreDeploymentScript,
  ServerAuth,
} from "#shared/contract/values/release-shapes.ts";

const serverUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe("URL of the other server, such as `https://dev.example.com`.");
const pushBuild = z
  .boolean()
  .optional()
  .describe(
    "`true`: the other server pushes the build to this one. If that fails, this server pulls it instead, and the log says why. `false` or omitted: this server pulls it. Interrupted transfers resume.",
  );

const FromBuild = {
  buildId: BuildName.describe("Build ID."),
  serverUrl,
  auth: ServerAuth.describe("Credential for the other server."),
  pushBuild,
};
const FromJustInTime = {
  serverUrl,
  auth: ServerAuth.describe("Credential for the other server."),
  buildOptions: z.object(buildOptions).partial().optional().describe("Options of the build."),
  pushBuild,
};

const address = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe("URL that needs no other credentials. It is a secret.");
const offsiteLocation = OffsiteLocation.describe("Location in an offsite store.");

/** Source of the files. */
export const DeploymentSource = z.discriminatedUnion("type", [
  z.object({
    type: z
      .literal("url")
      .describe("A build at a URL: the zip if the URL contains `.build.zip`, otherwise the manifest."),
    url: address,
  }),
  z.object({
    type: z.literal("file_urls").describe("Files at URLs."),
    files: z
      .array(
        z.object({
          url: address,
          filename: NewDatabaseName.describe("Name of the file."),
          clone: z.boolean().default(false).describe("Accepted for compatibility and ignored."),
        }),
      )
      .min(1)
      .max(100)
      .describe("Files, with one URL each."),
  }),
  z.object({
    type: z.literal("offsite_storage").describe("A build that was published to an offsite location."),
    buildId: BuildName.describe("Build ID."),
    offsiteLocation,
    subFolder: z.string().max(1_000).optional().describe("Folder in the location."),
  }),
  z.object({
    type: z.literal("offsite_backup").describe("Files of an offsite backup, in any layout."),
    offsiteLocation,
    backup: HostName.optional().describe(
      "Name of the backup: its folder name, such as `Daily_2026-11-20_2300`, or the name of its snapshot. Default: the newest backup that has all files.",
    ),
    fileNames: z.array(DatabaseName).min(1).max(100).describe("File names."),
  }),
  z.object({ type: z.literal("service").describe("A build of another server."), ...FromBuild }),
  z.object({ type: z.literal("otto4").describe("Older name of `service`."), ...FromBuild }),
  z.object({
    type: z.literal("servicejit").describe("A build that the other server makes for this deployment."),
    ...FromJustInTime,
  }),
  z.object({ type: z.literal("otto4jit").describe("Older name of `servicejit`."), ...FromJustInTime }),
  z.object({
    type: z.literal("local").describe("Files on this host."),
    fileNames: z.array(DatabaseName).min(1).max(100).describe("File names."),
    folderPath: z.string().min(2).max(4_000).optional().describe("Folder of the files. Default: hosted files."),
    copy: z.boolean().default(false).describe("Accepted for compatibility and ignored; files are always copied."),
  }),
  z.object({
    type: z.literal("build_inbox").describe("A build in this server's inbox."),
    buildId: BuildName.describe("Build ID."),
  }),
  z.object({
    type: z.literal("backup").describe("The replaced files that a deployment kept."),
    deploymentId: Id.describe("ID of the deployment part."),
    batchId: z.int().min(0).optional().describe("ID of the whole deployment."),
  }),
]);
export type DeploymentSource = z.output<typeof DeploymentSource>;

const encryptionKey = ToolArgument.optional().describe("Encryption password of the file, if it is encrypted.");
const FileWithKey = z.object({ fileName: DatabaseName.describe("File name."), encryptionKey });
const FileWithCredentials = FileWithKey.extend({
  user: ToolArgument.describe("Account with full access or the extended privilege `fmmigration`."),
  password: ToolArgument.describe("Password of the account."),
});

const MigrationOptions = z.object({
  "-target_locale": ToolArgument.optional().describe("Locale of the new file."),
  "-force": z
    .boolean()
    .default(true)
    .describe("Accepted for compatibility and ignored; the new file never overwrites a hosted file."),
  "-ignore_valuelists": z.boolean().optional().describe("Uses custom value lists of the clone."),
  "-ignore_accounts": z.boolean().optional().describe("Uses accounts and encryption of the clone."),
  "-ignore_fonts": z.boolean().optional().describe("Doesn't map fonts."),
  "-reevaluate": z.boolean().optional().describe("Recalculates stored calculations."),
  "-rebuildindexes": z.boolean().optional().describe("Rebuilds indexes."),
  "-v": z
    .boolean()
    .optional()
    .describe("Accepted for compatibility and ignored; the tool's whole report is always kept."),
});

const InstallLocation = z
  .object({
    folder: ServerFolder.default("default").describe("Hosting folder."),
    subFolder: Subfolder.optional().describe("Subfolder of the hosting folder."),
  })
  .prefault({})
  .describe("Location of the file.");

/** Operation on one file. */
export const FileOperation = z.discriminatedUnion("operation", [
  z.object({
    operation: z.literal("migrate").describe("Migrates the data of the hosted file into the clone."),
    clone: FileWithCredentials.describe("Clone in the source."),
    dataSource: FileWithCredentials.describe("Hosted file with the data."),
    target: FileWithKey.describe("Hosted file to replace."),
    dataMigrationOptions: MigrationOptions.optional().describe("Options of FMDataMigration."),
  }),
  z.object({
    operation: z.literal("install").describe("Adds the file to the server."),
    overwrite: z.boolean().default(false).describe("Replaces a hosted file of the same name."),
    source: FileWithKey.describe("File in the source."),
    target: FileWithKey.extend({ fileName: NewDatabaseName.describe("Name of the target file.") }).describe(
      "Target file.",
    ),
    location: InstallLocation,
  }),
  z.object({
    operation: z.literal("replace").describe("Replaces a hosted file, including its data."),
    source: FileWithKey.describe("File in the source."),
    target: FileWithKey.describe("Hosted file to replace."),
  }),
  z.object({
    operation: z.literal("close").describe("Closes the hosted file and leaves it closed."),
    target: FileWithKey.describe("Hosted file."),
  }),
]);
export type FileOperation = z.output<typeof FileOperation>;

const account = {
  user: ToolArgument.describe("Account with full access or the extended privilege `fmmigration`."),
  password: ToolArgument.describe("Password of the account."),
  encryptionKey,
};
const ofSource = z.object({ fileName: DatabaseName.describe("File in the source.") });

/** Operation on many files: a regular expression makes the name of each target from the name in the source. */
const RegexOperations = z.object({
  regex: z
    .string()
    .min(1)
    .max(500)
    .describe(
      "Regular expression for the file name without its extension. RE2 syntax, without lookahead and lookbehind.",
    ),
  replacement: z.string().max(500).describe("Replacement for the match; `$1` is the first group."),
  source: z.object(account).describe("Account and encryption password of the source files."),
  target: z
    .object({ ...account, location: InstallLocation })
    .describe("Account and encryption password of the hosted files, and location of new files."),
  files: z
    .array(
      z.discriminatedUnion("operation", [
        z.object({
          operation: z.literal("migrate").describe("Migrates the data of the hosted file into the clone."),
          clone: ofSource.describe("Clone in the source."),
          dataMigrationOptions: MigrationOptions.optional().describe("Options of FMDataMigration."),
        }),
        z.object({
          operation: z.literal("install").describe("Adds the file to the server."),
          overwrite: z.boolean().default(false).describe("Replaces a hosted file of the same name."),
          source: ofSource,
        }),
        z.object({
          operation: z.literal("replace").describe("Replaces a hosted file, including its data."),
          source: ofSource,
        }),
        z.object({
          operation: z.literal("close").describe("Closes the hosted file and leaves it closed."),
          target: FileWithKey.describe("Hosted file."),
        }),
      ]),
    )
    .min(1)
    .max(100)
    .describe("Files with their operations."),
});
export type RegexOperations = z.output<typeof RegexOperations>;

const Options = z.object({
  closeFilesMessage: z.string().max(200).optional().describe("Message for users before their files close."),
  notifications: z
    .array(Notification)
    .max(20)
    .nullish()
    .describe("Recipients of notifications about the start and the end of the part."),
  closeFilesAfterBuild: z
    .boolean()
    .default(false)
    .describe("Accepted for compatibility and ignored; files are always closed after fetching."),
  keepFilesClosedAfterComplete: z.boolean().default(false).describe("Leaves the files closed at the end."),
  transferContainerData: z
    .boolean()
    .default(false)
    .describe(
      "Deploys externally stored container data with installed and replaced files, if the source has it. Migrated files keep theirs.",
    ),
});

export const SubDeployment = z.object({
  source: DeploymentSource.describe("Source of the files."),
  name: z.string().max(200).nullish().describe("Name of the part."),
  preDeploymentScript: PreDeploymentScript.optional().describe("Script to run before any file is closed."),
  postDeploymentScript: PostDeploymentScript.optional().describe("Script to run after all files are reopened."),
  fileOperations: z.array(FileOperation).min(1).max(100).describe("Operation on each file."),
  concurrency: z
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe("Number of files to migrate at the same time. Each migration can use 2.5 GB of memory. Default: 1."),
  options: Options.prefault({}).describe("Options of the part."),
});
export type SubDeployment = z.output<typeof SubDeployment>;

/** Part of a deployment as sent: with single files, or with a regular expression. */
const SubDeploymentInput = SubDeployment.extend({
  fileOperations: z
    .union([SubDeployment.shape.fileOperations, RegexOperations])
    .describe("Operation on each file: listed one by one, or with a regular expression for the names."),
});
export type SubDeploymentInput = z.output<typeof SubDeploymentInput>;

/** Fields of a deployment that are the same for every way to start it. */
export const deploymentRequest = {
  label: z.string().max(200).default("").describe("Name of the deployment."),
  deployments: z
    .array(SubDeploymentInput)
    .min(1)
    .max(50)
    .describe("Parts, run in order. Each part succeeds completely or is rolled back."),
  abortRemaining: z.boolean().default(false).describe("Skips later parts after a part that fails."),
  rehearse: z
    .boolean()
    .default(false)
    .describe(
      "Rehearsal: only fetches and migrates copies of the data. No file is closed or replaced, and no script runs.",
    ),
  chainedAction: ChainedActions.optional(),
};

/** Saved request whose secrets replace masks. */
export const SecretsOf = z
  .object({
    kind: z.enum(["recipe", "deployment"]).describe("Type of the saved request."),
    id: Id.describe("Its ID. For a deployment: the ID of the whole deployment."),
  })
  .describe(
    "Saved request whose secrets replace masked ones. Secrets are only used for the same server, account and file.",
  );
export type SecretsOf = z.output<typeof SecretsOf>;

export const DeploymentRequest = z.object(deploymentRequest);
export type DeploymentRequest = z.output<typeof DeploymentRequest>;
