import * as z from "zod";
import { LogName } from "#shared/contract/values/log-name.ts";
import { HostPath, HostRoot, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Maximum number of parts in one command. Their addresses fit a message on the link. */
export const maxParts = 25;
/** Maximum time until the reply. Milliseconds. */
export const maxWaitMs = 20_000;

/** Content that the agent sends in parts: a range of a file, a planned zip, or a log that can grow meanwhile. */
const Source = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("file"), root: HostRoot, path: HostPath, tag: z.string().max(100), start: Offset }),
  z.strictObject({ kind: z.literal("zip"), plan: z.uuid() }),
  z.strictObject({ kind: z.literal("log"), name: LogName, id: z.string().max(100) }),
]);
export type PartSource = z.infer<typeof Source>;

const Part = z.strictObject({
  number: z.int().min(1),
  /** Offset in the content. */
  offset: Offset,
  sizeBytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Absolute address for one PUT of this part. */
  address: z.string().max(4000),
});
export type SentPart = z.infer<typeof Part>;

/** Sends large content in parts. */
export const partCommands = lazySchemas({
  /**
   * Sends parts in the background, in order, and replies after at most `waitMs` with the number of these parts that have arrived. Asked
   * again with the same transfer, continues. Stops if no one asks for a while.
   */
  "parts.send": {
    request: () =>
      z.strictObject({
        transfer: z.uuid(),
        source: Source,
        parts: z.array(Part).min(1).max(maxParts),
        waitMs: z.int().min(0).max(maxWaitMs),
      }),
    reply: () => z.strictObject({ sent: z.int().min(0) }),
  },
});
