import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { DeployedFile, FileSource } from "../tasks/deployment-tasks.ts";
import { Server } from "../tasks/file-tasks.ts";

/** What the host says of one file that is to be deployed. */
export const SurveyedFile = z.strictObject({
  /** Why nothing can become of it. Null: nothing speaks against it. */
  problem: z.string().nullable(),
  /** The hosted file that gives way. Null: there is none. */
  sizeBytes: Offset.nullable(),
  isOpen: z.boolean(),
  /** What it keeps outside of itself. */
  containerBytes: Offset,
  /** The file in the source. Null: the host does not know yet how large it is. */
  sourceBytes: Offset.nullable(),
  isInSecureFolder: z.boolean(),
  isBelowFolder: z.boolean(),
});
export type SurveyedFile = z.infer<typeof SurveyedFile>;

/** What a deployment takes on a disk. */
export const DiskNeed = z.strictObject({
  /** The name of a folder on it. */
  folder: z.string(),
  neededBytes: Offset,
  freeBytes: Offset,
});

/** Deployments as the host sees them. */
export const deploymentCommands = lazySchemas({
  /** Looks at everything that a deployment needs. Nothing is fetched, closed or written. */
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
        /** Why the source cannot be had. Null: nothing speaks against it, or it is on another server. */
        sourceProblem: z.string().nullable(),
        /** What a build on the host brings along for files, by what they are called here. */
        configs: z.array(z.object({ file: z.string(), config: z.unknown() })).default([]),
        disks: z.array(DiskNeed),
        /** FMDataMigration's version. Null: it is not there, or does not say. */
        toolVersion: z.string().nullable(),
        /** How far the host's clock is before UTC: FileMaker Server's schedules name no zone. */
        utcOffsetMinutes: z.int(),
        memory: z.strictObject({
          freeBytes: Offset,
          /** Null: this system does not say. */
          freeSwapBytes: Offset.nullable(),
        }),
      }),
  },
  /** Deployments whose replaced files are kept. */
  "deployments.kept": {
    request: () => z.strictObject({}),
    reply: () => z.strictObject({ deployments: z.array(Id) }),
  },
  "deployments.forget": {
    request: () => z.strictObject({ deployments: z.array(Id).max(1_000) }),
    reply: () => z.strictObject({}),
  },
});
