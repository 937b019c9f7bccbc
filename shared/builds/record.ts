import * as z from "zod";
import { ChainedActionResult, ChainState } from "#shared/contract/values/release-shapes.ts";
import { BuildStatus } from "./contract.ts";

/** A build as it is stored. Moments are milliseconds since the epoch. */
export const BuildRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  buildId: z.string(),
  processId: z.int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().nullable(),
  /** Null until it is at its end: the process knows how far it is. */
  status: BuildStatus.nullable(),
  message: z.string().nullable(),
  hasErrors: z.boolean(),
  isZipped: z.boolean(),
  zipSize: z.int().nullable(),
  sha256: z.string().nullable(),
  files: z.array(
    z.object({
      fileName: z.string(),
      clone: z.boolean(),
      size: z.int().optional(),
      sha256: z.string().optional(),
      hasContainerData: z.boolean().optional(),
    }),
  ),
  existsInOutbox: z.boolean(),
  /** The request as it was made, with its secrets: to make the build again. */
  sealedRequest: z.string(),
  startedBy: z.string(),
  /** The schedule that has started it, or the one start for later. */
  scheduleId: z.string().nullable().default(null),
  /** The processes that bring it elsewhere. */
  publishedBy: z.array(z.int()).default([]),
  /** Whether something is called at its end, and how far that is. What, the request says. */
  chain: ChainState.default("none"),
  chainResults: z.array(ChainedActionResult).default([]),
});
export type BuildRecord = Readonly<z.infer<typeof BuildRecord>>;
