import * as z from "zod";
import { DownloadKind } from "#shared/agent/protocol/tasks/download-tasks.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";

/** Stored download, with the data that its links are bound to. */
export const DownloadRecord = storedRecord("downloads/download", 1, {
  id: z.string(),
  kind: DownloadKind,
  files: z.array(z.string()),
  /** File name of the download. */
  name: z.string(),
  processId: z.int(),
  /** Admin API key that requested the download; its links expire with that key. Null if it was requested without a key. */
  keyId: z.int().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
});
export type DownloadRecord = Readonly<z.infer<typeof DownloadRecord>>;
