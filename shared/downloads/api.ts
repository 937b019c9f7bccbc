/** Stored downloads. */

export type { DownloadRecord } from "./record.ts";
