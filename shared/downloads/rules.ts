import type { DownloadKind } from "#shared/agent/protocol/tasks/download-tasks.ts";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";

/** Returns the file name of a download. */
export function nameOf(kind: DownloadKind, names: readonly string[], isZipped: boolean): string {
  const [only = "", ...more] = names;
  const bare = bareDatabaseName(only);
  const base = more.length > 0 ? "Files" : kind === "clone" ? `${bare}_clone` : bare;
  if (isZipped) return `${base}.zip`;
  return kind === "xml" ? `${base}.xml` : `${base}.fmp12`;
}

/**
 * Returns the number of bytes needed on the disk for making the download: copies, and a zip in addition. A clone also needs a temporary
 * copy.
 */
export function bytesNeeded(
  kind: DownloadKind,
  isZipped: boolean,
  files: readonly { readonly sizeBytes: number }[],
): number {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return kind === "copy" && isZipped ? 2 * bytes : bytes;
}
