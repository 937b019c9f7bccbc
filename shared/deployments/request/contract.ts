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
  .describe("Where the other service is, such as `https://dev.example.com`.");
const pushBuild = z
  .boolean()
  .optional()
  .describe(
    "`true`: the other server brings the build to an address of this one; where it cannot, this server fetches it, and the log says why. Left out or `false`: this server fetches it. What breaks off goes on where it stopped, either way.",
  );

const FromBuild = {
  buildId: BuildName.describe("The build's id."),
  serverUrl,
  auth: ServerAuth.describe("What the other service takes."),
  pushBuild,
};
const FromJustInTime = {
  serverUrl,
  auth: ServerAuth.describe("What the other service takes."),
  buildOptions: z.object(buildOptions).partial().optional().describe("How the build is made."),
  pushBuild,
};

const address = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe("An address that needs nothing else to be read. A secret.");
const offsiteLocation = OffsiteLocation.describe("Where in an offsite storage.");

/** Source of the files. */
export const DeploymentSource = z.discriminatedUnion("type", [
  z.object({
    type: z
      .literal("url")
      .describe("A build at an address: its zip where the address holds `.build.zip`, else its manifest."),
    url: address,
  }),
  z.object({
    type: z.literal("file_urls").describe("Files at addresses."),
    files: z
      .array(
        z.object({
          url: address,
          filename: NewDatabaseName.describe("What the file is called."),
          clone: z
            .boolean()
            .default(false)
            .describe("Taken for clients that send it: the operation says what the file has to be."),
        }),
      )
      .min(1)
      .max(100)
      .describe("The files, one address each."),
  }),
  z.object({
    type: z.literal("offsite_storage").describe("A build that was published to an offsite location."),
    buildId: BuildName.describe("The build's id."),
    offsiteLocation,
    subFolder: z.string().max(1_000).optional().describe("A folder in it."),
  }),
  z.object({
    type: z.literal("offsite_backup").describe("Files of an offsite backup, in whichever layout it lies."),
    offsiteLocation,
    backup: HostName.optional().describe(
      "Which backup, by its folder's name such as `Daily_2026-11-20_2300`, in blocks by its snapshot's. Left out: the newest that has all of them.",
    ),
    fileNames: z.array(DatabaseName).min(1).max(100).describe("Their names."),
  }),
  z.object({ type: z.literal("service").describe("A build of another server."), ...FromBuild }),
  z.object({ type: z.literal("otto4").describe("The same, by its older name."), ...FromBuild }),
  z.object({
    type: z.literal("servicejit").describe("A build that the other server makes for it."),
    ...FromJustInTime,
  }),
  z.object({ type: z.literal("otto4jit").describe("The same, by its older name."), ...FromJustInTime }),
  z.object({
    type: z.literal("local").describe("Files of this host."),
    fileNames: z.array(DatabaseName).min(1).max(100).describe("Their names."),
    folderPath: z
      .string()
      .min(2)
      .max(4_000)
      .optional()
      .describe("The folder that they lie in. Left out: they are hosted."),
    copy: z.boolean().default(false).describe("Taken for clients that send it: the files are always copied."),
  }),
  z.object({
    type: z.literal("build_inbox").describe("A build in this server's inbox."),
    buildId: BuildName.describe("The build's id."),
  }),
  z.object({
    type: z.literal("backup").describe("What a deployment has kept of the files that it replaced."),
    deploymentId: Id.describe("The deployment's number."),
    batchId: z.int().min(0).optional().describe("The number of its batch."),
  }),
]);
export type DeploymentSource = z.output<typeof DeploymentSource>;

const encryptionKey = ToolArgument.optional().describe("The password of the file, where it is encrypted.");
const FileWithKey = z.object({ fileName: DatabaseName.describe("The file's name."), encryptionKey });
const FileWithCredentials = FileWithKey.extend({
  user: ToolArgument.describe("An account with full access, or with `fmmigration`."),
  password: ToolArgument.describe("Its password."),
});

const MigrationOptions = z.object({
  "-target_locale": ToolArgument.optional().describe("The locale of the new file."),
  "-force": z
    .boolean()
    .default(true)
    .describe("Taken for clients that send it: the new file never overwrites one that is hosted."),
  "-ignore_valuelists": z.boolean().optional().describe("Custom value lists come from the clone."),
  "-ignore_accounts": z.boolean().optional().describe("Accounts and encryption come from the clone."),
  "-ignore_fonts": z.boolean().optional().describe("Fonts are not mapped."),
  "-reevaluate": z.boolean().optional().describe("Stored calculations are calculated again."),
  "-rebuildindexes": z.boolean().optional().describe("Indexes are made again."),
  "-v": z.boolean().optional().describe("Taken for clients that send it: the tool's whole report is kept."),
});

const InstallLocation = z
  .object({
    folder: ServerFolder.default("default").describe("The hosting folder."),
    subFolder: Subfolder.optional().describe("A folder in it."),
  })
  .prefault({})
  .describe("Where it goes.");

/** Operation on one file. */
export const FileOperation = z.discriminatedUnion("operation", [
  z.object({
    operation: z.literal("migrate").describe("The data of the hosted file goes into the clone."),
    clone: FileWithCredentials.describe("The clone in the source."),
    dataSource: FileWithCredentials.describe("The hosted file that has the data."),
    target: FileWithKey.describe("The hosted file that is replaced."),
    dataMigrationOptions: MigrationOptions.optional().describe("Options of FMDataMigration."),
  }),
  z.object({
    operation: z.literal("install").describe("The file is put on the server."),
    overwrite: z.boolean().default(false).describe("Whether a hosted file of the same name is replaced."),
    source: FileWithKey.describe("The file in the source."),
    target: FileWithKey.extend({ fileName: NewDatabaseName.describe("What it is called here.") }).describe(
      "The file here.",
    ),
    location: InstallLocation,
  }),
  z.object({
    operation: z.literal("replace").describe("The file takes a hosted one's place, with its data."),
    source: FileWithKey.describe("The file in the source."),
    target: FileWithKey.describe("The hosted file that is replaced."),
  }),
  z.object({
    operation: z.literal("close").describe("The hosted file is closed, and stays so."),
    target: FileWithKey.describe("The hosted file."),
  }),
]);
export type FileOperation = z.output<typeof FileOperation>;

const account = {
  user: ToolArgument.describe("An account with full access, or with `fmmigration`."),
  password: ToolArgument.describe("Its password."),
  encryptionKey,
};
const ofSource = z.object({ fileName: DatabaseName.describe("The file in the source.") });

/** Operation on many files: a regular expression makes the name of each target from the name in the source. */
const RegexOperations = z.object({
  regex: z
    .string()
    .min(1)
    .max(500)
    .describe("A regular expression for the name without its extension: RE2's, which looks neither ahead nor back."),
  replacement: z
    .string()
    .max(500)
    .describe("What takes the place of what it finds; `$1` is what its first group found."),
  source: z.object(account).describe("The account and key of the files in the source."),
  target: z
    .object({ ...account, location: InstallLocation })
    .describe("The account and key of the hosted files, and where new ones go."),
  files: z
    .array(
      z.discriminatedUnion("operation", [
        z.object({
          operation: z.literal("migrate").describe("The data of the hosted file goes into the clone."),
          clone: ofSource.describe("The clone in the source."),
          dataMigrationOptions: MigrationOptions.optional().describe("Options of FMDataMigration."),
        }),
        z.object({
          operation: z.literal("install").describe("The file is put on the server."),
          overwrite: z.boolean().default(false).describe("Whether a hosted file of the same name is replaced."),
          source: ofSource,
        }),
        z.object({
          operation: z.literal("replace").describe("The file takes a hosted one's place, with its data."),
          source: ofSource,
        }),
        z.object({
          operation: z.literal("close").describe("The hosted file is closed, and stays so."),
          target: FileWithKey.describe("The hosted file."),
        }),
      ]),
    )
    .min(1)
    .max(100)
    .describe("The files, and what becomes of each."),
});
export type RegexOperations = z.output<typeof RegexOperations>;

const Options = z.object({
  closeFilesMessage: z.string().max(200).optional().describe("What people in the files see when they close."),
  notifications: z
    .array(Notification)
    .max(20)
    .nullish()
    .describe("Who is to learn of it. It is sent when the part starts, and when it is at its end."),
  closeFilesAfterBuild: z
    .boolean()
    .default(false)
    .describe("Taken for clients that send it: files are always closed after fetching."),
  keepFilesClosedAfterComplete: z.boolean().default(false).describe("Whether the files stay closed at the end."),
  transferContainerData: z
    .boolean()
    .default(false)
    .describe(
      "Whether container data that files keep outside of themselves goes along where files are installed or replace others, and the source has it. Migrated files keep theirs.",
    ),
});

export const SubDeployment = z.object({
  source: DeploymentSource.describe("Where the files come from."),
  name: z.string().max(200).nullish().describe("What it is called."),
  preDeploymentScript: PreDeploymentScript.optional().describe("A script to run before a file is closed."),
  postDeploymentScript: PostDeploymentScript.optional().describe("A script to run when all files are open again."),
  fileOperations: z.array(FileOperation).min(1).max(100).describe("What becomes of each file."),
  concurrency: z
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe("How many files are migrated at a time. Each may take 2.5 GB of memory."),
  options: Options.prefault({}).describe("How it goes."),
});
export type SubDeployment = z.output<typeof SubDeployment>;

/** Part of a deployment as sent: with single files, or with a regular expression. */
const SubDeploymentInput = SubDeployment.extend({
  fileOperations: z
    .union([SubDeployment.shape.fileOperations, RegexOperations])
    .describe("What becomes of each file: one by one, or by a regular expression for their names."),
});
export type SubDeploymentInput = z.output<typeof SubDeploymentInput>;

/** Fields of a deployment that are the same for every way to start it. */
export const deploymentRequest = {
  label: z.string().max(200).default("").describe("What it is called."),
  deployments: z
    .array(SubDeploymentInput)
    .min(1)
    .max(50)
    .describe("Its parts, one after the other. Each is done as a whole, or not at all."),
  abortRemaining: z.boolean().default(false).describe("Whether the parts behind one that fails are left out."),
  rehearse: z
    .boolean()
    .default(false)
    .describe("Only fetches and migrates, on copies of the data: no file is closed or replaced, and no script runs."),
  chainedAction: ChainedActions.optional(),
};

/** Saved request whose secrets replace masks. */
export const SecretsOf = z
  .object({
    kind: z.enum(["recipe", "deployment"]).describe("What keeps them."),
    id: Id.describe("Its number. Of a deployment: that of the whole."),
  })
  .describe(
    "Whose secrets are meant by masks, as answers have them in the place of secrets. Only those for the same server, account and file are taken.",
  );
export type SecretsOf = z.output<typeof SecretsOf>;

export const DeploymentRequest = z.object(deploymentRequest);
export type DeploymentRequest = z.output<typeof DeploymentRequest>;
