import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ChainedActionResult, ChainState } from "#shared/contract/values/release-shapes.ts";
import { BuildStatus } from "./contract.ts";

/** Stored build. Timestamps are milliseconds since the epoch. */
export const BuildRecord = storedRecord("builds/build", 1, {
  id: z.int(),
  buildId: z.string(),
  processId: z.int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().nullable(),
  /** Null until the build has ended. Until then, its process has the status. */
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
  /** Request with its secrets, sealed, so that the build can be made again. */
  sealedRequest: z.string(),
  startedBy: z.string(),
  /** Schedule or one-time start that started the build. */
  scheduleId: z.string().nullable().default(null),
  /** Processes that publish the build. */
  publishedBy: z.array(z.int()).default([]),
  /** State of the chained actions, which are in the request. */
  chain: ChainState.default("none"),
  chainResults: z.array(ChainedActionResult).default([]),
});
export type BuildRecord = Readonly<z.infer<typeof BuildRecord>>;
