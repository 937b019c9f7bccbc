import * as z from "zod";
import { MigrationReport } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { ChainedActionResult, ChainState } from "#shared/contract/values/release-shapes.ts";
import { DeploymentResult, DeploymentStatus } from "./contract.ts";

/** A part of a deployment as it is stored. Moments are milliseconds since the epoch. */
export const DeploymentRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  batchId: z.int(),
  name: z.string().nullable(),
  processId: z.int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().nullable(),
  /** Null until it is at its end: the process knows how far it is. */
  status: DeploymentStatus.nullable(),
  result: DeploymentResult,
  hasErrors: z.boolean(),
  message: z.string().nullable(),
  fileCount: z.int(),
  closedMs: z.int().nullable(),
  /** Files that it has replaced, and that are kept as they were. */
  kept: z.array(z.string()),
  /** The part of another deployment that puts back what this one has replaced. */
  undoneBy: z.int().nullable().default(null),
  /** Whether it was only rehearsed. */
  isRehearsal: z.boolean().default(false),
  migrations: z.array(MigrationReport).default([]),
  /** What was asked for, its secrets masked, as JSON. */
  payload: z.string(),
  startedBy: z.string(),
});
export type DeploymentRecord = Readonly<z.infer<typeof DeploymentRecord>>;

/** A deployment as a whole. */
export const BatchRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  label: z.string().nullable(),
  /** Its parts, in their order. */
  partIds: z.array(z.int()),
  /** Whether the parts behind one that fails are left out. */
  abortsRemaining: z.boolean(),
  /** The schedule that has started it, or the one start for later. */
  scheduleId: z.string().nullable().default(null),
  /** The recipe that it is a run of. */
  recipeId: z.int().nullable().default(null),
  /** Whether something is called at its end, and how far that is. */
  chain: ChainState.default("none"),
  /** The part whose end has begun to call. */
  chainCaller: z.int().nullable().default(null),
  /** What is called, as JSON. */
  sealedChain: z.string().nullable().default(null),
  chainResults: z.array(ChainedActionResult).default([]),
  createdAt: z.number(),
});
export type BatchRecord = Readonly<z.infer<typeof BatchRecord>>;
