import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { DeployedFile, FileSource } from "../tasks/deployment-tasks.ts";
import { Server } from "../tasks/file-tasks.ts";

/** Survey result for a file that is to be deployed. */
export const SurveyedFile = z.strictObject({
  /** Problem that prevents its deployment. Null: none. */
  problem: z.string().nullable(),
  /** Size of the hosted file that is replaced. Null: there is none. */
  sizeBytes: Offset.nullable(),
  isOpen: z.boolean(),
  /** Size of its externally stored containers. */
  containerBytes: Offset,
  /** Size of the file in the source. Null: not known yet. */
  sourceBytes: Offset.nullable(),
  isInSecureFolder: z.boolean(),
  isBelowFolder: z.boolean(),
});
export type SurveyedFile = z.infer<typeof SurveyedFile>;

/** Disk space that a deployment needs. */
export const DiskNeed = z.strictObject({
  /** Name of a folder on that disk. */
  folder: z.string(),
  neededBytes: Offset,
  freeBytes: Offset,
});

/** Deployments on the host. */
export const deploymentCommands = lazySchemas({
  /** Checks everything that a deployment needs. Fetches, closes and writes nothing. */
  "deployments.survey": {
    request: () =>
      z.strictObject({
        server: Server,
        source: FileSource.nullable(),
        files: z.array(DeployedFile).min(1).max(100),
        withContainers: z.boolean(),
      }),
    reply: () =>
      z.strictObject({
        files: z.array(SurveyedFile),
        /** Problem with the source. Null: none, or the source is on another server. */
        sourceProblem: z.string().nullable(),
        /** Configurations that a build on the host includes for files, by their names here. */
        configs: z.array(z.object({ file: z.string(), config: z.unknown() })).default([]),
        disks: z.array(DiskNeed),
        /** Version of FMDataMigration. Null: it isn't installed or doesn't report one. */
        toolVersion: z.string().nullable(),
        /** Offset of the host's clock from UTC in minutes: FileMaker Server's schedules have no time zone. */
        utcOffsetMinutes: z.int(),
        memory: z.strictObject({
          freeBytes: Offset,
          /** Null: this system doesn't report it. */
          freeSwapBytes: Offset.nullable(),
        }),
      }),
  },
  /** Lists deployments whose replaced files are kept. */
  "deployments.kept": {
    request: () => z.strictObject({}),
    reply: () => z.strictObject({ deployments: z.array(Id) }),
  },
  "deployments.forget": {
    request: () => z.strictObject({ deployments: z.array(Id).max(1_000) }),
    reply: () => z.strictObject({}),
  },
});
