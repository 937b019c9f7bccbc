import * as z from "zod";
import { DownloadKind } from "#shared/agent/protocol/tasks/download-tasks.ts";

/** A download as it is stored: what its links are good for, and where its bytes are. */
export const DownloadRecord = z.object({
  schema: z.literal(1),
  id: z.string(),
  kind: DownloadKind,
  files: z.array(z.string()),
  /** What it is called. */
  name: z.string(),
  processId: z.int(),
  /** The Admin API Key that asked for it; its links end with that key. Null where it was no key. */
  keyId: z.int().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
});
export type DownloadRecord = Readonly<z.infer<typeof DownloadRecord>>;
