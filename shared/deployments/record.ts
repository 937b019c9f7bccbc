import * as z from "zod";
import { DeploymentResult, DeploymentStatus } from "./contract.ts";

/** A part of a deployment as it is stored. Moments are milliseconds since the epoch. */
export const DeploymentRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  batchId: z.int(),
  /** Its place among the parts, from 0. */
  place: z.int(),
  label: z.string(),
  name: z.string().nullable(),
  processId: z.int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().nullable(),
  /** Null until it is at its end: the process knows how far it is. */
  status: DeploymentStatus.nullable(),
  result: DeploymentResult,
  message: z.string().nullable(),
  fileCount: z.int(),
  /** Whether the parts behind it are left out where it fails. */
  abortsRemaining: z.boolean(),
  /** Files that it has replaced, and that are kept as they were. */
  kept: z.array(z.string()),
  /** What was asked for, its secrets masked, as JSON. */
  payload: z.string(),
  /** The same with its secrets. */
  sealedPayload: z.string(),
  startedBy: z.string(),
});
export type DeploymentRecord = Readonly<z.infer<typeof DeploymentRecord>>;
