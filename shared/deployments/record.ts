import * as z from "zod";
import { MigrationReport } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ChainedActionResult, ChainState } from "#shared/contract/values/release-shapes.ts";
import { DeploymentResult, DeploymentStatus } from "./contract.ts";

/** Stored part of a deployment. Timestamps are milliseconds since the epoch. */
export const DeploymentRecord = storedRecord("deployments/deployment", 1, {
  id: z.int(),
  batchId: z.int(),
  name: z.string().nullable(),
  processId: z.int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().nullable(),
  /** Null until the part has ended. Until then, its process has the status. */
  status: DeploymentStatus.nullable(),
  result: DeploymentResult,
  hasErrors: z.boolean(),
  message: z.string().nullable(),
  fileCount: z.int(),
  closedMs: z.int().nullable(),
  /** Replaced files whose backups are kept. */
  kept: z.array(z.string()),
  /** Part of another deployment that restores the files that this part replaced. */
  undoneBy: z.int().nullable().default(null),
  /** True if the part was only rehearsed. */
  isRehearsal: z.boolean().default(false),
  migrations: z.array(MigrationReport).default([]),
  /** Request as JSON, secrets masked. */
  payload: z.string(),
  startedBy: z.string(),
});
export type DeploymentRecord = Readonly<z.infer<typeof DeploymentRecord>>;

/** Stored deployment, which consists of parts. */
export const BatchRecord = storedRecord("deployments/batch", 1, {
  id: z.int(),
  label: z.string().nullable(),
  /** Numbers of its parts, in order. */
  partIds: z.array(z.int()),
  /** True if the parts after a failed one are skipped. */
  abortsRemaining: z.boolean(),
  /** Schedule or one-time start that started the deployment. */
  scheduleId: z.string().nullable().default(null),
  /** Recipe that the deployment is a run of. */
  recipeId: z.int().nullable().default(null),
  /** State of the chained actions. */
  chain: ChainState.default("none"),
  /** Part whose end began the calls. */
  chainCaller: z.int().nullable().default(null),
  /** Chained actions as JSON, sealed. */
  sealedChain: z.string().nullable().default(null),
  chainResults: z.array(ChainedActionResult).default([]),
  createdAt: z.number(),
});
export type BatchRecord = Readonly<z.infer<typeof BatchRecord>>;
